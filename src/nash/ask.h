/* SPDX-License-Identifier: MIT */
/* ask.h: records a player's strategy for every decision. */
#ifndef BY_NASH_ASK_H
#define BY_NASH_ASK_H

#include "nash.h"

/* A player's `ask` sets the relative probability of each play that a hand can make after a path of moves; the sum may
 * be any positive number. */
struct by_nash_step {
    uint8_t seat, tile, on;
}; /* a tile of BY_NO_TILE means a pass */
struct by_nash_asked {
    const struct by_nash *g;
    const struct by_nash_node *node;
    const struct by_nash_step *path;
    int steps;
    uint32_t hand, seen;            /* the player's hand, and a hand that the opponent may hold */
    const struct by_nash_act *acts; /* the plays of this hand */
    int n;
};
struct by_nash_player {
    void (*ask)(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);
    bool (*stop)(void);               /* polled regularly; may be NULL */
    void (*progress)(uint64_t asked); /* may be NULL */
    const struct by_bot *bot;
    uint32_t count;
    uint64_t seed, asked;
    void *memory, *kept; /* BY_BOT_MEMORY bytes; BY_BOT_KEPT zeroed bytes or NULL (bot.h) */
    by_move *list;
};

/* Writes a player's strategy for both seats to `sum`, for every decision that the player's own moves can reach. Returns
 * false if stopped. */
bool by_nash_ask(struct by_nash *g, struct by_nash_player *p);

/* Sets `chances` to a bot's chance of each move; p->bot, count, seed, memory and list must be set. */
void by_nash_ask_bot(struct by_nash_player *p, const struct by_nash_asked *a, double *chances);

/* Builds a decision as a bot sees it: the view, the history and the moves. Returns the number of moves. */
int by_nash_question(const struct by_nash_asked *a, struct by_view *view, struct by_heard *heard, struct by_past *past,
                     by_move *list);

#endif
