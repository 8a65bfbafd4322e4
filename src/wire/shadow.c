/* SPDX-License-Identifier: MIT */
/* shadow.c: reconstructs a bot's own copy of the match (shadow.h). */
#include "views.h"
#include "shadow.h"

#include <stdlib.h>
#include <string.h>

#include "boneyard/text.h"
#include "util/memory.h"

/* A round being reconstructed; the events from `at` on have not been played yet. */
struct making {
    const struct by_shadow *sh;
    struct by_state *s;
    size_t at;
    struct by_set given; /* tiles that the bot's seat received as penalties, which no event names (T-17) */
};

void by_shadow_init(struct by_shadow *sh, const struct by_config *rules, int seat)
{
    *sh = (struct by_shadow){ .rules = *rules, .seat = seat };
}

void by_shadow_clear(struct by_shadow *sh)
{
    by_json_free(sh->events);
    free(sh->heard);
    *sh = (struct by_shadow){ 0 };
}

void by_shadow_hear(struct by_shadow *sh, const by_json *events)
{
    for (size_t i = 0; i < by_json_count(events); i++) {
        by_json *e = by_json_at(events, i);

        if (by_json_get(e, "round") != NULL) {
            by_json_free(sh->events);
            sh->events = by_json_array();
            sh->row_known = false;
        }
        if (sh->events != NULL)
            by_json_push(sh->events, by_json_share(e));
        for (int k = 0; by_json_get(e, "round-end") != NULL && k < sh->rules.opt[BY_PLAYERS]; k++) {
            int64_t score = 0;

            by_json_number(by_json_at(by_json_get(e, "scores"), (size_t)k), &score);
            sh->score[k] = (int32_t)score;
        }
    }
}

/* ---- Events -------------------------------------------------------------------------------- */

/* Reads an event's seat and move; for a draw, BY_DRAW_MOVE and any named tiles. Returns false if the event is not a
 * move. */
static bool event_move(const struct making *mk, size_t i, int *seat, by_move *m, by_tile tiles[3], int *n)
{
    const by_json *e = by_json_at(mk->sh->events, i);
    const char *text = by_json_text(by_json_get(e, "move"));
    int64_t who;
    bool flip;

    *n = 0;
    if (text == NULL || !by_json_number(by_json_get(e, "seat"), &who) || who < 0 || who >= mk->s->players)
        return false;
    *seat = (int)who;
    if (strncmp(text, "draw", 4) != 0)
        return by_move_parse(text, strlen(text), mk->s->family, m);
    *m = BY_DRAW_MOVE;
    for (text += 4; *text == ' ' && *n < 3; (*n)++) {
        size_t used = by_tile_read(text + 1, strlen(text + 1), &tiles[*n], &flip);

        if (used == 0)
            return false;
        text += 1 + used;
    }
    return *text == '\0';
}

/* Returns the tile that this seat lays if the next move is its own and lays one, otherwise BY_NO_TILE. */
static by_tile laid_next(const struct making *mk, int seat)
{
    by_tile tiles[3];
    by_move m;
    int who, n;

    for (size_t i = mk->at + 1; i < by_json_count(mk->sh->events); i++)
        if (event_move(mk, i, &who, &m, tiles, &n))
            return who == seat && by_move_kind(m) == BY_LAY ? by_move_tile(m) : BY_NO_TILE;
    return BY_NO_TILE;
}

/* ---- Exchanging hidden tiles --------------------------------------------------------------- */

static void toggle(struct by_set *s, by_tile a, by_tile b)
{
    if (by_set_has(s, a) != by_set_has(s, b)) {
        s->w[a >> 6] ^= (uint64_t)1 << (a & 63);
        s->w[b >> 6] ^= (uint64_t)1 << (b & 63);
    }
}

static void exchange(struct by_state *s, by_tile a, by_tile b)
{
    for (int i = 0; i < s->players; i++)
        toggle(&s->hand[i], a, b);
    for (int i = s->now.taken; i < s->deck_tiles; i++)
        s->deck[i] = s->deck[i] == a ? b : s->deck[i] == b ? a : s->deck[i];
}

/* Returns the tiles that may be exchanged, which are those in other hands and in the boneyard. */
static struct by_set hidden(const struct making *mk)
{
    struct by_set all = { { 0, 0, 0 } };

    for (int i = 0; i < mk->s->players; i++)
        if (i != mk->sh->seat)
            all = by_set_or(all, mk->s->hand[i]);
    for (int i = mk->s->now.taken; i < mk->s->deck_tiles; i++)
        by_set_add(&all, mk->s->deck[i]);
    return all;
}

