/* SPDX-License-Identifier: MIT */
/* events.h: writes tiles, events and results as JSON (docs/protocol.md).
 *
 * All JSON here is made from views and events, never from a state, except the referee's round line, whose deck is
 * passed explicitly. The caller owns each returned value and frees it with by_json_free.
 */
#ifndef BY_WIRE_EVENTS_H
#define BY_WIRE_EVENTS_H

#include "boneyard/bot.h"
#include "boneyard/view.h"
#include "json.h"

by_json *by_tile_json(by_tile t);
by_json *by_tiles_json(struct by_set tiles); /* in ascending order, as in N-08 */
by_json *by_seats_json(uint32_t seats);      /* bit k: seat k */

/* {"round":1,"lead":0,"deck":[…]}; pass a NULL deck for recipients who may not see it. */
by_json *by_round_json(uint32_t round, int lead, const by_tile *deck, int tiles);

/* Returns an event filtered by by_hear, as in the record but without a round's deck. `v` is a view after the move. */
by_json *by_event_json(const struct by_view *v, const struct by_event *e);

/* Returns a result's `round-end` event. */
by_json *by_result_json(const struct by_result *r, int players);

/* Returns legal moves as an array of strings. */
by_json *by_moves_json(const by_move *list, int n, int family);

/* Reads a deck from an array. If there are too many tiles or an element is invalid, returns false and sets *f (may be
 * NULL). */
bool by_deck_read(const by_json *array, by_tile deck[BY_MAX_TILES], int *tiles, struct by_fault *f);

/* Returns a bot's answer to a question as {"move":…,"values":[{"move":…,"value":…},…]}. */
by_json *by_answer_json(const struct by_question *q, int chosen);

#endif
