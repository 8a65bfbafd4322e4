/* SPDX-License-Identifier: MIT */
/* line_learn.c: trains networks for a line game of two sides: two players, or teams (src/bots/line/facts.h).
 *
 *     line_learn RULES SAMPLES SEED WEIGHTS [FROM]    trains, from the weights in FROM if given, and saves WEIGHTS.4
 *                                                     after 4 million samples, then WEIGHTS.8, and so on
 *     line_learn --print RULES NAME WEIGHTS...        prints the mean of some weights as C (src/bots/net/net.h)
 *
 * It plays rounds of the model against itself and trains three networks on them:
 *
 *     value the worth of a move to the seat that made it, given the seat's knowledge: the chance of winning the round
 *             as a logit, and the points still to be gained. It chooses all moves.
 *     place the holder of each hidden tile, given the seat's knowledge
 *     open    the same as value for a seat that sees every tile, before its move; it is a judge, never a player
 *
 * In one round of five, one side plays by the softmax model (policy.h) instead. The result of a round is noisy, so the
 * targets of `value` are lambda returns: the mean of what `open` estimates after each later ply, and the result, each
 * ply counting FADE times as much as the one before. `open` knows the hidden tiles but is trained on moves chosen
 * without them, so it values moves as they will be played. Cross entropy and squared error, Adam, batches of 256. At
 * the end the weights are rounded to integers; the mean of a few files scores two points more against `medium` than
 * each of them. The same arguments give the same networks on the same machine and
 * compiler. Progress goes to stderr. For speed, compile with -march=native -ffast-math. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boneyard/deal.h"
#include "boneyard/rules.h"
#include "bots/line/facts.h"
#include "bots/line/policy.h"
#include "learn_net.h"

enum { PROBE = 3000, DEEP = 160, WARM_UP = 3000000 };
#define FADE 0.85f
#define RATE 0.0015f
static struct net value, place, open;
static struct net *const nets[3] = { &value, &place, &open };
static struct by_rng rng;
static struct by_line_rules rules;
static struct by_line_model blank;
static int lead_mode, owners; /* owners: places where a tile may be: the other seats, and the boneyard */
static float scale;           /* points per unit of the second output */

static float uniform(void) { return (float)(by_rng_next(&rng) >> 40) / 16777216; }

/* ---- Play ---------------------------------------------------------------------------------------- */

static int points_of(const struct by_line_model *w, int seat)
{
    const int side = by_line_name(&rules, seat);
    int best = -10000;

    for (int i = 0; i < rules.sides; i++)
        if (i != side && w->won[i] > best)
            best = w->won[i];
    return w->won[side] - best;
}

static float won_by(const struct by_line_model *w, int seat)
{
    const int d = points_of(w, seat);

    return d > 0 ? 1 : d < 0 ? 0 : 0.5f;
}

