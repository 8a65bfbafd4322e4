/* SPDX-License-Identifier: MIT */
/* family.c: lists the terminal code of each family (family.h). */
#include "family.h"

#define BY_FAMILY(id, name) extern const struct by_tui_family by_tui_family_##name;
#include "boneyard/families.def"
#undef BY_FAMILY

const struct by_tui_family *const by_tui_families[BY_FAMILIES] = {
#define BY_FAMILY(id, name) &by_tui_family_##name,
#include "boneyard/families.def"
#undef BY_FAMILY
};
