/* SPDX-License-Identifier: MIT */
/* open.c: converts questions about line games with open hands (solve.h) into input for the search. */
#include "solver.h"
#include "open.h"

#define FAR 9999 /* beyond any value */

static void read_rules(const int32_t *opt, struct by_open *out)
{
    out->teams = opt[BY_TEAMS] == BY_ON;
    out->wild = opt[BY_BLANKS] == BY_BLANKS_WILD;
    out->all = opt[BY_SPINNER] == BY_SPINNER_ALL;
    out->first = opt[BY_SPINNER] == BY_SPINNER_FIRST;
    out->draws_one = opt[BY_DRAW] == BY_DRAW_ONE;
    out->call = opt[BY_CALL] == BY_ON;
    out->bonus_all = opt[BY_BONUS_OF] == BY_OF_ALL;
    out->bonus_lowest = opt[BY_BONUS_TO] == BY_TO_LOWEST;
    out->difference = opt[BY_BLOCKED] == BY_BLOCKED_DIFFERENCE;
    out->single = opt[BY_TIE] == BY_TIE_SINGLE;
    out->unit = (uint8_t)opt[BY_PLAY_UNIT];
    out->bonus_unit = (uint8_t)opt[BY_BONUS_UNIT];
}

bool by_open_of(const struct by_state *s, struct by_open *out)
{
    if (by_families[s->family]->low_wins || s->now.phase != BY_PLAYING || s->now.window != BY_NO_SEAT)
        return false;
    memset(out, 0, sizeof *out);
    read_rules(s->rules.opt, out);
    out->players = s->players;
    out->turn = out->self = s->now.turn;
    for (int i = 0; i < s->players; i++)
        out->hand[i] = (uint32_t)s->hand[i].w[0];
    out->drawable = (uint8_t)by_drawable(s);
    memcpy(out->deck, s->deck + s->now.taken, out->drawable);
    out->led = s->led;
    out->laid = s->now.laid > 0;
    out->count = (uint8_t)s->now.of.line.count;
    for (int i = 0; i < s->now.places; i++) {
        const struct by_place *place = &s->place[i];
        const struct by_laid *on = &s->laid[place->laid];

        if (!by_is_double(on->tile)) {
            out->plain[place->number]++;
            continue;
        }
        out->twin[place->number] = (uint8_t)(1 + on->beside);
        out->wide[place->number] = out->all || (out->first && s->now.of.line.spinner == place->laid);
    }
    for (int i = 0; i < s->now.laid; i++)
        out->spinner |= by_is_double(s->laid[i].tile);
    return true;
}

/* Returns the most that a play of this tile can add to the count. The far half is added, and the number that the tile
 * touches is removed. A double counts twice. Next to a spinner or a wild blank, there may be nothing to remove. */
static int rise(const struct by_open *p, by_tile t)
{
    if (by_is_double(t))
        return p->wild ? by_pips(t) : by_high(t);
    return p->wild || p->all || p->first ? by_high(t) : by_high(t) - by_low(t);
}

static uint64_t table_of(const struct by_open *p)
{
    static const uint8_t narrow[3] = { BY_TWIN_NONE, BY_TWIN_0, BY_TWIN_1 };
    static const uint8_t wide[5] = { BY_TWIN_NONE, BY_WIDE_0, BY_WIDE_1, BY_WIDE_2, BY_WIDE_3 };
    uint64_t table = p->spinner ? BY_DOUBLE_LIES : 0;

    for (int n = 0; n < 7; n++) {
        uint64_t twin = p->wide[n] ? wide[p->twin[n]] : narrow[p->twin[n]];

        table |= ((uint64_t)p->plain[n] | twin << 3) << 6 * n;
    }
    return table;
}

static struct by_solve_spot ask(struct by_open_ask *a, struct by_solver *s, const struct by_open *p,
                                enum by_solve_for what)
{
    bool alone = p->players > 2 && !p->teams;

