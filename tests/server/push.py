#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Players are told of their turn by Web Push; the push service is the test's own (webpush.py).

    push.py PROGRAM                  PROGRAM has a boneyard-push beside it that may connect to this machine (BY_PUSH_TEST)
    push.py PROGRAM GUARDS           also with each guard removed
"""
import contextlib
import json
import os
import pathlib
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

from wire import MANY, PAGE, Client, Served, unbase64       # first: it finds program
import webpush
from program import check_planted, expect, fails, finish

PROGRAM, GUARDS = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
HASTE = 600             # a player is told at the next second instead of after a minute
SHORT = 1.6             # seconds in which a message would have come
INSIDE = ["https://127.0.0.1/x", "https://127.1/x", "https://2130706433/x", "https://0x7f.1/x", "https://[::1]/x", "https://[fd00::1]/x",
          "https://169.254.169.254/latest", "https://localhost/x", "https://push.localhost/x", "https://router.lan/x", "https://db.internal/x",
          "https://printer.local/x", "https://intranet/x", "http://push.example.com/x", "https://push.example.com:8443/x", "https://a@push.example.com/x",
          "https://push.example.com", "https://push.example.com./x", "https://push..example.com/x", "https://push.example.com/a b", "ftp://push.example.com/x"]


class Scene:
    """A server, a push service, and a table of two with a day for a move; both players have a device.  Only `c`, who watches, is
    connected."""

    def __init__(self, folder, planted, serve=None):
        self.folder = pathlib.Path(folder)
        self.service, self.forbidden = webpush.Service(self.folder, "push.example.com"), webpush.Listener()
        to = f"push.example.com:443:127.0.0.1:{self.service.port} inside.example.com:443:127.0.0.1:{self.forbidden.port}"
        self.env = {"BONEYARD_PUSH_TO": to, "BONEYARD_PUSH_PORT": str(self.service.port), "BONEYARD_PUSH_CA": str(self.service.cert), "BONEYARD_PLANTED": str(planted)}
        self.server = serve(self.env) if serve else Served(PROGRAM, *PAGE, *MANY, folder=folder, haste=HASTE, env=self.env)

    def __enter__(self):
        self.server.__enter__()
        return self

    def __exit__(self, *what):
        self.server.__exit__(*what)
        self.service.close()
        self.forbidden.close()

    def people(self, host="push.example.com"):
        """Two players with a device each, who have left; their paths at the service are /0 and /1."""
        people = [self.server.person() for _ in range(2)]
        self.subscribe(people, host)
        return people

    def subscribe(self, people, host="push.example.com"):
        self.tokens = [one.token for one in people]
        self.devices = [webpush.Device() for _ in people]
        self.keys = [webpush.from64(one.ask("push")["push"]) for one in people]
        for i, one in enumerate(people):
            one.ask("subscribe", **self.subscription(i, host))

    def subscription(self, i, host="push.example.com"):
        device = self.devices[i]
        return {"endpoint": f"https://{host}/{i}", "p256dh": webpush.to64(device.public), "auth": webpush.to64(device.auth), "language": "en"}

    def play(self, people):
        """A game in which a player has to choose; returns whose turn it is."""
        self.table = people[0].ask("make", rules="draw players=2", clock="days 1")["table"]
        for seat, one in enumerate(people):
            one.ask("join", table=self.table, from_=0)
            one.ask("sit", seat=seat, name=f"Player {seat}")
        people[0].ask("start")
        people[0].wait("event", what="deal")
        self.c = self.server.person()
        self.c.ask("join", table=self.table, from_=0)
        return self.c.wait("table")["running"][0]

    def turn(self):
        """Whose clock runs, if one does."""
        self.c.ask("leave")
        self.c.came.clear()
        self.c.ask("join", table=self.table, from_=0)
        return next(iter(self.c.wait("table")["running"]), None)

    def rows(self, kind="push"):
        with contextlib.closing(sqlite3.connect(self.folder / "boneyard/boneyard.db")) as db:
            return db.execute("select count(*) from list where kind = ?", (kind,)).fetchone()[0]

    def count(self, result):
        _, _, body = self.server.http("GET", "/metrics")
        return next(int(line.split()[-1]) for line in body.decode().splitlines() if line.startswith(f'boneyard_push_messages_total{{result="{result}"}}'))

    def until(self, true, seconds=20):
        end = time.monotonic() + seconds
        while not true() and time.monotonic() < end:
            time.sleep(0.05)
        return true()


def told(s):
    """An absent player is told, in a message that only their device can read.  Returns whose turn it is."""
    people = s.people()
    expect("both get the same key", s.keys[0] == s.keys[1] and len(s.keys[0]) == 65, str(s.keys))
    turn = s.play(people)
    for one in people:
        one.close()
    path, other = f"/{turn}", f"/{1 - turn}"
    came = s.service.wait(path, 1)
    expect("the player is told", came is not None)
    if came is None:
        return turn
    _, headers, body = came
    message = json.loads(s.devices[turn].open(body))
    expect("what, where and until when", {k: v for k, v in message.items() if k != "due"} == {"is": "turn", "table": s.table, "game": "draw", "language": "en"}, str(message))
    expect("the deadline is a day away", 86000 < message["due"] - time.time() <= 86400, str(message))
    expect("its length tells nothing", len(body) == 86 + 512 + 1 + 16, str(len(body)))
    claims, key = webpush.token_of(headers) or ({}, None)
    expect("signed with the server's key, for this service", key == s.keys[0] and claims.get("aud") == "https://push.example.com", str(claims))
    expect("for less than a day", 0 < claims.get("exp", 0) - time.time() <= 86400, str(claims))
    expect("it expires with the turn", 86000 < int(headers["ttl"]) <= 86400 and headers["content-encoding"] == "aes128gcm", str(headers))
    expect("the topic is not the table", headers.get("topic") not in (None, s.table), str(headers))
    expect("the other player is not", s.service.to(other) == [], str(s.service.came))
    return turn


def once(s):
    """A player is told once, also after a restart, and reminded once near the deadline.  The table's time is put forward while
    the server is off."""
    turn = told(s)
    s.server.stop()
    s.server.start()
    time.sleep(SHORT)
    expect("only once, also after a restart", len(s.service.came) == 1, str(s.service.came))
    s.server.stop()
    with contextlib.closing(sqlite3.connect(s.folder / "boneyard/boneyard.db")) as db:
        db.execute("insert or replace into list (kind, key, value) values ('time', ?, ?)", (unbase64(s.table), struct.pack("<Q", 19 * 3600 * 1000)))
        db.commit()
    s.server.env["BONEYARD_HASTE"] = "20"       # otherwise the deserted table would be closed
    s.server.start()
    came = s.service.wait(f"/{turn}", 2, 10)
    message = json.loads(s.devices[turn].open(came[2])) if came else {}
    expect("a reminder", message.get("is") == "soon" and 4 * 3600 < message["due"] - time.time() <= 6 * 3600, str(message))
    time.sleep(SHORT)
    expect("one reminder", len(s.service.to(f"/{turn}")) == 2, str(len(s.service.came)))


def present(s):
    """Neither a player who was connected when the turn began nor one who has unsubscribed is told."""
    people = s.people()
    s.play(people)
    time.sleep(SHORT)
    for one in people:
        one.close()
    time.sleep(SHORT)
    expect("nobody is told", s.service.came == [], str(s.service.came))


def trouble(s):
    """The answers of push services: later, refused, expired."""
    people = s.people()
    s.service.answers = {f"/{i}": [(429, {"retry-after": "1"}, 0), 503, 201] for i in range(2)}
    turn = s.play(people)
    for one in people:
        one.close()
    path = f"/{turn}"
    expect("a message is sent again", s.service.wait(path, 3) is not None, str(len(s.service.came)))
    expect("and counted", s.until(lambda: (s.count("retried"), s.count("sent")) == (2, 1)), f"{s.count('retried')} {s.count('sent')}")
    topics = {headers["topic"] for _, headers, _ in s.service.to(path)}
    expect("as the same one", len(topics) == 1, str(topics))
    for status, rows, name in ((403, 2, "refused"), (410, 1, "expired")):
        s.service.came.clear()
        s.service.answers = {f"/{i}": [status] for i in range(2)}
        again(s)
        expect(f"told of another turn ({status})", s.until(lambda: len(s.service.came) == 1), str(len(s.service.came)))
        expect(f"{status} is {name}", s.until(lambda: s.count(name) == 1))
        expect(f"subscriptions after {status}", s.until(lambda: s.rows() == rows), str(s.rows()))
        time.sleep(1.5)
        expect(f"{status} is not sent again", len(s.service.came) == 1, str(len(s.service.came)))


def again(s):
    """The player to move connects, plays and leaves."""
    turn = s.turn()
    one = Client(s.server, s.tokens[turn])
    one.ask("join", table=s.table, from_=0)
    while s.turn() in (turn, None):
        seat = next((seat for seat in one.ask("look")["seats"] if seat.get("legal")), None)
        if seat is not None:
            one.code("play", seat=turn, move=seat["legal"][0])
    one.close()


def slow(s):
    """A service that does not answer delays no one."""
    people = s.people()
    s.service.answers = {f"/{i}": [(201, {}, 3)] for i in range(2)}
    turn = s.play(people)
    for one in people:
        one.close()
    expect("the message is on its way", s.service.wait(f"/{turn}", 1) is not None)
    slowest = 0
    for _ in range(20):
        began = time.monotonic()
        s.c.ask("mine")
        slowest = max(slowest, time.monotonic() - began)
        time.sleep(0.05)
    expect("requests are answered meanwhile", s.count("sent") == 0 and slowest < 1, str(slowest))
    began = time.monotonic()
    s.server.stop()
    expect("and a stop does not wait for it", time.monotonic() - began < 2.5, str(time.monotonic() - began))
    s.server.start()


def inside(s):
    """Addresses inside the network are refused: when a device subscribes, and when a message is sent."""
    people = s.people("inside.example.com")
    for endpoint in INSIDE:
        expect(f"refused: {endpoint}", people[0].code("subscribe", **{**s.subscription(0), "endpoint": endpoint}) == "no-endpoint")
    turn = s.play(people)
    for one in people:
        one.close()
    expect("the address that a name has is checked", s.until(lambda: s.count("inside") == 1), str(turn))
    expect("nothing has connected", s.forbidden.came == 0, str(s.forbidden.came))
    expect("the subscription is gone", s.until(lambda: s.rows() == 1), str(s.rows()))


def devices(s):
    """Ten devices for each person; a copy of the data has them; erasing deletes them; a device that logs out is not told."""
    people = s.people()
    a, b = people
    for n in range(12):
        a.ask("subscribe", **{**s.subscription(0), "endpoint": f"https://push.example.com/device/{n}"})
    a.ask("subscribe", **{**s.subscription(0), "endpoint": "https://push.example.com/device/11"})
    expect("ten of one person", s.rows() == 11, str(s.rows()))
    a.ask("unsubscribe", endpoint="https://push.example.com/device/11")
    expect("one less", s.rows() == 10, str(s.rows()))
    a.ask("unsubscribe", endpoint="https://push.example.com/1")
    expect("never another person's", s.rows() == 10, str(s.rows()))
    status, _, body = s.server.http("GET", "/me.json", authorization=f"Bearer {a.token}")
    copy = json.loads(body)["push"] if status == 200 else []
    expect("a copy has them", len(copy) == 9 and {"endpoint", "language", "at"} == set(copy[0]), f"{status} {copy}")
    a.ask("unsubscribe")
    expect("all of one person", s.rows() == 1, str(s.rows()))
    b.ask("erase")
    expect("erased with the person", s.until(lambda: s.rows() == 0), str(s.rows()))


def rotated(s):
    """An earlier version rotated the key, but left the key for push services sealed with the old one.  The server seals it again when it starts,
    so the old key may be removed."""
    key = s.server.person().ask("push")["push"]
    s.server.stop()
    own = s.folder / "boneyard/boneyard.db.key"
    with contextlib.closing(sqlite3.connect(s.folder / "boneyard/boneyard.db")) as db:
        sealed = db.execute("select value from list where kind = 'server' and key = ?", (b"push",)).fetchone()
        done = subprocess.run([PROGRAM, "admin", "rotate-key"], capture_output=True, text=True, env=s.server.env, check=False)
        expect("a new key comes first", done.returncode == 0 and own.stat().st_size == 64, done.stderr)
        again = db.execute("update list set value = ? where kind = 'server' and key = ? and value <> ?", (*sealed, b"push", *sealed)).rowcount
        expect("the row is as it was", again == 1, str(again))
        db.commit()
    s.server.start()
    s.server.stop()
    own.write_bytes(own.read_bytes()[:32])
    s.server.start()
    expect("the key for push services is the same", s.server.person().ask("push")["push"] == key)


PARTS = {"told": told, "once": once, "present": present, "trouble": trouble, "slow": slow, "inside": inside, "devices": devices, "rotated": rotated}


def run(part, planted=0):
    with tempfile.TemporaryDirectory() as folder, Scene(folder, planted) as s:
        PARTS[part](s)


def main():
    expect("the example of RFC 8291", webpush.self_test())
    for part in PARTS:
        if GUARDS or part == "told" or os.environ.get("BONEYARD_LONG"):
            run(part)
    if GUARDS:
        check_planted(GUARDS, "push", lambda number, part: fails(run, part, number))
    finish("push")


if __name__ == "__main__":
    main()
