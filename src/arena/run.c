/* SPDX-License-Identifier: MIT */
/* run.c: stores items as they arrive and counts them in numerical order. */
#include "save.h"

#include <stdlib.h>
#include <string.h>

#include "util/memory.h"

void by_run_init(struct by_run *r)
{
    size_t pairings = (size_t)r->arena.pairings;

    r->items = r->arena.deals * r->arena.pairings;
    r->result = by_sure(calloc((size_t)r->items, sizeof *r->result));
    r->done = by_sure(calloc((size_t)r->items, sizeof *r->done));
    r->cross = by_sure(calloc(pairings * pairings, sizeof *r->cross));
}

void by_run_clear(struct by_run *r)
{
    free(r->result);
    free(r->done);
    free(r->cross);
}

void by_tally_add(struct by_arena_tally *to, const struct by_arena_tally *t)
{
    to->moves += t->moves;
    to->asked += t->asked;
    to->timed += t->timed;
    to->ns += t->ns;
    to->most_ns = t->most_ns > to->most_ns ? t->most_ns : to->most_ns;
    to->over += t->over;
    to->seats += t->seats;
    to->stood_in += t->stood_in;
    for (int i = 0; i < BY_SLIPS; i++)
        to->slips[i] += t->slips[i];
}

static void add(struct by_sums *s, const struct by_result_of_item *x)
{
    s->items++;
    s->score += x->score;
    s->squares += x->score * x->score;
    s->hist[x->score]++;
    s->games += x->games;
    s->won += x->won;
    s->tied += x->tied;
    s->led += x->led;
    s->led_score += x->led_score;
    s->rounds += x->rounds;
    s->points.n++;
    s->points.a += x->points[0];
    s->points.b += x->points[1];
    s->points.aa += x->points[0] * x->points[0];
    s->points.bb += x->points[1] * x->points[1];
    s->points.ab += x->points[0] * x->points[1];
    for (int k = 0; k < 2; k++) {
        s->cleared[k] += x->cleared[k];
        s->left[k] += x->left[k];
        by_tally_add(&s->tally[k], &x->tally[k]);
    }
}

/* Adds the product of the two scores for each pair of pairings, once all items of a deal are complete. */
static void add_deal(struct by_run *r, const struct by_result_of_item *first)
{
    int n = r->arena.pairings;

    for (int p = 0; n > 1 && p < n; p++)
        for (int q = 0; q < n; q++)
            r->cross[p * n + q] += first[p].score * first[q].score;
}

static void count(struct by_run *r, int64_t item)
{
    int n = r->arena.pairings, p = (int)(item % n);
    struct by_sums *s = &r->sums[p];

    add(s, &r->result[item]);
    if (p == n - 1)
        add_deal(r, &r->result[item - n + 1]);
    if (!r->sprt)
        return;
    r->llr = by_llr(s->hist, r->arena.of + 1, r->s0, r->s1);
    r->verdict = r->llr >= by_llr_bound() ? BY_HIGHER : r->llr <= -by_llr_bound() ? BY_LOWER : BY_UNDECIDED;
}

void by_run_take(struct by_run *r, const struct by_result_of_item *x)
{
    if (x->item < 0 || x->item >= r->items || r->done[x->item] != 0)
        return;
    r->result[x->item] = *x;
    r->done[x->item] = 1;
    r->finished++;
    if (r->save != NULL)
        by_save_item(r, x);
    while (r->counted < r->items && r->done[r->counted] != 0 && r->verdict == BY_UNDECIDED)
        count(r, r->counted++);
}

void by_run_close(struct by_run *r)
{
    int n = r->arena.pairings;

    if (r->verdict != BY_UNDECIDED)
        return;
    /* Counts only whole deals, so that every pairing has played the same deals. */
    for (int64_t deal = (r->counted + n - 1) / n; deal < r->arena.deals; deal++) {
        bool whole = true;

        for (int p = 0; p < n; p++)
            whole = whole && r->done[deal * n + p] != 0;
        for (int p = 0; whole && p < n; p++)
            count(r, deal * n + p);
    }
}

bool by_run_over(const struct by_run *r)
{
    return r->verdict != BY_UNDECIDED || by_stop_is_set(r->arena.stop) || r->finished == r->items || r->save_failed;
}
