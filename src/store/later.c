/* SPDX-License-Identifier: MIT */
/* later.c: see later.h. */
#include <pthread.h>
#include <stdlib.h>

#include "store/later.h"
#include "util/memory.h"

enum { MOST = 8 };

struct asked {
    struct asked *next;
    by_on_later *work;
    void *context;
};

struct by_later {
    struct by_store *store;
    pthread_t threads[MOST];
    int n;
    pthread_mutex_t lock; /* protects the members below */
    pthread_cond_t more;
    struct asked *first, **last;
    bool stop;
};

static void *works(void *later)
{
    struct by_later *l = later;

    pthread_mutex_lock(&l->lock);
    for (;;) {
        struct asked *a;

        while (l->first == NULL && !l->stop)
            pthread_cond_wait(&l->more, &l->lock);
        a = l->first;
        if (a == NULL)
            break;
        l->first = a->next;
        if (l->first == NULL)
            l->last = &l->first;
        pthread_mutex_unlock(&l->lock);
        a->work(l->store, a->context);
        free(a);
        pthread_mutex_lock(&l->lock);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

struct by_later *by_later_new(struct by_store *s, int threads)
{
    struct by_later *l = by_sure(calloc(1, sizeof *l));

    l->store = s;
    l->last = &l->first;
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->more, NULL);
    while (l->n < threads && l->n < MOST && pthread_create(&l->threads[l->n], NULL, works, l) == 0)
        l->n++;
    if (l->n > 0)
        return l;
    by_later_free(l);
    return NULL;
}

void by_later_put(struct by_later *l, by_on_later *work, void *context)
{
    struct asked *a = by_sure(calloc(1, sizeof *a));

    a->work = work;
    a->context = context;
    pthread_mutex_lock(&l->lock);
    *l->last = a;
    l->last = &a->next;
    pthread_cond_signal(&l->more);
    pthread_mutex_unlock(&l->lock);
}

void by_later_free(struct by_later *l)
{
    if (l == NULL)
        return;
    pthread_mutex_lock(&l->lock);
    l->stop = true;
    pthread_cond_broadcast(&l->more);
    pthread_mutex_unlock(&l->lock);
    for (int i = 0; i < l->n; i++)
        pthread_join(l->threads[i], NULL);
    pthread_mutex_destroy(&l->lock);
    pthread_cond_destroy(&l->more);
    free(l);
}
