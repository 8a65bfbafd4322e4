/* SPDX-License-Identifier: MIT */
/* belief_past.c: compares public information (past.h) with the real hands in random matches of every preset: `lacked`
 * is never wrong, `fits` matches the moves that by_moves lists for each tile, and a state made by by_state_of from a
 * view and the real hands continues exactly as the real state does. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/table.h"
#include "boneyard/text.h"

#define MOST_STEPS 2000

static const char *const extra[] = { /* in addition to every preset unchanged */
                                     "block players=4 teams=on hand=7",
                                     "draw players=3 draw=one",
                                     "draw players=4 blanks=suit reserve=5",
                                     "muggins:classic players=4 call=on",
                                     "muggins:number call=on hand=3",
                                     "fiveup players=4 teams=on",
                                     "chickenfoot players=2",
                                     "chickenfoot:classic players=9",
                                     "chickenfoot players=3 hand=2",
                                     "mexicantrain players=2 hand=3",
                                     "mexicantrain:classic players=9 set=15",
                                     "mexicantrain knock=on penalty=tile",
                                     "mexicantrain:classic players=3 hand=4 knock=on penalty=skip",
                                     "mexicantrain:number players=3 hand=4 knock=on infractions=penalise penalty=tile",
                                     "mexicantrain:classic players=3 hand=5 infractions=penalise penalty=keep",
                                     "mexicantrain:hub players=2 hand=3",
                                     "castlerock removals=once",
                                     "castlerock set=9"
};

static struct {
    long moves, lacked, fits, worlds;
    int wrong;
} tally;
static int lie; /* the planted fault; 0 if none */

static struct by_table match;
static struct by_step steps[MOST_STEPS];
static struct by_heard heard[MOST_STEPS], again[MOST_STEPS];
static struct by_state before[MOST_STEPS];
static by_move list[BY_MOVES], other[BY_MOVES];

