/* SPDX-License-Identifier: MIT */
/* table.c: plays one match with the engine, with by_table_* and with the model, move by move, with all checks between
 * the moves. */
#include "contract.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct tally tally;

static void tell_moves(const struct table *t)
{
    char text[BY_MOVE_TEXT];

    fprintf(stderr, "  deck:");
    for (int i = 0; i < t->tiles; i++)
        fprintf(stderr, " %d-%d", by_high(t->deck[i]), by_low(t->deck[i]));
    fprintf(stderr, "\n  moves:");
    for (int i = 0; i < t->moves; i++) {
        model_print(model_decode(t->past[i].move, t->model.family), t->model.family, text);
        fprintf(stderr, "%s %d:%s", i % 12 == 0 ? "\n   " : ",", t->past[i].seat, text);
    }
    fprintf(stderr, "\n");
}

bool wrong(const struct table *t, const char *check, const char *format, ...)
{
    char what[384];
    va_list parts;

    va_start(parts, format);
    vsnprintf(what, sizeof what, format, parts);
    va_end(parts);
    if (tally.failures++ == 0) {
        snprintf(tally.check, sizeof tally.check, "%s", check);
        snprintf(tally.first, sizeof tally.first, "%s", what);
    }
    if (tally.quiet || tally.failures > 20)
        return false;
    fprintf(stderr, "FAILED %s: %s\n  contract --rules \"%s\" --seed %llu\n  round %u, lead given %d, move %d\n", check,
            what, t->text, (unsigned long long)t->seed, (unsigned)t->s.round, t->given, t->moves + 1);
    tell_moves(t);
    return false;
}

struct table *table_new(void) { return calloc(1, sizeof(struct table)); }

void table_free(struct table *t)
{
    if (t != NULL) {
        free(t->past);
        free(t->log);
        free(t->rounds);
        free(t->result);
        free(t->choice);
    }
    free(t);
}

/* ---- The deal ----------------------------------------------------------------------------- */

/* A lead where one is needed or, sometimes, where one may be given (L-06; docs/protocol.md). */
static int choose_lead(struct table *t)
{
    int seat, rule = model_lead(&t->model, &seat);

    if (rule == BY_LEAD_LOT || (model_lead_given(&t->model) && by_rng_below(&t->rng, 4) == 0))
        return (int)by_rng_below(&t->rng, (uint32_t)t->model.players);
    return -1;
}

static bool deal(struct table *t)
{
    static const struct by_seed no_seed;
    struct by_events ev, told;
    by_err want, err;

    t->undealt = t->s;
    if (t->table.rounds_room == t->s.round) {
        if (by_table_deal_seeded(&t->table, &no_seed, -1, &told) != BY_E_FULL
            || memcmp(&t->table.state, &t->s, sizeof t->s) != 0)
            return wrong(t, "match", "a round is dealt without memory for it");
        note_round(t);
    }
    if (!check_deals(t))
        return false;
    do { /* L-05, T-04: until a hand holds a double */
        t->moves = 0;
        t->given = choose_lead(t);
        t->tiles = model_deck(&t->model, t->deck);
        shuffle(&t->rng, t->deck, t->tiles);
        want = model_deal(&t->model, t->deck, t->given);
        err = e_deal(&t->s, t->deck, t->tiles, t->given, &ev);
        if (err != want)
            return wrong(t, "deal", "by_deal answers %s, not %s", by_err_key(err), by_err_key(want));
        if (err != BY_OK && memcmp(&t->s, &t->undealt, sizeof t->s) != 0)
            return wrong(t, "deal", "a refused deal changes the state");
    } while (err != BY_OK);
    if (model_differs(&t->model, &t->s) != NULL)
        return wrong(t, "model", "after the deal: %s", model_differs(&t->model, &t->s));
    if (model_events_differ(&t->model.ev, &ev) != NULL)
        return wrong(t, "events", "of the deal: %s", model_events_differ(&t->model.ev, &ev));
    t->told++;
    if (by_table_deal(&t->table, t->deck, t->tiles, t->given, &told) != BY_OK)
        return wrong(t, "match", "by_table_deal refuses what by_deal takes");
    if (memcmp(&t->table.state, &t->s, sizeof t->s) != 0)
        return wrong(t, "match", "by_table_deal gives other bytes than by_deal");
    return check_tiles(t);
}

/* ---- Moves -------------------------------------------------------------------------------- */

static bool taste(int policy, by_move m)
{
    switch (policy) {
    case 1: return by_move_kind(m) == BY_LAY && by_is_double(by_move_tile(m));
    case 2: return by_move_kind(m) == BY_DRAW_TILE || by_move_kind(m) == BY_PASS || by_move_kind(m) == BY_TAKE3;
    case 3: return by_move_claim(m) == 0 && (m & BY_ANNOUNCED) == 0 && by_move_kind(m) != BY_DRAW_TILE;
    default: return by_move_kind(m) == BY_LAY && by_move_claim(m) > 0;
    }
}

