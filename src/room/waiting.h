/* SPDX-License-Identifier: MIT */
/* waiting.h: decides how long a quick match waits for players, and which player has the host's rights. Private to this
 * folder. */
#ifndef BY_ROOM_WAITING_H
#define BY_ROOM_WAITING_H

#include "inside.h"

by_applier by_apply_bots, by_apply_host;

/* Updates the waiting times. Call it after every entry. */
void by_wait_note(struct by_room *r);
bool by_wait_is_long(const struct by_room *r); /* whether someone has chosen to wait for people */

/* by_wait_at and by_host_at return when an action is due, or NEVER; by_wait_due and by_host_entry add its entries. */
int64_t by_wait_at(const struct by_room *r);
void by_wait_due(const struct by_room *r, int64_t now, struct by_entries *out);
int64_t by_host_at(const struct by_room *r);
void by_host_entry(const struct by_room *r, int64_t now, int seat, struct by_entries *out);

/* Returns the seat of the next player after the host, or -1. With `present`, considers only players who are present. */
int by_host_next(const struct by_room *r, bool present);

#endif
