/* passwords.c: two threads that hash passwords. */
#include "passwords.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "metrics.h"
#include "util/memory.h"

enum { THREADS = 2, WAITING_MOST = 16 };

struct passwords {
    pthread_t thread[THREADS];
    int threads, waiting;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct password_job *first, **last, *done;
    bool stop;
    char nobody[BY_PASSWORD_TEXT];      /* a hash that nobody's password fits to; under `lock` */
    struct by_wake *wake;
    void (*tell)(void *data, struct password_job *j);
    void *data;
};

static void job_free(struct password_job *j)
{
    by_forget(j, sizeof *j);
    free(j);
}

/* For names that nobody has, the same work. */
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

static void work(struct passwords *p, struct password_job *j)
{
    char nobody[BY_PASSWORD_TEXT];

    if (j->fresh) {
        by_metric_add(BY_METRIC_hashes, 1);
        j->fits = by_password_hash(j->password, j->hash);
        return;
    }
    take_nobody(p, nobody);             /* also the first time no name may take longer than another */
    if (!j->known)
        memcpy(j->hash, nobody, sizeof nobody);
    by_metric_add(BY_METRIC_hashes, 1);
    j->fits = by_password_fits(j->hash, j->password) && j->known;
}

static void *run(void *data)
{
    struct passwords *p = data;

    pthread_mutex_lock(&p->lock);
    while (!p->stop) {
        struct password_job *j = p->first;

        if (j == NULL) {
            pthread_cond_wait(&p->more, &p->lock);
            continue;
        }
        p->first = j->next;
        if (p->first == NULL)
            p->last = &p->first;
        p->waiting--;
        pthread_mutex_unlock(&p->lock);
        work(p, j);
        pthread_mutex_lock(&p->lock);
        j->next = p->done;
        p->done = j;
        by_wake_send(p->wake);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void on_done(void *data)
{
    struct passwords *p = data;
    struct password_job *j;

    pthread_mutex_lock(&p->lock);
    j = p->done;
    p->done = NULL;
    pthread_mutex_unlock(&p->lock);
    for (struct password_job *next; j != NULL; j = next) {
        next = j->next;
        p->tell(p->data, j);
        job_free(j);
    }
}

struct passwords *by_passwords_new(struct by_loop *l, void (*done)(void *data, struct password_job *j), void *data)
{
    struct passwords *p = by_sure(calloc(1, sizeof *p));
    sigset_t every, before;

    p->last = &p->first;
    p->tell = done;
    p->data = data;
    p->wake = by_wake_new(l, on_done, p);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    while (p->threads < THREADS && pthread_create(&p->thread[p->threads], NULL, run, p) == 0)
        p->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return p;
}

void by_passwords_free(struct passwords *p)
{
    if (p == NULL)
        return;
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->threads; i++)
        pthread_join(p->thread[i], NULL);
    by_wake_free(p->wake);
    *p->last = p->done;
    for (struct password_job *j = p->first, *next; j != NULL; j = next) {
        next = j->next;
        job_free(j);
    }
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->more);
    free(p);
}

bool by_passwords_ask(struct passwords *p, struct password_job *j)
{
    bool fine;

    pthread_mutex_lock(&p->lock);
    fine = p->waiting < WAITING_MOST && p->threads > 0;
    if (fine) {
        p->waiting++;
        *p->last = j;
        p->last = &j->next;
        pthread_cond_signal(&p->more);
    }
    pthread_mutex_unlock(&p->lock);
    return fine;
}
