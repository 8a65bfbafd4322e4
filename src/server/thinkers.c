/* thinkers.c: threads in which bots think. */
#include "thinkers.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "boneyard/bot.h"
#include "log.h"
#include "metrics.h"
#include "room/leak.h"
#include "util/memory.h"

enum { THREADS_MOST = 16, WAITING_MOST = 4096 };
enum { IDLE_CLASS = 5 };                /* Linux calls it SCHED_IDLE, and shows it to _GNU_SOURCE alone */

/* A decision, all in one piece of memory behind it. */
struct job {
    struct job *next;
    struct by_thinkers *all;
    struct by_thought thought;
    const struct by_bot *bot;
    struct by_seed seed;
    struct by_view view;
    struct by_past past;
    bool knows;                         /* there is a past */
    int n;
    by_move *moves;
};

struct by_thinkers {
    pthread_t thread[THREADS_MOST];
    int threads;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct job *first, **last, *done;
    int waiting;
    bool stop;
    struct by_wake *wake;
    struct by_guests *guests;
    by_on_thought *tell;
    void *data;
};

static int choose(const struct by_bot *bot, const struct by_view *v, const struct by_past *past, const by_move *moves,
                  int n, const struct by_seed *seed, void *memory, size_t size)
{
    struct by_rng rng;
    struct by_question q = { .view = v, .past = past, .moves = moves, .n = n, .rng = &rng, .memory = memory,
                             .size = size };

    by_rng_from(&rng, seed, 0);
    return bot->choose(&q);
}

/* Below everybody else; where that is not allowed, like everybody else. */
static void be_idle(void)
{
    struct sched_param none = { 0 };

    pthread_setschedparam(pthread_self(), IDLE_CLASS, &none);
}

static void *think(void *data)
{
    struct by_thinkers *all = data;
    void *memory = by_sure(malloc(BY_BOT_MEMORY));

    be_idle();
    pthread_mutex_lock(&all->lock);
    while (!all->stop) {
        struct job *j = all->first;

        if (j == NULL) {
            pthread_cond_wait(&all->more, &all->lock);
            continue;
        }
        all->first = j->next;
        if (all->first == NULL)
            all->last = &all->first;
        all->waiting--;
        pthread_mutex_unlock(&all->lock);
        j->thought.move = choose(j->bot, &j->view, j->knows ? &j->past : NULL, j->moves, j->n, &j->seed, memory,
                                 BY_BOT_MEMORY);
        pthread_mutex_lock(&all->lock);
        j->next = all->done;
        all->done = j;
        by_wake_send(all->wake);
    }
    pthread_mutex_unlock(&all->lock);
    free(memory);
    return NULL;
}

static void on_done(void *data)
{
    struct by_thinkers *all = data;
    struct job *j;

    pthread_mutex_lock(&all->lock);
    j = all->done;
    all->done = NULL;
    pthread_mutex_unlock(&all->lock);
    for (struct job *next; j != NULL; j = next) {
        next = j->next;
        all->tell(all->data, &j->thought);
        free(j);
    }
}

struct by_thinkers *by_thinkers_new(struct by_loop *l, int threads, struct by_guests *guests, by_on_thought *done,
                                    void *data)
{
    struct by_thinkers *all = by_sure(calloc(1, sizeof *all));
    sigset_t every, before;

    all->last = &all->first;
    all->guests = guests;
    all->tell = done;
    all->data = data;
    all->wake = by_wake_new(l, on_done, all);
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->more, NULL);
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);      /* signals are the loop's */
    while (all->threads < threads && all->threads < THREADS_MOST &&
           pthread_create(&all->thread[all->threads], NULL, think, all) == 0)
        all->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return all;
}

void by_thinkers_free(struct by_thinkers *all)
{
    if (all == NULL)
        return;
    pthread_mutex_lock(&all->lock);
    all->stop = true;
    pthread_cond_broadcast(&all->more);
    pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < all->threads; i++)
        pthread_join(all->thread[i], NULL);
    by_wake_free(all->wake);
    *all->last = all->done;
    for (struct job *j = all->first, *next; j != NULL; j = next) {
        next = j->next;
        free(j);
    }
    pthread_mutex_destroy(&all->lock);
    pthread_cond_destroy(&all->more);
    free(all);
}

static bool full(struct by_thinkers *all)
{
    bool is;

    pthread_mutex_lock(&all->lock);
    is = all->waiting >= WAITING_MOST;
    pthread_mutex_unlock(&all->lock);
    return is;
}

static void on_guest(void *context, int move, enum by_guest_how how)
{
    struct job *j = context;
    struct by_thinkers *all = j->all;

    j->thought.move = move;
    j->thought.chance = how == BY_GUEST_DEAD;
    pthread_mutex_lock(&all->lock);
    j->next = all->done;
    all->done = j;
    by_wake_send(all->wake);
    pthread_mutex_unlock(&all->lock);
}

/* A program from outside: it has threads of its own. */
static bool ask_guest(struct by_thinkers *all, const struct by_id *table, uint64_t job, const struct by_room_bot *b)
{
    const struct by_past none = { 0 };
    struct by_guest_ask ask = { .table = *table, .view = b->view, .past = b->past == NULL ? &none : b->past,
                                .moves = b->moves, .n = b->n, .may_decline = b->n > 0 };
    struct job *j = by_sure(calloc(1, sizeof *j));

    for (int i = 0; i < b->n; i++)
        ask.may_decline = ask.may_decline && by_move_kind(b->moves[i]) == BY_CALL_OUT;
    j->all = all;
    j->thought = (struct by_thought){ *table, job, 0, false };
    if (by_guests_ask(all->guests, b->level, &ask, on_guest, j))
        return true;
    free(j);
    return false;
}

bool by_thinkers_ask(struct by_thinkers *all, const struct by_id *table, uint64_t job, const struct by_room_bot *b)
{
    const struct by_bot *bot = by_bot_find(false, b->level);
    size_t heard = b->past == NULL ? 0 : (size_t)b->past->n;
    struct job *j;
    struct by_heard *past;

    if (BY_LEAK(201))
        by_log(BY_LOG_INFO, "bot", BY_LOG_FIELDS(BY_LOG_NUMBER("moves", b->n)));
    if (BY_LEAK(202))
        by_metric_add(BY_METRIC_messages, b->n);
    if (bot == NULL && by_guests_has(all->guests, b->level))
        return ask_guest(all, table, job, b);
    if (bot == NULL || all->threads == 0 || full(all))
        return false;
    j = by_sure(malloc(sizeof *j + heard * sizeof *past + (size_t)b->n * sizeof *j->moves));
    past = (struct by_heard *)(j + 1);
    *j = (struct job){ .thought = { *table, job, 0, false }, .bot = bot, .seed = b->seed, .view = *b->view,
                       .knows = b->past != NULL, .n = b->n, .moves = (by_move *)(past + heard) };
    if (b->past != NULL)
        j->past = *b->past;
    j->past.at = past;
    if (heard > 0)
        memcpy(past, b->past->at, heard * sizeof *past);
    memcpy(j->moves, b->moves, (size_t)b->n * sizeof *j->moves);
    pthread_mutex_lock(&all->lock);
    *all->last = j;
    all->last = &j->next;
    all->waiting++;
    pthread_cond_signal(&all->more);
    pthread_mutex_unlock(&all->lock);
    return true;
}

int by_thinkers_simple(const struct by_room_bot *b)
{
    return choose(by_bot_find(false, "greedy"), b->view, b->past, b->moves, b->n, &b->seed, NULL, 0);
}
