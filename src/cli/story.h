/* story.h: a record as a list of moments, for commands that look into it: before each move the match as it stood,
 * and what everybody heard of it. */
#ifndef BY_CLI_STORY_H
#define BY_CLI_STORY_H

#include "wire/record.h"

struct by_moment {
    struct by_match before;             /* by_story_match makes it whole */
    uint32_t first;                     /* its log in `steps` */
    uint8_t seat;                       /* who moved */
    by_move move;
    uint32_t round;
    int points;                         /* scored by the move */
    bool ended;                         /* the round was over with it */
    char *said;                         /* what was heard of it, in sentences, with all that followed from it */
};

struct by_story {
    struct by_table *table;             /* as it stands at the end: for the referee; what tells of it has the rest */
    struct by_config rules;
    int players, family;                /* enum by_family */
    struct by_moment *at;               /* moment i is before move i + 1, as `boneyard replay` numbers them */
    struct by_step *steps;              /* the moves of all rounds */
    int n, room;
    char name[BY_SEATS][64];            /* made harmless; "(1)" behind names that are there twice */
    const char *names[BY_SEATS];        /* into `name` */
    bool bot[BY_SEATS];                 /* the record calls it bot:LEVEL */
    int you;                            /* the seat that is called "you", or -1 */
    bool over;                          /* the game is */
};

/* Reads a record from a file, or from standard input ("-").  False: a word is on standard error. */
bool by_story_read(const char *path, struct by_story *out);
void by_story_clear(struct by_story *s);

/* The match before move i + 1; with i = n, as it stands at the end.  Borrowed from the story. */
struct by_match by_story_match(const struct by_story *s, int i);

/* A seat by its number or its name; -1 and a word on standard error. */
int by_story_seat(const struct by_story *s, const char *text);

#endif