/* Chooses a seat and a move: mostly of the seat to move, and by the table's taste three times out of four. */
static by_move choose(struct table *t, int *seat)
{
    int liked = 0, at;

    *seat = t->s.now.turn;
    if (t->s.now.window != BY_NO_SEAT && by_rng_below(&t->rng, 3) == 0) {
        *seat = (int)by_rng_below(&t->rng, t->s.players);
        if (*seat != t->s.now.turn && (model_actors(&t->model) >> *seat & 1) != 0)
            return BY_CALL_MOVE;
        *seat = t->s.now.turn;
    }
    for (int i = 0; i < t->n; i++)
        liked += taste(t->policy, t->list[i]);
    if (t->policy == 0 || liked == 0 || by_rng_below(&t->rng, 4) == 0)
        return t->list[by_rng_below(&t->rng, (uint32_t)t->n)];
    at = (int)by_rng_below(&t->rng, (uint32_t)liked);
    for (int i = 0;; i++)
        if (taste(t->policy, t->list[i]) && at-- == 0)
            return t->list[i];
}

static struct past *push(struct table *t, int seat, by_move m)
{
    struct past *p;

    if (t->moves == t->space) {
        t->space = t->space * 2 + 64;
        t->past = realloc(t->past, sizeof *t->past * (size_t)t->space);
        if (t->past == NULL)
            abort();
    }
    p = &t->past[t->moves];
    p->before = t->s;
    p->seat = (uint8_t)seat;
    p->move = m;
    return p;
}

/* The same move through by_table_*, as a number or as text; a full log refuses and is lengthened. */
static bool match_move(struct table *t, const struct past *p)
{
    char text[BY_MOVE_TEXT];
    struct by_events ev;
    bool as_text = sometimes(t, 8);
    uint32_t passed = t->table.passed;
    size_t n = (size_t)model_print(model_decode(p->move, t->model.family), t->model.family, text);
    by_err err =
        as_text ? by_table_play_text(&t->table, p->seat, text, n, &ev) : e_table_play(&t->table, p->seat, p->move, &ev);

    if (err == BY_E_FULL) {
        uint32_t room = t->table.room * 2;

        if (memcmp(&t->table.state, &p->before, sizeof t->s) != 0)
            return wrong(t, "match", "a full log changes the state");
        t->log = realloc(t->log, sizeof *t->log * room);
        if (t->log == NULL)
            abort();
        by_table_log(&t->table, t->log, room);
        err = by_table_play(&t->table, p->seat, p->move, &ev);
    }
    if (err != BY_OK)
        return wrong(t, "match", "by_table_%s answers %s to %s", as_text ? "play" : "move", by_err_key(err), text);
    if (memcmp(&t->table.state, &t->s, sizeof t->s) != 0)
        return wrong(t, "match", "by_table_%s gives other bytes than by_play", as_text ? "play" : "move");
    if (model_events_differ(&ev, &p->ev) != NULL)
        return wrong(t, "match", "other events: %s", model_events_differ(&ev, &p->ev));
    if (t->s.now.window == BY_NO_SEAT || (t->s.now.window == p->seat && by_move_kind(p->move) == BY_LAY))
        passed = 0;
    if (t->table.passed != passed)
        return wrong(t, "next", "%x and not %x have let the window pass", t->table.passed, passed);
    return true;
}

static bool make_move(struct table *t)
{
    int seat;
    by_move m = choose(t, &seat);
    struct past *p = push(t, seat, m);
    by_err err = e_play(&t->s, seat, m, &p->ev, &p->undo);
    char text[BY_MOVE_TEXT];

    model_print(model_decode(m, t->model.family), t->model.family, text);
    note_choice(t, seat, by_move_tile(m) != BY_NO_TILE ? 2 : seat == p->before.now.turn ? t->n : 1);
    if (err != BY_OK)
        return wrong(t, "accept", "the listed move %s of seat %d is refused", text, seat);
    t->moves++;
    tally.moves++;
    if (spoil == SPOIL_FOREVER && t->s.now.phase != BY_PLAYING) {
        t->s = p->before;
        return true;
    }
    t->told += (uint32_t)p->ev.n;
    if (!check_tiles(t) || !check_scores(t, &p->ev, &p->before))
        return false;
    model_play(&t->model, seat, model_decode(m, t->model.family));
    if (model_differs(&t->model, &t->s) != NULL)
        return wrong(t, "model", "after %s of seat %d: %s", text, seat, model_differs(&t->model, &t->s));
    if (model_events_differ(&t->model.ev, &p->ev) != NULL)
        return wrong(t, "events", "of %s of seat %d: %s", text, seat, model_events_differ(&t->model.ev, &p->ev));
    return match_move(t, p) && check_hearing(t, &p->ev);
}

