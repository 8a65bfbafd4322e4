/* SPDX-License-Identifier: MIT */
/* pair.c: pairs the next round (pair.h). */
#include "pair.h"

#include <stdlib.h>
#include <string.h>

#include "boneyard/deal.h"
#include "boneyard/text.h"
#include "boneyard/words.h"
#include "matching.h"
#include "planted.h"
#include "standings.h"
#include "util/memory.h"
#include "util/tell.h"

/* The four parts of a cost. Each part fits in its bits even when summed over 128 contestants and 40 rounds. */
#define LOTS 32
#define SCORE ((int64_t)1 << 13)
#define MET ((int64_t)1 << 38)
#define PARTNER ((int64_t)1 << 52)
#define MOST_REPEATS 5 /* further repeats have no additional cost */
#define BYE_WEIGHT 16  /* the bye goes to the last contestant, even if another one would make the tables more equal */

#define BUDGET 3000000 /* number of tables that the local search may evaluate (about a quarter of a second) */
#define PATIENCE 400   /* the search ends after this many rounds without a better plan */

/* The history so far, by contestant. */
struct past {
    const struct by_tournament *t;
    uint8_t met[BY_MOST_CONTESTANTS][BY_MOST_CONTESTANTS], partner[BY_MOST_CONTESTANTS][BY_MOST_CONTESTANTS];
    int byes[BY_MOST_CONTESTANTS], points[BY_MOST_CONTESTANTS], least; /* the lowest points among the participants */
    int order[BY_MOST_CONTESTANTS], n;                                 /* the contestants who play, best first */
    int seat[BY_MOST_CONTESTANTS], seats;                              /* the numbers of these contestants in a round
                                                                        * robin */
};

/* ---- The past ---- */

static void count_table(struct past *p, const struct by_seating *s)
{
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->n; k++)
            if (by_seating_side(p->t, i) != by_seating_side(p->t, k))
                p->met[s->at[i]][s->at[k]]++;
            else if (i != k)
                p->partner[s->at[i]][s->at[k]]++;
}

static void look_back(struct past *p, const struct by_tournament *t)
{
    struct by_position standing[BY_MOST_CONTESTANTS];

    memset(p, 0, sizeof *p);
    p->t = t;
    for (int r = 0; r < t->rounds; r++) {
        for (int i = 0; i < t->round[r].tables; i++)
            count_table(p, &t->round[r].table[i]);
        for (int i = 0; i < t->round[r].byes; i++)
            p->byes[t->round[r].bye[i]]++;
    }
    by_tournament_standings(t, standing);
    for (int i = 0; i < t->contestants; i++) {
        const struct by_contestant *c = &t->contestant[standing[i].contestant];

        p->points[standing[i].contestant] = standing[i].points;
        if (c->out || c->absent)
            continue;
        p->order[p->n++] = standing[i].contestant;
        p->least = standing[i].points;
    }
    for (int i = 0; i < t->contestants; i++)
        if (!t->contestant[i].out)
            p->seat[i] = p->seats++;
}

/* ---- The cost ---- */

static int64_t repeats(int times)
{
    times = times > MOST_REPEATS ? MOST_REPEATS : times;
    return BY_PLANTED(614) ? times > 1 : times * times;
}

/* Draws the lot (0 to 31) for two contestants in the next round. A contestant of -1 means a bye. */
static int64_t lot(const struct by_tournament *t, int a, int b)
{
    uint64_t h = t->draw ^ (uint64_t)(t->rounds + 1) * 0x9e3779b97f4a7c15u;

    h ^= (uint64_t)((a < b ? a : b) + 1) * 0xbf58476d1ce4e5b9u + (uint64_t)((a < b ? b : a) + 1) * 0x94d049bb133111ebu;
    h ^= h >> 31;
    h *= 0xd6e8feb86659fd93u;
    return (int64_t)(h >> 40) % LOTS;
}

static int64_t square(int difference) { return (int64_t)(difference / 2) * (difference / 2); }

/* Returns whether a round robin by the circle method pairs two numbers in the next round; for a bye, b is the last
 * number. */
