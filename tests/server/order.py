#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Order: muting, blocking, reports, moderators, suspensions, and the audit log.

    order.py BONEYARD                         the real program
    order.py BONEYARD PLANTED GUARDS.TXT      each guard is removed once, and its part must detect it
"""
import contextlib
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

from wire import MANY, PAGE, Client, Gone, Player, Served, play, sit     # first: it finds program
from program import check_planted, expect, fails, finish

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["", ""])[:3]
WORD = "correct horse battery"
HELL = ["\u202eadmin", "a\u200bb", "x" * 3000, "<b>"]


def admin(server, *words):
    done = subprocess.run([PROGRAM, "admin", "--db", server.db, *words], capture_output=True, text=True, timeout=60, env=server.env)
    return done.returncode, done.stdout + done.stderr


def moderator(server, name="Greta"):
    """A moderator: the operator gives the role while the server is stopped."""
    one = server.visitor("192.0.2.99")
    one.ask("register", name=name, password=WORD)
    one.close()
    server.stop()
    status, said = admin(server, "moderator", name)
    expect("the operator makes a moderator", status == 0 and "moderator" in said, said)
    server.start()
    return server.again(one)


def table_of(server, *people, rules="block:basics target=10", **more):
    """A table where these people sit, in order."""
    table = people[0].ask("make", rules=f"{rules} players={len(people)}", **more)["table"]
    for seat, person in enumerate(people):
        sit(person, table, seat, f"Player {seat}")
    return table


def said(person, phrase, seconds=1):
    """Whether a phrase arrives before the answer to a later request, and with others it would be there."""
    person.ask("look")
    return any(m["is"] == "said" and m["phrase"] == phrase for m in person.came)


def farewell(client):
    with contextlib.suppress(TimeoutError, Gone):
        return client.wait("gone")
    return {}


def mutes(server):
    a, b, c = (server.visitor(f"192.0.2.{i}") for i in range(3))
    table = table_of(server, a, b, c)
    b.ask("say", phrase="hello")
    expect("phrases arrive", said(a, "hello") and said(c, "hello"))
    a.ask("mute", seat=1)
    b.ask("say", phrase="luck")
    expect("a muted player is not heard, but by others", not said(a, "luck") and said(c, "luck"))
    a = server.again(a)
    a.ask("join", table=table, from_=0)
    b.ask("say", phrase="nice")
    expect("nor on another connection", not said(a, "nice"))
    people = a.ask("people")["people"]
    expect("the list", [(p["name"], p["muted"], p["blocked"]) for p in people] == [("Player 1", True, False)], json.dumps(people))
    a.ask("mute", person=people[0]["person"], on=False)
    b.ask("say", phrase="wow")
    expect("until it is undone", said(a, "wow") and a.ask("people")["people"] == [])
    expect("nobody mutes themselves or a seat that is not there", [a.code("mute", seat=k) for k in (0, 9)] == ["no-seat"] * 2)


def blocks(server):
    a, b = (server.visitor(f"192.0.2.{i}") for i in range(2))
    table_of(server, a, b)
    a.ask("block", seat=1)
    private = a.ask("make", rules="block:basics players=2")["table"]
    expect("a private table does not admit a blocked player", b.code("join", table=private, from_=0) == "not-welcome")
    public = a.ask("make", rules="block:basics players=2", public=True)["table"]
    b.ask("join", table=public, from_=0)
    expect("nor a public one at a seat", b.code("sit", seat=0, name="Ben") == "not-welcome")
    mine = b.ask("make", rules="block:basics players=2")["table"]
    expect("the other way it is free", a.code("join", table=mine, from_=0) == "ok" and a.code("sit", seat=0, name="Ann") == "ok")
    first = a.ask("quick", game="draw", name="Ann")["table"]
    expect("a quick match never brings them together", b.ask("quick", game="draw", name="Ben")["table"] != first)


def reported(server, a, b, reason="stalling"):
    """A match that is over, in which a reports b; returns the table."""
    table = table_of(server, a, b)
    a.ask("start")
    choices = []        # of b: the numbers of moves to choose from

    def choose(moves):
        choices.append(len(moves))
        return moves[0]
    players = [Player(a, table), Player(b, table, choose)]
    play(players, lambda: all(p.over for p in players))
    a.ask("report", seat=1, reason=reason)
    b.decisions = sum(n > 1 for n in choices)
    return table


def evening(server):
    """A moderator's evening: a report, its match, a warning, a suspension, and what the person is told."""
    m = moderator(server)
    a, b = server.visitor("192.0.2.1"), server.visitor("192.0.2.2")
    b.ask("register", name="Tariq", password=WORD)
    other = server.visitor("192.0.2.2")
    other.ask("register", name="Second", password=WORD)
    expect("a moderator knows it", m.hello.get("moderator") and "moderator" not in a.hello)
    table = reported(server, a, b)
    decisions = b.decisions
    found = m.ask("reports", list="open")["reports"]
    expect("the report", [(r["reason"], r["name"], r["account"], r["n"]) for r in found] == [("stalling", "Player 1", "Tariq", 1)], json.dumps(found))
    report = found[0]["report"]
    case = m.ask("case", report=report)["case"]
    expect("the match is beside it", case["over"] and case["table"] == table and case["moves"] and {x["seat"] for x in case["moves"]} == {0, 1} and
           all(x["ms"] >= 0 for x in case["moves"]), json.dumps(case)[:500])
    expect("who shares the address", [(s["account"], s["seat"]) for s in case["shared"]] == [("Second", -1)], json.dumps(case["shared"]))
    expect("the seats by name", case["seats"] == ["Player 0", "Player 1"])
    for _ in range(200):
        if case["agreement"]["done"]:
            break
        time.sleep(0.1)
        case = m.ask("case", report=report)["case"]
    found = case["agreement"]
    expect("the coach has judged the decisions", found["done"] and 0 < found["decisions"] == decisions and
           0 <= found["agreed"] <= found["decisions"] and 700 <= found["expected"] <= 900 and "rating" not in found, json.dumps(found))
    expect("its record", server.http("GET", f"/record/{table}/{case['match']}")[0] == 200)
    m.ask("act", report=report, act="warn", reason="stalling")
    notice = b.wait("notice")
    expect("a warning is shown with its reason", (notice["act"], notice["reason"]) == ("warn", "stalling"), json.dumps(notice))
    expect("the report is closed", m.code("act", report=report, act="warn", reason="stalling") == "no-report" and m.ask("reports", list="open")["reports"] == [] and
           [r["report"] for r in m.ask("reports", list="mine")["reports"]] == [report])
    b = server.again(b)
    b.ask("mine")
    expect("until it was read, it is shown again", [x["notice"] for x in b.came if x["is"] == "notice"] == [notice["notice"]])
    b.ask("noted", notice=notice["notice"])
    b = server.again(b)
    b.ask("mine")
    expect("then no more", not [x for x in b.came if x["is"] == "notice"])
    reported(server, a, b, "leaving")
    report = m.ask("reports", list="open")["reports"][0]["report"]
    expect("earlier warnings are beside it", [n["act"] for n in m.ask("case", report=report)["case"]["notices"]] == ["warn"])
    m.ask("act", report=report, act="suspend", reason="leaving", days=3)
    gone = b.wait("gone")
    days = (gone["until"] - time.time()) / 86400
    expect("a suspension ends the connection, with reason and end", gone["code"] == "suspended" and gone["reason"] == "leaving" and 2.9 < days <= 3, json.dumps(gone))
    expect("nor can the person log in", a.reply(a.send("login", name="Tariq", password=WORD)) ["code"] == "suspended")
    late = Client(server, hello=False, authorization=f"Bearer {b.token}", x_forwarded_for="192.0.2.7")
    expect("nor come back from elsewhere", farewell(late).get("code") == "suspended")
    log = m.ask("audit")["audit"]
    expect("the log has it all", [(e["by"], e["act"], e["name"]) for e in log] == [("", "promote", "Greta"), ("Greta", "warn", "Tariq"), ("Greta", "suspend", "Tariq")],
           json.dumps(log))
    m.ask("act", report=report, act="lift", reason="mistake")
    b = server.visitor("192.0.2.2", b.token)
    b.ask("mine")
    told = [x["act"] for x in b.came if x["is"] == "notice"]
    expect("it can be ended early", told == ["suspend", "lift"], str(told))


