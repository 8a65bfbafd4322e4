/* solve.c: the solvers against a plain minimax on the rules themselves: no bounds, no table, no order of
 * moves, every number from by_play. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/deal.h"
#include "boneyard/rules.h"
#include "boneyard/solve.h"

static int failures;

static void expect(bool truth, const char *what, const char *rules, uint64_t seed, int want, int got)
{
    if (truth)
        return;
    if (failures++ < 20)
        printf("FAILED: %s: %s, seed %llu: minimax %d, solver %d\n", what, rules, (unsigned long long)seed, want, got);
}

static bool teams(const struct by_state *s) { return s->rules.opt[BY_TEAMS] == BY_ON; }

static int side_of(const struct by_state *s, int seat) { return teams(s) ? seat & 1 : seat; }

/* What the round has brought side 0 against side 1 so far: points, or who takes it. */
static int outcome(const struct by_state *s, enum by_solve_for what)
{
    if (what == BY_FOR_POINTS)
        return s->score[0] - s->score[1];
    return s->winner == BY_NO_SEAT ? 0 : side_of(s, s->winner) == 0 ? 1 : -1;
}

/* For side 0, from the rules alone. */
static int minimax(struct by_state *s, enum by_solve_for what)
{
    by_move list[BY_MOVES];
    struct by_undo undo;
    int seat = s->now.turn, best = 0, n;
    bool low = side_of(s, seat) == 1;

    if (s->now.phase != BY_PLAYING)
        return outcome(s, what);
    n = by_moves(s, seat, list);
    for (int i = 0; i < n; i++) {
        int value;

        by_play(s, seat, list[i], NULL, &undo);
        value = minimax(s, what);
        by_back(s, seat, list[i], &undo);
        if (i == 0 || (low ? value < best : value > best))
            best = value;
    }
    return best;
}

/* Deals a round and plays `moves` of it at random; false if it is over by then. */
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
    struct by_block p = { .players = s->players, .turn = s->now.turn, .end = { BY_NO_TILE, BY_NO_TILE }, .led = s->led,
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

/* Where a legal move stands in the solver's list, or -1. */
static int place_of(const struct by_block *p, const struct by_block_move *list, int n, by_move m)
{
    by_tile t = by_move_tile(m), on = (by_tile)by_move_place(m);

    for (int i = 0; i < n; i++)
        if (list[i].tile == t && list[i].touch == by_touching(t, by_move_flip(m))
            && (on == BY_NO_TILE || p->end[list[i].at] == by_touching(on, by_move_flip_at(m))))
            return i;
    return -1;
}

/* Does every legal move have its value in the solver's list, and is there no other? */
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
        int want = sign * minimax(&s, what), got = by_block_solve(solver, &p, what);

        expect(want == got, what == BY_FOR_POINTS ? "points" : "who takes the round", rules, seed, want, got);
        check_block_moves(solver, &s, &p, what, rules, seed);
    }
}

int main(void)
{
    static const char *const rules[] = {
        "block hand=4", "block hand=5 blanks=suit", "block hand=5 blanks=suit tie=none blocked=opponents",
        "block hand=4 tie=none", "block hand=4 blocked=opponents lead=seat", "draw hand=5 reserve=28 blanks=suit",
        "block players=4 teams=on hand=3", "block players=4 teams=on hand=3 blanks=suit blocked=opponents",
        "block players=4 teams=on hand=4 blanks=suit tie=none", "block players=4 teams=on hand=7",
    };
    size_t size = BY_SOLVER_SIZE(1024);
    void *memory = malloc(size);
    char text[256];
    struct by_solver *solver;

    memset(memory, 0x5a, size);
    solver = by_solver_init(memory, size);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        int skip = strstr(rules[i], "hand=7") != NULL ? 17 : 0;

        snprintf(text, sizeof text, "%s target=1000000", rules[i]);
        for (uint64_t seed = 0; seed < 60; seed++)
            check_block(solver, text, seed, skip + (int)(seed % 4));
    }
    free(memory);
    printf("solvers: %d failures\n", failures);
    return failures > 0;
}