static bool in_circle(const struct past *p, int a, int b)
{
    int last = p->seats + p->seats % 2 - 1, turn = p->t->rounds % last;

    if (a == last || b == last)
        return 2 * (a == last ? b : a) % last == turn;
    return (a + b) % last == turn;
}

static int64_t meeting(const struct past *p, int a, int b)
{
    int64_t cost = repeats(p->met[a][b]) * MET + lot(p->t, a, b);

    if (p->t->system == BY_SWISS)
        cost += square(p->points[a] - p->points[b]) * SCORE;
    else if (p->t->at_table == 2)
        cost += in_circle(p, p->seat[a], p->seat[b]) ? 0 : SCORE;
    return cost;
}

static int64_t partners(const struct past *p, int a, int b)
{
    return repeats(p->partner[a][b]) * PARTNER + square(p->points[a] - p->points[b]) * SCORE + lot(p->t, a, b);
}

static int64_t bye(const struct past *p, int a)
{
    int64_t cost = 4 * repeats(p->byes[a]) * MET + lot(p->t, a, -1); /* costs more than meeting again */

    if (p->t->system == BY_SWISS)
        cost += BYE_WEIGHT * square(p->points[a] - p->least) * SCORE;
    else if (p->t->at_table == 2)
        cost += p->seats % 2 == 1 && in_circle(p, p->seat[a], p->seats) ? 0 : SCORE;
    return cost;
}

static int64_t table(const struct past *p, const int *at, int n)
{
    int64_t cost = 0;

    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            cost += by_seating_side(p->t, i) == by_seating_side(p->t, k) ? partners(p, at[i], at[k])
                                                                         : meeting(p, at[i], at[k]);
    if (p->t->format == BY_ROTATING)
        cost += square(p->points[at[0]] + p->points[at[2]] - p->points[at[1]] - p->points[at[3]]) * SCORE;
    return cost;
}

int64_t by_pairing_cost(const struct by_tournament *t, const struct by_tournament_round *r)
{
    struct past *p = by_sure(malloc(sizeof *p));
    int64_t cost = 0;

    look_back(p, t);
    for (int i = 0; i < r->tables; i++) {
        int at[BY_AT_TABLE] = { 0 };

        for (int k = 0; k < r->table[i].n; k++)
            at[k] = r->table[i].at[k];
        cost += table(p, at, r->table[i].n);
    }
    for (int i = 0; i < r->byes; i++)
        cost += bye(p, r->bye[i]);
    free(p);
    return cost;
}

int by_pairing_repeats(const struct by_tournament *t, int round)
{
    struct past *p = by_sure(malloc(sizeof *p));
    struct by_tournament before = *t;
    const struct by_tournament_round *r = &t->round[round];
    int n = 0;

    before.rounds = round;
    look_back(p, &before);
    for (int i = 0; i < r->tables; i++)
        for (int k = 0; k < r->table[i].n; k++)
            for (int l = 0; l < k; l++) {
                int a = r->table[i].at[k], b = r->table[i].at[l];

                n += by_seating_side(t, k) == by_seating_side(t, l) ? p->partner[a][b] > 0 : p->met[a][b] > 0;
            }
    free(p);
    return n;
}

/* ---- Tables of two ---- */

static void seat_pair(struct by_tournament_round *r, int a, int b)
{
    r->table[r->tables++] = (struct by_seating){ .n = 2, .at = { (int16_t)a, (int16_t)b } };
}

/* Pairs all participants. In a round robin, two contestants who have already met sit out instead. Returns false if no
 * table remains. */
static bool pair_twos(const struct past *p, struct by_tournament_round *r)
{
    int n = p->n + p->n % 2, mate[BY_MOST_PAIRED];
    int64_t *cost = by_sure(calloc((size_t)n * (size_t)n, sizeof *cost));

    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            int a = p->order[i < p->n ? i : k], b = p->order[k < p->n ? k : i];

            if (i != k)
                cost[i * n + k] = i < p->n && k < p->n ? meeting(p, a, b) : bye(p, a);
        }
    by_match_pairs(n, cost, mate);
    free(cost);
    for (int i = 0; i < p->n; i++) {
        int a = p->order[i], b = mate[i] < p->n ? p->order[mate[i]] : -1;

        if (b < 0 || (p->t->system == BY_ALL && p->met[a][b] > 0))
            r->bye[r->byes++] = (int16_t)a;
        else if (i < mate[i])
            seat_pair(r, a, b);
    }
    return r->tables > 0;
}

