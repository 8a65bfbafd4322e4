/* SPDX-License-Identifier: MIT */
/* web.h: shared by the two parts of the module: web.c, one game for a page, and think.c, the bots and the coach. The
 * page's own module contains web.c alone; the worker's module contains both. */
#ifndef BY_WASM_WEB_H
#define BY_WASM_WEB_H

#include "boneyard/table.h"
#include "boneyard/text.h"

#ifdef __wasm__
#define WEB(name) __attribute__((export_name(#name))) name
#else
#define WEB(name) name
#endif

#define BY_WEB_TEXT (1 << 16)  /* bytes of the text buffer */
#define BY_WEB_STEPS (1 << 13) /* upper bound of a round: four moves a tile, and some */
#define BY_WEB_LOG (1 << 15)   /* moves of a match that undo can go back over */
#define BY_WEB_ROUNDS 256      /* and its rounds; beyond that the earliest are forgotten */

struct page {
    char text[BY_WEB_TEXT];
    const char *names[BY_SEATS];
    struct by_config rules; /* as parsed last; the match has its own */
    struct by_seed seed;
    struct by_table table;
    uint32_t people;         /* bit k: a person has seat k (by_web_people) */
    struct by_view view;     /* the one requested last */
    by_move moves[BY_MOVES]; /* the last list */
    int found;               /* how many they are */
    int language;            /* of all sentences, by its index in by_language_list */
    bool seen;               /* the match is as one seat sees it (by_web_see) */
    int seat;                /* ... which one, or BY_NO_SEAT */
};
extern struct page page;

#endif
