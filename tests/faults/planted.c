/* SPDX-License-Identifier: MIT */
/* planted.c: which rule is broken on purpose in the fault build (author.h, BY_FAULT).  The list of
 * faults is tests/faults/faults.txt. */
extern int by_planted;

int by_planted = 0;
