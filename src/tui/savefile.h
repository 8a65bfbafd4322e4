/* SPDX-License-Identifier: MIT */
/* savefile.h: reads and writes the file in which a game is saved. A game can be open in only one window: while a
 * program saves to a file, it holds a lock on that file. The lock ends with the program. */
#ifndef BY_TUI_SAVEFILE_H
#define BY_TUI_SAVEFILE_H

#include "tui/start/setup.h"
#include "wire/record.h"

struct by_savefile {
    char *path;      /* NULL if the game is not saved */
    int lock;        /* the open file on which the lock is held, or -1 */
    bool lost, news; /* `lost`: the latest state could not be saved; `news`: `trouble` has not yet been reported */
    bool mended;     /* whether the file was damaged when it was read */
    char trouble[BY_FAULT_TEXT];
};

/* A summary of a saved game. */
struct by_saved {
    struct by_setup setup; /* when the game resumes, bots play the seats named bot:LEVEL, and people the others */
    int damaged;           /* the first line that cannot be read, or 0; the other members describe the lines before
                            * it */
    bool over;
    uint32_t round;
    int32_t score[BY_SEATS];
};

/* Reads a record or, if `lines` > 0, only the first `lines` lines of a damaged one. On error returns NULL and a fault
 * with the line number; BY_E_IO and line 0 mean that the file cannot be opened. */
struct by_record *by_savefile_read(const char *path, int lines, by_record_reader *reader, void *context,
                                   struct by_fault *f);

/* Summarises a record, or the readable part of a damaged one. Returns false and a fault if no part is readable. */
bool by_savefile_peek(const char *path, struct by_saved *out, struct by_fault *f);

/* Saves to this file from now on (NULL to stop). The path is copied. Returns false, and changes nothing, if the file is
 * open in another program. */
bool by_savefile_set(struct by_savefile *f, const char *path);
void by_savefile_clear(struct by_savefile *f);

/* For a game resumed from the lines before line `damaged`, keeps a copy of the damaged file and saves the game.  If the
 * game is saved elsewhere, the file is left unchanged.  Returns false with errno set if the file cannot be kept.
 * by_savefile_trouble then returns a sentence about it. */
bool by_savefile_mend(struct by_savefile *f, const struct by_record *r, const char *path, int damaged);

/* Save now, here or in another file; return false with errno set on failure. */
bool by_savefile_write(struct by_savefile *f, const struct by_record *r);
bool by_savefile_copy(struct by_savefile *f, const struct by_record *r, const char *path);

/* Returns a sentence about a damaged file, a failed save, or the first save that succeeds afterwards, but only once;
 * otherwise NULL. */
const char *by_savefile_trouble(struct by_savefile *f);

#endif
