/* SPDX-License-Identifier: MIT */
/* bench.c: `boneyard bench`: times whole rounds of uniformly random moves through the public interface.
 *
 * Each round deals a shuffled deck, then repeatedly lists the legal moves and plays a random one until the round ends.
 * Rates are per second of processor time. Machines are shared, so each rate is the best of many 50 ms slices. The
 * calibration loop (steps of the fast generator) is timed in the same way; rates divided by the loop's rate can be
 * compared across machines. The signature is a hash of the moves for fixed seeds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/deal.h"
#include "boneyard/table.h"
#include "cli.h"
#include "util/args.h"
#include "util/chance.h"
#include "wire/out.h"

#define SLICE_NS 50000000 /* 50 ms */
#define SIGNED_ROUNDS 2000

struct options {
    const char *seconds, *json, *with_undo;
};
#define AT(member) offsetof(struct options, member)

static const struct by_arg args[] = { { "--seconds", "N", "processor seconds per row, 1 to 600 (default 1)",
                                        AT(seconds) },
                                      { "--undo", NULL, "undoes every move once and plays it again", AT(with_undo) },
                                      { "--json", NULL, "prints one JSON line per row instead of the table", AT(json) },
                                      { 0 } };
static const struct by_command command = {
    "boneyard bench [--seconds N] [--undo] [--json] [RULES...]",
    "Plays random rounds and prints how many rounds per second one core plays.  The ratio to a fixed loop\n"
    "can be compared between machines; the signature is a hash of the moves for fixed seeds, and changes\n"
    "only when the rules do.  RULES are rule strings, each in quotes (\"block players=4\").",
    args
};

static const char *const rows[] = { "block:basics",
                                    "block:basics players=4",
                                    "draw:basics",
                                    "muggins:number",
                                    "allfives:online",
                                    "fiveup:online",
                                    "mexicantrain:number hand=15",
                                    "mexicantrain:hub",
                                    "chickenfoot:number",
                                    "castlerock:number",
                                    "mexicantrain:classic players=16 set=18" };

/* Data for one row of the output. */
struct bench {
    struct by_config rules;
    struct by_state s;
    struct by_rng rng;
    by_tile deck[BY_MAX_TILES];
    int tiles;
    uint64_t moves, rounds, hash;
};

static void begin(struct bench *b)
{
    by_start(&b->s, &b->rules);
    b->tiles = by_deck_tiles(&b->s);
    for (int i = 0, t = 0; i < b->tiles; t++)
        if (t != by_deck_lacks(&b->s))
            b->deck[i++] = (by_tile)t;
}

/* Deals every round as the first of a new match, because in Mexican Train the engine changes every round. */
static void deal(struct bench *b)
{
    int lead = -1;

    b->s.now.phase = BY_READY;
    b->s.round = 0;
    memset(b->s.score, 0, sizeof b->s.score[0] * b->s.players);
    if (by_lead_rule(&b->s) == BY_LEAD_LOT)
        lead = (int)by_rng_below(&b->rng, b->s.players);
    do
        by_rng_shuffle(&b->rng, b->deck, b->tiles);
    while (by_deal(&b->s, b->deck, b->tiles, lead, NULL) == BY_E_NO_DOUBLE);
}

static uint32_t pick(struct bench *b, uint32_t n) { return n == 1 ? 0 : by_rng_below(&b->rng, n); }

static void play_round(struct bench *b, bool undo)
{
    by_move list[BY_MOVES], m;
    struct by_undo back;

    deal(b);
    while (b->s.now.phase == BY_PLAYING) {
        int seat = b->s.now.turn, n = by_moves(&b->s, seat, list);

        m = list[pick(b, (uint32_t)n)];
        by_err err = by_play(&b->s, seat, m, NULL, &back);

        BY_ASSERT(err == BY_OK);
        if (undo) {
            by_back(&b->s, seat, m, &back);
            err = by_play(&b->s, seat, m, NULL, &back);
            BY_ASSERT(err == BY_OK);
        }
        b->moves++;
        b->hash = (b->hash ^ m) * 0x100000001b3u;
    }
    b->rounds++;
}

