/* SPDX-License-Identifier: MIT */
/* memory.c: implements the four C library functions that the core needs, for WebAssembly. Long runs are copied eight
 * bytes at a time, which WebAssembly allows at any address. */
#include <stdint.h>
#include <string.h>

typedef uint64_t __attribute__((aligned(1), may_alias)) word;

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    char *t = to;
    const char *f = from;

    for (; n >= sizeof(word); n -= sizeof(word), t += sizeof(word), f += sizeof(word))
        *(word *)(void *)t = *(const word *)(const void *)f;
    while (n-- > 0)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;

    if (t <= f || t >= f + n)
        return memcpy(to, from, n); /* copies forwards, reading every word before the bytes after it are overwritten */
    for (; n >= sizeof(word); n -= sizeof(word))
        *(word *)(void *)(t + n - sizeof(word)) = *(const word *)(const void *)(f + n - sizeof(word));
    while (n-- > 0)
        t[n] = f[n];
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    char *t = to;
    uint64_t eight = 0x0101010101010101u * (uint8_t)byte;

    for (; n >= sizeof(word); n -= sizeof(word), t += sizeof(word))
        *(word *)(void *)t = eight;
    while (n-- > 0)
        *t++ = (char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;

    for (; n >= sizeof(word) && *(const word *)(const void *)x == *(const word *)(const void *)y; n -= sizeof(word)) {
        x += sizeof(word);
        y += sizeof(word);
    }
    for (; n > 0; n--, x++, y++)
        if (*x != *y)
            return *x - *y;
    return 0;
}
