/* SPDX-License-Identifier: MIT */
/* waiting.h: a quick match that waits for players, and who has the host's rights. Private to this folder. */
#ifndef BY_ROOM_WAITING_H
#define BY_ROOM_WAITING_H

#include "inside.h"

by_applier by_apply_bots, by_apply_host;

/* Updates the wait; call after every entry. */
void by_wait_note(struct by_room *r);
bool by_wait_is_long(const struct by_room *r); /* someone has chosen to wait for people */

/* Return when something is due, or NEVER, and add its entries. */
int64_t by_wait_at(const struct by_room *r);
void by_wait_due(const struct by_room *r, int64_t now, struct by_entries *out);
int64_t by_host_at(const struct by_room *r);
void by_host_entry(const struct by_room *r, int64_t now, int seat, struct by_entries *out);

/* Returns the seat of the next player after the host (with `present`: of those who are here), or -1. */
int by_host_next(const struct by_room *r, bool present);

#endif
