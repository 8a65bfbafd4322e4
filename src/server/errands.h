/* errands.h: work that others may not wait for, on threads of their own behind everybody else (SCHED_IDLE).
 *
 * The loop never waits for such a thread: one that holds a lock when somebody else wants the processor may hold it for
 * long.  So what the loop touches goes over in lists without locks. */
#ifndef BY_SERVER_ERRANDS_H
#define BY_SERVER_ERRANDS_H

#include "loop.h"

struct by_errands;
struct by_errand { struct by_errand *next; };           /* the first member of what is to be done */

/* What is done, on a thread of theirs.  *own is NULL at first and the thread's own from then on; freed at its end. */
typedef void by_do_errand(void *data, struct by_errand *e, void **own);
/* On the loop: it is done, and yours again. */
typedef void by_on_errand(void *data, struct by_errand *e);

struct by_errands_setup {
    int threads, most;                  /* that may wait */
    by_do_errand *work;
    by_on_errand *done;
    by_on_errand *drop;                 /* at the end: will not be done, or nobody will hear of it */
    void *data;
};

struct by_errands *by_errands_new(struct by_loop *l, const struct by_errands_setup *s);
void by_errands_free(struct by_errands *all);           /* waits for what is being done */

/* Taken, from the loop.  False: too many wait already, or there are no threads; it stays yours. */
bool by_errands_ask(struct by_errands *all, struct by_errand *e);
/* From any thread: one that went elsewhere is done. */
void by_errands_finish(struct by_errands *all, struct by_errand *e);

#endif
