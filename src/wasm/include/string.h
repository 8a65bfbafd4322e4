/* SPDX-License-Identifier: MIT */
/* string.h: replaces the C library's string.h on WebAssembly, with only the functions that the core needs
 * (memory.c). */
#ifndef BY_WASM_STRING_H
#define BY_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);

#endif
