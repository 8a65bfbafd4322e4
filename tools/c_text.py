"""C source as the tools look at it: the text with comments, and if wished strings, blanked out.  Line
and column of everything that is left stay what they were."""
import re

PARTS = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)


def blank(text, strings=True):
    def hide(match):
        part = match.group()
        if part[0] in "\"'" and not strings:
            return part
        return re.sub(r"[^\n]", " ", part)

    return PARTS.sub(hide, text)
