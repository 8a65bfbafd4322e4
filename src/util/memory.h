/* memory.h: what programs do when there is no memory: they end with a word. */
#ifndef BY_UTIL_MEMORY_H
#define BY_UTIL_MEMORY_H

#include <stdio.h>
#include <stdlib.h>

/* Returns what it is given, unless that is NULL. */
static inline void *by_sure(void *memory)
{
    if (memory == NULL) {
        fputs("boneyard: out of memory\n", stderr);
        abort();
    }
    return memory;
}

#endif
