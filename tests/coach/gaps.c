/* SPDX-License-Identifier: MIT */
/* gaps.c: reviews 500 mistakes and checks that the coach's reasons are true of the better move and false of the one
 * played, that at most one mistake in twenty has no reason, and that the better move gains less without the effect that
 * its reason names.  With -DBY_FAULTS, a false reason must be detected.
 *
 * THE GAP.  Both moves are played out in the same worlds, dealt at random as far as the seat can tell.  Each reason
 * belongs to a way in which a move pays (`carrier`): the next players get stuck, the seat does not, pips leave the
 * hand, points are scored.  Within the playouts of each move, least squares give the value of one unit of that;
 * multiplied by the difference between the moves, it is the part of the gap explained by the reason.  Over all mistakes
 * for which a reason is named first, that part must be positive: the gap shrinks without it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mistakes.h"
#include "planted.h"
#include "truth.h"

enum { WORLDS = 100, MISTAKES = 500, OFTEN = 12 };

static const char *const rules[] = {
    "block:basics",
    "block:basics blanks=suit",
    "draw:basics players=3",
    "muggins:number",
    "fiveup:online",
    "chickenfoot:number players=3",
    "chickenfoot:number",
    "mexicantrain:number",
    "mexicantrain:hub",
    "mexicantrain:classic",
    "castlerock:classic removals=once",
    "block:basics players=4",
};
#define RULES ((int)(sizeof rules / sizeof rules[0]))

enum carrier {
    BY_NEXT_STUCK,
    BY_OTHERS_STUCK,
    BY_OWN_STUCK,
    BY_PIPS,
    BY_THEIR_PIPS,
    BY_OWN_POINTS,
    BY_THEIR_POINTS,
    BY_NOTHING
};

static struct {
    long mistakes, unnamed, named, wrong;
    long said[BY_REASONS], shrank[BY_REASONS], measured[BY_REASONS];
    double part[BY_REASONS];
} tally;
static bool quiet;

static enum carrier carrier_of(int id)
{
    static const unsigned char of[BY_REASONS] = {
        [BY_WHY_KEEPS_CLOSED] = BY_OTHERS_STUCK,
        [BY_WHY_JOINS] = BY_OTHERS_STUCK,
        [BY_WHY_COVERS] = BY_OTHERS_STUCK,
        [BY_WHY_LACKS] = BY_OTHERS_STUCK,
        [BY_WHY_RARE] = BY_OTHERS_STUCK,
        [BY_WHY_SHUTS_BLANK] = BY_OTHERS_STUCK,
        [BY_WHY_WINS] = BY_NOTHING,
        [BY_WHY_OUT] = BY_NOTHING,
        [BY_WHY_CALLS] = BY_NOTHING,
        [BY_WHY_THREE] = BY_NOTHING,
        [BY_WHY_CHAIN] = BY_NOTHING,
        [BY_WHY_SHORT] = BY_NOTHING,
        [BY_WHY_READY] = BY_NOTHING,
        [BY_WHY_DRAWS_FIRST] = BY_NOTHING,
        [BY_WHY_ONE_ONLY] = BY_NOTHING,
        [BY_WHY_MEXICAN] = BY_OWN_STUCK,
        [BY_WHY_OWNS] = BY_OWN_STUCK,
        [BY_WHY_KEEPS] = BY_OWN_STUCK,
        [BY_WHY_ONLY] = BY_OWN_STUCK,
        [BY_WHY_FOLLOWS] = BY_OWN_STUCK,
        [BY_WHY_OWN_TRAIN] = BY_OWN_STUCK,
        [BY_WHY_KEEPS_TRAIN] = BY_OWN_STUCK,
        [BY_WHY_CLOSES] = BY_OWN_STUCK,
        [BY_WHY_ANSWERS] = BY_OWN_STUCK,
        [BY_WHY_FOOT] = BY_OWN_STUCK,
        [BY_WHY_SAVES_BLANK] = BY_OWN_STUCK,
        [BY_WHY_MORE_FIT] = BY_OWN_STUCK,
        [BY_WHY_VARIETY] = BY_OWN_STUCK,
        [BY_WHY_SAVES] = BY_OWN_STUCK,
        [BY_WHY_OWN_END] = BY_OWN_STUCK,
        [BY_WHY_MORE_ENDS] = BY_OWN_STUCK,
        [BY_WHY_HOME_END] = BY_OWN_STUCK,
        [BY_WHY_HOLDS_DOUBLE] = BY_OWN_STUCK,
        [BY_WHY_GROWS] = BY_OWN_STUCK,
        [BY_WHY_CARRIES] = BY_PIPS,
        [BY_WHY_BOTH] = BY_OWN_STUCK,
        [BY_WHY_EXTRA] = BY_OWN_STUCK,
        [BY_WHY_WAITS] = BY_OWN_STUCK,
        [BY_WHY_GUEST] = BY_OWN_STUCK,
        [BY_WHY_HEAVY] = BY_PIPS,
        [BY_WHY_STICKS] = BY_PIPS,
        [BY_WHY_BLANK] = BY_PIPS,
        [BY_WHY_SHEDS] = BY_PIPS,
        [BY_WHY_UNLOADS] = BY_PIPS,
        [BY_WHY_LIGHTER] = BY_THEIR_PIPS,
        [BY_WHY_SCORES] = BY_OWN_POINTS,
        [BY_WHY_CLAIMS] = BY_OWN_POINTS,
        [BY_WHY_SETS_UP] = BY_OWN_POINTS,
        [BY_WHY_DENIES] = BY_THEIR_POINTS,
        [BY_WHY_LIMITS] = BY_THEIR_POINTS,
        [BY_WHY_SPARES] = BY_THEIR_POINTS,
    };

    return (enum carrier)of[id];
}

/* ---- Playouts ---------------------------------------------------------------------------------- */

