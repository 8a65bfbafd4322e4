/* SPDX-License-Identifier: MIT */
/* solve.c: tests the solvers against a plain minimax on the rules themselves: no bounds, no table, no move ordering,
 * every number from by_play.  The same minimax on the compact model must agree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/deal.h"
#include "boneyard/model.h"
#include "boneyard/rules.h"
#include "boneyard/solve.h"
#include "planted.h"

static int failures;

static void expect(bool truth, const char *what, const char *rules, uint64_t seed, int want, int got)
{
    if (truth)
        return;
    if (failures++ < 20)
        printf("FAILED: %s: %s, seed %llu: minimax %d, solver %d\n", what, rules, (unsigned long long)seed, want, got);
}

/* The seat against which the others play if there are not two sides; otherwise seat 0. */
static int self;

static bool teams(const struct by_state *s) { return s->rules.opt[BY_TEAMS] == BY_ON; }

static int side_of(const struct by_state *s, int seat) { return teams(s) || s->players == 2 ? seat & 1 : seat != self; }

/* The lead of side 0 over side 1 in the round so far: points, or the winner. */
static int outcome(const struct by_state *s, enum by_solve_for what)
{
    int sum = 0;

    if (what == BY_FOR_THE_ROUND)
        return s->winner == BY_NO_SEAT ? 0 : side_of(s, s->winner) == 0 ? 1 : -1;
    for (int i = 0; i < s->players && (i < 2 || !teams(s)); i++)
        sum += side_of(s, i) == 0 ? s->score[i] : -s->score[i];
    return sum;
}

/* Returns the value for side 0, from the rules alone. */
static int minimax(struct by_state *s, enum by_solve_for what)
{
    by_move list[BY_MOVES];
    struct by_undo undo;
    int seat = s->now.turn, sign = side_of(s, seat) == 0 ? 1 : -1, best = -10000, n;

    if (s->now.phase != BY_PLAYING)
        return outcome(s, what);
    n = by_moves(s, seat, list);
    for (int i = 0; i < n; i++) {
        int value;

        if (i + 1 < n && list[i + 1] == (list[i] | (by_move)by_move_claim(list[i + 1]) << 24))
            continue; /* L-25: every possible claim is made, so no call arises */
        by_play(s, seat, list[i], NULL, &undo);
        value = sign * minimax(s, what);
        by_back(s, seat, list[i], &undo);
        best = value > best ? value : best;
    }
    return sign * best;
}

/* Does the same from a model of that round; points count from when it was set up. */
static int minimax_in_model(const struct by_state *s, const struct by_model *m, enum by_solve_for what)
{
    by_move list[BY_MOVES];
    int sign = side_of(s, by_model_turn(m)) == 0 ? 1 : -1, best = -10000, sum = 0, n;

    if (by_model_over(m) && what == BY_FOR_THE_ROUND) {
        n = m->of.line.now.winner;
        return n == BY_NO_SEAT ? 0 : side_of(s, n) == 0 ? 1 : -1;
    }
    if (by_model_over(m)) {
        for (int i = 0; i < s->players && (i < 2 || !teams(s)); i++)
            sum += side_of(s, i) == 0 ? by_model_points(m, i) : -by_model_points(m, i);
        return sum;
    }
    n = by_model_moves(m, list);
    for (int i = 0; i < n; i++) {
        struct by_model next = *m;
        int value;

        by_model_play(&next, list[i]);
        value = sign * minimax_in_model(s, &next, what);
        best = value > best ? value : best;
    }
    return sign * best;
}

static int in_model(const struct by_state *s, enum by_solve_for what)
{
    static struct by_view v;
    struct by_model m;

    by_view_of(s, NULL, BY_REFEREE, &v);
    by_model_of(&v, v.hand, v.deck, &m);
    return minimax_in_model(s, &m, what);
}