/* ---- Tables of three and four ---- */

/* A round during the search: the contestants by slot, and each slot's table. */
struct plan {
    const struct past *p;
    int slot[BY_MOST_CONTESTANTS], of[BY_MOST_CONTESTANTS]; /* the table of each slot; `tables` means a bye */
    int first[BY_MOST_CONTESTANTS + 1], tables;             /* the first slot of each table, and of the byes */
    long weighed;
};

/* Lays out the slots, with as many tables of the usual size and as few byes as possible. Returns false if not even one
 * table is possible. */
static bool lay_out(struct plan *plan, const struct past *p)
{
    int usual = p->t->at_table, other = usual == 4 ? 3 : 4, byes = 0, others = 0, at = 0;

    plan->p = p;
    for (;; byes++) {
        bool singles = p->t->format == BY_SINGLES;

        for (others = 0; singles && others * other <= p->n - byes && (p->n - byes - others * other) % usual != 0;
             others++)
            continue;
        if (others * other <= p->n - byes && (p->n - byes - others * other) % usual == 0)
            break;
    }
    plan->tables = others + (p->n - byes - others * other) / usual;
    for (int i = 0; i < plan->tables; i++) {
        int n = i < plan->tables - others ? usual : other;

        plan->first[i] = at;
        for (int k = 0; k < n; k++)
            plan->of[at++] = i;
    }
    plan->first[plan->tables] = at;
    while (at < p->n)
        plan->of[at++] = plan->tables;
    memcpy(plan->slot, p->order, sizeof plan->slot);
    return plan->tables > 0;
}

/* Returns the cost of a table, or of all byes. */
static int64_t weigh(struct plan *plan, int which)
{
    int64_t cost = 0;

    plan->weighed++;
    if (which < plan->tables)
        return table(plan->p, &plan->slot[plan->first[which]], plan->first[which + 1] - plan->first[which]);
    for (int i = plan->first[which]; i < plan->p->n; i++)
        cost += bye(plan->p, plan->slot[i]);
    return cost;
}

static void swap(struct plan *plan, int i, int k)
{
    int who = plan->slot[i];

    plan->slot[i] = plan->slot[k];
    plan->slot[k] = who;
}

/* Swaps two slots if that lowers the cost. Returns the amount saved. */
static int64_t try_swap(struct plan *plan, int i, int k)
{
    int a = plan->of[i], b = plan->of[k];
    int64_t before, after;

    if (a == b && (plan->p->t->format != BY_ROTATING || a == plan->tables))
        return 0;
    before = weigh(plan, a) + (a == b ? 0 : weigh(plan, b));
    swap(plan, i, k);
    after = weigh(plan, a) + (a == b ? 0 : weigh(plan, b));
    if (after < before)
        return before - after;
    swap(plan, i, k);
    return 0;
}

static void descend(struct plan *plan)
{
    int n = plan->p->n;
    bool better = true;

    while (better) {
        better = false;
        for (int i = 0; i < n; i++)
            for (int k = i + 1; k < n; k++)
                better = try_swap(plan, i, k) > 0 || better;
    }
}

static int64_t total(struct plan *plan)
{
    int64_t cost = 0;

    for (int i = 0; i <= plan->tables; i++)
        cost += weigh(plan, i);
    return cost;
}

