/* SPDX-License-Identifier: MIT */
/* agreement.c: see agreement.h. */
#include "agreement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/coach.h"
#include "rating/rating.h"
#include "server/operate/workers.h"
#include "util/memory.h"
#include "wire/record.h"

enum { REMEMBERED = 32, WAITING_MOST = 8, LEVELS = 4 };

/* A match to judge. */
struct job {
    struct by_work work; /* must be first */
    struct by_id report;
    const struct by_stop *stop;
    char *record;
    struct by_play_of *plays;
    int n, at, seat; /* `at` is the index of the next play */
    struct by_coach coach;
    struct by_study *study;
    struct by_agreement result;
};

struct by_agreements {
    struct by_workers *workers;
    struct by_stop stop;
    struct {
        struct by_id report;
        struct by_agreement is;
        bool used;
    } known[REMEMBERED];
    int next; /* the oldest result, to be replaced next */
};

/* ---- Judging ---------------------------------------------------------------------------------- */

static void judge(struct job *j, const struct by_table *after, const struct by_event *move)
{
    struct by_table before = *after;

    by_table_undo(&before);
    if (!by_study_of(&j->coach, &before, j->seat, move->move, j->study) || j->study->verdict.forced)
        return;
    j->result.decisions++;
    j->result.agreed += j->study->verdict.grade == BY_GRADE_BEST;
}

static void on_play(void *context, const struct by_record *t, const struct by_view *v, const struct by_events *ev)
{
    struct job *j = context;
    const struct by_event *move = &ev->at[0];
    const struct by_play_of *play;

    (void)v;
    if (move->kind != BY_EV_MOVE || j->at == j->n)
        return;
    play = &j->plays[j->at++];
    if (play->own && play->seat == j->seat && move->seat == j->seat && !by_stop_is_set(j->stop))
        judge(j, &t->table, move);
}

static void work(void *data, struct by_work *e, void **own)
{
    struct job *j = (struct job *)e;
    FILE *in = fmemopen(j->record, strlen(j->record), "r");
    struct by_fault f;

    (void)data;
    if (*own == NULL)
        *own = by_sure(malloc(BY_BOT_MEMORY));
    j->coach =
        (struct by_coach){ .bot = by_bots[BY_BOT_expert], .memory = *own, .size = BY_BOT_MEMORY, .stop = j->stop };
    j->coach.heard = by_sure(malloc(sizeof *j->coach.heard * ((size_t)j->n + 1)));
    j->study = by_sure(malloc(sizeof *j->study));
    by_sure(in);
    by_record_free(by_record_read(in, on_play, j, &f));
    fclose(in);
    free(j->coach.heard);
    free(j->study);
    j->result.done = true;
}

/* ---- Results ---------------------------------------------------------------------------------- */

static void job_free(struct job *j)
{
    free(j->record);
    free(j->plays);
    free(j);
}

static void on_done(void *data, struct by_work *e)
{
    struct by_agreements *all = data;
    struct job *j = (struct job *)e;

    for (int i = 0; i < REMEMBERED; i++)
        if (all->known[i].used && memcmp(&all->known[i].report, &j->report, sizeof j->report) == 0)
            all->known[i].is = j->result;
    job_free(j);
}

static void drop(void *data, struct by_work *e)
{
    (void)data;
    job_free((struct job *)e);
}

struct by_agreements *by_agreements_new(struct by_loop *l)
{
    struct by_agreements *all = by_sure(calloc(1, sizeof *all));

    all->workers = by_workers_new(
        l,
        &(struct by_workers_setup){
            .threads = 1, .most = WAITING_MOST, .work = work, .done = on_done, .drop = drop, .data = all });
    return all;
}

void by_agreements_free(struct by_agreements *all)
{
    if (all == NULL)
        return;
    by_stop_set(&all->stop);
    by_workers_free(all->workers);
    free(all);
}

bool by_agreements_find(const struct by_agreements *all, const struct by_id *report, struct by_agreement *out)
{
    for (int i = 0; i < REMEMBERED; i++)
        if (all->known[i].used && memcmp(&all->known[i].report, report, sizeof *report) == 0) {
            *out = all->known[i].is;
            return true;
        }
    return false;
}

void by_agreements_ask(struct by_agreements *all, const struct by_id *report, const char *record, int seat,
                       const struct by_play_of *plays, int n)
{
    struct job *j = by_sure(calloc(1, sizeof *j));

    j->report = *report;
    j->stop = &all->stop;
    j->record = by_sure(strdup(record));
    j->plays = by_sure(calloc((size_t)n + 1, sizeof *j->plays));
    memcpy(j->plays, plays, (size_t)n * sizeof *plays);
    j->n = n;
    j->seat = seat;
    if (!by_workers_ask(all->workers, &j->work)) {
        job_free(j);
        return;
    }
    all->known[all->next].report = *report;
    all->known[all->next].is = (struct by_agreement){ .done = false };
    all->known[all->next].used = true;
    all->next = (all->next + 1) % REMEMBERED;
}

/* ---- The expectation -------------------------------------------------------------------------- */

static const enum by_bot_id levels[LEVELS] = { BY_BOT_easy, BY_BOT_medium, BY_BOT_hard, BY_BOT_expert };
static const int16_t shares[BY_FAMILIES][BY_BOTS] = {
#define BY_SHARE(family, level, share) [BY_##family][BY_BOT_##level] = (share),
#include "shares.def"
#undef BY_SHARE
};

int by_agreement_expected(enum by_family_id family, double points)
{
    double at[LEVELS], part;
    struct by_rating r;
    int i = 0, low, high;

    for (int k = 0; k < LEVELS; k++) {
        if (shares[family][levels[k]] == 0 || !by_rating_anchor(family, by_bots[levels[k]]->key, &r))
            return 0;
        at[k] = by_rating_points(&r);
    }
    while (i < LEVELS - 2 && points > at[i + 1])
        i++;
    low = shares[family][levels[i]];
    high = shares[family][levels[i + 1]];
    part = (points - at[i]) / (at[i + 1] - at[i]);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return low + (int)(part * (high - low));
}