static void wrong(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void wrong(const char *format, ...)
{
    char text[BY_CONFIG_TEXT];
    va_list args;

    if (tally.wrong++ >= 10 || lie != 0)
        return;
    by_config_print(&match.state.rules, text, sizeof text);
    fprintf(stderr, "%s, after %u moves: ", text, match.moves);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

static bool offers(const by_move *at, int n, by_tile t)
{
    for (int i = 0; i < n; i++)
        if (by_move_kind(at[i]) == BY_LAY && by_move_tile(at[i]) == t)
            return true;
    return false;
}

/* Checks `fits` tile by tile, with a hand of that tile alone. */
static void check_fits(const struct by_state *s, int seat, const struct by_heard *h)
{
    static struct by_state one;
    int top = s->family == BY_LINE ? 28 : by_set_tiles(s->rules.opt[BY_SET]);
    bool additional = s->family == BY_TRAINS && s->now.stage == 1;

    one = *s;
    for (int t = 0; t < top; t++) {
        struct by_set hand = { { 0, 0, 0 } };
        bool real;

        by_set_add(&hand, (by_tile)t);
        one.hand[seat] = hand;
        real = offers(other, by_moves(&one, seat, other), (by_tile)t);
        if (additional && by_is_double((by_tile)t)) /* past.h: depends on the rest of the hand */
            real = false;
        if (real != by_set_has(&h->fits, (by_tile)t))
            wrong("tile %d-%d: fits says %d", by_high((by_tile)t), by_low((by_tile)t), !real);
    }
    tally.fits++;
}

/* Castle Rock: the tiles removed from the row. */
static void check_removed(const struct by_state *s, const struct by_state *after, const struct by_heard *h)
{
    struct by_set gone = { { 0, 0, 0 } };

    for (int i = 0; i < s->now.laid; i++)
        by_set_add(&gone, s->row[i]);
    for (int i = 0; i < after->now.laid; i++)
        by_set_drop(&gone, after->row[i]);
    if (memcmp(&gone, &h->fits, sizeof gone) != 0)
        wrong("other tiles were taken out");
}

/* Compares the public information about one move with the real hands. */
static void check_heard(int i)
{
    const struct by_state *s = &before[i], *after = i + 1 < (int)match.moves ? &before[i + 1] : &match.state;
    struct by_heard h = heard[i];
    int seat = h.seat;

    if (lie == 1 && h.move == BY_PASS_MOVE)
        h.lacked = true; /* T-11 forgotten */
    if (lie == 2 && s->family == BY_LINE)
        h.fits = by_set_or(h.fits, by_suit[0]);
    if (lie == 3 && h.move == BY_DRAW_MOVE)
        h.lacked = true; /* T-19 forgotten */
    tally.moves++;
    if (h.lacked && by_set_meets(&h.fits, &s->hand[seat]))
        wrong("seat %d held what it is said to have lacked", seat);
    tally.lacked += h.lacked;
    if (s->family == BY_CASTLE)
        check_removed(s, after, &h);
    else if (h.lacked || (by_move_kind(h.move) == BY_LAY && s->now.drew == 0 && s->now.stage < 2))
        check_fits(s, seat, &h);
    if (h.tiles != after->now.taken - s->now.taken && s->family != BY_CASTLE)
        wrong("%d tiles drawn, not %d", after->now.taken - s->now.taken, h.tiles);
    for (int k = 0; k < h.tiles; k++)
        if (h.to >= s->players || (!by_set_has(&after->hand[h.to], s->deck[s->now.taken + k])))
            wrong("a tile drawn is not where it is said to be");
}

/* After a draw for lack of a fitting tile, the seat's next move shows whether the drawn tile fitted. */
static void check_drawn(int i)
{
    int next = i + 1;

    if (heard[i].move != BY_DRAW_MOVE || !heard[i].lacked)
        return;
    while (next < (int)match.moves && heard[next].move == BY_CALL_MOVE)
        next++;
    if (next < (int)match.moves) {
        bool fits = by_set_has(&heard[i].fits, before[i].deck[before[i].now.taken]);
        bool plays = heard[next].seat == heard[i].seat && by_move_kind(heard[next].move) == BY_LAY;

        if (fits != (lie == 4 ? !plays : plays))
            wrong("the tile drawn %s", fits ? "fitted" : "did not fit");
    }
}

static void check_past(void)
{
    struct by_past past;
    const struct by_state *first = match.moves > 0 ? &before[0] : &match.state;

    by_table_past(&match, again, &past);
    if (past.n != (int)match.moves || memcmp(again, heard, sizeof *heard * match.moves) != 0)
        wrong("by_table_past hears something else");
    for (int k = 0; k < first->players; k++)
        if (by_set_meets(&past.undealt, &first->hand[k]))
            wrong("a tile that was dealt is said not to be");
    for (int i = 0; i < past.n; i++) {
        check_heard(i);
        check_drawn(i);
    }
}

/* A state made from a view and the real hidden tiles continues as the real state does. */
static void check_state_of(const struct by_state *s, int seat, struct by_rng *rng)
{
    static struct by_state real, made;
    struct by_events heard_real, heard_made;
    struct by_view v;
    by_tile yard[BY_MAX_TILES];

    by_view_of(s, NULL, seat, &v);
    memcpy(yard, s->deck + s->now.taken, v.boneyard);
    if (lie == 5 && v.boneyard > 1) {
        yard[0] = s->deck[s->now.taken + 1];
        yard[1] = s->deck[s->now.taken];
    }
    real = *s;
    by_state_of(&v, s->hand, yard, &made);
    for (int k = 0; k < 400 && real.now.phase == BY_PLAYING; k++) {
        int turn = real.now.turn, n = by_moves(&real, turn, list), m = by_moves(&made, turn, other);
        by_move move;

        if (n != m || memcmp(list, other, sizeof *list * (size_t)n) != 0) {
            wrong("seat %d's world has other moves %d moves on", seat, k);
            return;
        }
        move = list[by_rng_below(rng, (uint32_t)n)];
        memset(&heard_real, 0, sizeof heard_real);
        memset(&heard_made, 0, sizeof heard_made);
        if (by_play(&real, turn, move, &heard_real, NULL) != by_play(&made, turn, move, &heard_made, NULL)
            || memcmp(&heard_real, &heard_made, sizeof heard_real) != 0) {
            wrong("seat %d's world goes another way %d moves on", seat, k);
            return;
        }
    }
    if (memcmp(real.score, made.score, sizeof real.score) != 0 || memcmp(real.gain, made.gain, sizeof real.gain) != 0
        || real.end != made.end || real.end_seat != made.end_seat || by_winners(&real) != by_winners(&made))
        wrong("seat %d's world ends in another way", seat);
    tally.worlds++;
}

static bool deal(struct by_rng *rng)
{
    struct by_seed seed = { { 0 } };
    int lead = by_lead_taken(&match.state) ? (int)by_rng_below(rng, match.state.players) : -1;

    for (int i = 0; i < 8; i++)
        seed.bytes[i] = (uint8_t)by_rng_below(rng, 256);
    return by_table_deal_seeded(&match, &seed, lead, NULL) == BY_OK;
}

static void play_rounds(const struct by_config *rules, struct by_rng *rng, int rounds)
{
    by_table_init(&match, rules, steps, MOST_STEPS);
    for (int r = 0; r < rounds && match.state.now.phase != BY_GAME_OVER && deal(rng); r++) {
        while (match.state.now.phase == BY_PLAYING && match.moves < MOST_STEPS) {
            struct by_state *s = &match.state;
            uint32_t others = by_actors(s) & ~(1u << s->now.turn);
            int seat = others != 0 && by_rng_below(rng, 3) == 0 ? __builtin_ctz(others) : s->now.turn;
            int i = (int)match.moves, n = by_moves(s, seat, list);

            before[i] = *s;
            if (by_rng_below(rng, 8) == 0)
                check_state_of(&before[i], by_rng_below(rng, 4) == 0 ? BY_REFEREE : s->now.turn, rng);
            n = by_moves(s, seat, list);
            if (by_table_play(&match, seat, list[by_rng_below(rng, (uint32_t)n)], NULL) != BY_OK)
                abort();
            by_hear_move(&before[i], seat, steps[i].move, &steps[i].undo, &heard[i]);
        }
        check_past();
    }
}

static void play_all(int matches)
{
    struct by_config rules;
    struct by_fault fault;
    struct by_rng rng;

    by_rng_init(&rng, 11);
    for (int g = 0; g < BY_GAMES; g++)
        for (int p = 0; by_games[g]->presets[p].sheet != NULL; p++)
            for (int k = 0; k < matches; k++) {
                by_config_preset(g, p, &rules);
                play_rounds(&rules, &rng, 3);
            }
    for (size_t i = 0; i < sizeof extra / sizeof extra[0]; i++)
        for (int k = 0; k < 2 * matches; k++) {
            if (by_config_parse(extra[i], &rules, &fault) != BY_OK)
                abort();
            play_rounds(&rules, &rng, 3);
        }
}

int main(void)
{
    int missed = 0;

    play_all(getenv("BONEYARD_LONG") != NULL ? 500 : 30);
    printf("%ld moves heard, %ld of them tell of a lack, %ld fits tried tile by tile, %ld worlds played on; %d wrong\n",
           tally.moves, tally.lacked, tally.fits, tally.worlds, tally.wrong);
    missed = tally.wrong;
    for (lie = 1; lie <= 5; lie++) {
        tally.wrong = 0;
        play_all(2);
        if (tally.wrong == 0) {
            printf("the planted lie %d was not noticed\n", lie);
            missed++;
        }
    }
    return missed > 0;
}
