/* SPDX-License-Identifier: MIT */
/* planted.c: selects the rule that is broken on purpose in the fault build (planted.h). The list is in
 * tests/faults/faults.txt. */
#include "planted.h"

int by_planted = 0;
