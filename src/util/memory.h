/* SPDX-License-Identifier: MIT */
/* memory.h: allocates memory for programs, which exit with an error when out of memory. */
#ifndef BY_UTIL_MEMORY_H
#define BY_UTIL_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

/* Returns its argument; aborts if it is NULL. */
static inline void *by_sure(void *memory)
{
    if (memory == NULL) {
        fputs("boneyard: out of memory\n", stderr);
        abort();
    }
    return memory;
}

#endif
