/* SPDX-License-Identifier: MIT */
/* made.h: shuffles and records of matches for the tests of the fair shuffle, as a server would make them. */
#ifndef BY_TESTS_FAIR_MADE_H
#define BY_TESTS_FAIR_MADE_H

#include "fair/written.h"

/* Derives bytes from a word and a number. */
void made_bytes(const char *word, uint64_t number, void *out, size_t n);

/* Makes a shuffle up to its key; `seats` contribute (bit k: seat k). */
void made_shuffle(struct by_shuffle *s, const struct by_id *table, uint64_t deal, const char *rules,
                  const struct by_hash *before, uint32_t seats);

/* The seats that contribute to a match, and what goes wrong in it. */
enum made_kind { MADE_ALL, MADE_SOME, MADE_ALONE, MADE_ABORTS, MADE_KINDS };

/* Plays a whole match of random moves and returns its record. */
struct by_record *made_match(const char *rules, uint64_t number, enum made_kind kind);

#endif