static uint64_t signature(const struct by_config *rules)
{
    struct bench b = { .rules = *rules, .hash = 0xcbf29ce484222325u };

    by_rng_init(&b.rng, 1);
    begin(&b);
    for (int i = 0; i < SIGNED_ROUNDS; i++)
        play_round(&b, false);
    return b.hash;
}

static double bench_row(const char *text, const struct by_config *rules, double seconds, double step,
                        const struct options *o)
{
    struct bench b = { .rules = *rules };
    double best = 0, ns_move = 0;
    int64_t end = by_cpu_ns() + (int64_t)(seconds * 1e9);

    by_rng_init(&b.rng, 2);
    begin(&b);
    while (by_cpu_ns() < end) {
        uint64_t rounds = b.rounds, moves = b.moves;
        int64_t start = by_cpu_ns(), now;

        do {
            for (int i = 0; i < 64; i++)
                play_round(&b, o->with_undo != NULL);
            now = by_cpu_ns();
        } while (now - start < SLICE_NS);
        double rate = (double)(b.rounds - rounds) * 1e9 / (double)(now - start);

        if (rate > best) {
            best = rate;
            ns_move = (double)(now - start) / (double)(b.moves - moves);
        }
    }
    double per_round = (double)b.moves / (double)b.rounds;
    unsigned long long sign = signature(rules);

    if (o->json != NULL) {
        struct by_out out = { 0 };
        char hex[24];

        snprintf(hex, sizeof hex, "%016llx", sign);
        by_out(&out, "{");
        by_out_key_string(&out, "rules", text);
        by_out_key_real(&out, "rounds-per-second", best, 0);
        by_out_key_real(&out, "ns-per-move", ns_move, 2);
        by_out_key_real(&out, "ratio", ns_move / step, 2);
        by_out_key_real(&out, "moves-per-round", per_round, 2);
        by_out_key_int(&out, "state-bytes", sizeof(struct by_state));
        by_out_key_string(&out, "signature", hex);
        by_out(&out, "}");
        by_out_print(&out);
        return best;
    }
    printf("%-40s %10.0f %8.1f %7.1f %8.1f %6zu  %016llx\n", text, best, ns_move, ns_move / step, per_round,
           sizeof(struct by_state), sign);
    return best;
}

int by_cli_bench(int argc, char **argv)
{
    struct options o = { 0 };
    int status = by_args_read(&command, &argc, argv, &o);
    int n = argc > 1 ? argc - 1 : (int)(sizeof rows / sizeof rows[0]);
    struct by_config rules;
    struct by_fault f;
    uint64_t all = 0;
    long seconds = 1;
    double step;

    if (status >= 0)
        return status;
    if (o.seconds != NULL && !by_args_number("--seconds", o.seconds, 1, 600, &seconds))
        return BY_EXIT_USAGE;
    for (int i = 0; i < n; i++)
        if (by_config_parse(argc > 1 ? argv[i + 1] : rows[i], &rules, &f) != BY_OK)
            return by_cli_say(BY_EXIT_USAGE, f.text);
    step = by_calibrate(1e9);
    if (o.json == NULL)
        printf("ratio: ns/move over a step of the calibration loop, %.2f ns here\n"
               "%-40s %10s %8s %7s %8s %6s  %s\n",
               step, "rules", "rounds/s", "ns/move", "ratio", "moves", "bytes", "signature");
    for (int i = 0; i < n; i++) {
        const char *text = argc > 1 ? argv[i + 1] : rows[i];

        by_config_parse(text, &rules, &f);
        step = by_calibrate(step); /* calibrates again, in case the machine was busy the first time */
        bench_row(text, &rules, (double)seconds, step, &o);
        fflush(stdout);
        all = (all ^ signature(&rules)) * 0x100000001b3u;
    }
    if (o.json == NULL)
        printf("Bench: %llu\n", (unsigned long long)(all % 1000000007u));
    return by_cli_end(BY_EXIT_FINE);
}
