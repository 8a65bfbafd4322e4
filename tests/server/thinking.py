#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bots that think long at one table delay neither other tables nor the exit.

    thinking.py BONEYARD
"""
import re
import signal
import sys
import time

from wire import ROOT, Served     # first: it finds program
from program import expect, finish

PAGE = str(ROOT / "tests/server/page")
LONG = "block hand=14"         # the slowest decisions
SECONDS = 20
LATEST = 6                      # seconds; a bot moves after 1.5 if nothing delays it, and after 10 at the latest


def begin(client, rules, *bots):
    table = client.ask("make", rules=rules, seats=[f"bot:{bot}" for bot in bots])["table"]
    client.ask("join", table=table, from_=0)
    client.ask("start")
    return table


def metric(server, name):
    return float(re.search(rf"^boneyard_{name} (\S+)$", server.http("GET", "/metrics")[2].decode(), re.M)[1])


def gaps(client, seconds):
    """The times between the moves that come, in seconds."""
    until, last, found = time.monotonic() + seconds, None, []
    while time.monotonic() < until:
        if not client.read(0.2):
            continue
        while client.came:
            message = client.came.popleft()
            if message["is"] == "event" and message["what"] == "play":
                found += [time.monotonic() - last] if last else []
                last = time.monotonic()
            elif message["is"] == "event":
                last = None
    return found


def check_others():
    """A table where bots think long, beside others."""
    with Served(sys.argv[1], "--web-root", PAGE, "--bot-threads", "1", "--credits", "100000") as server:
        for level in ("hard", "expert"):
            begin(server.person(), LONG, level, level)
        other = server.person()
        begin(other, "draw:basics players=3", "easy", "greedy", "random")
        found = gaps(other, SECONDS)
        expect("the bots of another table move", len(found) >= 5 and max(found) < LATEST, str(found))
        expect("no decision was long", metric(server, "bots_longest_milliseconds") <= 300, str(metric(server, "bots_longest_milliseconds")))
        expect("none waits", metric(server, "bots_queue") == 0)
        began = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        server.process.communicate(timeout=20)
        expect("it stops in time", server.process.returncode == 0 and time.monotonic() - began < 4, f"{server.process.returncode} {time.monotonic() - began}")


def check_limit():
    """A limit below what a level needs cuts its decisions short; the game goes on."""
    with Served(sys.argv[1], "--web-root", PAGE, "--bot-think", "10", "--credits", "100000", haste=10) as server:
        a = server.person()
        begin(a, LONG, "expert", "hard")
        until = time.monotonic() + SECONDS
        while metric(server, "bots_cut_total") == 0 and time.monotonic() < until:
            a.read(0.2)
        expect("decisions are cut short", metric(server, "bots_cut_total") > 0)
        moves = gaps(a, 3)
        expect("and moves come", len(moves) >= 1, str(moves))


def main():
    check_others()
    check_limit()
    finish("thinking")


main()
