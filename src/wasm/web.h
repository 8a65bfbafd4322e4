/* SPDX-License-Identifier: MIT */
/* web.h: declarations shared by web.c (one game for a page) and think.c (the bots and the coach). The page's own module
 * contains only web.c; the worker's module contains both. */
#ifndef BY_WASM_WEB_H
#define BY_WASM_WEB_H

#include "boneyard/table.h"
#include "boneyard/text.h"

#ifdef __wasm__
#define WEB(name) __attribute__((export_name(#name))) name
#else
#define WEB(name) name
#endif

#define BY_WEB_TEXT (1 << 16)  /* size of the text buffer in bytes */
#define BY_WEB_STEPS (1 << 13) /* upper bound on the steps in a round: four moves per tile, plus a few */
#define BY_WEB_LOG (1 << 15)   /* the maximum number of moves per match that can be undone */
#define BY_WEB_ROUNDS 256      /* maximum number of rounds stored; beyond that, the earliest are dropped */

struct page {
    char text[BY_WEB_TEXT];
    const char *names[BY_SEATS];
    struct by_config rules; /* the most recently parsed rules; the match has its own copy */
    struct by_seed seed;
    struct by_table table;
    uint32_t people;         /* bit k: a person plays seat k (by_web_people) */
    struct by_view view;     /* the most recently requested view */
    by_move moves[BY_MOVES]; /* the most recently listed moves */
    int found;               /* number of moves listed */
    int language;            /* language of all sentences, as an index into by_language_list */
    bool seen;               /* whether the match is shown as one seat sees it (by_web_see) */
    int seat;                /* that seat, or BY_NO_SEAT */
};
extern struct page page;

#endif
