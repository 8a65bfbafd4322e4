/* SPDX-License-Identifier: MIT */
/* again.c: checks that the same deals and moves give the same bytes, that undo restores the previous bytes, and that
 * invalid deals are refused. */
#include "contract.h"

#include <string.h>

static const struct by_state *state_after(const struct table *t, int moves)
{
    return moves < t->moves ? &t->past[moves].before : &t->s;
}

/* Undoes `depth` moves with by_back and with by_table_undo, and plays them again. */
static bool back(struct table *t, int depth)
{
    struct by_state s = t->s;

    for (int i = t->moves - 1; i >= t->moves - depth; i--) {
        const struct past *p = &t->past[i];
        by_err err = e_table_undo(&t->table);

        e_back(&s, p->seat, p->move, &p->undo);
        if (memcmp(&s, &p->before, sizeof s) != 0)
            return wrong(t, "undo", "taking back move %d leaves other bytes", i + 1);
        if (err != BY_OK || memcmp(&t->table.state, &p->before, sizeof s) != 0)
            return wrong(t, "undo", "by_table_undo of move %d leaves other bytes", i + 1);
        if (memcmp(&t->table.last, t->s.end != BY_NOT_ENDED ? &t->last_before : &t->last, sizeof t->last) != 0)
            return wrong(t, "undo", "by_table_undo of move %d leaves another last round", i + 1);
    }
    return true;
}

/* Undoes the deal and deals again. */
static bool undo_deal(struct table *t)
{
    struct by_table without = t->table;
    const struct by_result *want = t->s.end != BY_NOT_ENDED ? &t->last_before : &t->last;

    without.rounds = NULL;
    if (by_table_undo_deal(&without) != BY_E_NO_UNDO || memcmp(&without.state, &t->table.state, sizeof t->s) != 0)
        return wrong(t, "undo", "a deal is taken back without memory for rounds");
    if (by_table_undo_deal(&t->table) != BY_OK || memcmp(&t->table.state, &t->undealt, sizeof t->s) != 0)
        return wrong(t, "undo", "by_table_undo_deal leaves other bytes");
    if (memcmp(&t->table.last, want, sizeof *want) != 0)
        return wrong(t, "undo", "by_table_undo_deal leaves another last round");
    if (by_table_deal(&t->table, t->deck, t->tiles, t->given, NULL) != BY_OK)
        return wrong(t, "undo", "a deal that was taken back is refused");
    return true;
}

bool check_undo(struct table *t, int depth)
{
    if (!back(t, depth))
        return false;
    if (depth == t->moves && by_table_undo(&t->table) != BY_E_NO_UNDO)
        return wrong(t, "undo", "more moves are taken back than were made");
    if (depth == t->moves && t->s.round > 1 && !undo_deal(t))
        return false;
    for (int i = t->moves - depth; i < t->moves; i++) {
        const struct past *p = &t->past[i];

        if (by_table_play(&t->table, p->seat, p->move, NULL) != BY_OK
            || memcmp(&t->table.state, state_after(t, i + 1), sizeof t->s) != 0)
            return wrong(t, "undo", "move %d, played again after undo, gives other bytes", i + 1);
    }
    if (memcmp(&t->table.last, &t->last, sizeof t->last) != 0)
        return wrong(t, "undo", "the last round, played again after undo, is another");
    return true;
}

/* The same rules, deck and moves give identical bytes. */
bool check_replay(struct table *t)
{
    struct by_state s = t->undealt;

    if (e_deal(&s, t->deck, t->tiles, t->given, NULL) != BY_OK)
        return wrong(t, "replay", "the same deal is refused");
    for (int i = 0; i < t->moves; i++) {
        if (memcmp(&s, &t->past[i].before, sizeof s) != 0)
            return wrong(t, "replay", "before move %d the bytes are others", i + 1);
        if (e_play(&s, t->past[i].seat, t->past[i].move, NULL, NULL) != BY_OK)
            return wrong(t, "replay", "move %d is refused", i + 1);
    }
    if (memcmp(&s, &t->s, sizeof s) != 0)
        return wrong(t, "replay", "at the end the bytes are others");
    return true;
}

/* ---- Deals -------------------------------------------------------------------------------- */