/* ---- Rounds and matches ------------------------------------------------------------------- */

/* C-07, by set: every tile is drawn at most once and laid or removed at most once; with no tile left to draw, at most
 * two turns for each player lie between two plays; a play can be called out once. */
static int longest_round(const struct table *t) { return (t->tiles + 1) * (2 * t->s.players + 4); }

/* Only the lists are checked after every move; the other checks use samples. */
static bool look(struct table *t)
{
    if (!check_lists(t) || !check_next(t))
        return false;
    if (sometimes(t, 12) && !check_accepts(t))
        return false;
    if (sometimes(t, 8) && !check_texts(t))
        return false;
    if (sometimes(t, 12) && !check_refusals(t))
        return false;
    if (sometimes(t, 6000) && !check_every_number(t))
        return false;
    if (sometimes(t, 8) && !check_views(t))
        return false;
    if (spoil != SPOIL_FOREVER && sometimes(t, 300)
        && !check_undo(t, (int)by_rng_below(&t->dice, (uint32_t)t->moves + 1)))
        return false;
    if (t->old_n == 0 || sometimes(t, 10)) {
        memcpy(t->old, t->list, sizeof t->list[0] * (size_t)t->n);
        t->old_n = t->n;
    }
    return true;
}

static bool play_round(struct table *t)
{
    while (t->s.now.phase == BY_PLAYING) {
        if (t->moves >= longest_round(t))
            return wrong(t, "bound", "the round has not ended after %d moves", t->moves);
        if (!look(t) || !make_move(t))
            return false;
    }
    tally.rounds++;
    t->last_before = t->last;
    if (t->s.end != BY_NOT_ENDED)
        by_result_of(&t->s, &t->last);
    if (memcmp(&t->last, &t->table.last, sizeof t->last) != 0)
        return wrong(t, "match", "the match remembers another end of the round");
    t->n = 0; /* C-09: hands stay hidden when the round is over */
    if (t->s.now.phase != BY_PLAYING && t->s.end != BY_NOT_ENDED)
        t->result[t->s.round - 1] = t->last;
    return check_over(t) && check_views(t) && check_undo(t, t->moves) && check_replay(t) && check_worlds(t)
        && check_next(t) && check_kept(t);
}

/* L-23, L-24: at worst, a line game needs a few rounds for each point; the others have a fixed number of rounds. */
static int longest_match(const struct table *t)
{
    if (t->model.family == BY_LINE)
        return 100 + 4 * t->s.rules.opt[BY_TARGET];
    return t->s.rules.opt[BY_ROUNDS];
}

static bool begin(struct table *t, const char *rules, uint64_t seed)
{
    struct by_config c;
    struct by_fault fault = { 0 };
    uint64_t mixed = seed;

    snprintf(t->text, sizeof t->text, "%s", rules);
    t->seed = seed;
    t->moves = t->old_n = t->tiles = 0;
    if (by_config_parse(rules, &c, &fault) != BY_OK)
        return wrong(t, "rules", "refused: %s", fault.text);
    for (const char *p = rules; *p != '\0'; p++)
        mixed = (mixed ^ (uint8_t)*p) * 0x100000001b3u;
    by_rng_init(&t->rng, mixed);
    by_rng_init(&t->dice, ~mixed);
    t->policy = (int)(mixed >> 40) % 5;
    by_start(&t->s, &c);
    model_start(&t->model, &c);
    if (t->log == NULL)
        t->log = malloc(sizeof *t->log * 40);
    if (t->log == NULL)
        abort();
    by_table_init(&t->table, &c, t->log, t->table.room > 0 ? t->table.room : 40);
    t->choices = 0;
    t->told = 0;
    note_round(t);
    memset(&t->last, 0, sizeof t->last);
    memset(&t->last_before, 0, sizeof t->last_before);
    memset(t->sum, 0, sizeof t->sum);
    return true;
}

bool table_play(struct table *t, const char *rules, uint64_t seed, int rounds)
{
    if (!begin(t, rules, seed))
        return false;
    tally.matches++;
    for (int i = 0; t->s.now.phase != BY_GAME_OVER && (rounds == 0 || i < rounds); i++) {
        if (i >= longest_match(t))
            return wrong(t, "bound", "the game has not ended after %d rounds", i);
        if (!deal(t) || !play_round(t))
            return false;
    }
    if (!check_forgotten(t))
        return false;
    if (t->s.now.phase == BY_GAME_OVER && t->model.family != BY_CASTLE && by_winners(&t->s) == 0)
        return wrong(t, "winners", "the game is over and nobody has won");
    return true;
}