static struct by_set without(struct by_set a, struct by_set b)
{
    return (struct by_set){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1], a.w[2] & ~b.w[2] } };
}

/* Exchanges a tile of the hand that is not in `keep` for tile t. */
static void bring(struct making *mk, int seat, by_tile t, struct by_set keep)
{
    struct by_set all = hidden(mk), others = without(mk->s->hand[seat], keep);

    if (seat != mk->sh->seat && t < BY_MAX_TILES && by_set_has(&all, t) && !by_set_has(&mk->s->hand[seat], t)
        && !by_set_empty(&others))
        exchange(mk->s, t, by_set_take(&others));
}

/* Exchanges all tiles of the hand that are in `fits`. */
static void bar(struct making *mk, int seat, struct by_set fits)
{
    struct by_set bad = by_set_and(mk->s->hand[seat], fits);
    struct by_set good = without(without(hidden(mk), mk->s->hand[seat]), fits);

    while (seat != mk->sh->seat && !by_set_empty(&bad) && !by_set_empty(&good))
        exchange(mk->s, by_set_take(&bad), by_set_take(&good));
}

/* Adds second doubles (T-14), which `fits` leaves out because they depend on the rest of the hand. */
static struct by_set with_doubles(const struct making *mk, struct by_set fits)
{
    struct by_set all = fits;

    for (int n = 0; n <= BY_MAX_NUMBER && by_families[mk->s->family]->trains; n++) {
        struct by_set suit = by_suit[n];

        by_set_drop(&suit, by_tile_of(n, n));
        suit = without(suit, fits);
        if (by_set_empty(&suit)) /* any tile with this number fits, so the number is open */
            by_set_add(&all, by_tile_of(n, n));
    }
    return all;
}

/* Makes `t` the next tile drawn or, if t is BY_NO_TILE, a tile that is not in `fits`. */
static void set_front(struct making *mk, int seat, int at, by_tile t, struct by_set fits)
{
    struct by_set all = hidden(mk), good = without(without(all, mk->s->hand[seat]), fits);
    int i = mk->s->now.taken + at;

    if (i >= mk->s->deck_tiles)
        return;
    if (t < BY_MAX_TILES) {
        if (by_set_has(&all, t))
            exchange(mk->s, mk->s->deck[i], t);
    } else if (by_set_has(&fits, mk->s->deck[i]) && !by_set_empty(&good)) {
        exchange(mk->s, mk->s->deck[i], by_set_take(&good));
    }
}

/* ---- Reconstructing the round -------------------------------------------------------------- */

/* Exchanges hidden tiles so that the move is legal. */
static void arrange(struct making *mk, int seat, by_move m, const by_tile tiles[3], int n, const struct by_heard *h)
{
    struct by_set none = { { 0, 0, 0 } }, keep = none;
    by_tile next = laid_next(mk, seat), t = by_move_tile(m);

    if (by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_HUB) {
        by_set_add(&keep, t);
        if (next != BY_NO_TILE)
            by_set_add(&keep, next);
        bring(mk, seat, t, keep);
        if (next != BY_NO_TILE)
            bring(mk, seat, next, keep); /* the tile was already in the hand (T-14) */
        if (by_families[mk->s->family]->trains && mk->s->now.drew > 0 && seat != mk->sh->seat)
            mk->s->deck[mk->s->now.taken - 1] = t; /* T-08 */
    } else if (h->lacked) {
        bar(mk, seat, with_doubles(mk, h->fits));
    } else if (m == BY_PASS_MOVE && by_drawable(mk->s) > 0 && !by_set_meets(&mk->s->hand[seat], &h->fits)) {
        struct by_set fit = by_set_and(hidden(mk), h->fits);

        if (!by_set_empty(&fit)) /* a seat that passes but could draw can lay a tile (T-11) */
            bring(mk, seat, by_set_take(&fit), keep);
    }
    if (m == BY_DRAW_MOVE && n == 0)
        set_front(mk, seat, 0, next, h->fits);
    for (int i = 0; m == BY_DRAW_MOVE && i < n; i++)
        set_front(mk, seat, i, tiles[i], none);
    if (m == BY_CALL_MOVE && mk->s->now.window == mk->sh->seat && !by_set_empty(&mk->given))
        set_front(mk, seat, 0, by_set_take(&mk->given), none); /* T-17 */
}

