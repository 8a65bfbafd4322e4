/* SPDX-License-Identifier: MIT */
/* passwords.c: hashes passwords on two low-priority threads (workers.h). */
#include "util/random.h"
#include "passwords.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "server/operate/metrics.h"
#include "util/memory.h"

enum { THREADS = 2, WAITING_MOST = 16 };

struct passwords {
    struct by_workers *errands;
    pthread_mutex_t lock;          /* used only by the worker threads */
    char nobody[BY_PASSWORD_TEXT]; /* a hash that matches no password */
    void (*tell)(void *data, struct password_job *j);
    void *data;
};

static void job_free(struct password_job *j)
{
    by_forget(j, sizeof *j);
    free(j);
}

/* Copies the hash that stands in for unknown names, so that checking them costs as much as checking known ones. */
static void take_nobody(struct passwords *p, char out[BY_PASSWORD_TEXT])
{
    char password[] = "0123456789abcdef0123456789abcdef";
    uint8_t random[32];

    pthread_mutex_lock(&p->lock);
    memcpy(out, p->nobody, BY_PASSWORD_TEXT);
    pthread_mutex_unlock(&p->lock);
    if (out[0] != '\0')
        return;
    by_random(random, sizeof random);
    for (size_t i = 0; i < sizeof random; i++)
        password[i] = (char)('a' + random[i] % 26);
    by_metric_add(BY_METRIC_hashes, 1);
    if (!by_password_hash(password, out))
        return;
    pthread_mutex_lock(&p->lock);
    memcpy(p->nobody, out, BY_PASSWORD_TEXT);
    pthread_mutex_unlock(&p->lock);
}

static void work(void *data, struct by_work *e, void **own)
{
    struct password_job *j = (struct password_job *)e;
    char nobody[BY_PASSWORD_TEXT];

    (void)own;
    if (j->fresh) {
        by_metric_add(BY_METRIC_hashes, 1);
        j->fits = by_password_hash(j->password, j->hash);
        return;
    }
    take_nobody(data, nobody); /* computed at start-up, so that even the first unknown name takes no longer */
    if (!j->known)
        memcpy(j->hash, nobody, sizeof nobody);
    by_metric_add(BY_METRIC_hashes, 1);
    j->fits = by_password_fits(j->hash, j->password) && j->known;
    if (j->fits && j->next[0] != '\0') {
        by_metric_add(BY_METRIC_hashes, 1);
        j->fits = by_password_hash(j->next, j->hash);
    }
}

static void on_done(void *data, struct by_work *e)
{
    struct passwords *p = data;
    struct password_job *j = (struct password_job *)e;

    if (j->then != NULL)
        j->then(j);
    else
        p->tell(p->data, j);
    job_free(j);
}

static void drop(void *data, struct by_work *e)
{
    (void)data;
    job_free((struct password_job *)e);
}

struct passwords *by_passwords_new(struct by_loop *l, void (*done)(void *data, struct password_job *j), void *data)
{
    struct passwords *p = by_sure(calloc(1, sizeof *p));
    const struct by_workers_setup setup = {
        .threads = THREADS, .most = WAITING_MOST, .work = work, .done = on_done, .drop = drop, .data = p
    };

    p->tell = done;
    p->data = data;
    pthread_mutex_init(&p->lock, NULL);
    p->errands = by_workers_new(l, &setup);
    return p;
}

void by_passwords_free(struct passwords *p)
{
    if (p == NULL)
        return;
    by_workers_free(p->errands);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

bool by_passwords_ask(struct passwords *p, struct password_job *j) { return by_workers_ask(p->errands, &j->errand); }
