/* SPDX-License-Identifier: MIT */
/* uncovered.c: makes an extension in which no model covers any game. The linker replaces by_model_covers (--wrap). */
#include "boneyard/model.h"

bool model_covers(const struct by_config *rules) __asm__("__wrap_by_model_covers");

bool model_covers(const struct by_config *rules)
{
    (void)rules;
    return false;
}
