/* SPDX-License-Identifier: MIT */
/* style.h: finds bot levels with a style. Not public. */
#ifndef BY_STYLE_H
#define BY_STYLE_H

#include "boneyard/bot.h"

/* Finds "hard:style=doubles", or returns NULL. */
const struct by_bot *by_styled_find(const char *key);

#endif
