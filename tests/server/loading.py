#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A server that starts with many tables: no one waits for all of them to load, and none is missing meanwhile.

    loading.py BONEYARD [TABLES]
"""
import pathlib
import re
import sys
import tempfile
import time

from wire import PATIENCE, ROOT, Served     # first: it finds program
from program import expect, finish

PAGE = str(ROOT / "tests/server/page")
TABLES = int(sys.argv[2]) if len(sys.argv) > 2 else 1500
AT_ONCE = 50
TRIES = 4
LIMITS = ["--tables", "100000", "--tables-per-person", "10000", "--tables-per-address", "100000", "--credits", "1000000"]


def fill(server):
    """Tables in play, whose players are away."""
    host, made = server.person(), 0
    while made < TABLES:
        keys = [host.send("make", rules="muggins:number players=2", public=True) for _ in range(AT_ONCE)]
        for table in [host.reply(key)["table"] for key in keys]:
            keys = [host.send("join", table=table, from_=0), host.send("sit", seat=0, name="Ana"), host.send("start")]
            expect("a table begins", all(host.reply(key)["ok"] for key in keys))
        made += AT_ONCE
        host.came.clear()
    time.sleep(6)       # the shuffle waits five seconds for absent players


def loaded(server):
    text = server.http("GET", "/metrics")[2].decode()
    return sum(int(n) for n in re.findall(r'^boneyard_tables\{state="(?:waiting|playing)"\} (\d+)', text, re.M))


def while_loading(server, tokens):
    """Restarts the server and asks it at once.  Returns the two people, the milliseconds that each answer took, and whether all answers came
    before the last table was loaded."""
    server.kill()
    server.start()
    people, took, early = [server.person(token) for token in tokens], [], True
    for do, fields in (("mine", {}), ("list", {}), ("make", {"rules": "block:basics"}), ("quick", {"game": "chickenfoot", "name": "Cem"})):
        began = time.monotonic()
        reply = people[0].reply(people[0].send(do, **fields))
        expect(f"{do} is answered", reply["ok"], str(reply))
        took.append(f"{1000 * (time.monotonic() - began):.0f} ms")
        early = early and loaded(server) < TABLES
    return *people, took, early


def check(folder):
    words = ["--web-root", PAGE, "--db", str(folder / "boneyard.db"), *LIMITS]
    with Served(sys.argv[1], *words, folder=str(folder)) as server:
        fill(server)
        a, b, tables = server.person(), server.person(), []
        for rules in ("draw:basics players=3", "block:basics players=3"):
            tables.append(a.ask("make", rules=rules, public=True)["table"])
            a.ask("join", table=tables[-1], from_=0)
            a.ask("sit", seat=1, name="Ana")
        tables[0] = a.ask("quick", game="draw", players=3, name="Ana")["table"]
        sat = b.reply(b.send("quick", key="q1", game="draw", players=3, name="Ben"))
        expect("quick finds a seat", sat["ok"] and sat["table"] == tables[0], str(sat))
        c, token = server.person(), b.token
        for _ in range(TRIES):      # on a busy machine, this program may run too late to see a table missing
            began = time.monotonic()
            c, again, took, early = while_loading(server, (c.token, token))
            if early:
                break
        repeated = again.reply(again.send("quick", key="q1", game="draw", players=3, name="Ben"))
        expect("a repeated quick is at the same table", repeated.get("table") == sat["table"], str(repeated))
        mine = again.ask("mine")["tables"]
        expect("one's own table is there", [t["table"] for t in mine] == [sat["table"]], str(mine))
        found = c.ask("list", game="block")["tables"]
        expect("a public table is listed", tables[1] in [t["table"] for t in found], str(found))
        until = time.monotonic() + PATIENCE
        while loaded(server) < TABLES and time.monotonic() < until:
            time.sleep(0.05)
        whole = time.monotonic() - began
        print(f"{loaded(server)} tables loaded after {whole:.2f} s; mine, list, make, quick: {', '.join(took)}")
        expect("all are loaded in the end", loaded(server) >= TABLES, str(loaded(server)))
        expect("the answers came before the last table was loaded", early)


def main():
    with tempfile.TemporaryDirectory() as folder:
        check(pathlib.Path(folder))
    finish("loading")


main()
