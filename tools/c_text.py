# SPDX-License-Identifier: MIT
"""C source as the tools look at it: the text with comments, and if wished strings, blanked out.  Line
and column of everything that is left stay what they were.  And how a tool that looks at a tree begins and ends."""
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
    """The main of a tool: looks at a tree (this one if none is named), or with --self-test at its planted faults.  Prints
    what it has found; 1 if there is anything."""
    here = pathlib.Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["--self-test"]:
        found = self_test()
    else:
        found = run(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0
