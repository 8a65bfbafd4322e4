#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints forbidden statements: a comma in place of a semicolon, a nested ?: over more than two lines, a BY_ASSERT with
side effects.  Exits with 1 if it finds one.

    tools/statements.py [TREE]       checks every C file
    tools/statements.py --self-test  plants each fault, and must find it
"""
import re
import sys

from budgets import code_only
from c_text import judge

TOPS = ("src", "include", "tests", "bench", "examples")
HEAD = re.compile(r"\s*(?:else\b|do\b|case\b[^:?]*:|default\s*:|(?:if|while|for|switch)\s*(?=\())")
DECLARATION = re.compile(r"\s*(?!return\b|goto\b|sizeof\b)(?:[A-Za-z_]\w*(?:\([^()]*\))?[\s*]+)+[A-Za-z_]\w*\s*(?:\[|\(\*|=|,|:|$)")
CHANGES = re.compile(r"\+\+|--|(?<![=!<>+\-*/%&|^])=(?!=)|[-+*/%&|^]=|<<=|>>=|\bby_(?:\w+_)?(?:(?:parse|play|deal|read)\w*|back|set|add|take|put)\(")


def pairs(code):
    """Maps the position of every opening bracket to the position after its closing one."""
    after, opened = {}, []
    for mark in re.finditer(r"[][(){}]", code):
        if mark.group() in "([{":
            opened.append(mark.start())
            after[mark.start()] = len(code)
        elif opened:
            after[opened.pop()] = mark.end()
    return after


def outside(code, after, start, end, marks):
    """The positions of marks outside brackets, where a mark may be a bracket itself."""
    wanted = re.compile(r"[(\[{" + marks + "]")
    here = start
    while (mark := wanted.search(code, here, end)) is not None:
        if mark.group() in marks:
            yield mark.start()
        here = after.get(mark.start(), mark.end())


def parts(code, after, start, end, marks):
    """(start, end) of the pieces between marks outside brackets."""
    begin = start
    for here in outside(code, after, start, end, marks):
        yield begin, here
        begin = here + 1
    yield begin, end


def statements(code, after, start, end):
    """(start, end) of every statement that ends in ';', headers such as `if (...)` left out."""
    begin = start
    for here in outside(code, after, start, end, "{;"):
        if code[here] == ";":
            while (head := HEAD.match(code, begin, here)) is not None:
                begin = after[head.end()] if code[head.end():head.end() + 1] == "(" else head.end()
            yield begin, here
            begin = here + 1
            continue
        before = code[begin:here]
        if re.search(r"[=,]\s*$", before) or (before.rstrip().endswith(")") and re.search(r"(?<![=!<>])=(?!=)|\breturn\b", before)
                                              and not HEAD.match(before)):
            continue                    # an initializer
        if not re.search(r"\b(?:enum|struct|union)\b[^()]*$", before):
            yield from statements(code, after, here + 1, after[here] - 1)
            begin = after[here]


def nested(code, after, start, end):
    """The starts of nested ?: that span more than two lines."""
    for begin, stop in parts(code, after, start, end, ",;"):
        if code.count("?", begin, stop) < 2:
            continue
        marks = []
        for here in outside(code, after, begin, stop, "([{?"):
            if code[here] == "?":
                marks.append(here)
            else:
                yield from nested(code, after, here + 1, min(after[here], stop) - 1)
        if len(marks) > 1 and code.count("\n", marks[0], len(code[:stop].rstrip())) > 1:
            yield marks[0]


def check(name, text):
    code = code_only(text)
    after, found = pairs(code), []
    for begin, end in statements(code, after, 0, len(code)):
        if "," in code[begin:end] and len(list(parts(code, after, begin, end, ","))) > 1 and not DECLARATION.match(code, begin, end) \
                and not re.match(r"\s*(?:typedef|struct|enum|union|_Atomic)\b|\s*[A-Z_]+\(", code[begin:end]):
            found.append((begin + len(code[begin:end]) - len(code[begin:end].lstrip()), "a comma in place of a semicolon"))
    found += [(at, "a nested ?: over more than two lines") for at in nested(code, after, 0, len(code))]
    for match in re.finditer(r"\bBY_ASSERT(?=\()", code):
        if CHANGES.search(code[match.end():after[match.end()]]):
            found.append((match.start(), "BY_ASSERT changes something: do it before"))
    return [f"{name}:{code.count(chr(10), 0, at) + 1}: {reason}" for at, reason in sorted(found)]


def run(tree):
    found = []
    for top in TOPS:
        for path in sorted((tree / top).rglob("*.[ch]")):
            found += check(path.relative_to(tree).as_posix(), path.read_text(errors="replace"))
    return found


# Planted: statements in a function, and the number of faults in them.
PLANTED = [
    ("a = 1, b = 2;", 1), ("if (a) a = 1, b = 2;", 1), ("else\n    f(a), g(b);", 1), ("(void)a, (void)b;", 1),
    ("return f(a), 2;", 1), ("case 3: a++, b++;", 1), ("for (;;) { a++, b++; }", 1),
    ("BY_ASSERT(a = 1);", 1), ("BY_ASSERT(i++ < 3);", 1), ("BY_ASSERT(by_play(s, 1, m, NULL, &u) == BY_OK);", 1),
    ("a = b ? 1\n  : c ? 2\n  : 3;", 1), ("f(a, b ? 1\n  : c ? 2\n  : 3);", 1), ("return a ? 1 : b ? 2\n : c ? 4\n : 3;", 1),
    ("int a = 1, b = 2;", 0), ("struct x *a, *b = NULL;", 0), ("for (int i = 0, j = 1; i < j; i++, j--) f(i, j);", 0),
    ("struct x a = { .b = 1, .c = f(2, 3) };", 0), ("a = (struct x){ 1, 2 };", 0), ("return (struct x){ 1, 2 };", 0),
    ("enum { A, B = 2, C };", 0), ("BY_ASSERT(a == 1 && b <= 2 && c != 3 && d >= 4);", 0), ("a = b ? 1 : c ? 2\n  : 3;", 0),
    ("f(a ? 1 : 2,\n  b ? 1 : 2,\n  c ? 1 : 2);", 0), ("const char *a = f(x, y), *b;", 0), ("unsigned long x[3] = { 1, 2 }, y;", 0),
]


def self_test():
    wrong = []
    for text, faults in PLANTED:
        found = check("src/x.c", "int f(int a)\n{\n    " + text + "\n}\n")
        if len(found) != faults:
            wrong.append(f"planted {text!r}: wanted {faults}, got {found}")
    return wrong


if __name__ == "__main__":
    sys.exit(judge(run, self_test))
