# SPDX-License-Identifier: MIT
"""Shared by the tools that check C sources: blanking comments (and optionally strings) without changing any line
or column, and the main function."""
import pathlib
import re
import sys

PARTS = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)


def blank(text, strings=True):
    def hide(match):
        part = match.group()
        if part[0] in "\"'" and not strings:
            return part
        return re.sub(r"[^\n]", " ", part)

    return PARTS.sub(hide, text)


def judge(run, self_test):
    """The main function of a tool: checks a tree (default: this one), or its own planted faults with --self-test.  Prints
    the findings and returns 1 if there are any."""
    here = pathlib.Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["--self-test"]:
        found = self_test()
    else:
        found = run(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0
