/* SPDX-License-Identifier: MIT */
/* agreement.h: shows moderators the share of a player's decisions in a finished match that agreed with the coach. The
 * match is judged on a low-priority thread (workers.h), and the result is cached. Only records of finished matches are
 * judged, never a match in progress. */
#ifndef BY_SERVER_ORDER_AGREEMENT_H
#define BY_SERVER_ORDER_AGREEMENT_H

#include "boneyard/family.h"
#include "server/net/loop.h"
#include "store/store.h"

struct by_agreements;

struct by_agreement {
    bool done;
    int decisions, agreed; /* the number of decisions with a choice of moves, and the number of those in which the coach
                            * grades the chosen move as best */
};

/* A play of the match: its seat, and whether it was made by the player rather than by a bot or the clock. */
struct by_play_of {
    uint8_t seat;
    bool own;
};

struct by_agreements *by_agreements_new(struct by_loop *l);
void by_agreements_free(struct by_agreements *all); /* stops the coach; accepts NULL */

/* Looks up the result for a report. Returns false if none has been requested. */
bool by_agreements_find(const struct by_agreements *all, const struct by_id *report, struct by_agreement *out);

/* Starts judging the seat's plays in a record, which is copied. `plays` lists all plays of the match in order. Does
 * nothing if the queue is full. */
void by_agreements_ask(struct by_agreements *all, const struct by_id *report, const char *record, int seat,
                       const struct by_play_of *plays, int n);

/* Returns the share of decisions, in thousandths, in which players with this rating agree with the coach in a family.
 * The share is interpolated between the bots with the nearest ratings; shares.def describes the measurement. Returns 0
 * for a family without rated bots. */
int by_agreement_expected(enum by_family_id family, double points);

#endif
