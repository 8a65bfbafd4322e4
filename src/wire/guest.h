/* SPDX-License-Identifier: MIT */
/* guest.h: plays with an external program, using the bot protocol (docs/protocol.md). */
#ifndef BY_WIRE_GUEST_H
#define BY_WIRE_GUEST_H

#include "boneyard/view.h"
#include "util/child.h"

struct by_guest;

/* What is wrong with an answer: it is late, illegal, unreadable, too long or unsolicited, or the program is dead. */
enum by_slip { BY_SLIP_LATE, BY_SLIP_ILLEGAL, BY_SLIP_GARBLED, BY_SLIP_LONG, BY_SLIP_EARLY, BY_SLIP_DEAD, BY_SLIPS };

struct by_guest_setup {
    const char *name, *command; /* borrowed until by_guest_free; if `name` is NULL, nothing is reported */
    uint32_t ms, grace;         /* the time limit announced for a decision, and the grace period after it */
    uint32_t start_ms;          /* the time that a program may take to send its first line; not counted towards a
                                 * decision */
    const volatile int *stop;   /* set it to stop waiting */
    bool wire;                  /* prints all lines in both directions on standard error */
    int *errors;                /* counts the errors reported, so that only the first few are printed; or NULL */
    /* Starts the program; if NULL, by_child_start is called with the command. */
    bool (*start)(struct by_child *c, const char *command, const void *data);
    const void *data;
};

struct by_asked {
    const by_move *moves;
    int n;
    const struct by_view *view;
    bool may_decline;
};
struct by_answered {
    int at;            /* index into the moves; n if the program declined */
    enum by_slip slip; /* BY_SLIPS if none */
    int64_t ns;        /* wall-clock time taken */
};

/* Starts the program. A program that cannot be started counts as dead. */
struct by_guest *by_guest_new(const struct by_guest_setup *s);
void by_guest_free(struct by_guest *g); /* ends the program in any case; accepts NULL */
bool by_guest_dead(const struct by_guest *g);
pid_t by_guest_process(const struct by_guest *g);  /* the program's process id, even after it has ended; 0 if it never
                                                    * ran */
bool by_guest_unstarted(const struct by_guest *g); /* whether the program died or took too long before sending its first
                                                    * line */

/* by_guest_game begins a game, by_guest_tell sends events as the view's seat may see them, and by_guest_ask asks for a
 * decision. */
void by_guest_game(struct by_guest *g, const struct by_config *rules, int seat);
void by_guest_tell(struct by_guest *g, const struct by_view *v, const struct by_events *ev);
void by_guest_ask(struct by_guest *g, const struct by_asked *asked, struct by_answered *out);

#endif
