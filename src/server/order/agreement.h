/* SPDX-License-Identifier: MIT */
/* agreement.h: how often a player's decisions in a finished match were the coach's best, for a moderator. The match is
 * judged on a thread of low priority (workers.h), and the result is remembered. Only records of finished matches come
 * here: nothing is computed about a match in progress. */
#ifndef BY_SERVER_ORDER_AGREEMENT_H
#define BY_SERVER_ORDER_AGREEMENT_H

#include "boneyard/family.h"
#include "server/net/loop.h"
#include "store/store.h"

struct by_agreements;

struct by_agreement {
    bool done;
    int decisions, agreed; /* the decisions with more than one move, and those that the coach grades as best */
};

/* One play of the match, in order: its seat, and whether the player made it (not a bot or the clock). */
struct by_play_of {
    uint8_t seat;
    bool own;
};

struct by_agreements *by_agreements_new(struct by_loop *l);
void by_agreements_free(struct by_agreements *all); /* stops the coach; accepts NULL */

/* Looks up a report's result. Returns false if the report has not been asked about. */
bool by_agreements_find(const struct by_agreements *all, const struct by_id *report, struct by_agreement *out);

/* Starts judging the seat's plays in a record, which is copied. If too many wait, does nothing. */
void by_agreements_ask(struct by_agreements *all, const struct by_id *report, const char *record, int seat,
                       const struct by_play_of *plays, int n);

/* Returns how often players of a rating agree with the coach in a family, in thousandths: between the shares of the
 * bots whose ratings are the nearest (shares.def says how they were measured). Returns 0 for a family without
 * rated bots. */
int by_agreement_expected(enum by_family_id family, double points);

#endif