/* In Mexican Train, hidden hands determine whether a round is blocked (C-07). If the round continued although the
 * shadow's round would end here, some seat holds a tile that fits. Tries seats and tiles until the round continues. */
static by_err play_on(struct making *mk, int seat, by_move m, struct by_undo *undo)
{
    struct by_state *s = mk->s, over = *s;
    by_err err = by_play(&over, seat, m, NULL, undo);
    struct by_set all = hidden(mk);

    if (err != BY_OK || over.now.phase == BY_PLAYING || !by_families[s->family]->trains)
        return by_play(s, seat, m, NULL, undo);
    over.now.stage = 0;
    for (int k = 0; k < s->players; k++) {
        struct by_set fits = by_set_and(all, by_game_of(s)->fits(&over, k)), out = s->hand[k];

        while (k != mk->sh->seat && !by_set_empty(&fits) && !by_set_empty(&out)) {
            struct by_state other = *s;
            by_tile t = by_set_take(&fits);

            exchange(&other, t, by_set_take(&out));
            out = s->hand[k];
            if (by_play(&other, seat, m, NULL, undo) == BY_OK && other.now.phase == BY_PLAYING) {
                *s = other;
                return BY_OK;
            }
        }
    }
    return by_play(s, seat, m, NULL, undo);
}

static bool play_events(struct by_shadow *sh, struct making *mk, int *heard)
{
    static const struct by_undo nothing = { .to = BY_NO_SEAT };
    size_t n = by_json_count(sh->events);
    struct by_undo undo;
    by_tile tiles[3];
    int seat, named;
    by_move m;

    if ((size_t)sh->room < n) {
        sh->room = (int)n;
        sh->heard = by_sure(realloc(sh->heard, n * sizeof *sh->heard));
    }
    *heard = 0;
    for (mk->at = 1; mk->at < n; mk->at++) {
        struct by_heard *h = &sh->heard[*heard];

        if (!event_move(mk, mk->at, &seat, &m, tiles, &named))
            continue;
        by_hear_move(mk->s, seat, m, &nothing, h);
        arrange(mk, seat, m, tiles, named, h);
        if (play_on(mk, seat, m, &undo) != BY_OK)
            return false;
        h->to = undo.tiles > 0 ? undo.to : BY_NO_SEAT;
        h->tiles = undo.tiles;
        ++*heard;
    }
    return true;
}

/* Returns the seat's hand as dealt: its current tiles plus those played, minus those drawn. */
static struct by_set dealt(struct making *mk, struct by_set now)
{
    struct by_set own = now, drawn = { { 0, 0, 0 } };
    by_tile tiles[3];
    int seat, n, extra;
    by_move m;

    for (size_t i = 1; i < by_json_count(mk->sh->events); i++) {
        if (!event_move(mk, i, &seat, &m, tiles, &n) || seat != mk->sh->seat)
            continue;
        if (by_move_kind(m) == BY_LAY || by_move_kind(m) == BY_HUB)
            by_set_add(&own, by_move_tile(m));
        for (int k = 0; k < n; k++)
            by_set_add(&drawn, tiles[k]);
    }
    own = without(own, drawn);
    extra = by_set_count(&own) - mk->sh->rules.opt[BY_HAND];
    for (struct by_set left = own; extra > 0 && !by_set_empty(&left); extra--) {
        by_tile t = by_set_take(&left);

        by_set_add(&mk->given, t);
        by_set_drop(&own, t);
    }
    return own;
}

/* Returns the double that led (L-05, T-04), if a double led and is known from the first move or from the seat's own
 * hand. No hand may then be dealt a higher double. */
static by_tile led_double(const struct making *mk, struct by_set own, int lead)
{
    by_tile tiles[3], led = BY_NO_TILE;
    by_move m;
    int seat, n;

    if (by_lead_rule(mk->s) != BY_LEAD_DOUBLE)
        return BY_NO_TILE;
    if (by_json_count(mk->sh->events) > 1 && event_move(mk, 1, &seat, &m, tiles, &n))
        return by_move_tile(m);
    for (int k = 0; lead == mk->sh->seat && k <= BY_MAX_NUMBER; k++)
        if (by_set_has(&own, by_tile_of(k, k)))
            led = by_tile_of(k, k);
    return led;
}

/* Makes a deck that deals the seat its own hand, and the leading double to the seat that led; the other tiles follow,
 * with higher doubles last. */
