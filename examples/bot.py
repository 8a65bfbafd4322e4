#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot that plays every game of Boneyard:  boneyard arena cmd:examples/bot.py greedy

It reads the bot protocol (docs/protocol.md) on standard input, one JSON object per line, and answers each decision with
one of the legal moves: the one that scores most, then the one with the most pips."""
import json
import re
import sys


def worth(move):
    """Orders the moves: points claimed (" +15"), then pips laid ("4-5@4-6" lays 4 + 5)."""
    points = int((re.search(r"\+(\d+)", move) or [0, 0])[1])
    laid = re.match(r"(\d+)-(\d+)", move)
    return points, sum(map(int, laid.groups())) if laid else -1, " !" in move


def say(answer):
    print(json.dumps(answer), flush=True)


for text in sys.stdin:
    line = json.loads(text)
    if "game" in line:              # a game begins; the time to start does not count as thinking time
        say({"ready": True})
    elif "legal" in line:           # a decision; lines with events alone need no answer
        say({"move": max(line["legal"], key=worth)})
