#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/rules/tables.c: the halves of every tile and the nineteen suits.  Run by hand after a change; a test
compares the tables with the formula of tile.h."""
tiles = [(h, l) for h in range(19) for l in range(h + 1)]


def rows(values, per):
    return ",\n".join("    " + ", ".join(values[i:i + per]) for i in range(0, len(values), per))


print("/* tables.c: halves and suits of a double-18 set (C-01).  Written by tools/tables.py. */")
print('#include "boneyard/tile.h"\n')
for name, part in (("high", 0), ("low", 1)):
    print(f"const uint8_t by_{name}_half[BY_MAX_TILES + 2] = {{")
    print(rows([str(t[part]) for t in tiles], 24) + "\n};\n")
print("const struct by_set by_suit[BY_NUMBERS] = {")
for n in range(19):
    bits = sum(1 << i for i, t in enumerate(tiles) if n in t)
    words = ", ".join(f"0x{bits >> 64 * k & (1 << 64) - 1:016x}" for k in range(3))
    print(f"    {{ {{ {words} }} }},")
print("};")
