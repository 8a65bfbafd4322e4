/* SPDX-License-Identifier: MIT */
/* random.c: gets random bytes from the system. This is a separate file so that a test can link another by_random. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

#include "random.h"

void by_random(void *out, size_t n)
{
    uint8_t *at = out;

    while (n > 0) {
        ssize_t got = getrandom(at, n, 0);

        if (got > 0) {
            at += got;
            n -= (size_t)got;
        } else if (errno != EINTR) {
            perror("boneyard: no randomness from the system");
            abort();
        }
    }
}
