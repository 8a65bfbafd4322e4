#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The colours of pictures (src/svg/svg.c) are those of the page (web/style/tokens.css).

    colours.py ROOT [--planted]     --planted: with one colour changed, which must fail"""
import pathlib
import re
import sys

NAMES = {"low": "felt-lo", "ink": "felt-ink", "ink2": "felt-ink-2", "line": "felt-line", "well": "felt-well", "turn_ink": "turn-ink",
         "edge": "tile-edge", "rim": "tile-rim", "split": "tile-line", "wood_high": "wood-hi", "wood_low": "wood-lo",
         "back_edge": "back-edge", "back_mark": "back-mark"}


def tokens(css):
    """The colours of :root in the light theme, and with those of the dark theme."""
    find = re.compile(r"--([\w-]+): *(#[0-9A-Fa-f]{6})\b")
    light = dict(find.findall(re.search(r"^:root \{(.*?)^\}", css, re.S | re.M).group(1)))
    return {"light": light, "dark": light | dict(find.findall(re.search(r":root\[data-theme=dark\] \{(.*?)\}", css, re.S).group(1)))}


def listed(code, name):
    return re.findall(r"#[0-9A-F]{6}", re.search(rf"#define {name} \\\n(?:.*\\\n)*", code).group())


def main():
    root = pathlib.Path(sys.argv[1])
    code, wrong = (root / "src/svg/svg.c").read_text(), 0
    if "--planted" in sys.argv:
        code = code.replace("#A5DCFF", "#A5DCFE")
    for theme, page in tokens((root / "web/style/tokens.css").read_text()).items():
        found = re.findall(r"\.(\w+) = \"(#\w{6})\"", re.search(rf"by_svg_colours {theme} = \{{(.*?)\}};", code, re.S).group(1))
        assert len(found) == 21, found
        pairs = [(NAMES.get(name, name), colour) for name, colour in found]
        pairs += [(f"pip-{i}", colour) for i, colour in enumerate(listed(code, "PIPS"))]
        pairs += [(f"seat-{i}", colour) for i, colour in enumerate(listed(code, "SEATS"))]
        assert len(pairs) == 21 + 19 + 5, pairs
        for name, colour in pairs:
            if page[name] != colour:
                print(f"{theme}: {name} is {page[name]} on the page and {colour} in pictures")
                wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
