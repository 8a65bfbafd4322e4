#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the pictures in docs/pictures, except those of the page: plays real games and draws the terminal, and draws a table.

    tools/pictures.py PROGRAM"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "tui"), str(ROOT / "tools")]
import picture                                  # noqa: E402  (they are beside this file and in the tests)
from terminal import Terminal                   # noqa: E402

MINE = r"Your turn:|Enter deals the next"
# name: rules, size, how many times to press Enter, and the keys to press then.
PICTURES = {
    "muggins": ("muggins:classic players=4 teams=off", (100, 30), 4, []),
    "chickenfoot": ("chickenfoot players=4", (120, 40), 7, []),
    "mexicantrain": ("mexicantrain players=4", (160, 48), 6, []),
    "castlerock": ("castlerock", (80, 24), 8, []),
    "hint": ("draw players=4", (80, 24), 1, ["h"]),
}


def take(program, name):
    rules, size, enters, last = PICTURES[name]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        with Terminal(*size, [program, "play", *rules.split(), "--seed", "20", "--speed", "none"], {"XDG_STATE_HOME": home}, "screen-256color", home) as t:
            for _ in range(enters):
                if "Enter deals the next" in t.wait(MINE):
                    break
                t.keys("Enter")
            for key in last:
                t.wait(MINE)
                t.keys(key)
            t.settled()
            return picture.draw(t.picture())


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program, folder = os.path.abspath(sys.argv[1]), ROOT / "docs" / "pictures"
    folder.mkdir(exist_ok=True)
    game = ROOT / "tests/golden/games/chickenfoot.jsonl"
    table = subprocess.run([program, "picture", game, "--at", "12", "--places"], check=True, capture_output=True).stdout
    (folder / "table.svg").write_bytes(table)
    for name in PICTURES:
        (folder / f"{name}.svg").write_text(take(program, name), encoding="utf-8")


if __name__ == "__main__":
    main()
