/* SPDX-License-Identifier: MIT */
/* planted.h: planted faults of the table, as BY_FAULT in src/rules/author.h: tests/faults/faults.txt. */
#ifndef BY_TABLE_PLANTED_H
#define BY_TABLE_PLANTED_H

#ifdef BY_FAULTS
extern int by_planted;
#define BY_PLANTED(n) (by_planted == (n))
#else
#define BY_PLANTED(n) 0
#endif

#endif