def addresses(server):
    """An address can be suspended for a day, but not for moderators or a club."""
    m = moderator(server)
    a, b = server.visitor("192.0.2.1"), server.visitor("192.0.2.2")
    reported(server, a, b, "accounts")
    report = m.ask("reports", list="open")["reports"][0]["report"]
    m.ask("act", report=report, act="suspend-address", reason="accounts")
    expect("everybody there is refused", b.wait("gone")["code"] == "suspended")
    token = json.loads(server.http("POST", "/session", x_forwarded_for="192.0.2.2")[2])["token"]
    new = Client(server, hello=False, authorization=f"Bearer {token}", x_forwarded_for="192.0.2.2")
    expect("also somebody new", farewell(new).get("reason") == "accounts")
    expect("others are not", server.visitor("192.0.2.3").code("mine") == "ok")
    expect("nor is a moderator there", server.visitor("192.0.2.2", m.token).code("mine") == "ok")


def closing(server):
    m = moderator(server)
    a, b = server.visitor("192.0.2.1"), server.visitor("192.0.2.2")
    table = table_of(server, a, b, rules="block:basics target=100")
    a.ask("start")
    players = [Player(a, table), Player(b, table)]
    play(players, lambda: sum(p.played for p in players) > 3)
    a.ask("report", seat=1, reason="phrases")
    report = m.ask("reports", list="open")["reports"][0]["report"]
    case = m.ask("case", report=report)["case"]
    expect("of a match in progress nothing is shown", not case["over"] and case["moves"] == [] and case["seats"] == [] and "agreement" not in case)
    m.ask("act", report=report, act="close", reason="phrases")
    expect("the person is told", b.wait("notice")["act"] == "close")
    b.wait("table", phase="closed")
    expect("a closed table stays closed", m.code("join", table=table, from_=0) in ("ok", "no-table"))


