#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stopping a server: everyone is told, no one can delay it, and everything acknowledged is saved.

    stops.py BONEYARD STUCK.SO
"""
import base64
import contextlib
import os
import pathlib
import re
import resource
import signal
import sqlite3
import sys
import tempfile
import time

from wire import PAGE, PATIENCE, Client, Served, upgrade     # first: it finds program
from program import expect, finish

PROGRAM, STUCK = sys.argv[1:3]


def ends(server, what, code):
    """Waits for the exit, and returns how long it took."""
    at = time.monotonic()
    found = server.process.wait(PATIENCE)
    print(f"{what}: {time.monotonic() - at:.1f} s")
    expect(f"{what}: ends with {code}", found == code, f"{found} {server.stderr()}")


def many(n):
    """Clients that do not read: each is told, and none delays the exit for long."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    n = min(n, hard - 100)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, n + 100), hard))
    with Served(PROGRAM, *PAGE, "--sockets-per-address", "60000", "--connections", str(n + 50)) as server:
        token = server.token()
        a = Client(server, token)
        others = [upgrade(server, authorization=f"Bearer {token}")[0] for _ in range(n)]
        server.process.send_signal(signal.SIGTERM)
        ends(server, f"{n} who do not read", 0)
        expect("one of them is told", a.wait("gone")["code"] == "stopping" and a.ended() == 1012)
        for s in others:
            expect("each is told", b"stopping" in s.recv(4096))
            s.close()


def twice():
    """A second signal while it waits for a disk that does not answer."""
    with tempfile.NamedTemporaryFile() as stuck:
        with Served(PROGRAM, *PAGE, env={"LD_PRELOAD": STUCK, "STUCK_WHILE": stuck.name + ".on",
                                         "ASAN_OPTIONS": "verify_asan_link_order=0"}) as server:
            a = server.person()
            table = a.ask("make", rules="block:basics")["table"]
            a.ask("join", table=table, from_=0)
            for times in (2, 1):
                pathlib.Path(stuck.name + ".on").touch()
                a.send("sit", f"sit {times}", seat=0, name="Ann")
                expect("nothing is acknowledged that is not on the disk", not a.read(0.5) or "reply" not in str(a.replies))
                server.process.send_signal(signal.SIGTERM)
                a.wait("gone")
                if times > 1:
                    server.process.send_signal(signal.SIGTERM)
                ends(server, f"a disk that does not answer, told {times} times", 1)
                expect("it says so", server.stderr().count("stopped-at-once") == 3 - times, server.stderr())
                os.unlink(stuck.name + ".on")
                server.start()
                a = Client(server, a.token)
                a.ask("join", table=table, from_=0)
                expect("the answer comes when it is asked again", a.code("sit", f"sit {times}", seat=0, name="Ann") == "ok")
                a.ask("stand", seat=0)


def calendar():
    """The machine's clock jumps forwards and back: no one is treated as silent for an hour, or as too fast."""
    with tempfile.NamedTemporaryFile("w") as clock:
        with Served(PROGRAM, *PAGE, env={"LD_PRELOAD": STUCK, "CLOCK_AHEAD": clock.name, "ASAN_OPTIONS": "verify_asan_link_order=0"}) as server:
            people, before = [server.person() for _ in range(2)], server.http("GET", "/healthz")[1]["date"]
            for hours in (1, -1):
                clock.seek(0)
                clock.write(f"{hours * 3600:+6d}")
                clock.flush()
                until = time.monotonic() + 2.5      # the second hand goes round
                while time.monotonic() < until:
                    for c in people:
                        c.read(0.1)
                now = server.http("GET", "/healthz")[1]["date"]
                expect("the server has seen it", now[17:19] != before[17:19], f"{before} {now}")
                expect("everybody is still there", [c.code("mine") for c in people] == ["ok"] * 2, str(hours))


def make_old(path, table):
    """The table has been over for a hundred days."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        key = base64.urlsafe_b64decode(table + "==")
        line, = db.execute("select value from list where kind = 'table' and key = ?", (key,)).fetchone()
        then = int(time.time()) - 100 * 86400
        line = re.sub(rb'"over":\d+', b'"over":%d' % then, bytes(line))
        db.execute("update list set value = ?, at = ? where kind = 'table' and key = ?", (line, then, key))
        db.commit()


def is_stuck(server):
    """Makes the server's writes wait for the disk; False: lets them finish."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and "tables-deleted" not in server.stderr():
        if b"writes take" in server.http("GET", "/healthz")[2]:
            return True
        time.sleep(0.05)
    return False


def deleted():
    """A table that is being deleted can no longer be joined."""
    with tempfile.NamedTemporaryFile() as stuck:
        on = pathlib.Path(stuck.name + ".on")
        with Served(PROGRAM, *PAGE, "--log", "info", env={"LD_PRELOAD": STUCK, "STUCK_WHILE": str(on),
                                                          "ASAN_OPTIONS": "verify_asan_link_order=0"}) as server:
            a, found = server.person(), False
            for k in range(5):                  # the disk has to be stuck before the second hand goes
                table = a.ask("make", f"table {k}", rules="block:basics")["table"]
                a.ask("join", table=table, from_=0)
                a.ask("close")
                server.stop()
                make_old(next(pathlib.Path(server.folder).rglob("*.db")), table)
                server.errors.truncate(0)
                server.start()
                on.touch()
                found = is_stuck(server)
                if found:
                    break
                on.unlink()
                a = Client(server, a.token)
            expect("a deletion that waits for the disk", found)
            b = Client(server, a.token)
            expect("nobody comes to the table", b.code("join", table=table, from_=0) == "no-table")
            expect("nor has its record", server.http("GET", f"/record/{table}/1")[0] == 404)
            b.send("make", f"table {k}", rules="block:basics")
            on.unlink()
            expect("the same request creates the table again", b.reply(f"table {k}").get("table") == table)
            b.ask("join", table=table, from_=0)
            expect("with a journal of its own", b.wait("event", n=1)["what"] == "made" and b.code("sit", seat=0, name="Ann") == "ok")


def main():
    calendar()
    deleted()
    many(2000 if os.environ.get("BONEYARD_LONG") else 200)
    twice()
    finish("stops")


main()
