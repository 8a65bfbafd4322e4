/* web.h: what the two parts of the module share: web.c, one game for a page, and think.c, the bots and the coach.
 * The page's own module is web.c alone; the one of its worker is both. */
#ifndef BY_WASM_WEB_H
#define BY_WASM_WEB_H

#include "boneyard/match.h"
#include "boneyard/text.h"

#ifdef __wasm__
#define WEB(name) __attribute__((export_name(#name))) name
#else
#define WEB(name) name
#endif

#define BY_WEB_TEXT  (1 << 16)          /* bytes of the buffer that texts go in and out by */
#define BY_WEB_STEPS (1 << 13)          /* no round is longer: four moves a tile, and some */

struct page {
    char text[BY_WEB_TEXT];
    const char *names[BY_SEATS];
    struct by_config rules;             /* as they were read last; those of the match are its own */
    struct by_seed seed;
    struct by_match match;
    struct by_view view;                /* the last one that was asked for */
    by_move moves[BY_MOVES];            /* the last list */
    int found;                          /* how many they are */
    int language;                       /* enum by_language: of all sentences */
    bool seen;                          /* the match stands as one seat sees it (by_web_see) */
    int seat;                           /* ... which one, or BY_NO_SEAT */
};
extern struct page page;

#endif
