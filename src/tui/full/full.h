/* SPDX-License-Identifier: MIT */
/* full.h: declarations shared by the files of the full-screen game.
 *
 *     full.c        the main loop, with pauses and leaving
 *     full/show.c   the screen: bar, event, seats, table, hand, keys, panel
 *     full/turn.c   the lines below the table: the open ends, and the seat to move
 *     full/hand.c   the hand in its owner's order, and where its tiles fit
 *     full/play.c   turns a tile and a place into a move
 *     full/keys.c   the only list of keys and their functions
 *     full/page.c   scrolling pages that cover the table: rules, score sheet, log, review */
#ifndef BY_TUI_FULL_FULL_H
#define BY_TUI_FULL_FULL_H

#include "tui/board/board.h"
#include "boneyard/layout.h"
#include "tui/screen.h"
#include "tui/session.h"

#define BY_FULL_WIDTH 80 /* width of the smallest window */
#define BY_FULL_HEIGHT 24

/* One person's hand, in the order that person chose. */
struct by_hand_order {
    by_tile tile[BY_MAX_TILES];
    int n;
    int planned; /* the first `planned` tiles are the train that the `t` key found */
};

/* A place where a tile fits: a legal move without its claim or announcement. */
struct by_where {
    by_move move;
    int opening;
};

/* The current effect of key presses. */
enum by_full_mode {
    BY_FULL_HAND,  /* choosing a tile */
    BY_FULL_PLACE, /* choosing a place for it */
    BY_FULL_SAY    /* choosing whether to claim points or announce the last tile */
};

enum by_full_page { BY_PAGE_NONE, BY_PAGE_HELP, BY_PAGE_SCORES, BY_PAGE_LOG, BY_PAGE_REVIEW };

struct by_page_part {
    char *text;
    enum by_ink ink;
    int indent;
};

struct by_full {
    struct by_session *s;
    struct by_look *look;
    struct by_canvas canvas;
    int width, height;
    struct by_next due;
    int seat;     /* the seat whose view is shown: a person at the keyboard, or BY_NO_SEAT */
    bool curtain; /* the hand of due.seat is hidden until its owner confirms */
    struct by_view view;
    struct by_layout layout;
    by_move list[BY_MOVES]; /* the legal moves of due.seat, if a person is choosing */
    int n;
    struct by_hand_order order[BY_SEATS];
    enum by_full_mode mode;
    int cursor;                          /* an index into the hand or, in Castle Rock, into `list` */
    int columns;                         /* the number of tiles of the hand that fit in a row of the screen */
    struct by_where where[BY_MAX_TILES]; /* the places for the tile under the cursor, clockwise */
    int wheres, at;
    struct by_marks marks;
    char label[BY_MAX_TILES + 2][48];
    char typed[40];
    char notice[2 * BY_FAULT_TEXT]; /* a refusal, hint or answer; shown until the next key press */
    enum by_ink notice_ink;
    int heard; /* number of log lines before the person's last choice */
    enum by_full_page page;
    struct by_page_part *part;
    int parts, part_room, scroll, page_rows, page_lines;
    uint32_t asked, asked_before; /* the key that must be pressed again to confirm, and the value of `asked` before this
                                   * press */
    int owner;                    /* hot seat: the person whose hand was last shown */
    bool sheet_shown;             /* whether the finished round's sheet has opened automatically */
    bool leave;
    int status; /* the program's exit status */
};

void by_full_refresh(struct by_full *f); /* updates `due` and the view after the game has advanced */
void by_full_reveal(struct by_full *f);  /* shows the hand after its owner has confirmed */

/* Plays on an open screen until the game ends or the person leaves. Returns the exit status. The screen stays open. */
int by_full_run(struct by_session *s, struct by_look *look);

#endif
