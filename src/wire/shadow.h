/* SPDX-License-Identifier: MIT */
/* shadow.h: a bot's own copy of the match, made of what it was told.
 *
 * An external bot hears events (docs/protocol.md) and knows its own hand.  The bots of the core want a view
 * and a past.  Both follow from any round that could have been: same events, same own hand, the hidden
 * tiles anyhow.  A shadow keeps the events of the round and makes such a round when it is asked: it deals
 * some tiles, plays the events, and before each of them exchanges hidden tiles so that it could happen.
 */
#ifndef BY_WIRE_SHADOW_H
#define BY_WIRE_SHADOW_H

#include "boneyard/past.h"
#include "events.h"

struct by_shadow {
    struct by_config rules;
    int seat;
    by_json *events;         /* of this round, its `round` event first; NULL: none yet */
    int32_t score[BY_SEATS]; /* when it began */
    by_tile row[3];          /* Castle Rock: the opening row */
    bool row_known;
    struct by_heard *heard; /* the past that by_shadow_see made */
    int room;
};

void by_shadow_init(struct by_shadow *sh, const struct by_config *rules, int seat);
void by_shadow_clear(struct by_shadow *sh);

/* Takes in an array of events. */
void by_shadow_hear(struct by_shadow *sh, const by_json *events);

/* The view and the past at a decision; `view` is the seat's view as the protocol has it.  The past stays
 * the shadow's until the next call.  False: the events do not lead to this view (a later end of an earlier
 * round, `last`, is not looked at). */
bool by_shadow_see(struct by_shadow *sh, const by_json *view, struct by_view *v, struct by_past *past);

#endif
