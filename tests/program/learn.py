#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`boneyard learn`: plays every lesson by its text; other moves and wrong ones get a helpful answer."""
import re
import subprocess
import sys

from program import expect, finish, run

GAMES = "block draw muggins allfives fiveup chickenfoot mexicantrain castlerock".split()
TILE = re.compile(r"(?<![\d-])\d+-\d+(?![\d-])")


def answer(said):
    """The move that the text asks for."""
    step = re.split(r"\n(?=\d/\d)", said)[-1]
    words, _, tiles = " ".join(step.split()).rpartition("Your tiles:" if "Your tiles:" in step else "The row:")
    if "Press Enter" in step:
        return ""
    mine = [tile for tile in TILE.findall(words) if tile in TILE.findall(tiles.split("(")[0])]
    if "The row:" in step:
        row = TILE.findall(tiles.split("(")[0])
        return f"take3 {row[1]}" if "Take all three." in words else f"take {mine[0]}" if mine else "draw"
    return mine[-1] + ("@t0" if "on your train" in words else "")


def play(game, extra=()):
    """Plays a lesson; `extra`: lines typed first.  Returns the status and the whole output."""
    child = subprocess.Popen([sys.argv[1], "learn", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    said, extra = "", list(extra)
    while (char := child.stdout.read(1)):
        said += char
        if said.endswith("\n> "):
            child.stdin.write((extra.pop(0) if extra else answer(said)) + "\n")
            child.stdin.flush()
        if len(said) > 20_000:
            child.kill()
    return child.wait(), said


for game in GAMES:
    status, said = play(game)
    expect(f"the lesson of {game} ends", status == 0 and f"boneyard play {game}" in said, said)
status, said = play("muggins", ["3-0", "6-6", "nonsense"])
expect("another move is not played", status == 0 and "That move is legal too" in said, said)
expect("a tile that is not there is refused", "6-6" in said, said)
status, said = play("block", ["q"])
expect("q ends a lesson", status == 0 and "boneyard play" not in said, said)
status, out, err = run("learn")
expect("without a game, the lessons are listed", status == 2 and all(game in err for game in GAMES), err)
expect("one game at a time", run("learn", "block", "draw", stdin="q\n")[0] == 2)
status, out, err = run("learn", "chess")
expect("an unknown game is named", status == 2 and "chess" in err, err)
finish("learn")
