/* SPDX-License-Identifier: MIT */
/* fuzz.h: the function that every fuzz target defines: libFuzzer calls it with bytes, and replay.c with the files of
 * the corpus, in every test run and with any compiler. */
#ifndef BY_FUZZ_H
#define BY_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
