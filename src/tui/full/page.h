/* SPDX-License-Identifier: MIT */
/* page.h: shows scrolling pages that cover the table: the rules and keys, the scores, the log and the review. */
#ifndef BY_TUI_FULL_PAGE_H
#define BY_TUI_FULL_PAGE_H

#include "full.h"

void by_full_open(struct by_full *f, enum by_full_page page);
void by_full_close(struct by_full *f);
void by_full_page_show(struct by_full *f, int x, int y, int width, int height);
void by_full_scroll(struct by_full *f, int lines);

#endif
