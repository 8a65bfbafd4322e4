#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""People at tables, through the real program.

    hub.py BONEYARD [NAME...]       all of them, or those named
"""
import concurrent.futures
import contextlib
import hashlib
import json
import os
import pathlib
import random
import socket
import sqlite3
import struct
import sys
import tempfile
import time

from wire import HASTE, MANY, PAGE, Client, Gone, Player, Served, check_record, play, sit, turned_away, unbase64, upgrade     # first: it finds program
from program import expect, run_parts

PROGRAM = sys.argv[1]


def game(server, rules, players, bots=0, watch=True):
    """A whole match between scripted people and bots, with a spectator."""
    people = [server.person() for _ in range(players - bots)]
    seats = ["open"] * len(people) + ["bot:greedy"] * bots
    table = people[0].ask("make", rules=f"{rules} players={players}", seats=seats)["table"]
    for k, person in enumerate(people):
        sit(person, table, k, f"Player {k}")
    everybody = [Player(p, table, random.Random(k).choice) for k, p in enumerate(people)]
    if watch:
        watcher = Player(server.person(), table)
        watcher.client.ask("join", table=table, from_=0)
        everybody.append(watcher)
    people[0].ask("start")
    play(everybody, lambda: all(p.over for p in everybody))
    for p in everybody:
        numbers = [e["n"] for e in p.heard]
        expect(f"{rules}: events without gaps", numbers == list(range(1, len(numbers) + 1)), str(numbers))
        expect(f"{rules}: each line is whole blocks", all(e["size"] % 256 == 0 for e in p.heard))
    if watch:
        for e in watcher.heard:
            expect(f"{rules}: a watcher sees no hand", all(s["seat"] is None and not s.get("legal") for s in
                   e.get("now", {}).get("seats", [])), str(e)[:300])
            drawn = [m for m in e.get("events", []) if str(m.get("move", "")).startswith("draw ")]
            expect(f"{rules}: a watcher sees no tile that is drawn", not drawn, str(drawn))
    record = check_record(server, table, rules)
    expect(f"{rules}: all have played", all(p.played for p in everybody[:len(people)]) and len(record) > 5)
    return table, everybody


def test_games():
    """A whole game of each multi-player game."""
    rules = [("block:basics target=20", 2, 0), ("draw:basics target=20", 3, 1), ("muggins:number target=40", 4, 2),
             ("allfives:online target=40", 2, 1), ("fiveup:online target=21", 2, 0), ("chickenfoot:number rounds=1 hand=5", 3, 1),
             ("mexicantrain:number rounds=1 hand=6", 3, 1), ("muggins:classic target=40", 2, 0),
             ("mexicantrain:classic rounds=1 hand=5 knock=on penalty=tile", 3, 1),
             ("mexicantrain:classic rounds=1 hand=5 infractions=penalise penalty=keep", 3, 0),
             ("mexicantrain:classic rounds=1 hand=5 infractions=penalise knock=on penalty=skip", 3, 1)]
    with Served(PROGRAM, *PAGE, *MANY, haste=HASTE) as server:
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for done in [pool.submit(game, server, *r) for r in rules]:
                done.result()
        check_rematch(server)
        check_metrics(server)
    expect("nothing is said that should not be", server.process.returncode == 0)


def check_metrics(server):
    status, _, body = server.http("GET", "/metrics")
    expect("numbers", status == 200 and b"moves_total" in body and b"bots_late_total" in body, body[:500].decode())
    expect("health", server.http("GET", "/healthz")[0] == 200)


def check_rematch(server):
    """All request a rematch: seats rotate, the journal continues, spectators stay."""
    table, (a, b, watcher) = game(server, "block:basics target=1", 2)
    first = [s["name"] for s in a.client.table["seats"]]
    for p in (a, b):
        p.client.send("rematch")
        p.over = 0
    watcher.over = 0
    play([a, b, watcher], lambda: all(p.over for p in (a, b, watcher)))
    second = [s["name"] for s in a.client.table["seats"]]
    expect("rematch: one seat on", second == first[-1:] + first[:-1], f"{first} {second}")
    expect("rematch: the second match", a.client.table["match"] == 2 and watcher.client.table["match"] == 2)
    expect("rematch: both records", server.http("GET", f"/record/{table}/2")[0] == 200 and
           server.http("GET", f"/record/{table}/3")[0] == 404 and server.http("GET", f"/record/{table}/0")[0] == 404)


def test_asks():
    """Refusals, resending, reconnecting, moving to another device."""
    with tempfile.TemporaryDirectory() as folder:
        with Served(PROGRAM, *PAGE, *MANY, folder=folder, haste=HASTE) as server:
            check_refusals(server)
            check_resend(server)
            check_reconnect(server)
            check_link(server)
            check_account(server)
            check_account_again(server)
            check_hot_seat(server)
            check_lists(server)
            check_practice(server)


def check_refusals(server):
    a = server.person()
    for code, do, fields in [
            ("bad-message", "dance", {}), ("bad-message", "join", {}), ("no-table", "join", {"table": "A" * 22, "from_": 0}),
            ("not-here", "sit", {"seat": 0, "name": "A"}), ("not-here", "look", {}), ("not-here", "say", {"phrase": "hello"}),
            ("bad-rules", "make", {"rules": "whist"}), ("no-bot", "make", {"rules": "muggins:number", "seats": ["bot:none"]}),
            ("no-bot", "make", {"rules": "muggins:number", "seats": ["bot:hard:style=doubles"]}),
            ("bad-clock", "make", {"rules": "muggins:number", "clock": "move 1"}), ("bad-rules", "quick", {"game": "whist", "name": "A"})]:
        expect(f"{do} {fields} is refused", a.code(do, **fields) == code, code)
    table = a.ask("make", rules="muggins:number", watch=False)["table"]
    b, c = server.person(), server.person()
    sit(a, table, 0, "Ann")
    b.ask("join", table=table, from_=0)
    for code, do, fields in [("taken", "sit", {"seat": 0, "name": "Bob"}), ("bad-name", "sit", {"seat": 1, "name": "bot:Ann"}),
                             ("no-seat", "sit", {"seat": 9, "name": "Bob"}), ("not-host", "start", {}), ("not-host", "close", {}),
                             ("not-yours", "say", {"phrase": "hello"}), ("not-yours", "stand", {"seat": 0})]:
        expect(f"{do} {fields} is refused for a guest", b.code(do, **fields) == code, code)
    expect("no such phrase", a.code("say", phrase="insult") == "no-phrase")
    a.ask("say", phrase="luck")
    expect("a phrase is heard", b.wait("said")["phrase"] == "luck")
    b.ask("sit", seat=1, name="Bob")
    expect("full: no more watching", c.code("join", table=table, from_=0) == "no-watching")
    early = Client(server, a.token, hello=False)
    expect("hello comes first", early.code("mine") == "no-hello" and early.code("hello", v=2, view="json") == "bad-message" and
           early.code("hello", v=1, view="pigs") == "bad-message" and early.ask("hello", v=1, view="packed"))


def check_resend(server):
    """The same key gives the first answer, and nothing happens twice."""
    a = server.person()
    first = a.ask("make", "same", rules="block:basics")
    again = Client(server, a.token)
    expect("make sent again is the same table", again.ask("make", "same", rules="block:basics")["table"] == first["table"])
    ids = [p.ask("make", rules="block:basics")["table"] for p in (server.person() for _ in range(5)) for _ in range(18)]
    expect("no id that looks like an option", not [i for i in ids if i.startswith("-")], " ".join(ids))
    a.ask("join", table=first["table"], from_=0)
    n = a.ask("sit", "down", seat=0, name="Ann")["n"]
    expect("sit sent again", a.ask("sit", "down", seat=0, name="Ann")["n"] == n)
    again.ask("join", table=first["table"], from_=0)
    expect("a refusal sent again", [again.code("sit", "no", seat=9, name="Ann") for _ in range(2)] == ["no-seat"] * 2)
    server.kill()                       # everything saved is there; nothing from memory is
    server.start()
    b = Client(server, a.token)
    expect("make after a restart", b.ask("make", "same", rules="block:basics")["table"] == first["table"])
    b.ask("join", table=first["table"], from_=0)
    expect("sit after a restart", b.ask("sit", "down", seat=0, name="Ann")["n"] == n)
    expect("nothing twice", b.wait("event", n=n)["what"] == "sit" and b.last == n, str(b.last))


def check_reconnect(server):
    """Leaving and returning at any moment gives the later events and the current view."""
    table, (p, *_) = game(server, "muggins:number target=20", 2, 1, False)
    back = Client(server, p.client.token)
    for n in [0, 1, p.client.last // 2, p.client.last - 1, p.client.last, p.client.last + 50]:
        back.ask("join", table=table, from_=n)
        last = back.wait("event", n=p.client.last)
        expect(f"from {n}: the last event has the view", "now" in last, str(last)[:200])
        same = {k: v for k, v in p.client.events[p.client.last].items() if k not in ("pad", "size", "now")}
        expect(f"from {n}: as it was", {k: v for k, v in last.items() if k not in ("pad", "size", "now")} == same, str(last)[:300])
    for n, event in back.events.items():
        was = p.client.events[n]
        expect(f"event {n} is what it was", all(event.get(k) == was.get(k) for k in ("what", "t", "seat", "events", "fair")),
               f"{event} {was}"[:600])
    expect("events of before have no view", all("now" not in back.events[n] for n in range(1, p.client.last)))
    expect("all of them", sorted(back.events) == list(range(1, p.client.last + 1)))
    sights = back.ask("look")["seats"]
    expect("look", [s["seat"] for s in sights] == [0] and "view" in sights[0], str(sights)[:200])


def check_link(server):
    """A link makes another device the same person, once."""
    a = server.person()
    table = a.ask("make", rules="block:basics")["table"]
    sit(a, table, 1, "Ann")
    secret = a.ask("link")["secret"]
    b = server.person(token=server.token(bearer=secret))
    b.ask("join", table=table, from_=0)
    b.wait("event")
    expect("another device, the same seat", [s["you"] for s in b.table["seats"]] == [False, True], str(b.table))
    expect("a link works once", server.http("POST", "/session", authorization=f"Bearer {secret}")[0] == 401)
    expect("made up", server.http("POST", "/session", authorization="Bearer " + "A" * 43)[0] == 401)
    secret = a.ask("link")["secret"]
    cookie = server.cookie(bearer=secret)
    c = Client(server, origin=server.origin, cookie=cookie)
    expect("a browser with the cookie", c.ask("mine")["tables"][0]["table"] == table)
    a.ask("logout")
    expect("logout ends the socket", a.ended() == 1008)
    try:
        Client(server, a.token)
        expect("a session that has ended is none", False)
    except Gone as gone:
        expect("a session that has ended is none", gone.code == 1008)


def check_account_again(server):
    """The same `register` again: while it is hashed, afterwards, and after a restart."""
    a = server.person()
    other, before = Client(server, a.token), hashes(server)
    for c in (a, a, other):
        c.send("register", "anew", name="Resa Endler", password="a long secret")
    found = [other.reply("anew"), a.reply("anew")]
    expect("sent again while it is made", all(r["ok"] for r in found), str(found))
    a.send("mine", "then")                  # all earlier requests have been answered
    a.reply("then")
    expect("and once more", a.code("register", "anew", name="Resa Endler", password="a long secret") == "ok")
    expect("it was hashed once", hashes(server) == before + 1)
    server.kill()
    server.start()
    b, c = Client(server, a.token), server.person()
    expect("after a restart", b.code("register", "anew", name="Resa Endler", password="a long secret") == "ok")
    expect("with another key it is another", b.code("register", name="Resa Endler", password="a long secret") == "not-now")
    expect("the key of another person", c.code("register", "anew", name="Resa Endler", password="a long secret") == "name-taken")


def check_account(server):
    a, b = server.person(), server.person()
    a.ask("register", name="Anna Karenina", password="a long secret")
    expect("once", a.code("register", name="Another", password="a long secret") == "not-now")
    expect("taken, in other letters too", b.code("register", name="anna karenina", password="a long secret") == "name-taken")
    expect("wrong password", b.code("login", name="Anna Karenina", password="another secret") == "wrong-password")
    expect("no such name", b.code("login", name="Nobody", password="another secret") == "wrong-password")
    secret = b.ask("login", name="ANNA Karenina", password="a long secret")["secret"]
    c = server.person(token=server.token(bearer=secret))
    expect("the account", c.hello.get("account") == "Anna Karenina" and "account" not in b.hello, str(c.hello))
    codes = [b.code("login", name="Anna Karenina", password=f"guess {i} of many") for i in range(2)]
    expect("guesses are wrong", codes == ["wrong-password"] * 2, str(codes))


def check_hot_seat(server):
    """One person in all seats plays a whole match."""
    a = server.person()
    table = a.ask("make", rules="block:basics target=1 players=2")["table"]
    sit(a, table, 0, "Left hand")
    a.ask("sit", seat=1, name="Right hand")
    a.ask("start")
    p = Player(a, table)
    play([p], lambda: p.over)
    expect("hot seat: both have played", {e["seat"] for e in p.heard if e["what"] == "play"} == {0, 1})
    check_record(server, table, "hot seat")


def check_lists(server):
    a, b, c = server.person(), server.person(), server.person()
    hidden = a.ask("make", rules="fiveup:online")["table"]
    first = a.ask("quick", game="fiveup", name="Ann")["table"]
    expect("quick: the same table for two", b.ask("quick", game="fiveup", name="Bob")["table"] == first)
    expect("quick: full, so another", c.ask("quick", game="fiveup", name="Cid")["table"] != first)
    tables = [t["table"] for t in c.ask("list", game="fiveup")["tables"]]
    expect("list: public ones", first in tables and hidden not in tables, str(tables))
    expect("list: only of that game", c.ask("list", game="block")["tables"] == [])
    expect("mine", {t["table"] for t in a.ask("mine")["tables"]} == {first})


def check_practice(server):
    a = server.person()
    table = a.ask("make", rules="draw:basics target=1", seats=["open", "bot:easy"], practice=True)["table"]
    sit(a, table, 0, "Ann")
    a.ask("start")
    moves, undos = [], []
    p = Player(a, table, lambda legal: undos.append("undo" in a.table) or moves.append(legal[0]) or legal[0])
    play([p], lambda: len(moves) >= 3 or p.over)
    if not p.over:
        before = len([e for e in p.heard if e["what"] == "undo"])
        a.ask("undo")
        play([p], lambda: p.over or len([e for e in p.heard if e["what"] == "undo"]) > before)
        play([p], lambda: p.over or len(moves) >= 4)
    expect("practice: undo shows when there is a choice to go back to", undos[0] is False and True in undos, str(undos))
    expect("practice: moves are taken back", p.over or any(e["what"] == "undo" for e in p.heard))


# ---- Origins and limits --------------------------------------------------------------------------------------------


def test_doors():
    with Served(PROGRAM, *PAGE, "--origin", f"https://play.example,{server_origin()}", listen="127.0.0.1:5341") as server:
        check_origins(server, "https://play.example")
    with Served(PROGRAM, *PAGE, "--sockets-per-address", "6", "--send-queue", "64") as server:
        check_own_origin(server)
        check_sessions(server)
        check_limits(server)
        check_stop(server)


def server_origin():
    return "http://127.0.0.1:5341"


def check_origins(server, good):
    """Upgrade and POST are allowed from exactly the configured origins."""
    status, headers, _ = server.http("POST", "/session", origin=good)
    cookie = headers.get("set-cookie", "")
    for word in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=31536000", "Secure"):
        expect(f"the cookie is {word}", word in cookie, cookie)
    again = server.http("POST", "/session", origin=good, cookie=cookie.split(";")[0])
    expect("whoever comes again keeps it, and longer", again[0] == 204 and again[1].get("set-cookie") == cookie, str(again))
    cookie = cookie.split(";")[0]
    for origin in ["https://evil.example", "https://play.example.evil.example", "https://play.exampl", "play.example", "null", "",
                   "http://play.example", "https://PLAY.example", "https://play.example:443", "https://play.example/", "https://play.example "
                   "https://play.example", "*", "file://", "https://evil.example?https://play.example", "http://127.0.0.1:5342"]:
        status = upgrade(server, origin=origin, cookie=cookie)
        expect(f"{origin!r} may not open a socket", status in (403, 401) if origin == "" else status == 403, str(status))
        status = server.http("POST", "/session", origin=origin)[0]
        expect(f"{origin!r} may not have a session", status == (200 if origin == "" else 403), str(status))
    for origin in [good, server_origin()]:
        Client(server, origin=origin, cookie=cookie).close()
    expect("a cookie without an origin is nobody", upgrade(server, cookie=cookie) == 401)
    expect("an origin and no cookie", upgrade(server, origin=good) == 401)
    expect("another cookie", turned_away(server, origin=good, cookie="boneyard=" + "A" * 43) == 1008)
    expect("two cookies of that name", upgrade(server, origin=good, cookie=f"{cookie}; boneyard={'A' * 43}") == 401)
    expect("among others", not isinstance(upgrade(server, origin=good, cookie=f"a=b; {cookie}; c=d"), int))


def check_own_origin(server):
    """Without a configured origin, the requested address is allowed if it is numeric or this machine's name."""
    cookie = server.cookie()
    port = server.port
    home = socket.gethostname().lower().partition(".")[0] + ".local"
    for host, origin, fine in [(server.authority, server.origin, True), (f"localhost:{port}", f"http://localhost:{port}", True),
                               ("evil.example", "http://evil.example", False), (f"{socket.gethostname().lower()}:{port}",
                               f"http://{socket.gethostname().lower()}:{port}", True), (server.authority, "http://localhost:1", False),
                               (f"{home}:{port}", f"http://{home}:{port}", True), (f"x{home}:{port}", f"http://x{home}:{port}", False),
                               (f"{home}.evil.example:{port}", f"http://{home}.evil.example:{port}", False),
                               (f"127.0.0.1.evil.example:{port}", f"http://127.0.0.1.evil.example:{port}", False),
                               (server.authority, f"http://127.0.0.1:{port + 1}", False), ("[::1]:8", "http://[::1]:8", True),
                               (server.authority, "null", False)]:
        found = upgrade(server, host=host, origin=origin, cookie=cookie)
        expect(f"{origin} at {host}", (found != 403) == fine, str(found))
        if not isinstance(found, int):
            found[0].close()
    for path, status in [("/wss", 403), ("/", 403)]:
        with socket.create_connection((server.host, port), 20) as s:
            s.sendall(f"GET {path} HTTP/1.1\r\nhost: {server.authority}\r\nconnection: upgrade\r\nupgrade: websocket\r\norigin: {server.origin}\r\n"
                      f"cookie: {cookie}\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n".encode())
            expect(f"no socket at {path}", f" {status} ".encode() in s.recv(1000))


