/* guest.h: programs from outside that play at tables, by the bot protocol (docs/protocol.md): `bot NAME = COMMAND`.
 *
 * Each seat of such a bot has a process of its own, shut in (sandbox.h), and a thread that waits for it: nobody else
 * waits.  Every question is answered after `bot_seconds` and a little: with the program's move; with the first legal
 * one if it was late or wrong (a forfeit); or, if the program is dead, with one by chance, like the bot `random`. */
#ifndef BY_SERVER_GUEST_H
#define BY_SERVER_GUEST_H

#include "boneyard/bot.h"
#include "config.h"
#include "util/crypto.h"

struct by_guests;

enum by_guest_how { BY_GUEST_PLAYED, BY_GUEST_FORFEITS, BY_GUEST_DEAD };

/* What a bot is asked; everything is copied. */
struct by_guest_ask {
    struct by_id table;
    const struct by_view *view;         /* of its seat */
    const struct by_past *past;
    const by_move *moves;
    int n;
    bool may_decline;                   /* only calls: answer n is no call */
};

/* A place in the moves, told on a thread of the guests: wake the loop, do no more. */
typedef void by_on_guest(void *context, int move, enum by_guest_how how);

/* The bots of the settings.  NULL and a fault: this machine cannot shut them in, and bots-unsafe does not allow it. */
struct by_guests *by_guests_new(const struct by_settings *s, struct by_fault *f);
void by_guests_stop(struct by_guests *g);       /* ends all programs, and waits for them; nobody is asked any more */
void by_guests_free(struct by_guests *g);       /* that too, if it has not been done */

/* Is there one of that name, without "bot:"?  The names, for a page that offers them. */
bool by_guests_has(const struct by_guests *g, const char *name);
int by_guests_count(const struct by_guests *g);
const char *by_guests_name(const struct by_guests *g, int i);

/* Asks; `done` is called once.  False: too many of them play already: seat another. */
bool by_guests_ask(struct by_guests *g, const char *name, const struct by_guest_ask *ask, by_on_guest *done,
                   void *context);

/* The table needs them no more (it is over, closed, put away).  They go by themselves after ten idle minutes. */
void by_guests_leave(struct by_guests *g, const struct by_id *table);

#endif
