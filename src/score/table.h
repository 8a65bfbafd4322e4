/* table.h: a running score: the sheet, its file, what can be taken back, and the question being asked. */
#ifndef BY_SCORE_TABLE_H
#define BY_SCORE_TABLE_H

#include "score.h"

struct by_past_sheet { char *text; bool fix; };     /* the whole score as it was; before a round was entered anew */

struct by_score_table {
    struct by_score s;
    const char *path;                   /* borrowed; NULL: it is kept nowhere */
    struct by_past_sheet *past;
    int pasts, past_room;
    bool asking;                        /* an entry lacks something */
    struct by_entry open;
    int fixing;                         /* the round that is entered anew, or 0 */
    struct by_entry *later;             /* the entries behind it */
    int laters;
    bool wrong, over;                   /* something was refused; 'quit' */
};

/* Does what one line says; everything goes to standard output. */
void by_score_line(struct by_score_table *t, const char *line);

/* Where the table stands, for the prompt: "round 3". */
void by_score_prompt(const struct by_score_table *t, char *out, size_t size);

/* Answers a question from the rules of a table; false: it is not known. */
bool by_score_ask(const struct by_score *s, const char *question);

/* Prints the sheet into a file; false: a sentence was said. */
bool by_score_print(const struct by_score_table *t, const char *path);

void by_score_table_clear(struct by_score_table *t);

#endif