def check_sessions(server):
    expect("POST with a body", server.http("POST", "/session", content_length="3")[0] == 400)
    expect("POST without a length", server.http("POST", "/session", content_length=None)[0] == 400)
    expect("POST elsewhere", server.http("POST", "/ws")[0] == 405)
    expect("GET /session", server.http("GET", "/session")[0] == 404)
    with socket.create_connection((server.host, server.port), 20) as s:      # more after an empty body
        s.sendall(f"POST /session HTTP/1.1\r\nhost: {server.authority}\r\ncontent-length: 0\r\n\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        data = b""
        while more := s.recv(4096):
            data += more
        expect("one answer, and the end", data.count(b"HTTP/1.1 ") == 1 and b"token" in data, data.decode())
    expect("then others are served", server.http("GET", "/healthz")[0] == 200)


def check_limits(server):
    token = server.token()
    a = Client(server, token)
    a.send_frame(1, json.dumps({"do": "ping", "key": "k"}).encode().ljust(4096))
    a.wait("pong")
    a.send_frame(1, b'{"do":"ping"', final=False)
    a.send_frame(0, b"}")
    a.wait("pong")
    a.send_frame(1, b" " * 4097)
    expect("4097 bytes are too many", a.ended() == 1009)
    a = Client(server, token)
    for _ in range(5):
        a.send_frame(1 if _ == 0 else 0, b" " * 1000, final=False)
    expect("in pieces too", a.ended() == 1009)
    a = Client(server, token)
    a.send_frame(2, b"{}")
    expect("no bytes, only text", a.ended() == 1003)
    a = Client(server, token)
    with contextlib.suppress(Gone):         # one by one, since unread data would discard the server's last reply
        for _ in range(500):
            a.reply(a.send("mine"))
    expect("too fast", a.ended() == 1008 and a.came[-1]["code"] == "too-fast", str(list(a.came)[-1:]))
    many = []
    try:
        for _ in range(7):
            many.append(Client(server, token))
        expect("too many sockets of one address", False)
    except Gone as gone:
        expect("too many sockets of one address", gone.code == 429 and len(many) == 6, f"{gone.code} {len(many)}")
    for c in many:
        c.close()
    for frame in [b"\x81\x05hello", b"\xc1\x80\0\0\0\0", b"\x8f\x80\0\0\0\0", b"\x81\xff" + struct.pack(">Q", 1 << 62) + b"\0\0\0\0",
                  b"\x00\x80\0\0\0\0", b"\x88\x81\0\0\0\0x", b"\x89\xfe\x10\x00" + b"\0" * 5000]:
        c = None
        for _ in range(50):                 # the earlier ones take a moment to close
            try:
                c = Client(server, token)
                break
            except Gone:
                time.sleep(0.1)
        with contextlib.suppress(OSError):
            c.socket.sendall(frame)
            c.socket.shutdown(socket.SHUT_WR)
            c.ended()
        c.close()
        expect(f"others are served after {frame[:12]}", server.http("GET", "/healthz")[0] == 200)


def check_stop(server):
    """Connected people are told that the server restarts, and return to the same table."""
    time.sleep(0.3)
    a = server.person()
    table = a.ask("make", rules="block:basics")["table"]
    sit(a, table, 0, "Ann")
    server.process.terminate()
    expect("the end is announced", a.wait("gone")["code"] == "stopping" and a.ended() == 1012)
    expect("and comes soon", server.process.wait(20) == 0, server.stderr())
    server.start()
    b = Client(server, a.token)
    b.ask("join", table=table, from_=0)
    expect("it goes on after a restart", b.wait("event", what="sit")["name"] == "Ann")


def test_quick():
    """The same `quick` sits down once: sent twice at once, and after a kill."""
    with Served(PROGRAM, *PAGE, *MANY) as server:
        a, b = server.person(), server.person()
        again = Client(server, b.token)
        table = a.ask("quick", game="fiveup", name="Ann")["table"]
        b.send("quick", "one", game="fiveup", name="Bob")
        again.send("quick", "one", game="fiveup", name="Bob")
        expect("twice at once: one table", [c.reply("one").get("table") for c in (b, again)] == [table] * 2)
        first = a.ask("quick", "two", game="block", name="Ann")["table"]
        second = b.ask("quick", "two", game="block", name="Bob")["table"]
        expect("the same key of another person is another ask", first == second)
        server.kill()
        server.start()
        b = Client(server, b.token)
        expect("after a kill: the same table", b.ask("quick", "one", game="fiveup", name="Bob")["table"] == table and
               b.ask("quick", "two", game="block", name="Bob")["table"] == second)
        mine = [t["table"] for t in b.ask("mine")["tables"]]
        expect("and no other", sorted(mine) == sorted([table, second]), str(mine))


def hashes(server):
    return next(int(line.split()[-1]) for line in server.http("GET", "/metrics")[2].decode().splitlines()
                if line.startswith("boneyard_password_hashes_total "))


def test_passwords():
    """Guessing gets slow; an unknown name costs the same work; signing out closes all sockets of that browser."""
    with Served(PROGRAM, *PAGE, *MANY) as server:
        a, b, word = server.person(), server.person(), "a long secret"
        a.ask("register", name="Anna Karenina", password=word)
        b.code("login", name="Nobody", password=word)         # the very first
        work = []
        for name in ("Anna Karenina", "Nobody at all"):
            before = hashes(server)
            expect(f"{name}: wrong", b.code("login", name=name, password="another secret") == "wrong-password")
            work.append(hashes(server) - before)
        expect("the same work", work == [1, 1], str(work))
        codes = [b.code("login", name="Anna Karenina", password="guess 0 of many")]
        while codes[-1] == "wrong-password" and len(codes) < 12:         # on a busy machine the first wait is over at once
            codes.append(b.code("login", name="Anna Karenina", password=f"guess {len(codes)} of many"))
        expect("after some guesses it has to wait", len(codes) > 1 and codes[-1] == "too-many-tries", str(codes))
        before = hashes(server)
        expect("also with the right one", b.code("login", name="Anna Karenina", password=word) == "too-many-tries")
        expect("and nothing is hashed", hashes(server) == before)
        until = time.monotonic() + 60
        while (code := b.code("login", name="Anna Karenina", password=word)) == "too-many-tries" and time.monotonic() < until:
            time.sleep(0.5)
        expect("then the right one is heard", code == "ok", code)
        more = [Client(server, a.token) for _ in range(2)]
        more[0].ask("logout")
        expect("all sockets of that browser end", [c.ended() for c in (a, *more)] == [1008] * 3)
        expect("and it is nobody", turned_away(server, authorization=f"Bearer {a.token}") == 1008)
        b.ask("mine")


def colliding(with_what, slots=1024):
    """A name whose plain hash ends like that of these bytes."""
    def place(what):
        return int.from_bytes(hashlib.blake2b(what, digest_size=16).digest()[:8], "little") % slots
    return next(f"name {i}" for i in range(10**6) if place(b"name %d" % i) == place(with_what))


def test_guesses():
    """Chosen names cannot make the server forget who has guessed."""
    with Served(PROGRAM, *PAGE, *MANY) as server:
        a, b = server.person(), server.person()
        a.ask("register", name="Anna", password="a long secret")
        names = ["Anna", colliding(socket.inet_aton("127.0.0.1") + bytes(12)), colliding(b"anna")]
        codes = []
        while "too-many-tries" not in codes and len(codes) < 60:        # the first waits are over at once on a busy machine
            codes.append(b.code("login", name=names[len(codes) % 3], password=f"guess {len(codes)} of many"))
        expect("after some guesses it has to wait", codes[0] == "wrong-password" and codes[-1] == "too-many-tries", str(codes))


def test_days():
    """Days on the clock: expired things do not return when the server restarts."""
    with Served(PROGRAM, *PAGE, *MANY, haste=3600) as server:
        people = [server.person(), server.person()]
        table = people[0].ask("make", rules="draw players=2", clock="days 1")["table"]
        for seat, c in enumerate(people):
            c.ask("join", table=table, from_=0)
            c.ask("sit", seat=seat, name=f"Player {seat}")
        people[0].ask("start")
        people[0].wait("event", what="deal")
        time.sleep(1)                       # an hour for the server; all forced moves have happened
        now = []
        for restart in (False, True):
            if restart:
                server.stop()
                server.start()
            c = Client(server, people[0].token)
            c.ask("join", table=table, from_=0)
            now.append(c.wait("table"))
        turn = now[0]["running"][0]
        left = [table["left"][turn] for table in now]
        expect("a clock runs", 0 < left[0] < 86400000, str(now))
        expect("and goes on", now[1]["running"] == [turn] and left[1] <= left[0], str(now))
        mine = c.ask("mine")["tables"][0]
        expect("a list of one's own tables has it too", mine["running"] == turn and 0 < mine["left"] <= left[1], str(mine))
        table = c.ask("make", rules="draw players=2", clock="days 1", public=True)["table"]
        shown = next(one for one in c.ask("list")["tables"] if one["table"] == table)
        expect("a public list has no clocks", "running" not in shown and "left" not in shown, str(shown))


def test_quiet():
    """A person's own tables show how many minutes they have been idle, if known; the public list does not."""
    with Served(PROGRAM, *PAGE) as server:
        a = server.person()
        new, old = (a.ask("make", rules="block:basics", public=True)["table"] for _ in range(2))
        for table in (new, old):
            sit(a, table, 0, "Ann")

        def quiet(what="mine"):
            return {t["table"]: t.get("quiet") for t in a.ask(what)["tables"]}

        expect("just now", quiet() == {new: 0, old: 0}, str(quiet()))
        expect("not in the public list", quiet("list") == {new: None, old: None}, str(quiet("list")))
        server.stop()
        with contextlib.closing(sqlite3.connect(next(pathlib.Path(server.folder).rglob("*.db")))) as db:
            hours = 5 * 3600 * 1000 + 90000     # as the server writes it when a table has been idle that long
            db.execute("insert or replace into list (kind, key, value) values ('time', ?, ?)", (unbase64(old), struct.pack("<Q", hours)))
            db.commit()
        server.start()
        a = Client(server, a.token)
        now = quiet()
        expect("hours ago, and nobody knows", now[new] is None and 300 <= (now[old] or 0) <= 305, str(now))
        a.ask("join", table=new, from_=0)
        a.ask("stand", seat=0)
        sit(a, new, 0, "Ann")
        expect("just now again", quiet()[new] == 0, str(quiet()))


def test_idle():
    """A client that answers pings may stay silent for long; one that does not is dropped.  Only in long runs."""
    if not os.environ.get("BONEYARD_LONG"):
        return
    with Served(PROGRAM, *PAGE, *MANY) as server:
        a, silent = server.person(), server.person()
        for _ in range(8):
            expect("nothing is said", not a.read(10))
        a.send("ping")
        a.wait("pong")
        status = server.http("GET", "/metrics")[2].decode()
        expect("one was silent", 'dropped_total{reason="silent"} 1' in status, status)
        with contextlib.suppress(OSError):
            expect("its socket has ended", silent.ended() == 1006)


run_parts("hub", globals())
