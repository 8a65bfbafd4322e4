#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that data survives if the server is killed, the disk is full, or a table is damaged.

    kept.py BONEYARD [NAME...]      all of them, or those named
"""
import contextlib
import json
import pathlib
import resource
import sqlite3
import sys
import tempfile
import time

from wire import HASTE, MANY, PAGE, Client, Player, Served, check_record, play, sit, unbase64, upgrade     # first: it finds program
from program import expect, run_parts

PROGRAM = sys.argv[1]


def test_kill():
    """Killed in mid-game: everything heard is still there, and the game can be finished."""
    with Served(PROGRAM, *PAGE, *MANY, haste=HASTE) as server:
        a = server.person()
        table = a.ask("make", rules="draw:basics target=30", seats=["open", "bot:greedy"])["table"]
        sit(a, table, 0, "Ann")
        a.ask("start")
        p = Player(a, table)
        play([p], lambda: p.played >= 2 or p.over)
        server.kill()
        server.start()
        b = Client(server, a.token)
        b.ask("join", table=table, from_=0)
        q = Player(b, table)
        play([q], lambda: q.over)
        was = {n: e for n, e in a.events.items()}
        expect("what was heard is there", all(b.events[n]["what"] == e["what"] and b.events[n].get("events") == e.get("events")
               for n, e in was.items()), str(len(was)))
        check_record(server, table, "after a kill")


def test_poison():
    """A table with a damaged journal is set aside; its players are told, and other tables continue."""
    with tempfile.TemporaryDirectory() as folder:
        with Served(PROGRAM, *PAGE, folder=folder) as server:
            a = server.person()
            good, bad = (a.ask("make", f"k{i}", rules="block:basics")["table"] for i in range(2))
            sit(a, bad, 0, "Ann")
            sit(a, good, 0, "Ann")
            server.stop()
            path = next(pathlib.Path(folder).rglob("*.db"))
            with contextlib.closing(sqlite3.connect(path)) as db:
                db.execute("update events set bytes = cast(bytes || ' ' as blob) where table_id = ? and number = 1", (unbase64(bad),))
                expect("something was damaged", db.total_changes == 1)
                db.commit()
            server.start()
            b = Client(server, a.token)
            expect("set aside", b.code("join", table=bad, from_=0) == "set-aside")
            b.ask("join", table=good, from_=0)
            expect("others play on", b.wait("event", what="sit")["name"] == "Ann")


def test_disk():
    """While the disk is full, the table is paused and nothing is acknowledged; then play resumes automatically."""
    with Served(PROGRAM, *PAGE, *MANY, haste=HASTE) as server:
        a = server.person()
        table = a.ask("make", rules="draw:basics target=30", seats=["open", "bot:greedy"])["table"]
        sit(a, table, 0, "Ann")
        other = a.ask("make", rules="block:basics")["table"]
        before, cookie, c = a.last, server.cookie(), server.person()
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        found = a.code("start", "once more")
        expect("nothing is acknowledged", found in ("not-kept", "unknown"), found)
        a.wait("table", paused="server")
        expect("others hear it too", a.code("make", rules="fiveup:online") in ("not-kept", "unknown"))
        expect("health says so", server.http("GET", "/healthz")[0] == 503)
        for _ in range(15):                     # while repairs fail, no one loses their session
            status, headers, _ = server.http("POST", "/session", origin=server.origin, cookie=cookie)
            known = upgrade(server, origin=server.origin, cookie=cookie)
            expect("a session is a session", status in (204, 503) and headers.get("set-cookie", cookie).split(";")[0] == cookie and
                   (known == 503 or not isinstance(known, int)), f"{status} {headers} {known}")
            expect("no table is set aside", c.code("join", table=table, from_=0) in ("ok", "not-kept", "unknown"))
            time.sleep(0.1)
        expect("what is known can be looked at", a.ask("mine")["tables"] != [] and a.last == before)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        while a.table.get("paused"):
            a.wait("table")
        a.ask("start", "once more")
        p = Player(a, table)
        play([p], lambda: p.over)
        check_record(server, table, "after a full disk")
        expect("health again", server.http("GET", "/healthz")[0] == 200)
        expect("the log says so", '"event":"kept-again"' in server.stderr(), server.stderr())     # a file, so it was full before, too
        a.ask("join", table=other, from_=0)


def test_put():
    """Losses that belong to no table are logged once, until the disk accepts writes again."""
    with Served(PROGRAM, *PAGE, *MANY) as server:
        def ask():
            return server.http("POST", "/session", origin=server.origin)[0]

        for times in (1, 2):
            expect("a session", ask() == 204)
            # Less than a page and its header for the database's log; the server's own log still fits.
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            expect("none that is not kept", [ask() for _ in range(5)] == [503] * 5)
            lines = [json.loads(line) for line in server.stderr().splitlines()]
            found = [line for line in lines if line["event"] in ("not-kept", "unknown")]
            expect(f"said {times} times", len(found) == times and all(line["level"] == "error" and line["why"] for line in found), str(lines))
            expect("health says so", server.http("GET", "/healthz")[0] == 503)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            while server.http("GET", "/healthz")[0] != 200:
                time.sleep(0.05)
            expect("and that it is mended", server.stderr().count('"event":"kept-again"') == times, server.stderr())


def test_mark():
    """A table that has crashed its loader twice is set aside; once is forgiven."""
    with Served(PROGRAM, *PAGE) as server:
        a = server.person()
        tables = [a.ask("make", rules="block:basics")["table"] for _ in range(2)]
        server.stop()
        mark = next(pathlib.Path(server.folder).rglob("*.db")).with_suffix(".db.loading")
        for table, times, code in [(tables[0], 1, "ok"), (tables[1], 2, "set-aside")]:
            mark.write_bytes(unbase64(table) + bytes([times]))
            server.start()
            b = Client(server, a.token)
            expect(f"after {times} crashes", b.code("join", table=table, from_=0) == code)
            expect("the mark has gone", not mark.exists())
            server.stop()
        server.start()


run_parts("kept", globals())
