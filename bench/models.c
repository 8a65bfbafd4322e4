/* SPDX-License-Identifier: MIT */
/* models.c: compares whole rounds of random moves in the compact models (boneyard/model.h) and in the engine.
 *
 *     models [SECONDS [FOLDER]]
 *
 * FOLDER holds programs that play the same rounds and are written for speed alone, each built with the flags of this
 * one: FOLDER/block6-2p and so on (the names are in the table below). `FOLDER/NAME SECONDS` prints "best N", in rounds
 * per second. With a folder, the table has their rates and those of the model and the engine as shares of them. Rates
 * are per second of processor time, the best of many slices; the three are measured in turn, so that all see the same
 * load. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/model.h"
#include "util/chance.h"

static const struct row {
    const char *rules, *limit;
} rows[] = {
    { "block:basics blanks=suit", "block6-2p" },
    { "block:basics players=4 hand=7 blanks=suit", "block6-4p" },
    { "draw:basics blanks=suit", "draw6" },
    { "allfives:online", "fives6-5" },
    { "allfives:online hand=7", "fives6-7" },
    { "mexicantrain:number hand=15 double=satisfy two-doubles=off", "mexican12" },
    { "chickenfoot:number", "chicken9" },
    { "castlerock:number", "castle6" },
};
enum { ROWS = sizeof rows / sizeof rows[0], TURNS = 5, SLICE_NS = 20000000, ROUNDS = 64 };

struct bench {
    struct by_config rules;
    struct by_model model;
    struct by_state s;
    struct by_rng rng;
    by_tile deck[BY_MAX_TILES];
    int tiles, lead; /* lead: BY_LEAD_SEAT, _DOUBLE or _LOT */
    uint64_t sink;
};

static int lead_of(struct bench *b)
{
    return b->lead == BY_LEAD_DOUBLE ? -1 : b->lead == BY_LEAD_LOT ? (int)by_rng_below(&b->rng, b->s.players) : 0;
}

static void model_round(struct bench *b)
{
    by_model_redeal(&b->model, lead_of(b), &b->rng);
    by_model_run(&b->model, &b->rng);
    b->sink += (uint64_t)by_model_points(&b->model, 0);
}

/* As in `boneyard bench`. */
static void engine_round(struct bench *b)
{
    static by_move list[BY_MOVES];
    const int lead = lead_of(b);

    b->s.now.phase = BY_READY;
    b->s.round = 0;
    memset(b->s.score, 0, sizeof b->s.score[0] * b->s.players);
    do
        by_rng_shuffle(&b->rng, b->deck, b->tiles);
    while (by_deal(&b->s, b->deck, b->tiles, b->lead == BY_LEAD_LOT ? lead : -1, NULL) == BY_E_NO_DOUBLE);
    while (b->s.now.phase == BY_PLAYING) {
        const int n = by_moves(&b->s, b->s.now.turn, list);

        by_play(&b->s, b->s.now.turn, list[n == 1 ? 0 : by_rng_below(&b->rng, (uint32_t)n)], NULL, NULL);
    }
    b->sink += (uint64_t)b->s.score[0];
}

static double rate(struct bench *b, void (*play)(struct bench *), double seconds)
{
    const int64_t end = by_cpu_ns() + (int64_t)(seconds * 1e9);
    double best = 0;

    while (by_cpu_ns() < end) {
        const int64_t start = by_cpu_ns();
        int64_t now;
        double rounds = 0, here;

        do {
            for (int i = 0; i < ROUNDS; i++)
                play(b);
            rounds += ROUNDS;
            now = by_cpu_ns();
        } while (now - start < SLICE_NS);
        here = rounds * 1e9 / (double)(now - start);
        best = here > best ? here : best;
    }
    return best;
}

/* Runs a program written for speed alone. Returns 0 if it does not exist. */
static double limit_rate(const char *folder, const char *name, double seconds)
{
    char line[512];
    double best = 0;
    const char *at;
    FILE *in;

    snprintf(line, sizeof line, "'%s/%s' %.2f", folder, name, seconds);
    /* NOLINTNEXTLINE(cert-env33-c): the caller names the folder of programs to run */
    in = popen(line, "r");
    if (in == NULL)
        return 0;
    if (fgets(line, sizeof line, in) != NULL && (at = strstr(line, "best ")) != NULL)
        best = strtod(at + 5, NULL);
    pclose(in);
    return best;
}

static double higher(double a, double b) { return a > b ? a : b; }

static void bench_row(const struct row *row, double seconds, const char *folder)
{
    static struct bench b;
    double model = 0, engine = 0, limit = 0;

    memset(&b, 0, sizeof b);
    by_config_parse(row->rules, &b.rules, NULL);
    by_rng_init(&b.rng, 1);
    by_model_begin(&b.rules, &b.model);
    by_start(&b.s, &b.rules);
    b.lead = by_lead_rule(&b.s);
    b.tiles = by_deck_tiles(&b.s);
    for (int i = 0, t = 0; i < b.tiles; t++)
        if (t != by_deck_lacks(&b.s))
            b.deck[i++] = (by_tile)t;
    for (int i = 0; i < TURNS; i++) {
        if (folder != NULL)
            limit = higher(limit, limit_rate(folder, row->limit, seconds / TURNS));
        model = higher(model, rate(&b, model_round, seconds / TURNS));
        engine = higher(engine, rate(&b, engine_round, seconds / TURNS));
    }
    if (limit > 0)
        printf("| `%s` | %.2f M | %.2f M | %.2f M | %.2f | %.2f |\n", row->rules, limit / 1e6, model / 1e6,
               engine / 1e6, model / limit, engine / limit);
    else
        printf("| `%s` | | %.2f M | %.2f M | | |\n", row->rules, model / 1e6, engine / 1e6);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 1;

    if (seconds <= 0 || argc > 3) {
        fputs("models [SECONDS [FOLDER]]\n", stderr);
        return 2;
    }
    puts("| rules | limit | model | engine | model/limit | engine/limit |\n|---|---|---|---|---|---|");
    for (int i = 0; i < ROWS; i++)
        bench_row(&rows[i], seconds, argc > 2 ? argv[2] : NULL);
    return 0;
}
