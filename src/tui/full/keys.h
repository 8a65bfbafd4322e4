/* SPDX-License-Identifier: MIT */
/* keys.h: handles key presses, using the list of keys in keys.c. */
#ifndef BY_TUI_FULL_KEYS_H
#define BY_TUI_FULL_KEYS_H

#include "full.h"

void by_full_press(struct by_full *f, struct by_key key);
void by_full_note(struct by_full *f, enum by_ink ink, const char *words);
void by_full_keys(struct by_full *f, int x, int y, int width); /* draws the bar */
/* Gets key i of the list, for the help; returns false past the end */
bool by_full_key(int i, uint32_t *sign, const char **word, const char **about);

#endif
