/* SPDX-License-Identifier: MIT */
/* planted.c: which rule is broken on purpose in the fault build (planted.h). The list is tests/faults/faults.txt. */
#include "planted.h"

int by_planted = 0;
