/* SPDX-License-Identifier: MIT */
/* pace.c: tables that each make one move per second (pace.h). */
#include "pace.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/memory.h"

enum { LOST = 10 }; /* seconds after which the test stops waiting for a move */

/* Returns a pseudo-random number from 0 to 1, exclusive, that differs between processes, since people do not move in
 * step. */
static double phase_of(int table)
{
    uint32_t x = (uint32_t)table * 2654435769u + (uint32_t)getpid();

    for (int i = 0; i < 2; i++)
        x = (x ^ x >> 16) * 0x45d9f3bu;
    return (double)(x ^ x >> 16) / 4294967296.0;
}

void pace_begin(struct pace *p, int tables, int seats)
{
    *p = (struct pace){ .tables = tables, .seats = seats };
    p->table = by_sure(calloc((size_t)tables, sizeof *p->table));
    for (int i = 0; i < tables; i++)
        p->table[i].next = peer_now() + phase_of(i);
}

void pace_end(struct pace *p)
{
    free(p->table);
    free(p->samples);
    *p = (struct pace){ 0 };
}

void pace_reset(struct pace *p)
{
    p->n = 0;
    p->moves = 0;
    for (int i = 0; i < p->tables; i++)
        p->table[i].moves = 0;
}

static struct pace_table *table_of(const struct pace *p, const struct player *who)
{
    int i = p->seats == 0 ? 0 : (int)(who - who->crowd->all) / p->seats;

    return i < p->tables ? &p->table[i] : NULL; /* before the game begins, there are no moves */
}

void pace_event(struct pace *p, const struct player *who, const char *what, int seat)
{
    struct pace_table *t = table_of(p, who);

    if (t == NULL || strcmp(what, "play") != 0 || t->sent == 0 || seat != t->seat)
        return;
    if (p->n == p->room) {
        p->room = p->room == 0 ? 4096 : 2 * p->room;
        p->samples = by_sure(realloc(p->samples, p->room * sizeof *p->samples));
    }
    p->samples[p->n++] = (float)(1000 * (who->at - t->sent));
    if (++t->heard == p->seats) {
        t->sent = 0;
        t->moves++;
        p->moves++;
    }
}

static void step_table(struct pace_table *t, struct player *all, int seats, double now)
{
    if (t->sent != 0 && now < t->sent + LOST)
        return;
    for (int i = 0; i < seats; i++) {
        struct player *who = &all[i];
        bool over = who->seen && who->view.now.phase == BY_ROUND_OVER;

        if (!player_may(who) || !player_go(who) || over || who->move[0] == '\0')
            continue;
        t->next = now + 1;
        t->sent = who->asked_at;
        t->seat = who->seat;
        t->heard = 0;
        return;
    }
    t->next = now + 0.02; /* no one may move: check again soon */
}

void pace_step(struct pace *p, struct crowd *c)
{
    double now = peer_now();

    for (int i = 0; i < p->tables; i++)
        if (now >= p->table[i].next)
            step_table(&p->table[i], &c->all[i * p->seats], p->seats, now);
}

static int by_size(const void *a, const void *b)
{
    return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

double pace_part(struct pace *p, double share)
{
    if (p->n == 0)
        return 0;
    qsort(p->samples, p->n, sizeof *p->samples, by_size);
    return (double)p->samples[(size_t)((double)(p->n - 1) * share)];
}