/* Deals a round and plays `moves` random moves; false if it is over by then. */
static bool grow(struct by_state *s, const char *rules, uint64_t seed, int moves)
{
    struct by_config c;
    struct by_fault f;
    struct by_rng rng;
    by_tile deck[BY_MAX_TILES];
    by_move list[BY_MOVES];
    int n, lead;

    if (by_config_parse(rules, &c, &f) != BY_OK) {
        printf("FAILED: %s: %s\n", rules, f.text);
        exit(1);
    }
    by_rng_init(&rng, seed);
    by_start(s, &c);
    n = by_deck_tiles(s);
    for (int i = 0; i < n; i++)
        deck[i] = (by_tile)i;
    do {
        by_rng_shuffle(&rng, deck, n);
        lead = by_lead_rule(s) == BY_LEAD_LOT ? (int)by_rng_below(&rng, s->players) : -1;
    } while (by_deal(s, deck, n, lead, NULL) == BY_E_NO_DOUBLE);
    while (moves-- > 0 && s->now.phase == BY_PLAYING) {
        n = by_moves(s, s->now.turn, list);
        by_play(s, s->now.turn, list[by_rng_below(&rng, (uint32_t)n)], NULL, NULL);
    }
    return s->now.phase == BY_PLAYING;
}

/* The same position for the Block solver. */
static struct by_block block_of(const struct by_state *s)
{
    struct by_block p = { .players = s->players,
                          .turn = s->now.turn,
                          .end = { BY_NO_TILE, BY_NO_TILE },
                          .led = s->led,
                          .wild = s->rules.opt[BY_BLANKS] == BY_BLANKS_WILD,
                          .difference = s->rules.opt[BY_BLOCKED] == BY_BLOCKED_DIFFERENCE,
                          .single = s->rules.opt[BY_TIE] == BY_TIE_SINGLE };

    for (int i = 0; i < s->players; i++)
        p.hand[i] = (uint32_t)s->hand[i].w[0];
    for (int i = 0; i < s->now.places; i++)
        p.end[i] = s->place[i].number;
    if (s->now.places == 1)
        p.end[1] = p.end[0];
    return p;
}

/* Returns the index of a legal move in the solver's list, or -1. */
static int place_of(const struct by_block *p, const struct by_block_move *list, int n, by_move m)
{
    by_tile t = by_move_tile(m), on = (by_tile)by_move_place(m);

    for (int i = 0; i < n; i++)
        if (list[i].tile == t && list[i].touch == by_touching(t, by_move_flip(m))
            && (on == BY_NO_TILE || p->end[list[i].at] == by_touching(on, by_move_flip_at(m))))
            return i;
    return -1;
}

/* Checks that every legal move, and no other, has a value in the solver's list. */
static void check_block_moves(struct by_solver *solver, struct by_state *s, const struct by_block *p,
                              enum by_solve_for what, const char *rules, uint64_t seed)
{
    struct by_block_move list[BY_BLOCK_MOVES];
    static by_move legal[BY_MOVES];
    struct by_undo undo;
    int n = by_block_values(solver, p, what, list), m = by_moves(s, s->now.turn, legal), seat = s->now.turn;
    int sign = side_of(s, seat) == 0 ? 1 : -1, before = outcome(s, BY_FOR_POINTS);
    uint64_t found[2] = { 0, 0 };

    m = by_move_kind(legal[0]) == BY_LAY ? m : 0;
    for (int i = 0; i < m; i++) {
        int at = place_of(p, list, n, legal[i]), want;

        expect(at >= 0, "a legal move is listed", rules, seed, by_move_tile(legal[i]), -1);
        if (at < 0)
            continue;
        found[at / 64] |= (uint64_t)1 << at % 64;
        by_play(s, seat, legal[i], NULL, &undo);
        want = sign * (minimax(s, what) - (what == BY_FOR_POINTS ? before : 0));
        by_back(s, seat, legal[i], &undo);
        expect(list[at].value == want, "value of a play", rules, seed, want, list[at].value);
    }
    m = __builtin_popcountll(found[0]) + __builtin_popcountll(found[1]);
    expect(n == m, "number of plays", rules, seed, m, n);
}

static void check_block(struct by_solver *solver, const char *rules, uint64_t seed, int moves)
{
    struct by_state s;
    struct by_block p;

    if (!grow(&s, rules, seed, moves))
        return;
    p = block_of(&s);
    for (enum by_solve_for what = BY_FOR_POINTS; what <= BY_FOR_THE_ROUND; what++) {
        int sign = side_of(&s, s.now.turn) == 0 ? 1 : -1;
        int want = sign * minimax(&s, what), got = by_block_solve(solver, &p, what), model = sign * in_model(&s, what);

        expect(want == got, what == BY_FOR_POINTS ? "points" : "who takes the round", rules, seed, want, got);
        expect(model == got, "the model's minimax", rules, seed, model, got);
        check_block_moves(solver, &s, &p, what, rules, seed);
    }
}