static int make_deck(const struct making *mk, struct by_set own, int lead, by_tile deck[BY_MAX_TILES])
{
    int total = by_deck_tiles(mk->s), hand = mk->sh->rules.opt[BY_HAND], n = 0;
    by_tile led = led_double(mk, own, lead), rest[BY_MAX_TILES + 2];
    struct by_set left = { { 0, 0, 0 } }, high = left;
    by_tile lacks = by_deck_lacks(mk->s);

    for (int t = 0; t < total + (lacks != BY_NO_TILE); t++)
        if (t != lacks)
            by_set_add(led != BY_NO_TILE && by_is_double((by_tile)t) && t > led ? &high : &left, (by_tile)t);
    if (by_families[mk->s->family]->solitaire)
        for (int i = 0; i < 3; i++)
            by_set_add(&own, mk->sh->row[i]);
    left = without(left, own);
    high = without(high, own);
    if (led != BY_NO_TILE)
        by_set_drop(&left, led);
    memset(rest, BY_NO_TILE, sizeof rest); /* missing tiles make the deal fail */
    while (!by_set_empty(&left))
        rest[n++] = by_set_take(&left);
    while (!by_set_empty(&high))
        rest[n++] = by_set_take(&high);
    if (by_families[mk->s->family]->solitaire) {
        memcpy(deck, mk->sh->row, 3);
        memcpy(deck + 3, rest, (size_t)total - 3);
        return total;
    }
    for (int i = 0, at = 0; i < total; i++) {
        int seat = i < hand * mk->s->players ? i / hand : BY_NO_SEAT;

        if (seat == mk->sh->seat && !by_set_empty(&own))
            deck[i] = by_set_take(&own);
        else if (seat == lead && lead != mk->sh->seat && led != BY_NO_TILE && i % hand == 0)
            deck[i] = led;
        else
            deck[i] = rest[at++];
    }
    return total;
}

static bool deal(struct making *mk, struct by_set own)
{
    const by_json *e = by_json_at(mk->sh->events, 0);
    struct by_state *s = mk->s;
    by_tile deck[BY_MAX_TILES];
    int64_t round, lead;

    if (!by_json_number(by_json_get(e, "round"), &round) || round < 1 || round > 1000000
        || !by_json_number(by_json_get(e, "lead"), &lead) || lead < 0 || lead >= s->players)
        return false;
    memcpy(s->score, mk->sh->score, sizeof s->score);
    s->round = (uint32_t)round - 1;
    if (round > 1) { /* the leading seat won the last round, or comes after the last leader */
        s->now.phase = BY_ROUND_OVER;
        s->lead = (uint8_t)((lead + s->players - 1) % s->players);
        s->winner = (uint8_t)lead;
    }
    return by_deal(s, deck, make_deck(mk, own, (int)lead, deck), by_lead_taken(s) ? (int)lead : -1, NULL) == BY_OK
        && s->lead == lead;
}

/* Returns whether the view matches the shadow's, ignoring the previous round. */
static bool agrees(const struct by_view *v, const by_json *view)
{
    static const char *const keys[] = { "rules", "phase",    "round",    "actors", "lead",  "turn",
                                        "hands", "boneyard", "drawable", "layout", "scores" };
    by_json *mine = by_json_object();
    bool same = true;

    by_view_json(v, mine);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        same = same && by_json_get(view, keys[i]) != NULL
            && by_json_same(by_json_get(mine, keys[i]), by_json_get(view, keys[i]));
    by_json_free(mine);
    return same;
}

bool by_shadow_see(struct by_shadow *sh, const by_json *view, struct by_view *v, struct by_past *past)
{
    const by_json *hand = by_json_at(by_json_get(view, "hands"), (size_t)sh->seat);
    static struct by_state s;
    struct making mk = { .sh = sh, .s = &s };
    struct by_set now = { { 0, 0, 0 } };
    by_tile tiles[BY_MAX_TILES];
    int n;

    if (sh->events == NULL || !by_deck_read(hand, tiles, &n, NULL))
        return false;
    for (int i = 0; i < n; i++)
        by_set_add(&now, tiles[i]);
    by_start(&s, &sh->rules);
    if (by_families[s.family]->solitaire && !sh->row_known) {
        if (!by_deck_read(by_json_get(by_json_get(view, "layout"), "row"), tiles, &n, NULL) || n != 3)
            return false;
        memcpy(sh->row, tiles, 3);
        sh->row_known = true;
    }
    if (!deal(&mk, dealt(&mk, now)) || !play_events(sh, &mk, &n))
        return false;
    by_view_of(&s, NULL, sh->seat, v);
    *past = (struct by_past){ sh->heard, n, by_undealt(&s) };
    return agrees(v, view);
}