static bool refuse_deal(struct table *t, const by_tile *deck, int tiles, int lead, by_err want, const char *what)
{
    struct by_state s = t->undealt;
    by_err err = e_deal(&s, deck, tiles, lead, NULL);

    if (err != want)
        return wrong(t, "deal", "a deal with %s is answered %s", what, by_err_key(err));
    if (memcmp(&s, &t->undealt, sizeof s) != 0)
        return wrong(t, "deal", "the refusal of a deal with %s changes bytes", what);
    return true;
}

/* A deck holds each tile of the round once; a lead is given where a lot decides, or a seat in round
 * one (L-06; docs/protocol.md). */
static bool refuse_deals(struct table *t)
{
    by_tile deck[BY_MAX_TILES + 1], whole[BY_MAX_TILES];
    int n = model_deck(&t->model, whole), seat, rule = model_lead(&t->model, &seat);
    int lead = rule == BY_LEAD_LOT ? 0 : -1;

    memcpy(deck, whole, (size_t)n);
    deck[1] = deck[0];
    if (!refuse_deal(t, deck, n, lead, BY_E_DECK, "a tile twice"))
        return false;
    deck[1] = whole[1];
    deck[n] = 0;
    if (!refuse_deal(t, deck, n - 1, lead, BY_E_DECK, "a tile missing")
        || !refuse_deal(t, deck, n + 1, lead, BY_E_DECK, "a tile too many"))
        return false;
    deck[n - 1] = (by_tile)(t->model.family == BY_LINE ? 28 : BY_NO_TILE);
    if (!refuse_deal(t, deck, n, lead, BY_E_DECK, "a tile of another set")) /* L-01 */
        return false;
    if (by_deck_lacks(&t->undealt) != BY_NO_TILE) { /* F-03, T-03 */
        deck[n - 1] = by_deck_lacks(&t->undealt);
        if (!refuse_deal(t, deck, n, lead, BY_E_DECK, "the centre double"))
            return false;
    }
    if (!refuse_deal(t, whole, n, t->s.players, BY_E_SEAT, "a lead that is no seat"))
        return false;
    if (!model_lead_given(&t->model) && !refuse_deal(t, whole, n, 0, BY_E_SEAT, "a lead nobody may give"))
        return false;
    return rule != BY_LEAD_LOT || refuse_deal(t, whole, n, -1, BY_E_SEAT, "no lead where a lot decides");
}

/* by_deal_seeded is by_deal with the decks of by_seed_deck, the first that gives a double where one
 * has to lead (L-05, T-04), and the lot of by_seed_lot (L-06). */
static bool seeded(struct table *t)
{
    struct by_state s = t->undealt, other = t->undealt;
    struct by_table table = t->table;
    by_tile deck[BY_MAX_TILES];
    struct by_seed seed;
    uint32_t attempt = 0;
    int seat, lead = -1, n;
    by_err err;

    for (int i = 0; i < 32; i++)
        seed.bytes[i] = (uint8_t)by_rng_next(&t->dice);
    if (model_lead(&t->model, &seat) == BY_LEAD_LOT)
        lead = by_seed_lot(&other, &seed, other.round + 1);
    do {
        n = by_seed_deck(&other, &seed, t->undealt.round + 1, attempt++, deck);
        err = by_deal(&other, deck, n, lead, NULL);
    } while (err == BY_E_NO_DOUBLE);
    if (err != BY_OK || by_deal_seeded(&s, &seed, -1, NULL) != BY_OK || memcmp(&s, &other, sizeof s) != 0)
        return wrong(t, "deal", "by_deal_seeded does not deal the decks of by_seed_deck");
    if (by_table_deal_seeded(&table, &seed, -1, NULL) != BY_OK || memcmp(&table.state, &s, sizeof s) != 0)
        return wrong(t, "deal", "by_table_deal_seeded differs from by_deal_seeded");
    return true;
}

bool check_deals(struct table *t)
{
    by_tile deck[BY_MAX_TILES];
    int seat, rule = model_lead(&t->model, &seat);

    if (by_deck_tiles(&t->undealt) != model_deck(&t->model, deck))
        return wrong(t, "deal", "by_deck_tiles: %d tiles", by_deck_tiles(&t->undealt));
    if (by_lead_rule(&t->undealt) != rule || by_lead_taken(&t->undealt) != model_lead_given(&t->model))
        return wrong(t, "deal", "L-04, L-05, L-06, F-04, T-03, T-04: who leads");
    return !sometimes(t, 4) || (refuse_deals(t) && seeded(t));
}
