/* SPDX-License-Identifier: MIT */
/* engine.h: `boneyard engine`, a referee on standard input and output (docs/protocol.md). */
#ifndef BY_ENGINE_H
#define BY_ENGINE_H

#include <stddef.h>

#include "wire/ask.h"
#include "wire/record.h"

/* One referee, with at most one running game. */
struct by_engine {
    struct by_record *record; /* NULL if there is no game */
    struct by_rng rng;        /* for `best` */
    struct by_asker asker;
    const struct by_stop *stop; /* ends a running `best`, unless NULL */
    int64_t (*clock)(void);     /* the clock for `best`; by_now_ns if NULL */
    bool quit;
};

void by_engine_init(struct by_engine *e, const struct by_seed *seed);
void by_engine_clear(struct by_engine *e);

/* Answers one line. Never fails, since even an invalid line gets an answer. The caller frees the answer with free(). */
char *by_engine_answer(struct by_engine *e, const char *line, size_t n);

/* Answers a line longer than 1 MiB. */
char *by_engine_too_long(void);

#endif
