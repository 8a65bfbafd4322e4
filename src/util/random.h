/* SPDX-License-Identifier: MIT */
/* random.h: gets random bytes from the system. This is a separate file so that a test can link another by_random. */
#ifndef BY_UTIL_RANDOM_H
#define BY_UTIL_RANDOM_H

#include <stddef.h>

/* Fills n bytes from the system's generator (random.c). */
void by_random(void *out, size_t n);

#endif