/* Returns the move with the highest value of the network. */
static int judge(const struct by_line_model *w, const struct by_line_facts *f, const by_move *moves, int n)
{
    const int seat = w->turn, before = points_of(w, seat);
    float base[H1], most = -1e9f;
    uint16_t in[BY_FACTS_ACTIVE];
    int best = 0;

    memcpy(base, value.w + value.bias1, sizeof base);
    net_add(&value, in, by_line_around(&rules, w, f, seat, in), base);
    for (int i = 0; i < n; i++) {
        struct by_line_model after = *w;
        struct by_line_facts g = *f;
        float worth;

        by_line_facts_see(&rules, w, moves[i], &g);
        by_line_play(&rules, &after, moves[i]);
        if (after.end != 0) {
            worth = rules.unit == 0 ? 20 * (won_by(&after, seat) - 0.5f) : (float)(points_of(&after, seat) - before);
        } else {
            const int k = by_line_after(&rules, &after, &g, seat, in);
            struct units u;

            memcpy(u.first, base, sizeof base);
            net_add(&value, in, k, u.first);
            net_out(&value, &u);
            worth = rules.unit == 0 ? u.out[0] : u.out[1] * scale + (float)(points_of(&after, seat) - before);
        }
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

/* A round, and what everyone has seen of it, for the networks and for the softmax model. */
struct game {
    struct by_line_model w;
    struct by_line_facts f;
    struct by_line_seen seen;
    by_move moves[BY_LINE_MOVES];
};

static void begin(struct game *g)
{
    by_line_facts_start(&g->f);
    by_line_seen_start(&rules, 0, &g->seen);
}

static void make_move(struct game *g, int at)
{
    by_line_facts_see(&rules, &g->w, g->moves[at], &g->f);
    by_line_see(&rules, &g->w, g->moves[at], &g->seen);
    by_line_play(&rules, &g->w, g->moves[at]);
}

/* Draws a move by the softmax model, or takes its best one if `warm` is 0. */
static int follow(const struct game *g, int n, float warm)
{
    float logit[BY_LINE_MOVES], best = -1e9f;
    int at = 0;

    by_line_logits(&rules, &g->w, &g->seen, g->moves, n, logit);
    for (int k = 0; k < n; k++) {
        const float x = logit[k] - (warm > 0 ? warm * logf(-logf(uniform() * 0.999999f + 1e-9f)) : 0);

        if (x > best) {
            best = x;
            at = k;
        }
    }
    return at;
}

static void deal(struct by_line_model *w)
{
    *w = blank;
    by_line_redeal(&rules, w, lead_mode < 0 ? -1 : (int)by_rng_below(&rng, rules.players), &rng);
}

/* ---- Samples ------------------------------------------------------------------------------------- */

struct decision {
    uint16_t in[BY_FACTS_ACTIVE];
    int n, seat, before;
    float target[2];
};

static double loss[7], place_loss, place_tiles;

static void sample(struct net *net, const struct decision *d, float rate)
{
    double *lost = net == &value ? loss : loss + 4;
    const float target0 = d->target[0], target1 = d->target[1];
    struct units u;
    float p, off[2];

    memcpy(u.first, net->w + net->bias1, sizeof u.first);
    net_add(net, d->in, d->n, u.first);
    net_out(net, &u);
    p = 1 / (1 + expf(-u.out[0]));
    off[0] = p - target0;
    off[1] = u.out[1] - target1;
    lost[0] -= (double)(target0 * logf(fmaxf(p, 1e-9f)) + (1 - target0) * logf(fmaxf(1 - p, 1e-9f)));
    lost[1] += (double)(off[1] * off[1]);
    lost[2]++;
    off[1] *= 0.5f;
    net_learn(net, d->in, d->n, &u, off, rate);
}

static int owner_of(const struct by_line_model *w, int seat, int t)
{
    for (int k = 1; k < rules.players; k++)
        if ((w->hand[(seat + k) % rules.players] >> t & 1) != 0)
            return k - 1;
    return rules.players - 1;
}

/* Learns where the hidden tiles are. */
static void sample_places(const struct by_line_model *w, const struct by_line_facts *f, float rate)
{
    uint16_t in[BY_FACTS_ACTIVE];
    uint32_t hidden = rules.whole & ~w->hand[w->turn];
    struct units u;
    float off[MOST_OUT] = { 0 };
    int n = by_line_around(&rules, w, f, w->turn, in), cases = 0;
    double lost = 0;

    n += by_line_after(&rules, w, f, w->turn, in + n);
    memcpy(u.first, place.w + place.bias1, sizeof u.first);
    net_add(&place, in, n, u.first);
    net_out(&place, &u);
    for (int i = 0; i < rules.players; i++)
        hidden &= ~f->of[i].laid;
    for (; hidden != 0; hidden &= hidden - 1) {
        const int t = __builtin_ctz(hidden), own = owner_of(w, w->turn, t);
        float e[4], sum = 0;
        int may = 0;

        for (int k = 0; k < owners; k++) {
            const struct by_line_deeds *d = &f->of[(w->turn + k + 1) % rules.players];
            const bool bar = k < rules.players - 1
                && (d->lacks[by_high((by_tile)t)] == 1 || d->lacks[by_low((by_tile)t)] == 1
                    || w->hand[(w->turn + k + 1) % rules.players] == 0);

            e[k] = bar && k != own ? 0 : expf(u.out[t * owners + k]);
            sum += e[k];
            may += e[k] > 0;
        }
        if (may < 2)
            continue;
        for (int k = 0; k < owners; k++)
            off[t * owners + k] = 0.3f * (e[k] / sum - (k == own));
        lost -= (double)log2f(e[own] / sum + 1e-9f);
        cases++;
    }
    if (cases == 0)
        return;
    place_loss += lost;
    place_tiles += cases;
    net_learn(&place, in, n, &u, off, rate);
}

/* The round so far. After ply i, seen[i] is the open network's estimate of the chance that the
 * side of seat 0 wins, and of its lead in points. */
static struct {
    struct decision kept[DEEP], bare[DEEP];
    int kept_ply[DEEP], n_kept, n_bare, plies;
    float seen[DEEP][2];
} tape;

static void look(const struct by_line_model *w)
{
    uint16_t in[BY_FACTS_ACTIVE];
    struct units u;
    float p;

    memcpy(u.first, open.w + open.bias1, sizeof u.first);
    net_add(&open, in, by_line_open(&rules, w, in), u.first);
    net_out(&open, &u);
    p = 1 / (1 + expf(-u.out[0]));
    tape.seen[tape.plies][0] = by_line_name(&rules, w->turn) == 0 ? p : 1 - p;
    tape.seen[tape.plies][1] =
        (by_line_name(&rules, w->turn) == 0 ? u.out[1] : -u.out[1]) + (float)points_of(w, 0) / scale;
}

static void set_target(struct decision *d, float win, float lead)
{
    const bool first = by_line_name(&rules, d->seat) == 0;

    d->target[0] = first ? win : 1 - win;
    d->target[1] = (first ? lead : -lead) - (float)d->before / scale;
}

/* Sets the targets: the mean of the estimates after the move and the result, each ply counting `fade` times as much as
 * the one before (the lambda return). Two sides only. */
static void set_targets(const struct by_line_model *end, float fade)
{
    float win = won_by(end, 0), lead = (float)points_of(end, 0) / scale;
    int at = tape.n_kept - 1;

    for (int i = 0; i < tape.n_bare; i++)
        set_target(&tape.bare[i], win, lead);
    for (int ply = tape.plies - 1; ply >= 0; ply--) {
        if (ply < tape.plies - 1) {
            win = (1 - fade) * tape.seen[ply][0] + fade * win;
            lead = (1 - fade) * tape.seen[ply][1] + fade * lead;
        }
        if (at >= 0 && tape.kept_ply[at] == ply)
            set_target(&tape.kept[at--], win, lead);
    }
}

static void note_open(const struct by_line_model *w)
{
    struct decision *d = &tape.bare[tape.n_bare++];

    d->n = by_line_open(&rules, w, d->in);
    d->seat = w->turn;
    d->before = points_of(w, w->turn);
}

/* Notes the table just after a move of this seat. */
static void note_move(const struct by_line_model *w, const struct by_line_facts *f, int seat)
{
    struct decision *d = &tape.kept[tape.n_kept];

    tape.kept_ply[tape.n_kept++] = tape.plies;
    d->n = by_line_around(&rules, w, f, seat, d->in);
    d->n += by_line_after(&rules, w, f, seat, d->in + d->n);
    d->seat = seat;
    d->before = points_of(w, seat);
}

/* Plays a round with slips, random moves, in this share of the turns, and learns from it. */
static void train_round(float slip, float rate, float fade)
{
    const int by_model = uniform() < 0.2f ? (int)by_rng_below(&rng, rules.sides) : -1;
    struct game g;

    deal(&g.w);
    begin(&g);
    for (tape.n_kept = tape.n_bare = tape.plies = 0; g.w.end == 0 && tape.plies < DEEP; tape.plies++) {
        const int n = by_line_moves(&rules, &g.w, g.moves), seat = g.w.turn;
        const bool own = by_line_name(&rules, seat) != by_model;
        int at = 0;

        if (by_model < 0 && g.w.laid > 0 && uniform() < 0.3f)
            note_open(&g.w);
        if (n > 1 && g.w.laid > 0 && uniform() < 0.2f)
            sample_places(&g.w, &g.f, rate);
        if (n > 1 && !own)
            at = follow(&g, n, 1);
        else if (n > 1)
            at = uniform() < slip ? (int)by_rng_below(&rng, (uint32_t)n) : judge(&g.w, &g.f, g.moves, n);
        make_move(&g, at);
        if (n > 1 && g.w.end == 0 && own)
            note_move(&g.w, &g.f, seat);
        if (g.w.end == 0 && fade < 1)
            look(&g.w);
    }
    if (g.w.end == 0)
        return;
    set_targets(&g.w, fade);
    for (int i = 0; i < tape.n_kept; i++)
        sample(&value, &tape.kept[i], rate);
    for (int i = 0; i < tape.n_bare; i++)
        sample(&open, &tape.bare[i], rate);
}

/* Plays a round as this side against the softmax model's best moves. Returns the lead in points. */
static int play_side(const struct by_line_model *dealt, int side)
{
    struct game g = { .w = *dealt };

    begin(&g);
    while (g.w.end == 0) {
        const int n = by_line_moves(&rules, &g.w, g.moves);

        if (n == 1)
            make_move(&g, 0);
        else
            make_move(&g, by_line_name(&rules, g.w.turn) == side ? judge(&g.w, &g.f, g.moves, n) : follow(&g, n, 0));
    }
    return points_of(&g.w, side);
}

/* Plays deals from both sides. */
static void probe(int deals)
{
    double sum = 0, squares = 0, points = 0;

    for (int i = 0; i < deals; i++) {
        struct by_line_model dealt;
        double both = 0;

        deal(&dealt);
        for (int side = 0; side < 2; side++) {
            const int lead = play_side(&dealt, side);

            both += lead > 0 ? 0.5 : lead == 0 ? 0.25 : 0;
            points += lead;
        }
        sum += both;
        squares += both * both;
    }
    sum /= deals;
    fprintf(stderr, "v medium %.2f +-%.2f %%, points %.3f\n", 100 * sum,
            196 * sqrt((squares / deals - sum * sum) / deals), points / deals / 2);
}

/* ---- The program --------------------------------------------------------------------------------- */

/* Saves the networks in a file of their own for these millions of samples. */
static void save(const char *stem)
{
    char name[4096];
    FILE *to;

    snprintf(name, sizeof name, "%s.%ld", stem, value.samples / 1000000);
    to = fopen(name, "wb");
    for (int i = 0; i < 3; i++)
        if (to == NULL || !net_save(nets[i], to))
            exit(1);
    fclose(to);
}

/* Loads the mean of the weights in some files. */
static void load(char *const *name, int n)
{
    for (int k = 0; k < n; k++) {
        FILE *from = fopen(name[k], "rb");

        for (int i = 0; i < 3; i++)
            if (from == NULL || !net_mix(nets[i], 1.0f / (float)(k + 1), from))
                exit(1);
        fclose(from);
    }
}

static bool prepare(const char *text, uint64_t seed)
{
    struct by_config c;

    if (by_config_parse(text, &c, NULL) != BY_OK)
        return false;
    by_rng_init(&rng, seed);
    by_line_begin(&c, &rules, &blank);
    if (rules.sides != 2 || rules.tiles != 28)
        return false;
    rules.target = 10000; /* only the round counts */
    lead_mode = c.opt[BY_LEAD] == BY_LEAD_DOUBLE ? -1 : 0;
    scale = rules.unit == 0 ? 30 : 50.0f / rules.unit;
    owners = rules.players - (rules.dealt * rules.players == rules.tiles);
    net_make(&value, by_line_inputs(&rules), 32, 2, &rng);
    net_make(&place, by_line_inputs(&rules), 64, owners * 28, &rng);
    net_make(&open, by_line_open_inputs(&rules), 32, 2, &rng);
    return true;
}

static void report(void)
{
    fprintf(stderr, "%.0f s, %ld samples, loss %.4f %.4f, open %.4f %.4f, places %.4f bits a tile; ",
            (double)clock() / CLOCKS_PER_SEC, value.samples, loss[0] / loss[2], loss[1] / loss[2], loss[4] / loss[6],
            loss[5] / loss[6], place_loss / place_tiles);
    memset(loss, 0, sizeof loss);
    place_loss = place_tiles = 0;
    probe(PROBE);
}

static void train(long all, const char *to, bool fresh)
{
    long told = 0;

    while (value.samples < all) {
        const float left = 1 - (float)value.samples / (float)all;

        train_round(0.02f + 0.06f * left, RATE * left + 1e-5f, fresh && value.samples < WARM_UP ? 1 : FADE);
        if (value.samples - told < 4000000)
            continue;
        told = value.samples;
        report();
        save(to);
    }
    report();
    save(to);
}

int main(int argc, char **argv)
{
    if (argc >= 5 && strcmp(argv[1], "--print") == 0 && prepare(argv[2], 0)) {
        load(argv + 4, argc - 4);
        for (int i = 0; i < 3; i++) {
            char name[64];

            snprintf(name, sizeof name, "%s_%s", argv[3], (const char *[3]){ "value", "place", "open" }[i]);
            net_print(nets[i], name);
        }
        return 0;
    }
    if (argc < 5 || argc > 6 || !prepare(argv[1], strtoull(argv[3], NULL, 10))) {
        fputs("line_learn RULES SAMPLES SEED WEIGHTS [FROM], or line_learn --print RULES NAME WEIGHTS...\n", stderr);
        return 2;
    }
    if (argc == 6)
        load(argv + 5, 1);
    train(strtol(argv[2], NULL, 10), argv[4], argc == 5);
    return 0;
}
