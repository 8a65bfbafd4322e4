/* guest.h: an external program at the table, by the bot protocol (docs/protocol.md). */
#ifndef BY_ARENA_GUEST_H
#define BY_ARENA_GUEST_H

#include "arena.h"

struct by_guest;

struct by_asked { const by_move *moves; int n; const struct by_view *view; bool may_decline; };
struct by_answered {
    int at;                             /* a place in the moves; n: declined */
    enum by_slip slip;                  /* BY_SLIPS: none */
    int64_t ns;                         /* how long it took by the clock */
};

/* Starts the program.  One that cannot be started is dead. */
struct by_guest *by_guest_new(const struct by_entrant *e, const struct by_arena *a);
void by_guest_free(struct by_guest *g); /* ends it, whatever it does; NULL is fine */
bool by_guest_dead(const struct by_guest *g);

/* A game begins; events happen, as the view's seat hears them; a decision. */
void by_guest_game(struct by_guest *g, const struct by_config *rules, int seat);
void by_guest_tell(struct by_guest *g, const struct by_view *v, const struct by_events *ev);
void by_guest_ask(struct by_guest *g, const struct by_asked *asked, struct by_answered *out);

#endif
