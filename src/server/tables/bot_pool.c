/* SPDX-License-Identifier: MIT */
/* bot_pool.c: runs bots on a pool of threads.
 *
 * Each table has at most one current decision, and decisions are made in the order requested, so no table waits for
 * more than one decision of any other table. Every waiting decision starts within about `limit` milliseconds, because
 * each may use only its share of that time. */
#include "bot_pool.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "boneyard/bot.h"
#include "server/operate/workers.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "util/chance.h"
#include "util/memory.h"

/* In milliseconds.  LOOK is the time between checks of running decisions; LEAST is the minimum time for a decision.
 * QUEUE_UNIT and LONGEST_UNIT coarsen the metrics for the queue and the longest decision, because a bot's thinking time
 * depends on its hand. */
enum { WAITING_MOST = 4096, LOOK = 10, LEAST = 5, QUEUE_UNIT = 16, LONGEST_UNIT = 100 };

/* A decision, allocated as a single block. */
struct job {
    struct by_work errand; /* must be first */
    struct by_bot_pool *all;
    struct job *before, *after; /* list of running and waiting decisions */
    struct by_stop stop;
    atomic_llong began; /* start time in milliseconds; 0 while waiting */
    bool cut;
    int64_t took; /* processor time in milliseconds */
    struct by_bot_choice thought;
    const struct by_bot *bot;
    struct by_seed seed;
    struct by_view view;
    struct by_past past;
    bool knows; /* whether the question has a history */
    int n;
    by_move *moves;
};

struct by_bot_pool {
    struct by_workers *errands;
    struct by_external_bots *guests;
    by_on_bot_choice *tell;
    void *data;
    struct job *first;
    int n, threads, limit;
    int64_t longest;
    struct by_timer *timer;
};

/* ---- Limits ----------------------------------------------------------------------------------- */

/* Returns the time for one decision, in milliseconds. */
static int64_t share(const struct by_bot_pool *all)
{
    int64_t ms = all->limit / (1 + (all->n > all->threads ? all->n - all->threads : 0) / all->threads);

    return ms > LEAST ? ms : LEAST;
}

static void look(void *data)
{
    struct by_bot_pool *all = data;
    int64_t now = by_now_ms(), most = share(all);

    for (struct job *j = all->first; j != NULL; j = j->after)
        if (!j->cut && j->began != 0 && now - j->began > most) {
            j->cut = true;
            by_stop_set(&j->stop);
        }
    if (all->first != NULL)
        by_timer_set(all->timer, LOOK / 1000.0);
}

/* Cancels a table's earlier decisions. */
static void enter(struct by_bot_pool *all, struct job *j)
{
    for (struct job *o = all->first; o != NULL; o = o->after)
        if (memcmp(&o->thought.table, &j->thought.table, sizeof o->thought.table) == 0)
            by_stop_set(&o->stop);
    if (all->first == NULL)
        by_timer_set(all->timer, LOOK / 1000.0);
    else
        all->first->before = j;
    j->after = all->first;
    all->first = j;
    by_metric_set(BY_METRIC_bots_queue, ++all->n / QUEUE_UNIT * (int64_t)QUEUE_UNIT);
}

static void leave(struct by_bot_pool *all, struct job *j)
{
    *(j->before != NULL ? &j->before->after : &all->first) = j->after;
    if (j->after != NULL)
        j->after->before = j->before;
    by_metric_set(BY_METRIC_bots_queue, --all->n / QUEUE_UNIT * (int64_t)QUEUE_UNIT);
    by_metric_add(BY_METRIC_bots_cut, j->cut);
    all->longest = j->took > all->longest ? j->took : all->longest;
    by_metric_set(BY_METRIC_bots_longest, (all->longest / LONGEST_UNIT + 1) * LONGEST_UNIT);
}

/* ---- Thinking --------------------------------------------------------------------------------- */

static int choose(const struct by_bot *bot, const struct by_view *v, const struct by_past *past, const by_move *moves,
                  int n, const struct by_seed *seed, void *memory, const struct by_stop *stop)
{
    struct by_rng rng;
    struct by_question q = { .view = v,
                             .past = past,
                             .moves = moves,
                             .n = n,
                             .rng = &rng,
                             .memory = memory,
                             .size = memory == NULL ? 0 : BY_BOT_MEMORY,
                             .stop = stop };

    by_rng_from(&rng, seed, 0);
    return bot->choose(&q);
}