/* Compares the value of every legal move, and of the position, with the rules. */
static void check_open(struct by_solver *solver, const char *rules, uint64_t seed, int moves)
{
    static by_move legal[BY_MOVES];
    int32_t values[BY_MOVES];
    struct by_state s;
    struct by_open p;
    struct by_undo undo;

    self = 0;
    if (!grow(&s, rules, seed, moves))
        return;
    self = s.players == 2 || teams(&s) ? 0 : s.now.turn;
    if (!by_open_of(&s, &p)) {
        expect(s.now.window != BY_NO_SEAT, "only an open call is no position", rules, seed, 1, 0);
        return;
    }
    for (enum by_solve_for what = BY_FOR_POINTS; what <= BY_FOR_THE_ROUND; what++) {
        int seat = s.now.turn, sign = side_of(&s, seat) == 0 ? 1 : -1, n = by_moves(&s, seat, legal);
        int before = what == BY_FOR_POINTS ? outcome(&s, what) : 0;
        int want = sign * (minimax(&s, what) - before), got = by_open_solve(solver, &p, what);
        int model = sign * in_model(&s, what);

        expect(want == got, what == BY_FOR_POINTS ? "points" : "who takes the round", rules, seed, want, got);
        expect(model == got, "the model's minimax", rules, seed, model, got);
        by_open_values(solver, &p, what, legal, n, values);
        for (int i = 0; i < n; i++) {
            struct by_undo again;
            int caller = (seat + 1) % s.players;
            bool call;

            by_play(&s, seat, legal[i], NULL, &undo);
            call = s.now.window != BY_NO_SEAT; /* L-25: not claimed, so it is called */
            if (call)
                by_play(&s, caller, BY_CALL_MOVE, NULL, &again);
            want = sign * (minimax(&s, what) - before);
            if (call)
                by_back(&s, caller, BY_CALL_MOVE, &again);
            by_back(&s, seat, legal[i], &undo);
            expect(want == values[i], "value of a move", rules, seed, want, values[i]);
        }
    }
    self = 0;
}

static const struct {
    const char *rules;
    int moves;
} open_rules[] = {
    { "block hand=4 spinner=all", 0 },
    { "block hand=5 spinner=first blanks=suit", 1 },
    { "block hand=4", 0 },
    { "draw hand=4 reserve=16", 3 },
    { "draw hand=5 blanks=suit reserve=14 draw=one", 2 },
    { "draw hand=4 players=3 reserve=14 blanks=suit tie=none", 2 },
    { "block hand=4 players=3", 2 },
    { "block hand=3 players=4 blocked=opponents", 2 },
    { "draw players=4 teams=on hand=3 reserve=12", 3 },
    { "muggins:number hand=6 reserve=28", 0 },
    { "muggins:number hand=5 reserve=14", 3 },
    { "muggins:number players=4 hand=4 reserve=28", 1 },
    { "muggins:number players=3 hand=4 reserve=12", 4 },
    { "muggins:classic hand=5 call=on reserve=28", 0 },
    { "muggins:basics hand=5 reserve=28", 4 },
    { "muggins:basics hand=4 reserve=17", 3 },
    { "muggins:basics players=4 teams=on hand=3 reserve=28", 4 },
    { "muggins:online hand=6 reserve=28", 0 },
    { "muggins:online hand=4 players=4 teams=on reserve=10", 4 },
    { "allfives hand=6 reserve=28", 1 },
    { "allfives hand=4 reserve=16 draw=one", 3 },
    { "allfives hand=5 reserve=28 blocked=difference tie=single", 1 },
    { "allfives players=4 teams=on hand=3", 16 },
    { "fiveup hand=5 reserve=28", 1 },
    { "fiveup hand=4 reserve=16 bonus-to=lowest", 3 },
    { "fiveup players=4 teams=on hand=3 reserve=28 blanks=wild", 5 },
    { "allfives hand=7", 15 },
    { "fiveup hand=5 reserve=2", 20 },
    { "muggins:number", 16 },
};

static void check_all_open(struct by_solver *solver, uint64_t seeds)
{
    char text[256];

    for (size_t i = 0; i < sizeof open_rules / sizeof open_rules[0]; i++) {
        snprintf(text, sizeof text, "%s target=1000000", open_rules[i].rules);
        for (uint64_t seed = 0; seed < seeds && failures <= 20; seed++)
            check_open(solver, text, seed, open_rules[i].moves + (int)(seed % 4));
    }
}