struct outcome {
    double worth, carried[BY_NOTHING];
};

static void deal(const struct by_view *v, struct by_rng *rng, struct by_state *s)
{
    struct by_set seen = v->hand[v->seat], hand[BY_SEATS];
    by_tile hidden[BY_MAX_TILES + 2] = { 0 };
    int n = 0, at = 0;

    if (v->centre != BY_NO_TILE)
        by_set_add(&seen, v->centre);
    for (int i = 0; i < v->now.laid; i++)
        by_set_add(&seen, v->laid[i].tile);
    for (int t = 0; t < by_set_tiles(by_highest(&v->rules)); t++)
        if (!by_set_has(&seen, (by_tile)t))
            hidden[n++] = (by_tile)t;
    for (int i = n - 1; i > 0; i--) {
        int k = (int)by_rng_below(rng, (uint32_t)i + 1);
        by_tile t = hidden[i];

        hidden[i] = hidden[k];
        hidden[k] = t;
    }
    memset(hand, 0, sizeof hand);
    hand[v->seat] = v->hand[v->seat];
    for (int k = 0; k < v->players; k++)
        for (int i = 0; k != v->seat && i < v->count[k]; i++)
            by_set_add(&hand[k], hidden[at++]);
    by_state_of(v, hand, hidden + at, s);
}

static bool partners(const struct by_state *s, int a, int b)
{
    return a == b || (s->rules.opt[BY_TEAMS] == BY_ON && ((a ^ b) & 1) == 0);
}

/* Counts the result of a playout for a seat; a low total is good if low scores win. */
static void count(const struct by_state *s, const struct by_view *v, struct outcome *o)
{
    const int sign = by_families[s->family]->low_wins ? -1 : 1;

    for (int k = 0; k < s->players; k++) {
        const double gained = sign * (s->score[k] - v->score[k]), in_play = gained - sign * s->gain[k];

        if (partners(s, k, v->seat)) {
            o->worth += gained;
            o->carried[BY_OWN_POINTS] += in_play;
        } else {
            o->worth -= gained / (s->players - 1);
            o->carried[BY_THEIR_POINTS] += in_play;
            o->carried[BY_THEIR_PIPS] += by_set_pips(&s->hand[k]);
        }
    }
    o->carried[BY_PIPS] =
        by_set_pips(&s->hand[v->seat]) + (by_set_has(&s->hand[v->seat], 0) ? s->rules.opt[BY_BLANK_PENALTY] : 0);
}

static void count_stuck(struct outcome *o, bool own, bool again)
{
    if (own)
        o->carried[BY_OWN_STUCK]++;
    else
        o->carried[BY_OTHERS_STUCK]++;
    if (!own && !again)
        o->carried[BY_NEXT_STUCK]++;
}

static void play_out(struct by_state s, const struct by_view *v, by_move first, struct by_rng *rng, struct outcome *o)
{
    static by_move moves[BY_MOVES];
    static struct by_view view;
    by_move m = first;
    bool again = false; /* the seat has had another turn */

    memset(o, 0, sizeof *o);
    for (int step = 0; s.now.phase == BY_PLAYING && step < 400; step++) {
        int seat = s.now.turn;

        if (step > 0) {
            struct by_question q = { .view = &view, .moves = moves, .n = by_moves(&s, seat, moves), .rng = rng };

            by_view_of(&s, NULL, seat, &view);
            m = moves[q.n > 1 ? by_bots[BY_BOT_easy]->choose(&q) : 0];
        }
        if (by_move_kind(m) == BY_PASS || by_move_kind(m) == BY_DRAW_TILE)
            count_stuck(o, seat == v->seat, again);
        again = again || (step > 0 && seat == v->seat);
        if (by_play(&s, seat, m, NULL, NULL) != BY_OK)
            abort();
    }
    count(&s, v, o);
}

/* ---- The gap ------------------------------------------------------------------------------------ */

