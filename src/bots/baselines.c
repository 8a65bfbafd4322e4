/* baselines.c: fixed opponents for measuring strength, never offered to players. */
#include "think.h"

extern const struct by_bot by_bot_heaviest, by_bot_ismcts_1k_plain, by_bot_cheat;

const struct by_bot by_bot_heaviest = {
    "heaviest", "Heaviest", "plays the heaviest tile that fits", by_heaviest, true, false
};
const struct by_bot by_bot_ismcts_1k_plain = {
    "ismcts-1k-plain", "ISMCTS 1k plain", "tree search on information sets, 1,000 random rollouts, uniform belief",
    by_heaviest, true, false
};
const struct by_bot by_bot_cheat = {
    "cheat", "Cheat", "sees every tile", by_heaviest, true, true
};