def forged(server):
    """Roles cannot be forged, floods are limited, and hostile names are refused."""
    a, b = server.visitor("192.0.2.1"), server.visitor("192.0.2.2")
    for ask, fields in {"reports": {"list": "open"}, "case": {"report": "A" * 22}, "audit": {}, "act": {"report": "A" * 22, "act": "warn", "reason": "name"}}.items():
        expect(f"{ask} is for moderators", a.code(ask, **fields) == "no-moderator")
    m = moderator(server)
    for act, reason in (("warn", "role"), ("promote", "name"), ("warn", "dislike"), ("hang", "name")):
        expect(f"no act {act} for {reason}", m.code("act", report="A" * 22, act=act, reason=reason) == "no-reason")
    expect("no act without a reason", m.code("act", report="A" * 22, act="warn") == "bad-message")
    m.close()
    a, b = server.again(a), server.again(b)
    expect("no role in a message", a.code("reports", list="open", moderator=True) == "bad-message")
    for name in HELL:
        expect(f"no account is called {name[:10]!r}", a.code("register", name=name, password=WORD) in ("bad-name", "bad-message"))
    long = server.visitor("192.0.2.5")
    with contextlib.suppress(Gone):
        long.ask("register", name="x" * 10000, password=WORD)
        expect("10,000 letters are too many", False)
    table_of(server, a, b)
    expect("a reason from the list", a.code("report", seat=1, reason="I do not like him") == "no-reason")
    expect("somebody else", a.code("report", seat=0, reason="name") == "no-seat" and a.code("report", seat=5, reason="name") == "no-seat")
    stranger = server.visitor("192.0.2.3")
    stranger.ask("join", table=a.table["table"], from_=0)
    expect("strangers report nobody", stranger.code("report", seat=1, reason="name") == "not-yours")
    expect("once for each match", [a.code("report", seat=1, reason="name") for _ in range(5)] == ["ok"] * 5)
    codes = []
    for _ in range(11):
        table_of(server, a, b)
        codes.append(a.code("report", seat=1, reason="name"))
    expect("floods are stopped", codes == ["ok"] * 9 + ["too-many-reports"] * 2, str(codes))
    m = server.again(m)
    expect("they are in the list", len(m.ask("reports", list="open")["reports"]) == 10)
    expect("the audit log is not a table", m.code("join", table=AUDIT, from_=0) == "no-table")
    expect("nor is it in the way", admin(server, "tables")[0] == 0)


def pages(server):
    """A long list is sent page by page, the newest first; a report that arrives meanwhile moves none to another page."""
    m, b = moderator(server), server.visitor("192.0.2.9")
    people = [server.visitor(f"192.0.2.{i}") for i in range(1, 5)]
    for one in people[:3] * 9:
        table_of(server, one, b)
        one.ask("report", seat=1, reason="name")
    first = m.ask("reports", list="open")
    table_of(server, people[3], b)
    people[3].ask("report", seat=1, reason="name")
    rest = m.ask("reports", list="open", after=first["more"])
    all_of = [r["report"] for r in first["reports"] + rest["reports"]]
    expect("27 reports on two pages", len(first["reports"]) == 25 and len(all_of) == len(set(all_of)) == 27 and "more" not in rest, str(len(all_of)))
    times = [r["last"] for r in first["reports"]]
    expect("the newest first", times == sorted(times, reverse=True))
    expect("a forged place", m.code("reports", list="open", after="A" * 5) == "bad-message")


