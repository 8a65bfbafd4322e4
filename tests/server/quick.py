#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Quick matches at one server: people who want the same match meet, and every match starts.

    quick.py BONEYARD
"""
import json
import sys
import time

from wire import HASTE, MANY, PAGE, PATIENCE, Client, Served     # first: it finds program
from program import expect, run_parts


def server(**more):
    return Served(sys.argv[1], *PAGE, *MANY, "--persons-per-address", "100", haste=HASTE, **more)


def enter(client, table):
    client.ask("join", table=table, from_=0)
    client.wait("table")


def until(what, client, fact):
    """Waits for a `table` message."""
    end = time.monotonic() + PATIENCE
    while not fact(client.table):
        if time.monotonic() > end or not client.read(end - time.monotonic()):
            expect(what, False, json.dumps(client.table))
            return


def kinds(client):
    return [s["kind"] for s in client.table["seats"]]


def test_one():
    """Alone: the wait is shown, and bots join when it is over, or at once."""
    with server() as s:
        a = s.person()
        enter(a, a.ask("quick", game="draw", players=3, name="Ann")["table"])
        t = a.table
        expect("the wait is shown", 0 < t["wait"] <= t["span"] and t["quick"] and not t["host"] and t["clock"] == "move 30", json.dumps(t))
        expect("no one is the host", not any(seat.get("host") for seat in t["seats"]) and a.code("start") == "not-host")
        until("bots join", a, lambda t: t["phase"] != "waiting")
        expect("in the free seats", kinds(a) == ["person", "bot", "bot"], json.dumps(a.table))
        b = s.person()
        enter(b, b.ask("quick", game="block", speed="days", name="Bo")["table"])
        expect("days wait long", b.table["clock"] == "days 3" and b.table["span"] > 1000000, json.dumps(b.table))
        b.ask("bots", on=True)
        until("with bots at once", b, lambda t: t["phase"] != "waiting")


def test_three():
    """Three people who want the same match meet, even with the same name; a person who wants another match does not meet them."""
    with server() as s:
        people = [s.person() for _ in range(3)]
        tables = [p.ask("quick", game="draw", players=3, speed="days", name="Ann")["table"] for p in people]
        expect("one table", len(set(tables)) == 1, str(tables))
        for p in people:
            enter(p, tables[0])
        until("it starts when it is full", people[0], lambda t: t["phase"] != "waiting")
        expect("three of one name", [seat["name"] for seat in people[0].table["seats"]] == ["Ann", "Ann (2)", "Ann (3)"], json.dumps(people[0].table))
        a = s.person()
        others = [a.ask("quick", game=game, speed=speed, name="Dora", **more)["table"]
                  for game, speed, more in (("draw", "days", {}), ("draw", "days", {"players": 4}), ("draw", "fast", {"players": 3}),
                                            ("block", "days", {"players": 3}))]
        expect("each other match is another table", len({*others, tables[0]}) == 5, str(others))
        expect("asked twice: the same table", a.ask("quick", game="draw", speed="days", players=4, name="Dora")["table"] == others[1])
        expect("one seat each", sum(seat["you"] for t in a.ask("mine")["tables"] if t["table"] == others[1] for seat in t["seats"]) == 1)


def test_nine():
    """Nine people at the same moment: at most three tables of three, and no one is refused."""
    with server() as s:
        people = [s.person() for _ in range(9)]
        keys = [p.send("quick", game="draw", players=3, speed="days", name=f"P{i}") for i, p in enumerate(people)]
        replies = [p.reply(k) for p, k in zip(people, keys)]
        expect("all have a table", all(r["ok"] for r in replies), json.dumps(replies))
        tables = [r["table"] for r in replies]
        expect("three at each", sorted(tables.count(t) for t in set(tables)) == [3, 3, 3], str(tables))
        for p, t in zip(people, tables):
            enter(p, t)
        for p in people:
            until("each match starts", p, lambda t: t["phase"] != "waiting")


def test_refused():
    with server() as s:
        a = s.person()
        for code, fields in (("bad-rules", {"game": "whist"}), ("bad-rules", {"game": "draw target=30"}), ("bad-message", {"game": "draw", "speed": "slow"}),
                             ("no-account", {"game": "draw", "rated": True}), ("bad-name", {"game": "draw", "name": "bot:Ann"})):
            expect(f"{fields} is refused", a.code("quick", **{"name": "Ann", **fields}) == code, code)
        expect("rated tables need an account", a.code("make", rules="draw", rated=True) == "no-account")
        a.ask("register", name="Ann", password="quite a long secret")
        b = Client(s, a.token)
        table = b.ask("quick", game="draw", rated=True, speed="days", name="Ann")["table"]
        enter(b, table)
        expect("a rated match", b.table["rated"], json.dumps(b.table))
        c = s.person()
        expect("no guests", c.code("join", table=table, from_=0) == "ok" and c.code("sit", name="Eva") == "no-account")


def test_restart():
    """The wait survives a kill; a player who does not return loses the seat."""
    with server() as s:
        a = s.person()
        table = a.ask("quick", game="draw", players=3, speed="days", name="Ann")["table"]
        enter(a, table)
        span = a.table["span"]
        s.kill()
        s.start()
        a = Client(s, a.token)
        enter(a, table)
        expect("it still waits", a.table["phase"] == "waiting" and a.table["span"] == span and 0 < a.table["wait"] <= span, json.dumps(a.table))
        b = s.person()
        expect("and is found", b.ask("quick", game="draw", players=3, speed="days", name="Bo")["table"] == table)
        a.ask("bots", on=False)
        until("longer", a, lambda t: t["span"] == 20 * span)
        c = s.person()
        lone = c.ask("quick", game="block", players=3, name="Cy")["table"]
        c.close()
        d = s.person()
        enter(d, lone)
        until("the seat of an absent player is free", d, lambda t: t["seats"][0]["kind"] == "open" or t["phase"] == "closed")


def test_browse():
    """Every open table can be reached, page by page and filtered, also after a kill."""
    with Served(sys.argv[1], *PAGE, *MANY, "--tables-per-person", "200", "--tables-per-address", "200", haste=HASTE) as s:
        a, made = s.person(), {}
        for i in range(130):
            clock = ("none", "move 10", "move 30", "days 3")[i % 4]
            rules = f"{('draw', 'block', 'muggins')[i % 3]} players={2 + i % 2}"
            made[a.ask("make", rules=rules, clock=clock, public=True)["table"]] = (i % 3, i % 4, 2 + i % 2)

        def pages(**fields):
            found, after, n = [], {}, 0
            while True:
                reply = a.ask("browse", **fields, **after)
                found += [t["table"] for t in reply["tables"]]
                n += 1
                if "next" not in reply:
                    return found, n
                after = {"after": reply["next"]}

        end = time.monotonic() + PATIENCE
        while len(pages()[0]) < len(made) and time.monotonic() < end:
            pass    # the row of a new table may be written after the reply to `make`
        for again in (False, True):
            every, n = pages()
            expect("all tables, each once", sorted(every) == sorted(made) and n >= 7, f"{len(every)} {len(set(every))} {n}")
            expect("of one game", sorted(pages(game="block")[0]) == sorted(t for t, (g, _, _) in made.items() if g == 1))
            expect("of one speed", sorted(pages(speed="fast")[0]) == sorted(t for t, (_, c, _) in made.items() if c == 1))
            expect("with three open seats", sorted(pages(free=3)[0]) == sorted(t for t, (_, _, k) in made.items() if k == 3))
            expect("no rated ones", pages(counts="rated")[0] == [] and len(pages(counts="unrated")[0]) == 130)
            if not again:
                s.kill()
                s.start()
                a = Client(s, a.token)
        b = s.person()
        b.ask("join", table=every[0], from_=0)
        b.ask("sit", name="Bo")
        end = time.monotonic() + PATIENCE
        while [t for t in a.ask("browse")["tables"] if t["table"] == every[0]][0]["open"] == made[every[0]][2] and time.monotonic() < end:
            time.sleep(0.02)
        expect("a row says how many seats are open", time.monotonic() < end)
        expect("a wrong cursor is refused", [a.code("browse", after=x) for x in ("1", "0/whist/AAAAAAAAAAAAAAAAAAAAAA", "7/draw/x")] == ["bad-message"] * 3)


run_parts("quick", globals())
