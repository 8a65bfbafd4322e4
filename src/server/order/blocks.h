/* SPDX-License-Identifier: MIT */
/* blocks.h: stores the players whom a person has muted or blocked. Muting hides a player's phrases. Blocking keeps two
 * people apart: a quick match never seats them at the same table. The blocked person cannot sit down at a table that
 * the other person hosts, nor watch such a table if it is private. Blocked people are not notified. */
#ifndef BY_SERVER_ORDER_BLOCKS_H
#define BY_SERVER_ORDER_BLOCKS_H

#include "server/tables/inside.h"

enum { BY_HAS_MUTED = 1, BY_HAS_BLOCKED = 2, BY_BLOCKED_BY = 4, BY_BARS_MOST = 200, BY_BARS_READ = 1000 };

/* A person's relation to another person: a combination of the flags above. */
struct by_bar {
    struct by_id person;
    uint8_t how;
};

/* Replaces the bits in `mask` of a person's entry, adding or removing the entry as needed. */
void by_bars_set(struct by_bar **all, int *n, const struct by_id *person, uint8_t mask, uint8_t how);
uint8_t by_bar_how(struct by_bytes_of value); /* `how` of a stored row */

bool by_blocks_mutes(const struct by_caller *c, const struct by_id *person);

/* Returns true if either of two people has blocked the other, or if the database cannot be read. Call on a store
 * thread. */
bool by_blocks_apart(struct by_store *s, const struct by_id *a, const struct by_id *b);

/* Returns whether the caller may not sit or join because the table's host has blocked them. */
bool by_blocks_shut_out(const struct by_caller *c, const struct live_table *t, int ask);

void by_blocks_ask(struct by_caller *c, const struct by_asked_for *what); /* the requests `mute`, `block` and
                                                                           * `people` */

#endif
