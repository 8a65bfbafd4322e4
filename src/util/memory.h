/* SPDX-License-Identifier: MIT */
/* memory.h: allocation for programs: without memory they exit with an error. */
#ifndef BY_UTIL_MEMORY_H
#define BY_UTIL_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

/* Returns its argument unless that is NULL. */
static inline void *by_sure(void *memory)
{
    if (memory == NULL) {
        fputs("boneyard: out of memory\n", stderr);
        abort();
    }
    return memory;
}

#endif
