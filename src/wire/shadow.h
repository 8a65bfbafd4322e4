/* SPDX-License-Identifier: MIT */
/* shadow.h: reconstructs a bot's own copy of the match from the events sent to the bot.
 *
 * An external bot receives events (docs/protocol.md) and knows its own hand, but the core's bots need a view and a
 * history. Both can be derived from any possible round with the same events and the same hand, wherever the hidden
 * tiles are. A shadow stores the events of the round and builds such a round on request: it deals tiles and plays the
 * events, and before each event exchanges hidden tiles to make the event possible.
 */
#ifndef BY_WIRE_SHADOW_H
#define BY_WIRE_SHADOW_H

#include "boneyard/past.h"
#include "events.h"

struct by_shadow {
    struct by_config rules;
    int seat;
    by_json *events;         /* the events of this round, starting with `round`; NULL if there are none yet */
    int32_t score[BY_SEATS]; /* scores at the start of the round */
    by_tile row[3];          /* Castle Rock: the opening row */
    bool row_known;
    struct by_heard *heard; /* the history made by by_shadow_see */
    int room;
};

void by_shadow_init(struct by_shadow *sh, const struct by_config *rules, int seat);
void by_shadow_clear(struct by_shadow *sh);

/* Adds an array of events. */
void by_shadow_hear(struct by_shadow *sh, const by_json *events);

/* Sets *v and *past for a decision; `view` is the seat's view as JSON (docs/protocol.md). The history is borrowed until
 * the next call. Returns false if the events do not lead to this view (`last`, the previous round's result, is
 * ignored). */
bool by_shadow_see(struct by_shadow *sh, const by_json *view, struct by_view *v, struct by_past *past);

#endif
