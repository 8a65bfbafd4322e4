#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Attempts to obtain more from the server than is allowed.

    breaks.py BONEYARD
"""
import concurrent.futures
import contextlib
import pathlib
import sqlite3
import sys
import tempfile
import time

from wire import PAGE, PATIENCE, Client, Served, upgrade     # first: it finds program
from program import expect, finish


def odd_visitors(server):
    """Other programs of this machine have cookies too; a host in brackets is a number."""
    cookie = server.cookie()
    expect("beside many cookies", Client(server, origin=server.origin, cookie=f"other={'x' * 4000}; {cookie}").ask("mine"))
    expect("no name in brackets", upgrade(server, host="[dominoes]", origin="http://[dominoes]", cookie=cookie) == 403)
    expect("a number in brackets", not isinstance(upgrade(server, host="[::1]:80", origin="http://[::1]:80", cookie=cookie), int))


def lost_journal(folder):
    """A table whose entries are lost is set aside, not forgotten."""
    with Served(sys.argv[1], *PAGE, folder=folder) as server:
        a = server.person()
        table = a.ask("make", "lost", rules="block:basics")["table"]
        for what in ("tables", "events", "list where kind = 'table'"):
            server.stop()
            with contextlib.closing(sqlite3.connect(pathlib.Path(folder) / "boneyard/boneyard.db")) as db:
                db.execute(f"delete from {what}")
                db.commit()
            server.start()
            expect(f"it is set aside without {what}", Client(server, a.token).code("join", table=table, from_=0) == "set-aside")
        reply = Client(server, a.token)
        reply = reply.reply(reply.send("make", "lost", rules="block:basics"))
        expect("it cannot be created again", not reply["ok"] and reply["code"] == "set-aside", str(reply))


def lost_while_played(folder):
    """The same while people are at the table: nothing more is saved, and they are told."""
    with Served(sys.argv[1], *PAGE, folder=folder) as server:
        a, b = server.person(), server.person()
        table = a.ask("make", rules="block:basics")["table"]
        for c in (a, b):
            c.ask("join", table=table, from_=0)
        with contextlib.closing(sqlite3.connect(pathlib.Path(folder) / "boneyard/boneyard.db")) as db:
            db.execute("delete from tables")
            db.commit()
        expect("it is set aside", a.code("sit", seat=0, name="Ann") == "set-aside")
        expect("its spectators are told", b.wait("gone")["code"] == "set-aside" and b.ended() == 1008)
        expect("and it stays so", Client(server, a.token).code("join", table=table, from_=0) == "set-aside")
        expect("the server is well", server.http("GET", "/healthz")[0] == 200)


def closed_tables(server):
    """A person who opens and closes tables takes no one else's place."""
    a, made, until = server.person(), 0, time.monotonic() + PATIENCE
    while made < 20 and time.monotonic() < until:
        reply = a.reply(a.send("make", rules="block:basics"))
        if not reply["ok"]:
            expect("a table more", reply["code"] == "full", reply["code"])
            a.code("leave")
            time.sleep(0.2)
            continue
        a.ask("join", table=reply["table"], from_=0)
        a.ask("close")
        made += 1
    expect("closed tables make room", made == 20, str(made))


def one_link(server):
    """A secret presented by many clients at once makes one session."""
    secret = server.person().ask("link")["secret"]
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        found = [f.result()[0] for f in [pool.submit(server.http, "POST", "/session", authorization=f"Bearer {secret}") for _ in range(16)]]
    expect("a link works once", sorted(found) == [200] + [401] * 15, str(found))


def private_table(server):
    """A person who looked while a seat was open cannot keep watching a table without spectators."""
    a, b = server.person(), server.person()
    table = a.ask("make", rules="block:basics players=2", watch=False)["table"]
    a.ask("join", table=table, from_=0)
    a.ask("sit", seat=0, name="Ann")
    b.ask("join", table=table, from_=0)
    a.ask("start")
    expect("who may not watch is told", b.wait("gone")["code"] == "no-watching" and b.ended() == 1008)
    expect("and comes no more", Client(server, b.token).code("join", table=table, from_=0) == "no-watching")
    a.wait("event", what="start")
    expect("nothing of the match was heard", not any(e["what"] == "deal" for e in b.events.values()))
    expect("who plays is still there", a.code("look") == "ok")


def full_memory(server):
    """A record that does not fit in memory at the moment is not reported as missing."""
    a, until = server.person(), time.monotonic() + PATIENCE
    path = f"/record/{a.ask('make', rules='block:basics')['table']}/1"
    a.ask("join", table=path.split("/")[2], from_=0)
    a.ask("close")
    a.ask("leave")
    status = 404
    while status == 404 and time.monotonic() < until:
        time.sleep(0.2)                         # the closed table leaves memory, and others take its place
        a.code("make", rules="block:basics")
        status = server.http("GET", path)[0]
    expect("it may be there", status == 503, str(status))


def long_table(folder):
    """A table has a maximum length, and reading long ones repeatedly does not delay others."""
    with Served(sys.argv[1], *PAGE, "--credits", "100000", folder=folder, haste=100000) as server:
        a, until = server.person(), time.monotonic() + 3 * PATIENCE
        small, large = [a.ask("make", rules="draw players=2 target=500", seats=["open", "bot:easy"])["table"] for _ in range(2)]
        a.ask("join", table=small, from_=0)
        a.ask("close")
        a.ask("join", table=large, from_=0)
        a.ask("sit", seat=0, name="Ann")
        a.ask("start")
        a.ask("seat", seat=0, who="bot:easy")
        code = None
        while code != "played-out" and time.monotonic() < until:
            code = a.code("rematch")
            a.read(0.1)
        expect("a table does not grow without end", code == "played-out" and max(a.events) >= 10000, f"{code} {max(a.events)}")
        a.ask("close")
        a.ask("leave")
        found, status = None, 0
        while found is None and time.monotonic() < until:       # until they have left memory
            time.sleep(1.5)
            status = [server.http("GET", f"/record/{table}/1")[0] for table in (large, small)]
            found = status if status[1] == 503 else None
        expect("the one that comes then waits", found == [200, 503], str(status))
        while (status := server.http("GET", f"/record/{small}/1")[0]) == 503 and time.monotonic() < until:
            time.sleep(0.2)
        expect("and is read later", status == 404, str(status))


def made_twice(server):
    """The same `make` again before the first is saved: one table, and no answer is revoked."""
    a, b = server.person(), None
    b = Client(server, a.token)
    keys = [(c, c.send("make", "same", rules="block:basics")) for c in (a, b) * 5]
    replies = [c.reply(key) for c, key in keys]
    tables = {r["table"] for r in replies if r["ok"]}
    expect("one table", len(tables) == 1 and all(r["ok"] or r["code"] == "unknown" for r in replies), str(replies))
    expect("and it is known then", a.ask("make", "same", rules="block:basics")["table"] in tables)


with Served(sys.argv[1], *PAGE, "--tables", "10", "--credits", "100000", haste=30) as served:
    for test in (odd_visitors, one_link, made_twice, private_table, closed_tables, full_memory):
        test(served)
with tempfile.TemporaryDirectory() as place:
    lost_journal(place)
with tempfile.TemporaryDirectory() as place:
    lost_while_played(place)
with tempfile.TemporaryDirectory() as place:
    long_table(place)
finish("breaks")