    memset(a, 0, sizeof *a);
    a->s = s;
    a->p = p;
    a->fits = s->fits[p->wild];
    a->points = what == BY_FOR_POINTS;
    a->rises = 6; /* next to a double that was led, nothing is removed either */
    for (int t = 0; t < BY_DECK; t++)
        a->rise[s->rank[t]] = (uint8_t)rise(p, (by_tile)t);
    for (int i = 0; i < p->players; i++) {
        a->side[i] = (uint8_t)(alone ? i != p->self : i & 1);
        a->hand[i] = by_ranked(s, p->hand[i]);
        a->pips[a->side[i]] += by_ranked_pips(s, a->hand[i]);
        for (uint32_t set = a->hand[i]; set != 0; set &= set - 1) {
            a->tiles[a->side[i]]++;
            a->rises += a->rise[__builtin_ctz(set)];
        }
    }
    for (int i = 0; i < p->drawable; i++) {
        a->deck[i] = s->rank[p->deck[i]];
        a->deck_pips += by_pips(p->deck[i]);
        a->rises += a->rise[a->deck[i]];
    }
    for (uint32_t set = BY_PLANTED(227) ? 0 : s->reserve; set != 0; set &= set - 1) {
        a->deck_pips += by_pips((by_tile)__builtin_ctz(set));
        a->rises += a->rise[s->rank[__builtin_ctz(set)]];
    }
    s->drawn = 0;
    by_solver_forget(s);
    return (struct by_solve_spot){ table_of(p), by_open_numbers(table_of(p)), p->turn, p->count };
}

/* If the Block solver can solve this position, stores it in *out and returns true. */
static bool is_block(const struct by_open *p, struct by_block *out)
{
    int n = 0;

    if (p->unit != 0 || p->all || p->first || p->drawable > 0 || (p->players != 2 && !p->teams))
        return false;
    *out = (struct by_block){ .players = p->players,
                              .turn = p->turn,
                              .end = { BY_NO_TILE, BY_NO_TILE },
                              .led = p->led,
                              .wild = p->wild,
                              .difference = p->difference,
                              .single = p->single };
    memcpy(out->hand, p->hand, sizeof out->hand);
    for (uint8_t i = 0; i < 7 && p->laid; i++)
        for (int k = p->plain[i] + (p->twin[i] == 0 ? 0 : 3 - p->twin[i]); k > 0; k--)
            out->end[n++ & 1] = i;
    return true;
}

int by_open_solve(struct by_solver *s, const struct by_open *p, enum by_solve_for what)
{
    struct by_open_ask a;
    struct by_block block;

    if (is_block(p, &block))
        return by_block_solve(s, &block, what);
    struct by_solve_spot at = ask(&a, s, p, what);

    return by_open_search(&a, at, -FAR, FAR);
}

/* Converts a move of the rules to a play. */
static uint32_t play_of(const struct by_solver *s, by_move m)
{
    by_tile t = by_move_tile(m), on = (by_tile)by_move_place(m);
    int number = on == BY_NO_TILE ? BY_LEAD_NUMBER : by_touching(on, by_move_flip_at(m));

    return BY_PLAY(s->rank[t], by_move_flip(m), number, on != BY_NO_TILE && by_is_double(on));
}

/* Returns the value of a move among the n plays valued by the Block solver. */
static int block_value(const struct by_block *p, const struct by_block_move *plays, int n, by_move m)
{
    by_tile t = by_move_tile(m), on = (by_tile)by_move_place(m);

    for (int i = 0; i < n; i++)
        if (plays[i].tile == t && plays[i].touch == by_touching(t, by_move_flip(m))
            && (on == BY_NO_TILE || p->end[plays[i].at] == by_touching(on, by_move_flip_at(m))))
            return plays[i].value;
    return 0;
}

/* Returns the points that this move leaves unclaimed, but that the same play claims elsewhere in the list (L-25). */
static int unclaimed(const struct by_open_ask *a, const by_move *moves, int n, int at)
{
    if (a->points && by_move_claim(moves[at]) == 0)
        for (int i = 0; i < n; i++)
            if (i != at && (moves[i] & 0xffffff) == (moves[at] & 0xffffff))
                return by_move_claim(moves[i]);
    return 0;
}

void by_open_values(struct by_solver *s, const struct by_open *p, enum by_solve_for what, const by_move *moves, int n,
                    int32_t *values)
{
    struct by_block_move plays[BY_BLOCK_MOVES];
    struct by_open_ask a;
    struct by_block block;
    struct by_solve_spot at;
    int m = 0;

    if (n > 0 && by_move_kind(moves[0]) != BY_LAY) { /* a draw or a pass is the only move */
        values[0] = by_open_solve(s, p, what);
        return;
    }
    if (is_block(p, &block)) {
        m = by_block_values(s, &block, what, plays);
        for (int i = 0; i < n; i++)
            values[i] = block_value(&block, plays, m, moves[i]);
        return;
    }
    at = ask(&a, s, p, what);
    for (int i = 0; i < n; i++)
        values[i] = by_open_play(&a, at, play_of(s, moves[i]), -FAR, FAR) - 2 * unclaimed(&a, moves, n, i);
}
