/* SPDX-License-Identifier: MIT */
/* bot_pool.c: the threads in which bots think. */
#include "bot_pool.h"

#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "server/operate/workers.h"
#include "server/operate/log.h"
#include "server/operate/metrics.h"
#include "util/memory.h"

enum { WAITING_MOST = 4096 };

/* A decision, in one block of memory. */
struct job {
    struct by_work errand; /* first */
    struct by_bot_pool *all;
    struct by_bot_choice thought;
    const struct by_bot *bot;
    struct by_seed seed;
    struct by_view view;
    struct by_past past;
    bool knows; /* the past is included */
    int n;
    by_move *moves;
};

struct by_bot_pool {
    struct by_workers *errands;
    struct by_external_bots *guests;
    by_on_bot_choice *tell;
    void *data;
};

static int choose(const struct by_bot *bot, const struct by_view *v, const struct by_past *past, const by_move *moves,
                  int n, const struct by_seed *seed, void *memory, size_t size)
{
    struct by_rng rng;
    struct by_question q = {
        .view = v, .past = past, .moves = moves, .n = n, .rng = &rng, .memory = memory, .size = size
    };

    by_rng_from(&rng, seed, 0);
    return bot->choose(&q);
}

static void think(void *data, struct by_work *e, void **memory)
{
    struct job *j = (struct job *)e;

    (void)data;
    if (*memory == NULL)
        *memory = by_sure(malloc(BY_BOT_MEMORY));
    j->thought.move =
        choose(j->bot, &j->view, j->knows ? &j->past : NULL, j->moves, j->n, &j->seed, *memory, BY_BOT_MEMORY);
}

static void on_done(void *data, struct by_work *e)
{
    struct by_bot_pool *all = data;
    struct job *j = (struct job *)e;

    all->tell(all->data, &j->thought);
    free(j);
}

static void drop(void *data, struct by_work *e)
{
    (void)data;
    free(e);
}

struct by_bot_pool *by_bot_pool_new(struct by_loop *l, int threads, struct by_external_bots *guests,
                                    by_on_bot_choice *done, void *data)
{
    struct by_bot_pool *all = by_sure(calloc(1, sizeof *all));
    const struct by_workers_setup setup = {
        .threads = threads, .most = WAITING_MOST, .work = think, .done = on_done, .drop = drop, .data = all
    };

    all->guests = guests;
    all->tell = done;
    all->data = data;
    all->errands = by_workers_new(l, &setup);
    return all;
}

void by_bot_pool_free(struct by_bot_pool *all)
{
    if (all == NULL)
        return;
    by_workers_free(all->errands);
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

/* An external program, which has its own threads. */
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
    if (by_workers_ask(all->errands, &j->errand))
        return true;
    free(j);
    return false;
}

int by_bot_pool_simple(const struct by_room_bot *b)
{
    return choose(by_bot_find(false, "greedy"), b->view, b->past, b->moves, b->n, &b->seed, NULL, 0);
}
