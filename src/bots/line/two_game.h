/* two_game.h: the next moves of Block for two as a game of hidden hands (two_game.c). */
#ifndef BY_LINE_TWO_GAME_H
#define BY_LINE_TWO_GAME_H

#include "two.h"

struct by_two_limits {
    int deepest, least;                 /* plays ahead before hands are open; fewer if there is too much to solve */
    uint64_t pairs;                     /* solutions with open hands, at most */
    int rounds;                         /* of CFR+ */
};

/* Plays it out: own[0] is the own hand.  Fills in value and chance (any sum) of t->play; false if it is too
 * large. */
bool by_two_game(const struct by_two *t, struct by_room room, const struct by_two_world *own, int owns,
                 const struct by_two_world *other, int others, struct by_two_limits limits, double value[],
                 double chance[]);

#endif
