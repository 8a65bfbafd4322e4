/* SPDX-License-Identifier: MIT */
/* planted.c: selects the fault in a program built with planted faults (planted.h, tests/faults/overlay.py):
 * BONEYARD_PLANTED=NUMBER. */
#include "planted.h"

#include <stdlib.h>

int by_planted;

__attribute__((constructor)) static void plant(void)
{
    const char *number = getenv("BONEYARD_PLANTED");

    by_planted = number == NULL ? 0 : atoi(number);
}
