/* SPDX-License-Identifier: MIT */
/* full.h: shared by the files of the full-screen game.
 *
 *     full.c        the main loop, pauses, leaving
 *     full/show.c   the screen: bar, event, seats, table, hand, keys, panel
 *     full/turn.c   the lines below the table: the open ends, and whose turn it is
 *     full/hand.c   the hand in its owner's order, and where its tiles fit
 *     full/play.c   from a tile and a place to a move
 *     full/keys.c   the one list of keys, and what each does
 *     full/page.c   pages that cover the table and scroll: rules, score sheet, log */
#ifndef BY_TUI_FULL_FULL_H
#define BY_TUI_FULL_FULL_H

#include "tui/board/board.h"
#include "boneyard/layout.h"
#include "tui/screen.h"
#include "tui/session.h"

#define BY_FULL_WIDTH 80 /* the smallest window */
#define BY_FULL_HEIGHT 24

/* One person's hand in the order chosen by them. */
struct by_hand_order {
    by_tile tile[BY_MAX_TILES];
    int n;
    int planned; /* this many at the front are the train that `t` found */
};

/* A place where a tile fits: a legal move without claim and announcement. */
struct by_where {
    by_move move;
    int opening;
};

/* What a press means now. */
enum by_full_mode {
    BY_FULL_HAND,  /* choosing a tile */
    BY_FULL_PLACE, /* choosing a place for it */
    BY_FULL_SAY    /* claiming its points, or announcing the last tile */
};

enum by_full_page { BY_PAGE_NONE, BY_PAGE_HELP, BY_PAGE_SCORES, BY_PAGE_LOG };

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
    int seat;     /* whose view is shown: a person at the keyboard, or BY_NO_SEAT */
    bool curtain; /* the hand of due.seat is hidden until its owner confirms */
    struct by_view view;
    struct by_layout layout;
    by_move list[BY_MOVES]; /* the legal moves of due.seat, when a person chooses */
    int n;
    struct by_hand_order order[BY_SEATS];
    enum by_full_mode mode;
    int cursor;                          /* an index into the hand; in Castle Rock: into `list` */
    int columns;                         /* tiles of the hand in a row of the screen */
    struct by_where where[BY_MAX_TILES]; /* for the tile under the cursor, clockwise */
    int wheres, at;
    struct by_marks marks;
    char label[BY_MAX_TILES + 2][48];
    char typed[40];
    char notice[BY_FAULT_TEXT]; /* a refusal, a hint, an answer; until the next press */
    enum by_ink notice_ink;
    int heard; /* lines of the log before a person's last choice */
    enum by_full_page page;
    struct by_page_part *part;
    int parts, part_room, scroll, page_rows, page_lines;
    uint32_t asked, asked_before; /* the key that asked for confirmation; its value at this press */
    int owner;                    /* hot seat: the person whose hand was shown last */
    bool sheet_shown;             /* the sheet of the finished round opened automatically */
    bool leave;
    int status; /* of the program */
};

void by_full_refresh(struct by_full *f); /* after the game has moved: updates what is due and who looks */
void by_full_reveal(struct by_full *f);  /* the owner of the hand has confirmed */

/* Plays on an open screen to the end, or until the person leaves; returns the exit status. The screen remains open. */
int by_full_run(struct by_session *s, struct by_look *look);

#endif
