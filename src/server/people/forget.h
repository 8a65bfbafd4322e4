/* SPDX-License-Identifier: MIT */
/* forget.h: deletes the data about a person, except the account and its sessions. */
#ifndef BY_SERVER_PEOPLE_FORGET_H
#define BY_SERVER_PEOPLE_FORGET_H

#include "room/room.h"
#include "server/results/rating_row.h"

/* Adds the writes that delete a person's results, choices, invitations, mutes, notices and subscriptions, and that
 * replace the person in tournaments, ratings and reports. Only the keys in `host` are used; `keep` is retention-days.
 * Returns false if the store cannot be read. */
bool by_forget_person(struct by_store *s, const struct by_room_host *host, const struct by_id *person, int keep,
                      struct by_puts *p);

#endif
