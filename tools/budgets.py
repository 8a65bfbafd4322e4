#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints everything that exceeds its size limit; exits with 1 if anything does.

    tools/budgets.py [TREE]      a C file 600 lines, a test 700, a game 500, a public header 300, a function 60, a line 120 columns
    tools/budgets.py --self-test plants each fault in a small tree, and must find it
"""
import pathlib
import re
import sys
import tempfile

from c_text import blank, judge

FILE, TEST, GAME, HEADER, FUNCTION, COLUMNS = 600, 700, 500, 300, 60, 120


def limit_of(name):
    if name.startswith("include/"):
        return HEADER, "public header"
    if name.startswith("src/rules/games/"):
        return GAME, "game file"
    if name.startswith("tests/"):
        return TEST, "test"
    return FILE, "C file"


def code_only(text):
    """Blanks comments, strings and preprocessor lines; line numbers do not change."""
    text = blank(text)
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.M)


def functions(text):
    """(first line, last line) of every top-level function, including its signature."""
    code, depth, start, begin, is_function = code_only(text), 0, 0, 0, False
    for at, char in enumerate(code):
        if char == "{":
            if depth == 0:
                is_function = code[:at].rstrip().endswith(")")
                begin = start
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                if is_function:
                    begin += len(code[begin:]) - len(code[begin:].lstrip())
                    yield code.count("\n", 0, begin) + 1, code.count("\n", 0, at) + 1
                start = at + 1
        elif char == ";" and depth == 0:
            start = at + 1


def check(name, text):
    lines = text.splitlines()
    limit, kind = limit_of(name)
    if len(lines) > limit and "Written by tools/" not in "".join(lines[:2]):
        yield f"{name}: {len(lines)} lines; a {kind} has at most {limit}"
    for number, line in enumerate(lines, 1):
        if len(line.expandtabs(8)) > COLUMNS:
            yield f"{name}:{number}: {len(line.expandtabs(8))} columns; a line has at most {COLUMNS}"
    for first, last in functions(text):
        if last - first + 1 > FUNCTION:
            yield f"{name}:{first}: {last - first + 1} lines; a function has at most {FUNCTION}"


def run(tree):
    found = []
    for top in ("include", "src", "tests", "bench", "examples"):
        for path in sorted((tree / top).rglob("*")):
            if path.suffix in (".c", ".h"):
                found += check(path.relative_to(tree).as_posix(), path.read_text(errors="replace"))
    return found


def function(lines, head="int f(int a,\n      int b)\n{\n"):
    return head + "    a++;\n" * (lines - head.count("\n") - 1) + "}\n"


ARRAY = "static const int a[] = {\n" + "    1,\n" * 80 + "};\n"
MACRO = "#define M(x) do { \\\n" + "    x++; \\\n" * 80 + "} while (0)\n"
PLANTED = [     # file, text, part of the expected message; "" if nothing is wrong
    ("src/table/table.c", "int a;\n" * 600, ""),
    ("src/table/table.c", "int a;\n" * 601, "601 lines; a C file"),
    ("tests/unit/match.c", "int a;\n" * 701, "701 lines; a test"),
    ("src/rules/games/line.c", "int a;\n" * 501, "501 lines; a game file"),
    ("include/boneyard/tile.h", "int a;\n" * 301, "301 lines; a public header"),
    ("src/rules/tile.c", "int a;" + " " * 113 + "//", "121 columns"),
    ("src/rules/tile.c", "int a;" + " " * 102 + "//", ""),
    ("src/rules/tile.c", function(60), ""),
    ("src/rules/tile.c", "int z;\n\n/* } */\n" + function(61), "tile.c:4: 61 lines; a function"),
    ("src/rules/tile.c", "static const char *s = \"{\";\n" + function(61), "tile.c:2: 61 lines; a function"),
    ("src/rules/tile.c", "int g(void) { return '}'; }\n" + function(61, "int f(int a) {\n"), "tile.c:2: 61 lines"),
    ("src/rules/tile.c", ARRAY + MACRO + function(60), ""),
]


def self_test():
    wrong = []
    for name, text, want in PLANTED:
        with tempfile.TemporaryDirectory() as top:
            (pathlib.Path(top) / name).parent.mkdir(parents=True)
            (pathlib.Path(top) / name).write_text(text)
            found = run(pathlib.Path(top))
        if not (any(want in line for line in found) if want else found == []):
            wrong.append(f"planted in {name}: wanted {want!r}, got {found}")
    return wrong


if __name__ == "__main__":
    sys.exit(judge(run, self_test))
