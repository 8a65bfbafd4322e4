/* SPDX-License-Identifier: MIT */
/* refuse.c: checks that every unlisted move is refused, and that a refusal changes no byte. */
#include "contract.h"

#include <string.h>

struct trial {
    struct table *t;
    struct by_state copy;
    by_move list[BY_SEATS][BY_MOVES];
    int n[BY_SEATS];
};

static void begin(struct trial *r, struct table *t)
{
    r->t = t;
    r->copy = t->s;
    for (int seat = 0; seat < t->s.players; seat++)
        r->n[seat] = e_moves(&t->s, seat, r->list[seat]);
}

static bool listed(const struct trial *r, int seat, by_move m)
{
    for (int i = 0; i < r->n[seat]; i++)
        if (r->list[seat][i] == m)
            return true;
    return false;
}

static bool untouched(struct trial *r, by_move m, int seat)
{
    if (memcmp(&r->copy, &r->t->s, sizeof r->copy) != 0)
        return wrong(r->t, "refuse", "the refusal of %08x to seat %d changes bytes", (unsigned)m, seat);
    return true;
}

/* Tries a move unless it is listed. */
static bool try(struct trial *r, int seat, by_move m, bool compare)
{
    by_err err, want = BY_E_ILLEGAL;

    if (seat < 0 || seat >= r->t->s.players)
        want = BY_E_SEAT;
    else if (listed(r, seat, m))
        return true;
    else if ((model_actors(&r->t->model) >> seat & 1) == 0)
        want = BY_E_TURN;
    err = e_play(&r->copy, seat, m, NULL, NULL);
    if (err != want)
        return wrong(r->t, "refuse", "the move %08x of seat %d, which is not listed, is answered %s, not %s",
                     (unsigned)m, seat, by_err_key(err), by_err_key(want));
    return !compare || untouched(r, m, seat);
}

static uint32_t any(struct table *t, uint32_t n) { return by_rng_below(&t->dice, n); }

/* Tries a listed move with one bit flipped, and with each of its fields changed. */
static bool altered(struct trial *r, int seat, by_move m)
{
    struct table *t = r->t;
    static const int at[] = { 0, 8, 16, 20, 24 }, wide[] = { 8, 8, 4, 4, 8 };

    for (int bit = 0; bit < 32; bit++)
        if (!try(r, seat, m ^ (by_move)1 << bit, true))
            return false;
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 4; k++) {
            by_move mask = (((by_move)1 << wide[i]) - 1) << at[i];
            by_move value = any(t, (uint32_t)1 << wide[i]) << at[i];

            if (!try(r, seat, (m & ~mask) | value, true))
                return false;
        }
    return true;
}

/* All tiles of the table on the places of this list: other hands' tiles, the boneyard's, and tiles
 * already laid. */
static bool other_tiles(struct trial *r, int seat, by_move m)
{
    for (int tile = 0; tile < BY_MAX_TILES + 2; tile++)
        for (by_move flip = 0; flip < 2; flip++)
            if (!try(r, seat, (m & ~(by_move)0x100ff) | (by_move)tile | flip << 16, false))
                return false;
    return untouched(r, m, seat);
}

bool check_refusals(struct table *t)
{
    static struct trial r;
    static const by_move plain[] = { BY_DRAW_MOVE, BY_PASS_MOVE, BY_CALL_MOVE, BY_NO_MOVE };
    int turn = t->s.now.turn, other = (int)any(t, t->s.players);
    by_move some = t->list[any(t, (uint32_t)t->n)];

    begin(&r, t);
    for (int seat = -1; seat <= t->s.players; seat++)
        for (int i = 0; i < 4; i++)
            if (!try(&r, seat, plain[i], true) || !try(&r, seat, some, true))
                return false;
    for (int i = 0; i < t->old_n; i++) /* of another moment, and of other seats */
        if (!try(&r, turn, t->old[i], true) || !try(&r, other, t->old[i], true))
            return false;
    for (int i = 0; i < t->n; i++)
        if (!try(&r, other, t->list[i], true))
            return false;
    for (int i = 0; i < 40; i++)
        if (!try(&r, turn, (by_move)by_rng_next(&t->dice), true))
            return false;
    for (int i = 0; i < 3; i++)
        if (!altered(&r, turn, t->list[any(t, (uint32_t)t->n)]))
            return false;
    return other_tiles(&r, turn, some) && other_tiles(&r, other, some);
}

/* Once in a while: every tile on every place, flipped or not, announced or not, claimed or not, and
 * every other kind of move with every tile. */
bool check_every_number(struct table *t)
{
    static struct trial r;
    int turn = t->s.now.turn, top = t->model.family == BY_LINE ? 28 : BY_MAX_TILES;

    begin(&r, t);
    for (by_move tile = 0; tile < 256; tile++) {
        for (by_move place = 0; place < 256; place++) {
            by_move m = (by_move)BY_LAY << 20 | tile | place << 8;

            if ((tile >= (by_move)top && tile % 16 != 15) || (place >= (by_move)top && place % 16 != 15))
                continue;
            for (by_move bits = 0; bits < 8; bits++)
                if (!try(&r, turn, m | bits << 16, false)
                    || (bits < 4 && !try(&r, turn, m | bits << 16 | (by_move)(1 + any(t, 40)) << 24, false)))
                    return false;
        }
        for (by_move kind = 0; kind < 16; kind++)
            for (by_move bits = 0; bits < 8; bits++)
                if (!try(&r, turn, kind << 20 | tile | (by_move)BY_NO_TILE << 8 | bits << 16, false))
                    return false;
        if (!untouched(&r, tile, turn))
            return false;
    }
    return true;
}

/* A finished round has no moves and no actors, and refuses everything except the next deal. */
bool check_over(struct table *t)
{
    struct by_state copy = t->s;
    by_move list[BY_MOVES];
    by_err err;

    for (int seat = 0; seat < t->s.players; seat++) {
        if (e_moves(&t->s, seat, list) != 0 || by_actors(&t->s) != 0)
            return wrong(t, "over", "the round is over and seat %d has moves", seat);
        for (int i = 0; i < t->old_n; i++)
            if (e_play(&copy, seat, t->old[i], NULL, NULL) != BY_E_PHASE)
                return wrong(t, "over", "the round is over and seat %d may play", seat);
        if (e_play(&copy, seat, BY_CALL_MOVE, NULL, NULL) != BY_E_PHASE) /* L-25, T-16 */
            return wrong(t, "over", "the round is over and seat %d may call", seat);
    }
    if (t->s.now.phase == BY_GAME_OVER) {
        err = e_deal(&copy, t->deck, t->tiles, -1, NULL);
        if (err != BY_E_PHASE)
            return wrong(t, "over", "the game is over and a deal is answered %s", by_err_key(err));
    }
    if (memcmp(&copy, &t->s, sizeof copy) != 0)
        return wrong(t, "over", "a refusal after the round changes bytes");
    return true;
}
