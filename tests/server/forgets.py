#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Passwords are nowhere in the server's memory after use.  The test must fail if any guard is removed.

    forgets.py BONEYARD PLANTED GUARDS.TXT
"""
import json
import os
import re
import sys

from wire import PAGE, Served     # first: it finds program
from program import check_planted, expect, finish

PROGRAM, PLANTED, GUARDS = sys.argv[1:4]
MOST = 1 << 32                          # a sanitizer reserves more than can be read


def found_in(process, words):
    """The words found in the memory of the process."""
    found = set()
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as memory:
        for line in maps:
            start, end, how = re.match(r"(\w+)-(\w+) (\S+)", line).groups()
            start, end = int(start, 16), int(end, 16)
            if how[:2] != "rw" or end - start > MOST or "[v" in line:
                continue
            for at in range(start, end, 1 << 24):
                try:
                    memory.seek(at)
                    block = memory.read(min(end - at, (1 << 24) + 100))
                except OSError:
                    break
                found |= {word for word in words if word[len(word) // 4:len(word) * 3 // 4].encode() in block}
    return found


def told(program, planted=0):
    """The passwords still in memory at the end, and a word that must be."""
    # Long passwords of different lengths, since little else has that size and overwrites them.
    words = {what: os.urandom(95 - 11 * k).hex() for k, what in enumerate(("made", "wrong", "pieces", "broken"))}
    with Served(program, *PAGE, env={"BONEYARD_PLANTED": str(planted)}) as server:
        a, b = server.person(), server.person()
        a.ask("register", name="Anna Karenina", password=words["made"])
        expect("right", b.code("login", name="Anna Karenina", password=words["made"]) == "ok")
        expect("wrong", b.code("login", name="Anna Karenina", password=words["wrong"]) == "wrong-password")
        line = json.dumps({"do": "login", "key": "in pieces", "name": "Anna Karenina", "password": words["pieces"]}).encode()
        b.send_frame(1, line[:-10], final=False)
        b.send_frame(0, line[-10:])
        expect("in pieces", b.reply("in pieces")["code"] == "wrong-password")
        b.send_frame(1, line.replace(words["pieces"].encode(), words["broken"].encode()).replace(b"{", b"{{"))
        b.read(60)                      # it is refused
        for c in (a, b):
            c.send("ping")
            c.wait("pong")
        return {what for what, word in words.items() if word in found_in(server.process.pid, words.values())}, \
            found_in(server.process.pid, {"Anna Karenina"})


def main():
    kept, seen = told(PROGRAM)
    expect("the memory is read", seen)
    expect("no password is there", not kept, str(kept))
    check_planted(GUARDS, "forgets", lambda number, _: told(PLANTED, number)[0])
    finish("forgets")


main()
