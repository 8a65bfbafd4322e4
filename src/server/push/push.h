/* SPDX-License-Identifier: MIT */
/* push.h: notifies absent players by Web Push that it is their turn at a table whose clock is set in days.
 *
 * A device is notified only if its player has turned on notifications there. A message contains the game, the table and
 * the deadline, but nothing about the tiles. boneyard-push (src/push) encrypts and sends it. */
#ifndef BY_SERVER_PUSH_PUSH_H
#define BY_SERVER_PUSH_PUSH_H

#include "server/tables/inside.h"

void by_push_start(struct by_hub *h);
void by_push_end(struct by_hub *h);  /* unsent messages are lost */
void by_push_tick(struct by_hub *h); /* call once a second; resends failed messages */

/* Handles a request of this kind. Returns false for any other request. */
bool by_push_ask(struct by_caller *c, const struct by_asked_for *what);

/* Notifies the player to move if a message is due. Call once a second for each table. */
void by_push_step(struct live_table *t);

#endif
