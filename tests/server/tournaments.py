#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tournaments on a server.

    tournaments.py BONEYARD                         the real program
    tournaments.py BONEYARD PLANTED GUARDS.TXT      each guard is removed once, and its part must detect it
"""
import concurrent.futures
import contextlib
import json
import os
import sqlite3
import sys
import tempfile
import time

from wire import MANY, PAGE, Served     # first: it finds program
from cups import SWISS, Guest, run_round, table_sets
from program import check_planted, expect, fails, finish

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["", ""])[:3]
HASTE = 3000


def evening(server):
    """Five people, Swiss, two rounds; the server is killed in the middle of the second."""
    guests = [Guest(server, name) for name in ("Ann", "Ben", "Cara", "Dan", "Ann")]
    host = guests[0]
    cup = server.person(host.token).ask("organise", **SWISS)["tournament"]
    for guest in guests:
        guest.enter(cup)
    state = host.wait(lambda s: len(s["players"]) == 5)
    expect("two of one name", [p["name"] for p in state["players"]] == ["Ann", "Ben", "Cara", "Dan", "Ann (2)"], str(state["players"]))
    expect("entering twice changes nothing", guests[1].client.code("enter", tournament=cup, name="Other") == "ok")
    expect("only the organiser starts it", guests[1].client.code("begin", tournament=cup) == "not-host")
    expect("a name from hell is refused", server.person().code("enter", tournament=cup, name="Ann\u202e") == "bad-name")
    expect("a name that the file cannot have", [server.person().code("enter", tournament=cup, name=name) for name in ("Ann, Jr.", "4ever")] == ["bad-entry"] * 2)
    late = Guest(server, "Maximiliane von Hohenstein-Waldburg-Zeil")
    late.enter(cup)
    expect("a name has up to 40 letters", late.wait(lambda s: len(s["players"]) == 6)["players"][5]["name"] == late.name, str(late.state["players"]))
    late.client.ask("withdraw", tournament=cup)
    late.close()
    expect("five have entered", len(host.wait(lambda s: True)["players"]) == 5, str(host.state["players"]))
    host.client.ask("begin", tournament=cup)
    state = host.wait(lambda s: s["state"] == "playing")
    expect("two tables and a bye", len(state["played"][0]["tables"]) == 2 and len(state["played"][0]["byes"]) == 1, str(state["played"]))
    run_round(guests, lambda s: len(s["played"]) == 2)
    table = host.state["played"][0]["tables"][0]["table"]
    expect("players keep their seats", guests[1].player.client.code("stand", seat=0) in ("not-now", "not-here", "not-yours"))
    expect("the table has a record", server.http("GET", f"/record/{table}/1")[0] == 200)
    for guest in guests:
        guest.follow()
    before = host.state["played"]
    server.kill()
    server.start()
    for guest in guests:
        guest.close()
        guest.come(cup)
    host.wait(lambda s: s["played"])
    expect("a restart changes nothing", [r["byes"] for r in host.state["played"]] == [r["byes"] for r in before] and
           [[t["table"] for t in r["tables"]] for r in host.state["played"]] == [[t["table"] for t in r["tables"]] for r in before])
    run_round(guests, lambda s: s["state"] == "over")
    state = host.state
    expect("people are told of tables that they can join", not any(guest.refused for guest in guests), str([guest.refused for guest in guests]))
    expect("nobody meets twice", len({str(t) for r in table_sets(state) for t in r}) == 4, str(state["played"]))
    expect("no second bye", state["played"][0]["byes"] != state["played"][1]["byes"])
    points = [s["points"] for s in state["standings"]]
    expect("the points are those of five people in two rounds", sum(points) == 72 and points == sorted(points, reverse=True), str(points))
    listed = [t for t in server.person().ask("tournaments")["tournaments"] if t["tournament"] == cup]
    expect("it is in the list", listed and listed[0]["state"] == "over" and listed[0]["players"] == 5, str(listed))
    for guest in guests:
        guest.close()


def edited(server):
    """A pairing that was edited in the database is refused."""
    guests = [Guest(server, f"P{i}") for i in range(4)]
    cup = server.person(guests[0].token).ask("organise", **SWISS)["tournament"]
    for guest in guests:
        guest.enter(cup)
    guests[0].client.ask("begin", tournament=cup)
    state = guests[0].wait(lambda s: s["played"])
    a, b = (state["players"][t["players"][0]]["name"] for t in state["played"][0]["tables"])
    with sqlite3.connect(os.path.join(server.folder, "cups.db")) as db:
        (key, row), = db.execute("select key, value from list where kind = 'cup'").fetchall()
        text = bytes(row).decode()
        lines = text.replace(f"table {a},", "table *,").replace(f"table {b},", f"table {a},").replace("table *,", f"table {b},")
        expect("the pairing was edited", lines != text, text[:2000])
        db.execute("update list set value = ? where kind = 'cup' and key = ?", (lines.encode(), key))
    expect("it is refused", guests[0].client.code("follow", tournament=cup) == "set-aside")
    for guest in guests:
        guest.close()


def leaves(server):
    """Late entries, withdrawals, an organiser who leaves, an absent player."""
    ann, ben, cara, dan = (Guest(server, name) for name in ("Ann", "Ben", "Cara", "Dan"))
    cup = server.person(ann.token).ask("organise", **dict(SWISS, system="all", rounds=0))["tournament"]
    for guest in (ann, ben, cara):
        guest.enter(cup)
    ann.client.ask("withdraw", tournament=cup)
    state = ben.wait(lambda s: len(s["players"]) == 2)
    expect("the rights pass on", state["yours"] and [p["name"] for p in state["players"]] == ["Ben", "Cara"], str(state))
    expect("others can't remove a player", cara.client.code("withdraw", tournament=cup, player=0) == "not-host")
    ben.client.ask("begin", tournament=cup)
    ben.wait(lambda s: s["state"] == "playing")
    dan.enter(cup)
    run_round([ben, cara, dan], lambda s: len(s["played"]) == 2)
    cara.client.ask("withdraw", tournament=cup)
    run_round([ben, cara, dan], lambda s: s["state"] == "over")
    pairs = {str(t) for r in table_sets(ben.state) for t in r}
    expect("a late entry plays, nobody twice", "[0, 2]" in pairs or "[1, 2]" in pairs, str(pairs))
    for guest in (ann, ben, cara, dan):
        guest.close()


def copy_of(server, guest):
    return json.loads(server.http("GET", "/me.json", authorization=f"Bearer {guest.token}")[2])["tournaments"]


def stored(server, kind):
    with contextlib.closing(sqlite3.connect(f"file:{server.folder}/cups.db?mode=ro", uri=True)) as db:
        return [(bytes(key), bytes(value)) for key, value in db.execute("select key, value from list where kind = ?", (kind,))]


def gone(server):
    """Players' tournaments are in the copies of their data; deletion leaves their results under a pseudonym."""
    ann, ben, cara = guests = [Guest(server, name) for name in ("Annabel", "Ben", "Cara")]
    cup = server.person(ann.token).ask("organise", **dict(SWISS, system="all", rounds=0))["tournament"]
    other = server.person(ben.token).ask("organise", **SWISS)["tournament"]
    ann.enter(other)
    for guest in guests:
        guest.enter(cup)
    ann.client.ask("begin", tournament=cup)
    run_round([ben, ann, cara], lambda s: s["played"] and s["played"][-1]["byes"] == [0])
    copies = {t["tournament"]: t for t in copy_of(server, ann)}
    expect("the copy has both", set(copies) == {cup, other} and copies[cup]["yours"] and copies[cup]["as"] == "Annabel" == copies[other]["as"], str(copies))
    row = next(s for s in ben.state["standings"] if s["player"] == 0)
    expect("and the line of the standings", copies[cup]["standing"] == row, str(copies))
    expect("an organiser who does not play", "as" not in next(t for t in copy_of(server, ben) if t["tournament"] == other))
    expect("others have none", copy_of(server, Guest(server, "Dan")) == [])
    ann.client.ask("erase")
    state = ben.wait(lambda s: s["players"][0]["out"])
    expect("a pseudonym has the results", state["players"][0] == {"name": "N.N.", "out": True} and
           next(s for s in state["standings"] if s["player"] == 0)["rounds"] == row["rounds"], str(state))
    expect("the next player is the organiser", state["yours"])
    run_round([ben, cara], lambda s: s["state"] == "over")
    expect("where there was no round, the player is removed", [t["players"] for t in ben.client.ask("tournaments")["tournaments"] if t["tournament"] == other] == [0])
    rows = stored(server, "cup")
    expect("the name is gone", len(rows) == 2 and not any(b"Annabel" in value for _, value in rows), str(rows))
    expect("a random number takes the place of the person", len(stored(server, "entrant")) == 3)
    many(server)
    for guest in guests:
        guest.close()


