/* SPDX-License-Identifier: MIT */
/* memory.h: checks allocations in programs, which abort with a message when out of memory. */
#ifndef BY_UTIL_MEMORY_H
#define BY_UTIL_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

/* Returns the argument; aborts if it is NULL. */
static inline void *by_sure(void *memory)
{
    if (memory == NULL) {
        fputs("boneyard: out of memory\n", stderr);
        abort();
    }
    return memory;
}

#endif
