/* SPDX-License-Identifier: MIT */
/* planted.h: plants faults to prove that the tests detect them. Only test builds define BY_FAULTS; a test
 * selects the fault (tests/faults/). In other builds, these macros cost nothing. */
#ifndef BY_PLANTED_H
#define BY_PLANTED_H

extern int by_planted; /* the planted fault, or 0 */

#ifdef BY_FAULTS
#define BY_PLANTED(n) (by_planted == (n))
#else
#define BY_PLANTED(n) 0
#endif

#endif
