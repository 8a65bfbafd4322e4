/* SPDX-License-Identifier: MIT */
/* move.c: runs checkpoints (move.h). The thread owns the connection while `busy` is set. The mutex protects all other
 * data. The mutex is never held during disk I/O, and no other lock is taken while it is held. */
#include <pthread.h>
#include <stdlib.h>

#include "store/backend.h"
#include "store/chain.h"
#include "store/sqlite/move.h"
#include "util/memory.h"

enum {
    START = 8000,
    FEW = 32,
    MOST = 3
}; /* START is a number of pages; START / FEW pages count as few, START * MOST pages as too many */

struct by_mover {
    const struct by_store_setup *setup;
    int start; /* log size, in pages, that triggers a checkpoint */

    pthread_mutex_t lock;       /* protects the members below */
    pthread_cond_t more, rests; /* `more` wakes the thread, which signals `rests` when it is idle */
    struct by_db *db;
    int pages, from; /* the log's current size, and its size at the last failure to move all pages or restart the log */
    unsigned times;  /* number of times the log has restarted */
    bool busy, hurry, ready, failed, stop;
    uint64_t waits;

    pthread_t thread;
};

/* Returns whether the checkpoint moved enough pages. `left` counts the pages added in the meantime. */
static bool enough(const struct by_mover *m, int left, int before)
{
    return m->hurry || left <= m->start / FEW || left > before / 2;
}

/* Repeats the checkpoint until few pages are left or their number stops falling. */
static void move(struct by_mover *m)
{
    int before = m->pages, moved = 0;
    unsigned times = m->times;

    for (;;) {
        int was = moved, left;
        by_err err;

        pthread_mutex_unlock(&m->lock);
        err = by_db_move(m->db, true, &moved, NULL);
        pthread_mutex_lock(&m->lock);
        m->failed = err != BY_OK && !BY_PLANTED(BY_PLANT_DEAF);
        if (m->failed || m->times != times) /* the log has restarted, so all pages were moved */
            return;
        if (moved <= was) { /* a reader still needs older pages */
            m->from = m->pages;
            return;
        }
        left = m->pages - moved;
        if (enough(m, left, before)) {
            m->ready = true;
            return;
        }
        before = left;
    }
}

static void *moves(void *mover)
{
    struct by_mover *m = mover;

    pthread_mutex_lock(&m->lock);
    for (;;) {
        while (!m->busy && !m->stop)
            pthread_cond_wait(&m->more, &m->lock);
        if (m->stop)
            break;
        move(m);
        m->busy = m->hurry = false;
        pthread_cond_broadcast(&m->rests);
    }
    m->busy = false;
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

static void wait_for_rest(struct by_mover *m)
{
    m->hurry = m->busy;
    while (m->busy)
        pthread_cond_wait(&m->rests, &m->lock);
}

bool by_mover_due(struct by_mover *m, int pages)
{
    bool due = false;

    pthread_mutex_lock(&m->lock);
    if (pages < m->pages) {
        m->times++;
        m->from = 0;
        m->ready = false;
    }
    m->pages = pages;
    if (BY_PLANTED(BY_PLANT_FRONT))
        due = pages >= m->from + m->start;
    else if (pages >= m->from + MOST * m->start && !BY_PLANTED(BY_PLANT_ENDLESS)) {
        m->waits += m->busy;
        wait_for_rest(m);
        due = true;
    } else if (!m->busy && m->ready && !BY_PLANTED(BY_PLANT_ENDLESS)) {
        due = true;
    } else if (!m->busy && pages >= m->from + m->start) {
        m->busy = true;
        pthread_cond_signal(&m->more);
    }
    due = due && !m->failed;
    pthread_mutex_unlock(&m->lock);
    return due;
}

void by_mover_moved(struct by_mover *m)
{
    pthread_mutex_lock(&m->lock);
    m->from = m->pages; /* the log restarts at the next commit unless a reader is using it */
    m->ready = false;
    pthread_mutex_unlock(&m->lock);
}

bool by_mover_failed(struct by_mover *m)
{
    bool failed;

    if (m == NULL)
        return false;
    pthread_mutex_lock(&m->lock);
    failed = m->failed;
    pthread_mutex_unlock(&m->lock);
    return failed;
}

void by_mover_rest(struct by_mover *m)
{
    struct by_db *db;

    if (m == NULL)
        return;
    pthread_mutex_lock(&m->lock);
    wait_for_rest(m);
    db = m->db;
    m->db = NULL;
    pthread_mutex_unlock(&m->lock);
    by_db_close(db, true); /* the writer closes its connection last and then moves any remaining pages */
}

bool by_mover_go_on(struct by_mover *m)
{
    struct by_db *db = by_db_open(m->setup, false, NULL);

    pthread_mutex_lock(&m->lock);
    m->db = db;
    m->failed = db == NULL;
    m->pages = m->from = 0;
    m->ready = false;
    pthread_mutex_unlock(&m->lock);
    return db != NULL;
}

uint64_t by_mover_waits(struct by_mover *m)
{
    uint64_t n;

    if (m == NULL)
        return 0;
    pthread_mutex_lock(&m->lock);
    n = m->waits;
    pthread_mutex_unlock(&m->lock);
    return n;
}

struct by_mover *by_mover_new(const struct by_store_setup *setup, struct by_fault *f)
{
    struct by_mover *m = by_sure(calloc(1, sizeof *m));

    m->setup = setup;
    m->start = setup->log > 0 ? setup->log : START;
    m->db = by_db_open(setup, false, f);
    pthread_mutex_init(&m->lock, NULL);
    pthread_cond_init(&m->more, NULL);
    pthread_cond_init(&m->rests, NULL);
    if (m->db != NULL && pthread_create(&m->thread, NULL, moves, m) == 0)
        return m;
    if (m->db != NULL)
        by_store_fault(f, BY_E_IO, "there is no room for another thread");
    m->stop = true;
    by_mover_free(m);
    return NULL;
}

void by_mover_free(struct by_mover *m)
{
    bool runs;

    if (m == NULL)
        return;
    pthread_mutex_lock(&m->lock);
    runs = !m->stop; /* false if the thread was never started */
    m->stop = true;
    pthread_cond_signal(&m->more);
    pthread_mutex_unlock(&m->lock);
    if (runs)
        pthread_join(m->thread, NULL);
    by_db_close(m->db, true);
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->more);
    pthread_cond_destroy(&m->rests);
    free(m);
}
