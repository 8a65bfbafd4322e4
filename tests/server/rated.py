#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two people with accounts and rated matches, for tests of the page.

    rated.py play ADDRESS MATCHES     Anna and Ben play so many at a running server: the first to its end, the others are left early
"""
import sys
import time

from wire import Player, play, sit
from cups import Running

WORD = "correct horse battery"
RULES = "block:basics players=2 target=5"


def match(people, whole, last):
    """Plays a match, or leaves it at its beginning: the person in seat `last` first, who loses."""
    (one, first), (two, second) = people.items()
    table = first.ask("make", rules=RULES, seats=["open", "open"], rated=True)["table"]
    sit(first, table, 0, one)
    sit(second, table, 1, two)
    first.ask("start")
    if whole:
        players = [Player(client, table) for client in (first, second)]
        play(players, lambda: all(p.over for p in players))
        return
    for seat in (last, 1 - last):
        (first, second)[seat].ask("stand", seat=seat)


def main():
    server, number = Running(sys.argv[2]), int(sys.argv[3])
    people = {name: server.member(name, WORD) for name in ("Anna", "Ben")}
    for n in range(number):
        match(people, n == 0, n % 2)
    while [r["matches"] for r in people["Ben"].ask("profile")["profile"]["ratings"]] != [number]:
        time.sleep(0.05)


main()
