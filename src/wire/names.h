/* SPDX-License-Identifier: MIT */
/* names.h: names the players of a match. Every program names players with by_names_of, and the page uses the same
 * method (web/core/sitters.ts), so a player has the same name on the screen, in the log, in a replay and in a review.
 *
 * The header of a record labels each seat as "you", "bot:LEVEL", "seat 0" (if nothing is known), or a name.
 *
 *     a name         itself; the second "Ann" is "Ann 2"
 *     you            "You"
 *     a bot          among people with names: its level, "Easy bot", or "Easy bot 1" if there are several
 *     everyone else  with one to three others and a person: the side as the first person sees it, "West"; otherwise the
 *                    seat's number, from 1: "Seat 2" */
#ifndef BY_WIRE_NAMES_H
#define BY_WIRE_NAMES_H

#include "boneyard/rules.h"

struct by_names {
    char name[BY_SEATS][64];  /* safe to display */
    const char *at[BY_SEATS]; /* points into `name`, so do not copy the struct */
    int you;                  /* the seat labelled "you", or -1 */
};

/* Names the players with these labels; "" is a person without a name. */
void by_names_of(const char *const labels[], int players, struct by_names *out);

#endif
