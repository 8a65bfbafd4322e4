/* SPDX-License-Identifier: MIT */
/* log.h: stores the events of a game, with one sentence for each event that its audience may hear. */
#ifndef BY_TUI_LOG_H
#define BY_TUI_LOG_H

#include "boneyard/table.h"
#include "boneyard/words.h"

/* One sentence. */
struct by_line_said {
    char *text;
    uint32_t round, move; /* the round, and the number of moves before the sentence; a deal is move 0 */
    uint8_t kind, seat;   /* the event's kind (enum by_event_kind) and seat; BY_NO_SEAT if it concerns everyone */
    by_move what;         /* for BY_EV_MOVE, the move */
};

struct by_log {
    const char *const *names; /* one displayable name per seat; borrowed */
    int you;                  /* the seat addressed as "you", or -1 if the log is for everyone */
    struct by_line_said *line;
    int n, room;
};

void by_log_clear(struct by_log *l);

/* Adds the events of a move or deal. Returns the number of sentences. */
int by_log_hear(struct by_log *l, const struct by_table *m, const struct by_events *ev);

/* Keeps only the first n sentences. */
void by_log_cut(struct by_log *l, int n);

/* Writes the sentence for line i, ignoring lines from `end` on.  Consecutive draws by one seat form one sentence.
 * Returns the number of lines that the sentence covers. */
int by_log_said(const struct by_log *l, int i, int end, char *out, size_t size);

/* Does the same with the number of each move in the match, which `moves` counts: "14. West lays 5-4 on 4-4." */
int by_log_numbered(const struct by_log *l, int i, int *moves, char *out, size_t size);

/* Writes the sentences from line `from` up to line `end`, with spaces between them. */
void by_log_tell(const struct by_log *l, int from, int end, struct by_text *out);

#endif
