#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the effect of each setting, on a server with that setting.

    settings.py BONEYARD [NAME...]      all of them, or those named
"""
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import struct
import sys
import tempfile
import time

from wire import PAGE, PATIENCE, ROOT, Client, Gone, Player, Served, play, sit, turned_away, unbase64     # first: it finds program
from program import expect, run_parts

PROGRAM = sys.argv[1]
HOUR = 3600
DAY = 24 * HOUR


def rows(server, kind):
    """A list from the database of a stopped server."""
    with contextlib.closing(sqlite3.connect(database(server))) as db:
        return dict(db.execute("select key, value from list where kind = ?", (kind,)))


def database(server):
    return next(pathlib.Path(server.folder).rglob("*.db"))


def test_empty_hours():
    """Two servers with a fast clock: one closes abandoned tables after a second, the other after hours."""
    for hours, closed in [(1, True), (8760, False)]:
        with Served(PROGRAM, *PAGE, "--empty-hours", str(hours), haste=2 * HOUR) as server:
            a, b = server.person(), server.person()
            table = a.ask("make", rules="block:basics")["table"]
            a.ask("join", table=table, from_=0)
            a.ask("leave")
            until = time.monotonic() + (PATIENCE if closed else 3)
            while time.monotonic() < until:
                b.ask("join", table=table, from_=0)
                b.wait("event")
                if b.table["phase"] == "closed":
                    break
                b.ask("leave")
                time.sleep(1.5)
            expect(f"empty-hours {hours}", (b.table["phase"] == "closed") == closed, str(b.table))


def test_guest_days():
    """Guests who have been away that long are deleted from the database."""
    with Served(PROGRAM, *PAGE, "--guest-days", "10") as server:
        old, young = server.person(), server.person()
        server.stop()
        with contextlib.closing(sqlite3.connect(database(server))) as db:
            for client, days in [(old, 11), (young, 9)]:
                key = hashlib.blake2b(unbase64(client.token), digest_size=32).digest()
                value = db.execute("select value from list where kind = 'session' and key = ?", (key,)).fetchone()[0]
                then = int(time.time()) - days * DAY
                db.execute("update list set value = ?, at = ? where kind = 'session' and key = ?",
                           (value[:16] + struct.pack("<Q", then), then, key))
            for _ in range(600):                    # more than are checked in one pass
                db.execute("insert into list (kind, key, value, at) values ('session', ?, ?, 1)", (os.urandom(32), bytes(24)))
            db.commit()
        server.start()
        expect("forgotten after 11 days", turned_away(server, authorization=f"Bearer {old.token}") == 1008)
        Client(server, young.token).close()
        until = time.monotonic() + PATIENCE
        while len(rows(server, "session")) > 1 and time.monotonic() < until:
            time.sleep(0.5)
        expect("and taken out", len(rows(server, "session")) == 1, str(len(rows(server, "session"))))


def test_accounts():
    with Served(PROGRAM, *PAGE, "--accounts", "no") as server:
        a = server.person()
        expect("no accounts", a.code("register", name="Anna Karenina", password="a long secret") == "not-now")
        expect("nor a way into one", a.code("login", name="Anna Karenina", password="a long secret") == "not-now")


def test_tables_per_person():
    with Served(PROGRAM, *PAGE, "--tables-per-person", "2", haste=30) as server:
        a, b = server.person(), server.person()
        tables = [a.ask("make", rules="block:basics")["table"] for _ in range(2)]
        expect("no third table", a.code("make", rules="block:basics") == "too-many")
        expect("nor by quick", a.code("quick", game="block", name="Ann") == "too-many")
        b.ask("make", rules="block:basics")
        a.ask("join", table=tables[0], from_=0)
        a.ask("close")
        a.ask("make", rules="block:basics")
        expect("one that is closed makes room for one", a.code("make", rules="block:basics") == "too-many")


def test_tables_per_address():
    """The limit applies to an address, not to a person; other addresses are unaffected, and closing a table makes room."""
    for most, third in [(2, "too-many"), (100, "ok")]:
        with Served(PROGRAM, *PAGE, "--tables-per-address", str(most)) as server:
            a, b, c = (server.person() for _ in range(3))
            table = a.ask("make", rules="block:basics")["table"]
            b.ask("make", rules="block:basics")
            expect(f"tables-per-address {most}", c.code("make", rules="block:basics") == third)
            expect(f"tables-per-address {most}, by quick", c.code("quick", game="draw", name="Ann") == third)
            elsewhere = Client(server, server.token(), source="127.0.0.9")
            elsewhere.ask("make", rules="block:basics")
            a.ask("join", table=table, from_=0)
            a.ask("close")
            c.ask("make", rules="block:basics")


def test_connection_rate():
    """Connections beyond the rate wait, and all are accepted in the end."""
    for most, waits in [(10, True), (100000, False)]:
        with Served(PROGRAM, *PAGE, "--connection-rate", str(most)) as server:
            done = together(server, 60)
            metrics = server.http("GET", "/metrics")[2].decode()
            expect(f"connection-rate {most}: nobody is refused", done == [True] * 60, str(done))
            expect(f"connection-rate {most}: counted", ("door_waits_total 0\n" not in metrics) == waits, metrics)


def test_connection_rate_per_address():
    """An address that connects too fast is rejected; others are not, nor is this machine, which may be a proxy."""
    for most, away in [(1, True), (100000, False)]:
        with Served(PROGRAM, *PAGE, "--connection-rate-per-address", str(most)) as server:
            came = together(server, 60, "127.0.0.9")
            expect(f"connection-rate-per-address {most}", (False in came) == away and came[:20] == [True] * 20, str(came))
            expect(f"connection-rate-per-address {most}: others", together(server, 1, "127.0.0.10") == [True])
            expect(f"connection-rate-per-address {most}: this machine", all(together(server, 60)))
            metrics = server.http("GET", "/metrics")[2].decode()
            expect(f"connection-rate-per-address {most}: counted", ('reason="often"} 0\n' not in metrics) == away, metrics)


def test_renamed():
    """Settings of 0.1 that have a new name still work under the former one, and the log says so; the new name takes precedence."""
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as f:
        f.write("comers-per-address = 1\n")
        f.flush()
        with Served(PROGRAM, *PAGE, "--config", f.name, "--comers", "20", "--connection-rate", "100000") as server:
            expect("a former name in a file", False in together(server, 60, "127.0.0.9"))
            together(server, 60)
            metrics = server.http("GET", "/metrics")[2].decode()
            expect("the new name takes precedence", "door_waits_total 0\n" in metrics, metrics)
            log = [json.loads(line) for line in server.stderr().splitlines()]
            notes = {(line["former"], line["now"]) for line in log if line["event"] == "setting-renamed"}
            expect("the log names both", notes == {("comers", "connection-rate"), ("comers-per-address", "connection-rate-per-address")},
                   server.stderr())


def together(server, n, source="127.0.0.1"):
    """Opens connections at once; returns which of them get an answer."""
    came, all_of_them = [], [socket.socket() for _ in range(n)]
    for s in all_of_them:
        s.settimeout(PATIENCE)
        s.bind((source, 0))
        s.connect((server.host, server.port))
    for s in all_of_them:
        with contextlib.closing(s), contextlib.suppress(ConnectionError):
            came.append(False)
            s.sendall(f"GET /healthz HTTP/1.1\r\nhost: {server.authority}\r\nconnection: close\r\n\r\n".encode())
            came[-1] = len(s.recv(100)) > 0
    return came


def flood(server, token, source, **headers):
    """Sends too much in one message; returns False if rejected."""
    try:
        c = Client(server, source=source, authorization=f"Bearer {token}", **headers)
    except (Gone, OSError):
        return False
    with contextlib.suppress(OSError):
        c.send_frame(1, b" " * 4097)
        c.ended()
        c.socket.shutdown(socket.SHUT_WR)
        while c.socket.recv(4096):      # until the server has ended it
            pass
    c.close()
    return True


def test_floods_per_address():
    """An address that floods repeatedly is rejected; its existing connections stay, and others are unaffected."""
    for most, barred in [(3, True), (1000, False)]:
        with Served(PROGRAM, *PAGE, "--floods-per-address", str(most)) as server:
            token = server.token()
            stays = Client(server, token, source="127.0.0.9")
            came = [flood(server, token, "127.0.0.9") for _ in range(8)]
            expect(f"floods-per-address {most}", came == ([True] * most + [False] * 8)[:8], str(came))
            expect(f"floods-per-address {most}: others", flood(server, token, "127.0.0.10"))
            expect(f"floods-per-address {most}: this machine", all(flood(server, token, None) for _ in range(8)))
            stays.ask("mine")
            metrics = server.http("GET", "/metrics")[2].decode()
            expect(f"floods-per-address {most}: counted", ('reason="barred"} 0\n' not in metrics) == barred, metrics)
    with Served(PROGRAM, *PAGE, "--floods-per-address", "2", "--proxy", "127.0.0.1") as server:
        token = server.token()
        came = [flood(server, token, None, x_forwarded_for="192.0.2.7") for _ in range(4)]
        expect("behind a proxy each visitor counts", came == [True, True, False, False], str(came))
        expect("and no other is touched", flood(server, token, None, x_forwarded_for="192.0.2.8"))


def test_persons_per_address():
    with Served(PROGRAM, *PAGE, "--persons-per-address", "2") as server:
        a = server.person()
        secret = a.ask("link")["secret"]
        server.cookie()
        expect("no third person", server.http("POST", "/session")[0] == 429)
        expect("nor for a browser", server.http("POST", "/session", origin=server.origin)[0] == 429)
        expect("another device is no new person", server.http("POST", "/session", authorization=f"Bearer {secret}")[0] == 200)
        Client(server, a.token).close()


def test_credits():
    """As many messages as the credits allow, but not twice as many; a ping counts, too."""
    for most in (20, 60):
        with Served(PROGRAM, *PAGE, "--credits", str(most)) as server:
            a, sent = server.person(), 0
            with contextlib.suppress(Gone, OSError):
                for sent in range(1, 2 * most + 1):
                    a.send("ping")
                    a.wait("pong")
            expect(f"credits {most}: pings", most - 2 <= sent < 2 * most, str(sent))
        with Served(PROGRAM, *PAGE, "--credits", str(most)) as server:
            a, sent = server.person(), 0
            with contextlib.suppress(Gone, OSError):
                for sent in range(1, 2 * most + 1):
                    a.ask("leave")
            expect(f"credits {most}", most - 2 <= sent, str(sent))
            for _ in range(40 * most):              # they return with time, but not so fast
                if a.closed:
                    break
                with contextlib.suppress(Gone, OSError, TimeoutError):
                    a.reply(a.send("leave"), 5)
            expect(f"credits {most}: at last it is ended", a.closed == 1008, str(a.closed))


def test_send_queue():
    """A client that requests and does not read is dropped when its queue is full; a longer queue takes more."""
    ended = {}
    for kib in (32, 4096):
        with Served(PROGRAM, *PAGE, "--send-queue", str(kib), "--credits", "1000000", "--tables-per-person", "100") as server:
            a = server.person()
            for _ in range(60):
                sit(a, a.ask("make", rules="block:basics", public=True)["table"], 0, "Ann")
            asked = 0
            with contextlib.suppress(OSError):
                while asked < 3000 and b'reason="slow"} 0' in server.http("GET", "/metrics")[2]:
                    for _ in range(50):
                        a.send("mine")
                        asked += 1
            ended[kib] = asked
            expect(f"send-queue {kib}: others are served", server.http("GET", "/healthz")[0] == 200)
    expect("a short queue is full sooner", ended[32] < 3000 and ended[32] < ended[4096], str(ended))


def test_send_queues():
    """Clients that do not read share one limit for all queues."""
    ended = {}
    for mib in (1, 1024):
        with Served(PROGRAM, *PAGE, "--send-queue", "4096", "--send-queues", str(mib), "--credits", "1000000", "--tables-per-person",
                    "100") as server:
            a = server.person()
            for _ in range(60):
                sit(a, a.ask("make", rules="block:basics", public=True)["table"], 0, "Ann")
            slow = [a] + [Client(server, a.token) for _ in range(3)]
            asked = 0
            with contextlib.suppress(OSError):
                while asked < 3000 and b'reason="slow"} 0' in server.http("GET", "/metrics")[2]:
                    for c in slow:
                        for _ in range(20):
                            c.send("mine")
                            asked += 1
            ended[mib] = asked
            expect(f"send-queues {mib}: others are served", server.http("GET", "/healthz")[0] == 200)
    expect("a short one is full sooner", ended[1] < 3000 and 2 * ended[1] < ended[1024], str(ended))


# ---- Programs outside --------------------------------------------------------------------------------------------


def children(server):
    """Its processes that are its own and their children."""
    found, todo = [], [server.process.pid]
    while todo:
        for task in pathlib.Path(f"/proc/{todo.pop()}/task").glob("*/children"):
            with contextlib.suppress(OSError):
                more = [int(pid) for pid in task.read_text().split()]
                found += more
                todo += more
    return found


def test_bots():
    """A dead bot's moves are random and marked so; its programs end with the match, and a rematch starts new ones."""
    if shutil.which("bwrap") is None:
        return
    zoo = f"/usr/bin/python3 {ROOT}/tests/server/zoo/zoo.py"
    with Served(PROGRAM, *PAGE) as server:
        expect("hello names no bots where there are none", "bots" not in server.person().hello)
    with tempfile.NamedTemporaryFile("w", suffix=".conf") as f:
        f.write(f"bot last = {zoo} last\nbot gone = {zoo} gone\nbot-seconds = 8\n")
        f.flush()
        with Served(PROGRAM, *PAGE, "--config", f.name, "--credits", "100000", haste=10) as server:
            a = server.person()
            table = a.ask("make", rules="block:basics players=3 target=1", seats=["open", "bot:last", "bot:gone"])["table"]
            a.ask("join", table=table, from_=0)
            a.ask("sit", seat=0, name="Ann")
            a.ask("start")
            p, seen = Player(a, table), []
            play([p], lambda: seen.extend(children(server)) or p.over)
            marks = {e["seat"]: e.get("by") for e in p.heard if e["what"] == "play"}
            expect("moves of a dead program are marked, no others", marks == {0: None, 1: None, 2: "chance"}, str(marks))
            metrics = server.http("GET", "/metrics")[2].decode()
            expect("and counted", 'moves_total{by="chance"} 0' not in metrics and "guests_dead_total 1\n" in metrics, metrics)
            until = time.monotonic() + PATIENCE
            while children(server) and time.monotonic() < until:
                time.sleep(0.1)
            expect("programs go when the match is over", seen and not children(server), f"{seen} {children(server)}")
            again = Player(a, table)
            a.ask("rematch")
            play([again], lambda: again.over)
            metrics = server.http("GET", "/metrics")[2].decode()
            expect("a rematch begins with a new one", "guests_dead_total 2\n" in metrics, metrics)


run_parts("settings", globals())
