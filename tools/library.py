#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists the names that programs linked to the library can see: those declared in include/boneyard/*.h.

    tools/library.py names                  prints them
    tools/library.py header OUTPUT DEPS     boneyard.h, which includes every public header
    tools/library.py map OUTPUT DEPS        the linker's symbol map: these names and no others

DEPS receives the dependencies of OUTPUT, for ninja.
"""
import pathlib
import re
import sys

from c_text import blank

ROOT = pathlib.Path(__file__).resolve().parent.parent
HEADERS = ROOT / "include/boneyard"
# The library is compiled with everything hidden except the declarations in this header.
HEADER = """\
/* SPDX-License-Identifier: MIT */
/* boneyard.h: the whole public interface. */
#ifndef BONEYARD_H
#define BONEYARD_H

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

{}
#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#endif
"""


def headers():
    return sorted(HEADERS.glob("*.h"))


def statements(text):
    """The declarations outside braces; the body of a struct or function is left out."""
    text = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", "", blank(text), flags=re.M)
    text = re.sub(r"\bextern\s+\{", "", text)              # extern "C"; its closing brace is ignored below
    depth, part = 0, ""
    for char in text:
        depth = max(0, depth + (char == "{") - (char == "}"))
        if depth == 0 and char in ";}":
            yield part.split("{")[0].strip(), char
            part = ""
        else:
            part += char if depth == 0 or char == "{" else ""


def names(text):
    """The functions and objects that a header declares and the library defines."""
    for words, end in statements(text):
        function = re.search(r"\b(by_\w+)\s*\(", words)
        if end == "}" or re.match(r"(static|typedef)\b", words):
            continue
        if function:
            yield function.group(1)
        elif words.startswith("extern"):
            yield re.search(r"(by_\w+)(\s*\[[^]]*\])*$", words).group(1)


def all_names():
    return sorted({name for path in headers() for name in names(path.read_text())})


def header():
    return HEADER.format("".join(f'#include "boneyard/{path.name}"\n' for path in headers()))


def symbol_map():
    return "BONEYARD_0 {\nglobal:\n" + "".join(f"    {name};\n" for name in all_names()) + "local:\n    *;\n};\n"


def main():
    if sys.argv[1:] == ["names"]:
        print("\n".join(all_names()))
        return
    if len(sys.argv) != 4 or sys.argv[1] not in ("header", "map"):
        sys.exit(__doc__)
    what, output, deps = sys.argv[1:]
    pathlib.Path(output).write_text(header() if what == "header" else symbol_map())
    wanted = [HEADERS, *(headers() if what == "map" else [])]      # the folder: a header comes or goes
    pathlib.Path(deps).write_text(f"{output}: {' '.join(map(str, wanted))}\n")


if __name__ == "__main__":
    main()
