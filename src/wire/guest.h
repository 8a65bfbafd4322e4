/* guest.h: an external program at the table, by the bot protocol (docs/protocol.md). */
#ifndef BY_WIRE_GUEST_H
#define BY_WIRE_GUEST_H

#include "boneyard/view.h"
#include "util/child.h"

struct by_guest;

/* What an answer can be besides a move: too late, not legal, not understood, too long, unasked, and none any more. */
enum by_slip { BY_SLIP_LATE, BY_SLIP_ILLEGAL, BY_SLIP_GARBLED, BY_SLIP_LONG, BY_SLIP_EARLY, BY_SLIP_DEAD, BY_SLIPS };

struct by_guest_setup {
    const char *name, *command;         /* borrowed until by_guest_free; name NULL: nothing is said of its death */
    uint32_t ms, grace;                 /* for a decision, as it is told; what is waited beyond that */
    const volatile int *stop;           /* not 0: nobody waits any more */
    /* How to start it; NULL: by_child_start with the command. */
    bool (*start)(struct by_child *c, const char *command, const void *data);
    const void *data;
};

struct by_asked { const by_move *moves; int n; const struct by_view *view; bool may_decline; };
struct by_answered {
    int at;                             /* a place in the moves; n: declined */
    enum by_slip slip;                  /* BY_SLIPS: none */
    int64_t ns;                         /* how long it took by the clock */
};

/* Starts the program.  One that cannot be started is dead. */
struct by_guest *by_guest_new(const struct by_guest_setup *s);
void by_guest_free(struct by_guest *g); /* ends it, whatever it does; NULL is fine */
bool by_guest_dead(const struct by_guest *g);

/* A game begins; events happen, as the view's seat hears them; a decision. */
void by_guest_game(struct by_guest *g, const struct by_config *rules, int seat);
void by_guest_tell(struct by_guest *g, const struct by_view *v, const struct by_events *ev);
void by_guest_ask(struct by_guest *g, const struct by_asked *asked, struct by_answered *out);

#endif