def kept(server):
    """Data stored about a person for order is in the copy of their data, and is deleted with the account."""
    m = moderator(server)
    a, b = server.visitor("192.0.2.1"), server.visitor("192.0.2.2")
    a.ask("register", name="Anna", password=WORD)
    table = reported(server, a, b)
    a.ask("mute", seat=1)
    a.ask("block", seat=1)
    b.ask("report", seat=0, reason="phrases")
    for one in m.ask("reports", list="open")["reports"]:
        m.ask("act", report=one["report"], act="warn", reason=one["reason"])
    a.wait("notice")
    copy = json.loads(server.http("GET", "/me.json", authorization=f"Bearer {a.token}")[2])
    expect("the copy has mutes and blocks", [(p["name"], p["muted"], p["blocked"]) for p in copy["people"]] == [("Player 1", True, True)], json.dumps(copy["people"]))
    expect("the reports that were made", [(r["about"], r["reason"], r["table"]) for r in copy["reports"]] == [("Player 1", "stalling", table)], json.dumps(copy["reports"]))
    expect("the notices", [(n["act"], n["reason"], n["confirmed"]) for n in copy["notices"]] == [("warn", "phrases", False)], json.dumps(copy["notices"]))
    expect("the addresses as hashes", len(copy["addresses"]) == 1 and "192.0.2" not in json.dumps(copy))
    expect("nothing about who reported", "Player 1" not in json.dumps(copy["reports"][1:]) and "suspension" not in copy)
    a.ask("erase", password=WORD)
    b.ask("mine")
    closed = m.ask("reports", list="closed")["reports"]
    cases = [m.ask("case", report=r["report"])["case"] for r in closed]
    expect("the reports stay, without the name of who made them", sorted(c["by"][0]["name"] for c in cases) == ["", "Player 1"], json.dumps([c["by"] for c in cases]))
    for one in (m, b):
        one.close()
    server.stop()
    with contextlib.closing(sqlite3.connect(server.db)) as db:
        left = {kind: db.execute("select count(*) from list where kind = ?", (kind,)).fetchone()[0] for kind in ("bar", "barred", "notice", "seen")}
    expect("nothing of the person is left", left["bar"] == left["barred"] == 0 and left["notice"] == 2 and left["seen"] == 2, str(left))
    server.start()


AUDIT = "ZozTbG7W1nsyrbjdoZUrVQ"


def chain(server):
    """The operator reads the log; a changed row is detected."""
    m = moderator(server)
    a, b = server.visitor("192.0.2.1"), server.visitor("192.0.2.2")
    table_of(server, a, b)
    a.ask("report", seat=1, reason="name")
    m.ask("act", report=m.ask("reports", list="open")["reports"][0]["report"], act="nothing", reason="unproven")
    for one in (m, a, b):
        one.close()
    server.stop()
    status, text = admin(server, "audit")
    expect("the operator reads it", status == 0 and "2 entries, all intact" in text and "Greta  nothing  Player 1  unproven" in text, text)
    with contextlib.closing(sqlite3.connect(server.db)) as db:
        name = [n for n, in db.execute("select name from sqlite_master where type = 'table'")]
        rows = [r for t in ("events", "entries", "journal") if t in name for r in [t]]
        with db:
            changed = db.execute(f"update {rows[0]} set bytes = cast(replace(cast(bytes as text), 'unproven', 'stalling') as blob) "
                                 "where instr(bytes, 'unproven') > 0").rowcount
    expect("a row was changed", changed == 1)
    status, text = admin(server, "audit")
    expect("it is noticed", status == 1 and "not intact" in text, text)
    expect("by check too", admin(server, "check")[0] == 1)
    server.start()


PARTS = {"mutes": mutes, "blocks": blocks, "evening": evening, "addresses": addresses, "closing": closing, "forged": forged, "chain": chain, "pages": pages, "kept": kept}


def run(program, part, planted=0):
    with tempfile.TemporaryDirectory() as folder:
        with Served(program, *PAGE, *MANY, "--proxy", "127.0.0.1", folder=folder, haste=30, env={"BONEYARD_PLANTED": str(planted)}) as server:
            server.db = str(pathlib.Path(folder) / "boneyard/boneyard.db")
            PARTS[part](server)


def main():
    if not PLANTED:
        for part in ("mutes", "evening", "chain"):      # the long ring has the others
            run(PROGRAM, part)
        finish("order")
        return
    for part in PARTS:
        run(PROGRAM, part)
    check_planted(GUARDS, "order", lambda number, part: fails(run, PLANTED, part, number))
    finish("order planted")


main()