static double mean(const struct outcome *o, int what)
{
    double sum = 0;

    for (int i = 0; i < WORLDS; i++)
        sum += what < 0 ? o[i].worth : o[i].carried[what];
    return sum / WORLDS;
}

/* Returns the part of the gap that a carrier explains. */
static double part_of(const struct outcome *a, const struct outcome *b, enum carrier c)
{
    double with = 0, square = 0, difference = mean(a, c) - mean(b, c);

    for (int arm = 0; arm < 2; arm++) {
        const struct outcome *o = arm == 0 ? a : b;
        double m = mean(o, c), w = mean(o, -1);

        for (int i = 0; i < WORLDS; i++) {
            with += (o[i].carried[c] - m) * (o[i].worth - w);
            square += (o[i].carried[c] - m) * (o[i].carried[c] - m);
        }
    }
    return square > 0 ? with / square * difference : 0;
}

static void measure(const struct mistake *m, const struct by_reason *r)
{
    static struct outcome a[WORLDS], b[WORLDS];
    const struct by_view *v = &m->study->view;
    enum carrier c = carrier_of(r->id);
    struct by_rng rng;
    struct by_state s;
    double part;

    tally.said[r->id]++;
    if (c == BY_NOTHING || by_families[v->family]->solitaire)
        return;
    by_rng_init(&rng, m->seed);
    for (int i = 0; i < WORLDS; i++) {
        deal(v, &rng, &s);
        play_out(s, v, m->study->moves[m->study->verdict.best], &rng, &a[i]);
        play_out(s, v, m->study->moves[m->played], &rng, &b[i]);
    }
    part = part_of(a, b, c);
    tally.measured[r->id]++;
    tally.shrank[r->id] += part > 0;
    tally.part[r->id] += part;
}

/* ---- Mistakes ----------------------------------------------------------------------------------- */

static void use(void *to, const struct mistake *m)
{
    static struct truth best, played;
    struct by_reason r[BY_REASONS];
    const struct by_decision *d = &m->study->d;
    int n = by_reasons_than(d, m->study->verdict.best, m->played, r);

    (void)to;
    if (tally.mistakes >= MISTAKES)
        return;
    tally.mistakes++;
    tally.unnamed += n == 0;
    truth_of(&best, &m->table->state, d->view->seat, d->moves, d->n, m->study->verdict.best);
    truth_of(&played, &m->table->state, d->view->seat, d->moves, d->n, m->played);
    for (int i = 0; i < n; i++) {
        const char *denied = truth_denies_than(&best, &played, &r[i]);

        tally.named++;
        if (denied == NULL)
            continue;
        if (tally.wrong++ < 20 && !quiet)
            printf("%s, seed %d, move %u: %s (%s)\n", m->rules, (int)m->seed, (unsigned)m->table->moves, denied,
                   truth_about[r[i].id]);
    }
    if (n > 0 && !quiet)
        measure(m, &r[0]);
}

static void check_all(int seeds)
{
    struct mistakes of = { .count = 300, .one_in = 1, .rounds = 1, .use = use };

    memset(&tally, 0, sizeof tally);
    mistakes_of(&of, rules[5], 5077); /* the next player could not follow either move */
    mistakes_of(&of, rules[5], 7022); /* both moves keep an end of the seat's own */
    for (int i = 0; i < seeds * RULES && tally.mistakes < MISTAKES; i++)
        mistakes_of(&of, rules[i % RULES], (uint64_t)(5000 + i));
}

#ifdef BY_FAULTS

int main(void)
{
    int missed = 0;

    quiet = true;
    for (by_planted = 311; by_planted <= 314; by_planted++) {
        check_all(2);
        printf("fault %d: %ld of %ld reasons wrong\n", by_planted, tally.wrong, tally.named);
        missed += tally.wrong == 0;
    }
    return missed;
}

#else

int main(void)
{
    long shrank = 0, measured = 0, against = 0;

    check_all(100);
    for (int id = 0; id < BY_REASONS; id++) {
        if (tally.said[id] > 0)
            printf("%5ld first, gap shrinks in %ld of %ld, by %.1f a mistake  %s\n", tally.said[id], tally.shrank[id],
                   tally.measured[id], tally.measured[id] > 0 ? tally.part[id] / (double)tally.measured[id] : 0.0,
                   truth_about[id]);
        shrank += tally.shrank[id];
        measured += tally.measured[id];
        against += tally.measured[id] >= OFTEN && tally.part[id] <= 0;
    }
    printf("%ld mistakes, %ld without a reason; %ld reasons, %ld of them wrong; gap shrinks in %ld of %ld\n",
           tally.mistakes, tally.unnamed, tally.named, tally.wrong, shrank, measured);
    return tally.mistakes < MISTAKES || tally.unnamed * 20 > tally.mistakes || tally.wrong > 0 || against > 0;
}

#endif
