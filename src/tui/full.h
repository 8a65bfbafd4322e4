/* full.h: what the files of the full-screen game share.
 *
 *     full.c        the loop: what is due, pauses, leaving
 *     full_show.c   the screen: bar, event, seats, table, ends, turn, hand, keys, panel
 *     full_hand.c   the hand in its owner's order, and where its tiles can go
 *     full_play.c   from a tile and a place to a move
 *     full_keys.c   the one list of keys, and what each press does
 *     full_page.c   what lies over the table and scrolls: rules, score sheet, log
 */
#ifndef BY_TUI_FULL_H
#define BY_TUI_FULL_H

#include "board.h"
#include "boneyard/layout.h"
#include "screen.h"
#include "session.h"

#define BY_FULL_WIDTH  80               /* the smallest window */
#define BY_FULL_HEIGHT 24

/* One person's hand in the order they gave it. */
struct by_order {
    by_tile tile[BY_MAX_TILES];
    int n;
    int planned;                        /* so many of the first are the train that `t` found */
};

/* Somewhere a tile can go: a legal move without claim and announcement. */
struct by_where { by_move move; int opening; };

/* What a press means now. */
enum by_full_mode {
    BY_FULL_HAND,                       /* choosing a tile */
    BY_FULL_PLACE,                      /* choosing a place for it */
    BY_FULL_SAY                         /* claiming its points, or announcing the last tile */
};

enum by_full_page { BY_PAGE_NONE, BY_PAGE_HELP, BY_PAGE_SCORES, BY_PAGE_LOG };

struct by_page_part { char *text; enum by_ink ink; int indent; };

struct by_full {
    struct by_session *s;
    struct by_look *look;
    struct by_canvas canvas;
    int width, height;
    struct by_due due;
    int seat;                           /* whose view is shown: a person at the keyboard, or BY_NO_SEAT */
    bool curtain;                       /* the hand of due.seat waits for its owner */
    struct by_view view;
    struct by_layout layout;
    by_move list[BY_MOVES];             /* the legal moves of due.seat, when a person chooses */
    int n;
    struct by_order order[BY_SEATS];
    enum by_full_mode mode;
    int cursor;                         /* a place in the hand; Castle Rock: in `list` */
    int columns;                        /* tiles of the hand in a row of the screen */
    struct by_where where[BY_MAX_TILES];        /* for the tile under the cursor, clockwise */
    int wheres, at;
    struct by_marks marks;
    char label[BY_MAX_TILES + 2][16];
    char typed[40];
    char notice[BY_FAULT_TEXT];         /* a refusal, a hint, an answer; until the next press */
    enum by_ink notice_ink;
    int heard;                          /* lines of the log before the last choice of a person */
    enum by_full_page page;
    struct by_page_part *part;
    int parts, part_room, scroll, page_rows, page_lines;
    uint32_t asked, asked_before;       /* the key that asked whether it is meant; as it was at this press */
    int owner;                          /* hot seat: the person whose hand has been shown last */
    bool sheet_shown;                   /* the sheet of the round that is over has come by itself */
    bool leave;
    int status;                         /* of the program */
};

/* full_hand.c.  Takes the view in: hands, moves, where tiles can go. */
void by_full_look(struct by_full *f);
void by_full_aim(struct by_full *f);            /* after the cursor moved: where that tile can go */
by_tile by_full_tile(const struct by_full *f);  /* the one under the cursor, or BY_NO_TILE */
bool by_full_fits(const struct by_full *f, by_tile t);  /* a legal move lays or takes it */
bool by_full_has(const struct by_full *f, int kind);    /* a legal move of that kind */
void by_full_arrange(struct by_full *f);

/* full_show.c. */
void by_full_show(struct by_full *f);
const char *by_full_called(const struct by_full *f, int seat);          /* the name, or You */
void by_full_name(const struct by_full *f, int seat, int width, char out[64]);  /* filled up; below 0: to the right */

/* full_play.c. */
void by_full_play(struct by_full *f, by_move m);
void by_full_words(struct by_full *f, const char *words);       /* a move as text, or the reason why it is none */
void by_full_back(struct by_full *f);                   /* nothing chosen, nothing typed */
void by_full_to(struct by_full *f, int at);             /* to the at-th place for the tile */
void by_full_choose(struct by_full *f);                 /* the tile under the cursor */
void by_full_lay(struct by_full *f);                    /* at the place under the cursor */
void by_full_say(struct by_full *f, bool announced);    /* with the claim that was typed, or announced */
void by_full_enter(struct by_full *f);

/* full_keys.c. */
void by_full_press(struct by_full *f, struct by_key key);
void by_full_note(struct by_full *f, enum by_ink ink, const char *words);
void by_full_keys(struct by_full *f, int x, int y, int width);  /* the bar */
int by_full_key(int i, uint32_t *sign, const char **word, const char **about);  /* the list, for the help; 0: past it */

/* full_page.c. */
void by_full_open(struct by_full *f, enum by_full_page page);
void by_full_close(struct by_full *f);
void by_full_page_show(struct by_full *f, int x, int y, int width, int height);
void by_full_scroll(struct by_full *f, int lines);

/* full.c. */
void by_full_refresh(struct by_full *f);        /* after the game has moved on or back: what is due, who looks */
void by_full_reveal(struct by_full *f);         /* the owner of the hand is there */

/* Plays on an open screen to the end, or until the person leaves; returns the exit status.  The screen is
 * still open. */
int by_full_run(struct by_session *s, struct by_look *look);

#endif
