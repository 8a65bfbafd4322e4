/* SPDX-License-Identifier: MIT */
/* bots.h: writes and reads the lines exchanged with an external bot in the bot protocol (docs/protocol.md). */
#ifndef BY_WIRE_BOTS_H
#define BY_WIRE_BOTS_H

#include "events.h"

/* {"game":{"rules":…,"seat":…,"players":…}} */
by_json *by_bot_game_json(const struct by_config *rules, int seat);

/* Returns {"events":[…],"view":{…},"legal":[…],"ms":…}; v and list are NULL if only events are sent. Takes ownership of
 * `events`, an array of events that the seat may hear. */
by_json *by_bot_ask_json(by_json *events, const struct by_view *v, const by_move *list, int n, uint32_t ms);

/* Parses an answer {"move":…} against the legal moves (N-07). Sets a fault if the answer is invalid. */
by_err by_bot_answer_read(const char *line, size_t length, int family, const by_move *list, int n, by_move *out,
                          struct by_fault *f);

/* On the bot's side, parses the seat's view as written by `by_bot_ask_json`. Fills in the parts that the bots in
 * bots.def read: the rules, the seat, its hand, and the tiles and count of line games and Chickenfoot. */
bool by_bot_view_read(const by_json *json, const struct by_config *rules, int seat, struct by_view *v);

#endif
