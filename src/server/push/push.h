/* SPDX-License-Identifier: MIT */
/* push.h: tells absent players by Web Push that it is their turn at a table with a clock in days.
 *
 * A device is told only if its player has asked for it there. A message contains the game, the table and the
 * deadline, never anything about the tiles. boneyard-push (src/push) encrypts and sends it. */
#ifndef BY_SERVER_PUSH_PUSH_H
#define BY_SERVER_PUSH_PUSH_H

#include "server/tables/inside.h"

void by_push_start(struct by_hub *h);
void by_push_end(struct by_hub *h);  /* what is unsent is lost */
void by_push_tick(struct by_hub *h); /* once a second: sends again what failed */

/* Handles a request, if it is of this kind; otherwise returns false. */
bool by_push_ask(struct by_caller *c, const struct by_asked_for *what);

/* Once a second for each table: tells the player to move, if it is time. */
void by_push_step(struct live_table *t);

#endif