/* Runs an iterated local search: perturbs the best plan a little, or occasionally a lot, and improves it again. */
static void search(struct plan *plan)
{
    struct plan *best = by_sure(malloc(sizeof *best));
    struct by_rng rng;
    int64_t cost, least;

    by_rng_init(&rng, plan->p->t->draw + (uint64_t)plan->p->t->rounds);
    descend(plan);
    least = total(plan);
    *best = *plan;
    for (int turn = 1, idle = 0; idle < PATIENCE && plan->weighed < BUDGET && !BY_PLANTED(615); turn++, idle++) {
        int shakes = turn % 8 == 0 ? plan->p->n : 3;

        for (int i = 0; i < shakes; i++)
            swap(plan, (int)by_rng_below(&rng, (uint32_t)plan->p->n), (int)by_rng_below(&rng, (uint32_t)plan->p->n));
        descend(plan);
        cost = total(plan);
        idle = cost < least ? 0 : idle;
        if (cost <= least) {
            least = cost;
            memcpy(best->slot, plan->slot, sizeof best->slot);
        } else {
            memcpy(plan->slot, best->slot, sizeof best->slot);
        }
    }
    memcpy(plan->slot, best->slot, sizeof best->slot);
    free(best);
}

static bool pair_tables(const struct past *p, struct by_tournament_round *r)
{
    struct plan *plan = by_sure(calloc(1, sizeof *plan));
    bool fine = lay_out(plan, p);

    if (fine) {
        search(plan);
        for (int i = 0; i < p->n; i++) {
            struct by_seating *s = &r->table[plan->of[i]];

            if (plan->of[i] == plan->tables)
                r->bye[r->byes++] = (int16_t)plan->slot[i];
            else
                s->at[s->n++] = (int16_t)plan->slot[i];
        }
        r->tables = plan->tables;
    }
    free(plan);
    return fine;
}

/* ---- The round ---- */

/* Returns whether any two participants have not met. */
static bool some_to_meet(const struct past *p)
{
    for (int i = 0; i < p->t->contestants; i++)
        for (int k = 0; k < i; k++)
            if (!p->t->contestant[i].out && !p->t->contestant[k].out && p->met[i][k] == 0)
                return true;
    return false;
}

/* Adds the lines of a round. The first line is always accepted; if another one is not, this file has a bug. */
static bool add_round(struct by_tournament *t, const struct by_tournament_round *r, struct by_fault *f)
{
    char line[BY_AT_TABLE * (BY_CONTESTANT_TEXT + 2) + 16];
    struct by_text text = by_text_on(line, sizeof line);
    bool fine;

    by_put(&text, "round ");
    by_put_int(&text, t->rounds + 1);
    if (!by_tournament_add(t, line, f))
        return false;
    for (int i = 0; i < r->tables; i++) {
        text = by_text_on(line, sizeof line);
        for (int k = 0; k < r->table[i].n; k++) {
            by_put(&text, k == 0 ? "table " : ", ");
            by_put(&text, t->contestant[r->table[i].at[k]].name);
        }
        fine = !text.full && by_tournament_add(t, line, f);
        BY_ASSERT(fine);
    }
    for (int i = 0; i < r->byes; i++) {
        text = by_text_on(line, sizeof line);
        by_put(&text, "bye ");
        by_put(&text, t->contestant[r->bye[i]].name);
        fine = by_tournament_add(t, line, f);
        BY_ASSERT(fine);
    }
    return true;
}

/* Pairs a round into r. Returns NULL, or the id of the sentence that explains why the round is impossible. */
static const char *pair(const struct past *p, struct by_tournament_round *r)
{
    if (!by_tournament_settled(p->t))
        return "tournament.pair.open";
    if (p->t->system == BY_ALL && p->t->format != BY_ROTATING && p->t->rounds > 0 && !some_to_meet(p))
        return "tournament.pair.all";
    if (p->n < 2 || (p->t->at_table > 2 && !pair_tables(p, r)))
        return "tournament.pair.few";
    if (p->t->at_table == 2 && !pair_twos(p, r))
        return "tournament.pair.all";
    return NULL;
}

bool by_tournament_pair(struct by_tournament *t, struct by_fault *f)
{
    struct past *p = by_sure(malloc(sizeof *p));
    struct by_tournament_round *r = by_sure(calloc(1, sizeof *r));
    const char *why;
    bool fine;

    look_back(p, t);
    why = pair(p, r);
    fine =
        why == NULL ? add_round(t, r, f) : by_tournament_wrong(f, why, BY_PARTS(BY_NUMBER(t->rounds), BY_NUMBER(p->n)));
    free(p);
    free(r);
    return fine;
}