def many(server):
    """A player in more tournaments than one batch of writes may rewrite."""
    eve = server.person()
    hosts = [server.person() for _ in range(6)]
    for i in range(30):
        eve.ask("enter", tournament=hosts[i % 6].ask("organise", **dict(SWISS, name=f"Cup {i}"))["tournament"], name="Eve")
    expect("they enter", sum(b"player Eve" in value for _, value in stored(server, "cup")) == 30)
    expect("and are gone", eve.code("erase") == "ok" and not any(b"player Eve" in value for _, value in stored(server, "cup")))


def pairs(server):
    """Fixed partners: they find each other by name, and sit opposite each other."""
    rules = "block:basics players=4 teams=on target=1"
    guests = [Guest(server, name) for name in ("Ann", "Ben", "Cara", "Dan")]
    cup = server.person(guests[0].token).ask("organise", **dict(SWISS, rules=rules, format="partners", size=4, rounds=1))["tournament"]
    guests[0].enter(cup)
    expect("nobody of that name waits", server.person().code("enter", tournament=cup, name="Eve", with_="Bob") == "no-partner")
    guests[1].enter(cup, with_="ann")
    guests[2].enter(cup)
    guests[3].enter(cup, with_="Cara")
    state = guests[0].wait(lambda s: len(s["players"]) == 2)
    expect("two pairs", [p["name"] for p in state["players"]] == ["Ann + Ben", "Cara + Dan"] and not state["waiting"], str(state))
    guests[0].client.ask("begin", tournament=cup)
    run_round(guests, lambda s: s["state"] == "over")
    names = [s["name"] for s in guests[0].player.client.table["seats"]]
    expect("partners sit opposite", {names.index("Ann") % 2, names.index("Ben") % 2} in ({0}, {1}), str(names))
    for guest in guests:
        guest.close()


