#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Attacks that succeeded in a trial of version 0.1 and that no other test tries (docs/attacks.md lists all of it).

    attacks.py BONEYARD                         the real program
    attacks.py BONEYARD PLANTED GUARDS.TXT      each guard is removed once, and its part must detect it
"""
import contextlib
import json
import socket
import sys
import tempfile

from wire import MANY, PAGE, Gone, Served, sit     # first: it finds program
from program import check_planted, expect, fails, finish

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["", ""])[:3]
WORD, WRONG = "correct horse battery", "wrong horse battery"
HELL = {"another direction": "\u202eAnn", "an isolate": "A\u2067nn", "no width": "A\u200bnn", "a word joiner": "\u2060\u2060", "only spaces": "   ",
        "a line": "Ann\nBob", "a control character": "A\x1b[31mnn", "a byte order mark": "\ufeffAnn"}
JOINED = ("A\u200dnn", "Ann\U000e0041")        # emoji need these characters; alone they make a name that looks like another
LONG = "A" * 10000


def seats(server):
    """One person holds one seat at a public table, under any name and through any connection."""
    a = server.visitor()
    table = a.ask("make", rules="draw players=3", public=True)["table"]
    sit(a, table, 0, "Ann")
    expect("a second seat is refused", a.code("sit", seat=1, name="Bob") == "one-seat")
    beside = server.visitor("192.0.2.2", a.token)
    beside.ask("join", table=table, from_=0)
    expect("from another connection too", beside.code("sit", seat=2, name="Cara") == "one-seat")
    first = a.ask("quick", game="block", players=3, name="Ann")["table"]
    again = beside.reply(beside.send("quick", game="block", players=3, name="Bob"))
    held = [t for t in a.ask("mine")["tables"] if t["table"] == first]
    expect("nor by a quick match", again.get("table") == first and sum(seat["you"] for seat in held[0]["seats"]) == 1, json.dumps(again))


def guesser(server):
    """An address that guesses passwords cannot clear its count by logging in to an account of its own."""
    own = server.visitor("192.0.2.9")
    own.ask("register", name="Mallory", password=WORD)
    codes = []
    while "too-many-tries" not in codes and len(codes) < 60:            # the first waits are over at once on a busy machine
        if len(codes) % 4 == 3:
            own.code("login", name="Mallory", password=WORD)
        codes.append(server.visitor("192.0.2.9").code("login", name=f"Victim {len(codes)}", password=WRONG))
    expect("it has to wait", codes[:15] == ["wrong-password"] * 15 and codes[-1] == "too-many-tries", str(codes))
    expect("others do not", server.visitor("192.0.2.10").code("login", name="Mallory", password=WORD) == "ok")


def names(server):
    """Hostile names are refused wherever people enter one."""
    a, long = server.visitor(), server.visitor("192.0.2.2")
    table = a.ask("make", rules="draw players=3")["table"]
    a.ask("join", table=table, from_=0)
    cup = a.ask("organise", name="Evening", rules="block players=2 target=20", format="singles", system="swiss", size=2, rounds=2, clock="move 30")["tournament"]
    for what, name in HELL.items():
        for do, fields in {"sit": {"seat": 0}, "quick": {"game": "draw"}, "enter": {"tournament": cup}, "register": {"password": WORD},
                           "organise": {"rules": "block players=2", "format": "singles", "system": "swiss", "size": 2, "rounds": 2, "clock": "move 30"}}.items():
            expect(f"{do} with {what}", (code := a.code(do, name=name, **fields)) in ("bad-name", "bad-message"), code)
    for name in JOINED:
        for do, fields in {"enter": {"tournament": cup}, "register": {"password": WORD}}.items():
            expect(f"{do} with {name!a}", (code := a.code(do, name=name, **fields)) == "bad-name", code)
    expect("no seat was taken", not any(seat.get("name") for seat in a.table["seats"]), json.dumps(a.table["seats"]))
    sit(a, table, 0, "Ann")
    for seat, name in enumerate(JOINED, 1):
        sit(server.visitor("192.0.2.3"), table, seat, name)
    shown = [seat["name"] for seat in a.ask("look") and a.wait("table")["seats"]]
    while not all(shown):
        shown = [seat["name"] for seat in a.wait("table")["seats"]]
    expect("two that look the same get numbers", [name[-4:] for name in shown] == ["Ann", " (2)", " (3)"], str(shown))
    for do in ("sit", "quick", "enter", "register", "organise"):
        with contextlib.suppress(Gone):
            expect(f"{do} with 10,000 letters", long.code(do, name=LONG) in ("bad-message", "too-big"))
            continue
        long = server.visitor("192.0.2.2")
    for role in ("moderator", "operator", "host", "person"):
        expect(f"no {role} in a message", a.code("sit", seat=0, name="Ann", **{role: True}) == "bad-message")


def host(server):
    """When the host leaves a match, the next player has the host's rights."""
    a, b = server.visitor(), server.visitor("192.0.2.2")
    table = a.ask("make", rules="draw players=2 target=1000", seats=["open", "open"])["table"]
    for seat, one in enumerate((a, b)):
        sit(one, table, seat, "Ann")
    expect("the host has rights, the other has none", b.code("close") == "not-host")
    a.ask("start")
    a.ask("stand", seat=0)
    expect("the next player is the host", b.code("close") == "ok")


def http(server):
    """Answers are HTTP/1.1, also for rejected clients; unreadable messages are answered."""
    def first(path, upgrade=True, token=None):
        with socket.create_connection((server.host, server.port), server.patience) as s:
            more = "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" if upgrade else ""
            more += f"authorization: Bearer {token}\r\n" if token else ""
            s.sendall(f"GET {path} HTTP/1.1\r\nhost: {server.authority}\r\n{more}\r\n".encode())
            return s.recv(4096).split(b"\r\n")[0]
    a, b = server.person(), server.person()
    expect("429", first("/ws", token=a.token).startswith(b"HTTP/1.1 429"))
    a.send_frame(1, b"{nonsense")
    a.send_frame(1, b"[]")
    while len(a.replies) < 1 and a.read(server.patience):
        pass
    expect("an unreadable message", a.replies.pop("")["code"] in ("bad-json", "bad-message"))
    b.close()
    while (status := first("/ws")).startswith(b"HTTP/1.1 429"):     # until the server has seen that b is gone
        pass
    expect("401", status.startswith(b"HTTP/1.1 401"), str(status))
    expect("404", first("/nothing", upgrade=False).startswith(b"HTTP/1.1 404"))


PARTS = {"seats": seats, "guesser": guesser, "names": names, "host": host, "http": http}


def run(program, part, planted=0):
    words = ["--sockets-per-address", "2"] if part == "http" else [*MANY, "--proxy", "127.0.0.1"]
    with tempfile.TemporaryDirectory() as folder:
        with Served(program, *PAGE, *words, folder=folder, haste=30, env={"BONEYARD_PLANTED": str(planted)}) as server:
            PARTS[part](server)


def main():
    if not PLANTED:
        for part in PARTS:
            run(PROGRAM, part)
        finish("attacks")
        return
    for part in PARTS:
        run(PLANTED, part)
    check_planted(GUARDS, "attacks", lambda number, part: fails(run, PLANTED, part, number))
    finish("attacks planted")


main()