static const struct {
    const char *rules;
    int moves;
} block_rules[] = {
    { "block hand=4", 0 },
    { "block hand=5 blanks=suit", 0 },
    { "block hand=5 blanks=suit tie=none blocked=opponents", 0 },
    { "block hand=4 tie=none", 0 },
    { "block hand=4 blocked=opponents lead=seat", 0 },
    { "draw hand=5 reserve=28 blanks=suit", 0 },
    { "block players=4 teams=on hand=3", 0 },
    { "block players=4 teams=on hand=3 blanks=suit blocked=opponents", 0 },
    { "block players=4 teams=on hand=4 blanks=suit tie=none", 0 },
    { "block players=4 teams=on hand=7", 17 },
};

static void check_all_block(struct by_solver *solver, uint64_t seeds)
{
    char text[256];

    for (size_t i = 0; i < sizeof block_rules / sizeof block_rules[0]; i++) {
        snprintf(text, sizeof text, "%s target=1000000", block_rules[i].rules);
        for (uint64_t seed = 0; seed < seeds && failures <= 20; seed++)
            check_block(solver, text, seed, block_rules[i].moves + (int)(seed % 4));
    }
}

/* A search that is cut short reports this and leaves no wrong entries behind. */
static void check_limit(void *memory, size_t size, const char *rules)
{
    struct by_solver *solver;
    struct by_budget budget;
    struct by_state s;
    struct by_open p;
    int want, got;

    for (uint64_t seed = 0; seed < 20; seed++) {
        grow(&s, rules, seed, 0);
        by_open_of(&s, &p);
        solver = by_solver_init(memory, size);
        want = by_open_solve(solver, &p, BY_FOR_POINTS);
        expect(!by_solver_spent(solver), "without a limit it is not spent", rules, seed, 0, 1);
        solver = by_solver_init(memory, size);
        for (uint64_t limit = 5; limit < 100; limit += 5) {
            budget = by_budget_of(limit);
            by_solver_limit(solver, &budget);
            got = by_open_solve(solver, &p, BY_FOR_POINTS);
            expect(by_solver_spent(solver) || want == got, "not spent, so it is right", rules, seed, want, got);
        }
        by_solver_limit(solver, NULL);
        got = by_open_solve(solver, &p, BY_FOR_POINTS);
        expect(want == got, "after questions cut short", rules, seed, want, got);
    }
}

static void check_all(void *memory, size_t size, uint64_t seeds)
{
    struct by_solver *solver;

    memset(memory, 0x5a, size);
    solver = by_solver_init(memory, size);
    check_all_block(solver, seeds);
    check_all_open(solver, seeds);
    check_limit(memory, size, "block blanks=suit");
    check_limit(memory, size, "block players=4 teams=on hand=4");
    check_limit(memory, size, "allfives reserve=20");
}

#ifdef BY_FAULTS
/* Breaks the solvers on purpose, one fault at a time: BY_PLANTED(number). */

static const char *const faults[] = {
    "Block, two players: the most that can be won is too low",
    "Block, teams: the most that can be won is too low",
    "a bound is kept as a value",
    "two players: the table does not know the ends",
    "teams: the table does not know whose turn it is",
    "the lowest single tile decides nothing",
    "points in play: the most that can still be won is too low",
    "points in play: tiles to be drawn weigh nothing",
    "points in play: the table does not know who drew",
    "a bonus that is rounded down",
    "wild blanks: one turn too many to lay them in",
    "what was cut short is kept",
};

static int check_faults(void *memory, size_t size)
{
    int missed = 0;

    for (int i = 0; i < (int)(sizeof faults / sizeof faults[0]); i++) {
        failures = 20; /* in silence */
        by_planted = 101 + i;
        check_all(memory, size, 60);
        printf("fault %d, %s: %s\n", by_planted, faults[i], failures > 20 ? "caught" : "NOT CAUGHT");
        missed += failures == 20;
    }
    by_planted = 0;
    failures = missed;
    return missed;
}
#endif

int main(void)
{
    size_t size = BY_SOLVER_SIZE(1024);
    void *memory = malloc(size);

#ifdef BY_FAULTS
    check_faults(memory, size);
#else
    check_all(memory, size, getenv("BONEYARD_LONG") != NULL ? 600 : 40);
#endif
    free(memory);
    printf("solvers: %d failed\n", failures);
    return failures > 0;
}
