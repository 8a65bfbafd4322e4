/* SPDX-License-Identifier: MIT */
/* table.h: short, exact rule tests.
 *
 * A table is a match with a given deck.  Every check compares a complete answer (a list, a hand, all
 * scores) as text, and names the line of the test if it fails.  Every `play` is also undone and
 * repeated, which tests undo with every rule.
 *
 *     struct table *t = table_new("muggins:classic", "6-4 5-4 ...", -1);
 *     play(t, "0 6-4, 1 4-5@4-6 +15");
 *     legal(t, 1, "3-2@2-6, draw");
 *
 * A deck text gives the first tiles in order (seat 0's hand, seat 1's, ..., then the boneyard from
 * its front); the rest follows in canonical order.
 */
#ifndef TESTS_RULES_TABLE_H
#define TESTS_RULES_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "boneyard/table.h"
#include "boneyard/text.h"

enum { TABLE_LOG = 600, TABLE_TEXT = 8192 };

struct table {
    struct by_table m;
    struct by_state *s;  /* of the match */
    struct by_events ev; /* of the last move or deal */
    struct by_step log[TABLE_LOG];
};

#define HERE __FILE__, __LINE__

/* Makes a table with its first round dealt; table_start does not deal.  Valid for one test. */
#define table_new(rules, deck, lead) table_new_at(rules, deck, lead, HERE)
#define table_start(rules) table_start_at(rules, HERE)
#define deal(t, deck, lead) deal_at(t, deck, lead, BY_OK, HERE)
#define no_deal(t, deck, lead, err) deal_at(t, deck, lead, err, HERE)
struct table *table_start_at(const char *rules, const char *file, int line);
struct table *table_new_at(const char *rules, const char *deck, int lead, const char *file, int line);
void deal_at(struct table *t, const char *deck, int lead, by_err want, const char *file, int line);

/* Keeps only n tiles in the boneyard. */
void leave(struct table *t, int n);

/* Sets the scores. */
void give(struct table *t, int seat, int points);

/* "0 6-4, 1 draw": moves in order, each with its seat.  `refuse`: the move is illegal (or fails with
 * this error) and changes nothing. */
#define play(t, moves) play_at(t, moves, HERE)
#define refuse(t, seat, move) refuse_at(t, seat, move, BY_E_ILLEGAL, HERE)
#define refuse_as(t, seat, move, err) refuse_at(t, seat, move, err, HERE)
void play_at(struct table *t, const char *moves, const char *file, int line);
void refuse_at(struct table *t, int seat, const char *move, by_err err, const char *file, int line);

/* All legal moves of a seat, with ", " between; "" for none.  Moves of many other shapes are tried
 * too: by_play must accept the moves in the list and refuse all others. */
#define legal(t, seat, list) legal_at(t, seat, list, HERE)
void legal_at(struct table *t, int seat, const char *list, const char *file, int line);

/* Tiles in ascending order with a blank between; the row from left to right. */
#define hand(t, seat, tiles) hand_at(t, seat, tiles, HERE)
#define row(t, tiles) row_at(t, tiles, HERE)
void hand_at(struct table *t, int seat, const char *tiles, const char *file, int line);
void row_at(struct table *t, const char *tiles, const char *file, int line);

/* Numbers with a blank between: all scores, the seats that may act, the markers, the tails. */
#define scores(t, list) scores_at(t, list, HERE)
#define actors(t, list) seats_at(by_actors((t)->s), list, HERE)
#define markers(t, list) seats_at((t)->s->now.of.trains.markers, list, HERE)
#define winners(t, list) seats_at(by_winners((t)->s), list, HERE)
void scores_at(struct table *t, const char *list, const char *file, int line);
void seats_at(uint32_t seats, const char *list, const char *file, int line);

/* The events of the last move or deal: "move score round-end game-end", "round". */
#define events(t, list) events_at(t, list, HERE)
void events_at(struct table *t, const char *list, const char *file, int line);

/* A round is in progress, and it is that seat's turn. */
#define turn(t, seat) turn_at(t, seat, HERE)
void turn_at(struct table *t, int seat, const char *file, int line);

/* The round ended this way, and the game continues (`ended`) or is over, too (`ended_all`). */
#define ended(t, how, seat, gains) ended_at(t, BY_ROUND_OVER, how, seat, gains, HERE)
#define ended_all(t, how, seat, gains) ended_at(t, BY_GAME_OVER, how, seat, gains, HERE)
void ended_at(struct table *t, int phase, int how, int seat, const char *gains, const char *file, int line);

/* The game is over in mid-round. */
#define over_at_once(t) over_at_once_at(t, HERE)
void over_at_once_at(struct table *t, const char *file, int line);

/* L-15, and tiles in the boneyard. */
#define count(t, n) number_at("count", (t)->s->now.of.line.count, n, HERE)
#define boneyard(t, n) number_at("boneyard", (t)->s->deck_tiles - (t)->s->now.taken, n, HERE)
#define drawable(t, n) number_at("drawable", by_drawable((t)->s), n, HERE)
#define same(a, b) number_at(#a, (long)(a), (long)(b), HERE)
void number_at(const char *what, long is, long want, const char *file, int line);

/* Rule strings.  canonical: accepted and printed like this.  refused: the sentence contains all these words. */
#define canonical(rules, want) canonical_at(rules, want, HERE)
#define refused(rules, words) refused_at(rules, words, HERE)
#define option(rules, id, want) option_at(rules, id, want, HERE)
void canonical_at(const char *rules, const char *want, const char *file, int line);
void refused_at(const char *rules, const char *words, const char *file, int line);
void option_at(const char *rules, int id, const char *want, const char *file, int line);

by_tile tile(const char *text);

/* The seat's views at two tables are equal, byte for byte. */
#define same_view(a, b, seat) same_view_at(a, b, seat, true, HERE)
#define other_view(a, b, seat) same_view_at(a, b, seat, false, HERE)
void same_view_at(struct table *a, struct table *b, int seat, bool want, const char *file, int line);

#endif