static int64_t thread_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void think(void *data, struct by_work *e, void **memory)
{
    struct job *j = (struct job *)e;
    int64_t began = thread_ms();

    (void)data;
    if (*memory == NULL)
        *memory = by_sure(malloc(BY_BOT_MEMORY));
    j->began = by_now_ms();
    j->thought.move = choose(j->bot, &j->view, j->knows ? &j->past : NULL, j->moves, j->n, &j->seed, *memory, &j->stop);
    j->took = thread_ms() - began;
}

static void on_done(void *data, struct by_work *e)
{
    struct by_bot_pool *all = data;
    struct job *j = (struct job *)e;

    if (j->bot != NULL)
        leave(all, j);
    all->tell(all->data, &j->thought);
    free(j);
}

static void drop(void *data, struct by_work *e)
{
    (void)data;
    free(e);
}

struct by_bot_pool *by_bot_pool_new(struct by_loop *l, const struct by_settings *s, struct by_external_bots *guests,
                                    by_on_bot_choice *done, void *data)
{
    struct by_bot_pool *all = by_sure(calloc(1, sizeof *all));
    const struct by_workers_setup setup = {
        .threads = s->bot_threads, .most = WAITING_MOST, .work = think, .done = on_done, .drop = drop, .data = all
    };

    all->guests = guests;
    all->tell = done;
    all->data = data;
    all->threads = s->bot_threads;
    all->limit = s->bot_think;
    all->timer = by_timer_new(l, look, all);
    all->errands = by_workers_new(l, &setup);
    return all;
}

void by_bot_pool_free(struct by_bot_pool *all)
{
    if (all == NULL)
        return;
    for (struct job *j = all->first; j != NULL; j = j->after)
        by_stop_set(&j->stop);
    by_workers_free(all->errands);
    by_timer_free(all->timer);
    free(all);
}

static void on_guest(void *context, int move, enum by_external_how how)
{
    struct job *j = context;
    struct by_bot_pool *all = j->all;

    j->thought.move = move;
    j->thought.chance = how == BY_EXTERNAL_DEAD;
    by_workers_finish(all->errands, &j->errand);
}

/* Asks an external program, which has its own thread. */
static bool ask_guest(struct by_bot_pool *all, const struct by_id *table, uint64_t job, const struct by_room_bot *b)
{
    const struct by_past none = { 0 };
    struct by_external_question ask = { .table = *table,
                                        .view = b->view,
                                        .past = b->past == NULL ? &none : b->past,
                                        .moves = b->moves,
                                        .n = b->n,
                                        .may_decline = b->n > 0 };
    struct job *j = by_sure(calloc(1, sizeof *j));

    for (int i = 0; i < b->n; i++)
        ask.may_decline = ask.may_decline && by_move_kind(b->moves[i]) == BY_CALL_OUT;
    j->all = all;
    j->thought = (struct by_bot_choice){ *table, job, 0, false };
    if (by_external_bots_ask(all->guests, b->level, &ask, on_guest, j))
        return true;
    free(j);
    return false;
}

bool by_bot_pool_ask(struct by_bot_pool *all, const struct by_id *table, uint64_t job, const struct by_room_bot *b)
{
    const struct by_bot *bot = by_bot_find(false, b->level);
    size_t heard = b->past == NULL ? 0 : (size_t)b->past->n;
    struct job *j;
    struct by_heard *past;

    if (bot == NULL && by_external_bots_has(all->guests, b->level))
        return ask_guest(all, table, job, b);
    if (bot == NULL)
        return false;
    j = by_sure(malloc(sizeof *j + heard * sizeof *past + (size_t)b->n * sizeof *j->moves));
    past = (struct by_heard *)(j + 1);
    *j = (struct job){ .thought = { *table, job, 0, false },
                       .bot = bot,
                       .seed = b->seed,
                       .view = *b->view,
                       .knows = b->past != NULL,
                       .n = b->n,
                       .moves = (by_move *)(past + heard) };
    if (b->past != NULL)
        j->past = *b->past;
    j->past.at = past;
    if (heard > 0)
        memcpy(past, b->past->at, heard * sizeof *past);
    memcpy(j->moves, b->moves, (size_t)b->n * sizeof *j->moves);
    enter(all, j);
    if (by_workers_ask(all->errands, &j->errand))
        return true;
    leave(all, j);
    free(j);
    return false;
}

int by_bot_pool_simple(const struct by_room_bot *b)
{
    return choose(by_bot_find(false, "greedy"), b->view, b->past, b->moves, b->n, &b->seed, NULL, NULL);
}
