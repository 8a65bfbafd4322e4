/* SPDX-License-Identifier: MIT */
/* events.h: the one event schema as JSON (docs/protocol.md): tiles, events and results.
 *
 * Everything here is made from views and events, never from a state, but for the referee's round
 * line, which is given the deck in so many words.  What is returned is yours: by_json_free.
 */
#ifndef BY_WIRE_EVENTS_H
#define BY_WIRE_EVENTS_H

#include "boneyard/bot.h"
#include "boneyard/view.h"
#include "json.h"

by_json *by_tile_json(by_tile t);
by_json *by_tiles_json(struct by_set tiles); /* ascending, as N-08 */
by_json *by_seats_json(uint32_t seats);      /* bit k: seat k */

/* {"round":1,"lead":0,"deck":[…]}; without a deck (NULL) for those who may not see it. */
by_json *by_round_json(uint32_t round, int lead, const by_tile *deck, int tiles);

/* An event after by_hear, as the record has it.  `v` is a view from after the move.  A round event
 * has no deck. */
by_json *by_event_json(const struct by_view *v, const struct by_event *e);

/* The `round-end` event of a result. */
by_json *by_result_json(const struct by_result *r, int players);

/* Legal moves as an array of texts. */
by_json *by_moves_json(const by_move *list, int n, int family);

/* A deck from an array of tiles. Returns false with a fault (may be NULL) if it has something else or too many. */
bool by_deck_read(const by_json *array, by_tile deck[BY_MAX_TILES], int *tiles, struct by_fault *f);

/* A bot's answer to a question as {"move":…,"values":[{"move":…,"value":…},…]}. */
by_json *by_answer_json(const struct by_question *q, int chosen);

#endif
