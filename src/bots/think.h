/* think.h: what the bots that think share.  Not part of the public headers. */
#ifndef BY_THINK_H
#define BY_THINK_H

#include <string.h>

#include "boneyard/bot.h"

enum by_level { BY_EASY, BY_MEDIUM, BY_HARD, BY_EXPERT };

/* One for each family of games: a place in q->moves.  With a single move they are not called. */
int by_think_line(const struct by_question *q, enum by_level level);
int by_think_trains(const struct by_question *q, enum by_level level);
int by_think_feet(const struct by_question *q, enum by_level level);
int by_think_castle(const struct by_question *q, enum by_level level);

/* What a move brings at once, in thousandths (greedy.c), for every game. */
int by_greedy(const struct by_question *q);

/* Greedy in trains: its planned train first (trains/think.c). */
int by_trains_greedy(const struct by_question *q);

/* The heaviest tile that fits; what is not a play as in by_greedy. */
int by_heaviest(const struct by_question *q);

/* Memory of a question, taken from the front; NULL when there is not enough.  Not cleared. */
struct by_room { unsigned char *at, *end; };

static inline struct by_room by_room_of(const struct by_question *q)
{
    return (struct by_room){ q->memory, q->memory == NULL ? NULL : (unsigned char *)q->memory + q->size };
}

static inline void *by_room_take(struct by_room *r, size_t bytes)
{
    void *p = r->at;

    bytes = (bytes + 63) & ~(size_t)63;
    if (r->at == NULL || bytes > (size_t)(r->end - r->at))
        return NULL;
    r->at += bytes;
    return p;
}

/* Is the budget spent?  Ask every so many steps: a clock costs. */
struct by_budget { uint32_t left; int64_t until; int64_t (*clock)(void); };

static inline struct by_budget by_budget_of(const struct by_question *q, uint32_t own_count)
{
    struct by_budget b = { q->count != 0 ? q->count : own_count, 0, NULL };

    if (q->ms != 0 && q->clock != NULL) {
        b.clock = q->clock;
        b.until = q->clock() + (int64_t)q->ms * 1000000;
        if (q->count == 0)
            b.left = UINT32_MAX;
    }
    return b;
}

/* One step more?  `look`: also ask the clock. */
static inline bool by_budget_step(struct by_budget *b, bool look)
{
    if (b->left == 0 || (look && b->clock != NULL && b->clock() >= b->until))
        return false;
    b->left--;
    return true;
}

/* The best of the values, the first of equals; fills q->chances for a bot that does not mix. */
static inline int by_settle(const struct by_question *q, const int32_t *values)
{
    int best = 0;

    for (int i = 1; i < q->n; i++)
        if (values[i] > values[best])
            best = i;
    if (q->values != NULL)
        memcpy(q->values, values, sizeof *values * (size_t)q->n);
    for (int i = 0; q->chances != NULL && i < q->n; i++)
        q->chances[i] = i == best ? 65536 : 0;
    return best;
}

#endif
