/* SPDX-License-Identifier: MIT */
/* story.h: represents a record as a list of moments, for commands that examine it. A moment is the state of the match
 * before a move, together with the public part of the move. */
#ifndef BY_CLI_STORY_H
#define BY_CLI_STORY_H

#include "wire/record.h"

struct by_moment {
    struct by_table before; /* completed by by_story_match */
    uint8_t seat;           /* the seat that moved */
    by_move move;
    uint32_t round;
    int points; /* points scored by the move */
    bool ended; /* the move ended the round */
    char *said; /* public description, in sentences, of the move and its consequences */
};

struct by_story {
    struct by_record *record; /* the whole match from the referee's view; printing code must use the other members */
    struct by_config rules;
    int players, family;  /* enum by_family_id */
    struct by_moment *at; /* moment i comes before move i + 1; moves are numbered over the whole match */
    int n, room;
    struct by_names names;
    bool bot[BY_SEATS]; /* whether the record labels the seat as bot:LEVEL */
    bool over;          /* the game is over */
};

/* Reads a record from a file, or from standard input ("-"). Returns false after printing an error. */
bool by_story_read(const char *path, struct by_story *out);

/* Builds the story of a match. */
void by_story_of(const struct by_record *t, struct by_story *out);
void by_story_clear(struct by_story *s);

/* Returns the match before move i + 1, or the final match if i = n. The story owns it. */
struct by_table by_story_match(const struct by_story *s, int i);

/* Returns whether the story has that many moves (--at). If not, prints an error. */
bool by_story_has(const struct by_story *s, const char *path, long at);

/* Parses a seat's number or name. Returns -1 after printing an error. */
int by_story_seat(const struct by_story *s, const char *text);

#endif