def times(server):
    """A tournament starts at its time without its organiser, and pairs no round after its end."""
    guests, now = [Guest(server, name) for name in ("Ann", "Ben", "Cara", "Dan")], int(time.time())
    cup = server.person(guests[0].token).ask("organise", **dict(SWISS, rounds=0, start=now + 2, until=now + 5))["tournament"]
    for guest in guests:
        guest.enter(cup)
    expect("it does not start before its time", guests[0].state["state"] == "open" or time.time() >= now + 2, guests[0].state["state"])
    state = guests[0].wait(lambda s: s["state"] == "playing")
    expect("it starts at its time", time.time() >= now + 2 and len(state["played"]) == 1)
    while time.time() < now + 5:
        time.sleep(0.1)
    run_round(guests, lambda s: s["state"] == "over" or len(s["played"]) > 1)
    expect("no round is paired after the end", len(guests[0].state["played"]) == 1, str(guests[0].state["played"]))
    expect("the round that was being played counts", sum(s["points"] for s in guests[0].state["standings"]) == 24, str(guests[0].state["standings"]))
    for guest in guests:
        guest.close()


def minutes(server):
    """A round with a time limit: tables that are still playing close, and their scores at that moment count."""
    guests, began = [Guest(server, name) for name in ("Ann", "Ben", "Cara", "Dan")], time.time()
    limited = dict(SWISS, rounds=1, minutes=1, clock="bank 600+0")
    cup = server.person(guests[0].token).ask("organise", **limited)["tournament"]
    for guest in guests:
        guest.enter(cup)
    guests[0].client.ask("begin", tournament=cup)
    state = guests[0].wait(lambda s: s["state"] == "playing")
    expect("the time is told", state["minutes"] == 1 and 0 < state["left"] <= 60, str(state))
    for guest in guests:
        guest.follow()
    with contextlib.suppress(TimeoutError):
        guests[0].wait(lambda s: s["state"] == "over", 70)
    state = guests[0].state
    expect("its time is over", state["state"] == "over", str(state))
    expect("not before its time", time.time() - began >= 59, str(time.time() - began))
    expect("every table has a score", [len(t.get("score", [])) for t in state["played"][0]["tables"]] == [2, 2], str(state["played"]))


def wrong(server):
    """Tournaments that can't be."""
    p = server.person()
    for what, code, more in (("no rounds", "bad-message", {"rounds": 0}), ("no clock", "bad-clock", {"clock": "none"}), ("days", "bad-clock", {"clock": "days 3"}),
                             ("no such format", "usage", {"format": "doubles"}), ("a name of blanks", "bad-name", {"name": " "}), ("a table too big", "usage", {"size": 4}),
                             ("a solitaire", "usage", {"rules": "castlerock"}), ("in the past", "bad-message", {"start": 5})):
        found = p.code("organise", **dict(SWISS, **more))
        expect(f"{what} is refused", found == code, found)
    made = [p.code("organise", **SWISS) for _ in range(7)]
    expect("one organiser has a limit", made == ["ok"] * 5 + ["too-many"] * 2, str(made))
    expect("no such tournament", p.code("follow", tournament="C" + 21 * "A") == "no-tournament")


PARTS = {"evening": evening, "edited": edited, "leaves": leaves, "gone": gone, "pairs": pairs, "times": times, "wrong": wrong}
LONG = {"minutes": minutes}      # a minute each, without haste


def run(program, part, planted=0):
    with tempfile.TemporaryDirectory() as folder:
        with Served(program, *PAGE, *MANY, "--db", os.path.join(folder, "cups.db"), folder=folder, haste=1 if part in LONG else HASTE,
                    env={"BONEYARD_PLANTED": str(planted)}) as server:
            {**PARTS, **LONG}[part](server)


def main():
    if not PLANTED:
        with concurrent.futures.ThreadPoolExecutor() as several:     # most of the time, they wait
            for done in [several.submit(run, PROGRAM, part) for part in PARTS]:
                done.result()
        finish("tournaments")
        return
    for part in LONG:
        run(PROGRAM, part)
    check_planted(GUARDS, "tournaments", lambda number, part: fails(run, PLANTED, part, number))
    finish("tournaments planted")


main()
