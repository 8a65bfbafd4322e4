/* guest.c: an external program at the table. */
#include "guest.h"

struct by_guest *by_guest_new(const struct by_entrant *e, const struct by_arena *a)
{
    (void)e;
    (void)a;
    return NULL;
}

void by_guest_free(struct by_guest *g) { (void)g; }
bool by_guest_dead(const struct by_guest *g) { return g == NULL; }

void by_guest_game(struct by_guest *g, const struct by_config *rules, int seat)
{
    (void)g;
    (void)rules;
    (void)seat;
}

void by_guest_tell(struct by_guest *g, const struct by_view *v, const struct by_events *ev)
{
    (void)g;
    (void)v;
    (void)ev;
}

void by_guest_ask(struct by_guest *g, const struct by_asked *asked, struct by_answered *out)
{
    (void)g;
    (void)asked;
    *out = (struct by_answered){ 0, BY_SLIP_DEAD, 0 };
}
