#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tournaments with duplicate deals on a server.

    duplicate.py BONEYARD                         the real program, a short part
    duplicate.py BONEYARD long                    all parts
    duplicate.py BONEYARD PLANTED GUARDS.TXT      each guard is removed once, and its part must detect it
    duplicate.py BONEYARD golden FILE             writes what players of a round have heard, and the records
"""
import concurrent.futures
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

from wire import MANY, PAGE, Served, play     # first: it finds program
from cups import SWISS, Guest, run_round
from program import check_planted, expect, fails, finish

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["", ""])[:3]
HASTE = 3000
DUPLICATE = dict(SWISS, rules="block:basics players=2 target=40", duplicate=True)
NAMES = ("Ann", "Ben", "Cara", "Dan")


def begun(server, names=NAMES, late=(), **more):
    """People in a tournament whose first round has been dealt at every table, grouped by table. `late` never reveal their shares."""
    guests = [Guest(server, name) for name in names]
    cup = server.person(guests[0].token).ask("organise", **dict(DUPLICATE, **more))["tournament"]
    for guest in guests:
        guest.enter(cup)
        guest.player.share = "late" if guest.name in late else True
    guests[0].client.ask("begin", tournament=cup)
    return cup, guests, dealt(guests)


def dealt(guests):
    """Waits until everyone has a hand. Returns the tables: the guests of each."""
    def ready():
        for guest in guests:
            guest.follow()
        return all(guest.table and any("round" in e for one in guest.player.heard for e in one.get("events", [])) for guest in guests)
    for guest in guests:
        guest.player.choose = None                        # no one moves before all are dealt
        guest.player.hear = lambda event, hear=guest.player.hear, p=guest.player: hear(event) if p.choose else hear({**event, "now": {}})
    play([g.player for g in guests], ready)
    ids = {guest.table for guest in guests}
    return [[g for g in guests if g.table == table] for table in sorted(ids)]


def resume(guests):
    for guest in guests:
        guest.player.choose = lambda moves: moves[0]
        guest.player.client.close()
        guest.player.heard.clear()
        guest.player.client = guest.server.person(guest.token)
        guest.join(guest.table)


def over(guests):
    """Lets a table play its match to the end."""
    resume(guests)
    play([g.player for g in guests], lambda: all(g.player.over for g in guests))


def places(guest):
    return [e["fair"]["places"] for e in guest.player.heard if e["what"] == "deal"]


def held_back(server, cup, done, playing, stranger):
    """One table has finished, the other has not: no one may learn anything about the deals from the server."""
    table, heard = done[0].table, done[0].player.heard
    expect("no secret at the table", not any("secret" in e.get("fair", {}) for e in heard))
    expect("no record", server.http("GET", f"/record/{table}/1")[0] == 404)
    expect("no history", done[0].client.ask("history")["matches"] == [])
    expect("no results", not done[0].client.ask("profile").get("results"))
    for who in (stranger, playing[0].client):
        expect("no spectators", who.code("join", table=table, from_=0) == "no-watching")
    state = done[0].wait(lambda s: any("over" in t or "score" in t for t in s["played"][-1]["tables"]))
    told = next(t for t in state["played"][-1]["tables"] if t["table"] == table)
    expect("the tournament tells no score", "over" in told and "score" not in told and "points" not in told, str(told))
    expect("the standings don't count it", all(s["points"] == 0 and s["played"] == 0 for s in state["standings"]), str(state["standings"]))
    with sqlite3.connect(os.path.join(server.folder, "cups.db")) as db:
        rows = db.execute("select count(*) from list where kind in ('match', 'tally')").fetchall()
        expect("nothing is written into the history", rows == [(0,)], str(rows))


def proved(server, tables):
    """The records of all tables prove the same decks."""
    decks = []
    for k, guests in enumerate(tables):
        status, _, text = server.http("GET", f"/record/{guests[0].table}/1")
        expect("a record is there", status == 200, str(status))
        path = pathlib.Path(server.folder) / f"{k}.jsonl"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        done = subprocess.run([PROGRAM, "verify", str(path)], capture_output=True, text=True)
        expect("the record is proved", done.returncode == 0 and "proved" in done.stdout, done.stdout + done.stderr)
        expect("all have contributed", "and 2 at other tables" in done.stdout, done.stdout)
        decks.append([json.loads(line)["deck"] for line in path.read_text().splitlines() if '"deck"' in line])
        changed = path.with_suffix(".changed")
        for what, to in (('"seat":1', '"seat":0'), ('"attempt":0', '"attempt":1'), ('"round":1,"deal":1', '"round":2,"deal":1'), ('"secret":"', '"secret":"A')):
            changed.write_text(path.read_text().replace(what, to, 1))
            expect(f"with another {what}, it is not proved", subprocess.run([PROGRAM, "verify", str(changed)], capture_output=True).returncode == 1)
    least = min(len(d) for d in decks)
    expect("every table had the same tiles", least > 0 and len({str(d[:least]) for d in decks}) == 1, str(decks)[:500])


def deals(server):
    """The same tiles at every table; nothing is revealed before the last table has finished, not even after a restart."""
    cup, guests, (first, second) = begun(server)
    stranger = server.person()
    over(first)
    held_back(server, cup, first, second, stranger)
    server.kill()
    server.start()
    for guest in guests:
        guest.close()
        guest.come(cup)
        guest.follow()
    held_back(server, cup, first, second, server.person())
    over(second)
    everybody = [g.player for g in guests]
    play(everybody, lambda: all(any(e["what"] == "publish" for e in p.heard) for p in everybody))
    least = min(len(places(g[0])) for g in (first, second))
    expect("the same places at every table", least > 0 and places(first[0])[:least] == places(second[0])[:least])
    guests[0].wait(lambda s: len(s["played"]) == 2)
    expect("now the scores count", sum(s["points"] for s in guests[0].state["standings"]) == 24, str(guests[0].state["standings"]))
    proved(server, (first, second))
    until = time.monotonic() + 20
    while first[0].client.ask("history")["matches"] == [] and time.monotonic() < until:
        time.sleep(0.1)
    expect("now it is in the history", len(first[0].client.ask("history")["matches"]) == 1)
    run_round(guests, lambda s: s["state"] == "over")
    for guest in guests:
        guest.close()


def late(server):
    """A share that is not revealed ends the shuffle at every table; its player takes no part in the next one."""
    _cup, guests, tables = begun(server, late=("Ben",))
    for guest in guests:
        heard = [e["what"] for e in guest.player.heard]
        expect("every table begins the shuffle again", heard.count("commit") == 2 and heard.count("abort") == 1, str(heard))
        fair = [e["fair"] for e in guest.player.heard if e["what"] == "hashes"]
        expect("without that player", [len(f["hashes"]) + len(f["others"]) for f in fair] == [4, 3], str(fair))
    expect("the same tiles", len({str(places(g)) for table in tables for g in table}) == 1)
    seats = [e["fair"]["seats"] for e in guests[1].player.heard if e["what"] == "abort"]
    expect("the abort names the seat", len(seats[0]) == 1, str(seats))
    for guest in guests:
        guest.close()


def cancelled(server):
    """After `cancel`, the tables play on; the deals are published once all have finished."""
    cup, guests, (first, second) = begun(server)
    over(first)
    guests[0].client.ask("cancel", tournament=cup)
    guests[0].wait(lambda s: s["state"] == "over")
    time.sleep(1.5)
    expect("still no record", server.http("GET", f"/record/{first[0].table}/1")[0] == 404)
    over(second)
    everybody = [g.player for g in guests]
    play(everybody, lambda: all(any(e["what"] == "publish" for e in p.heard) for p in everybody))
    proved(server, (first, second))
    for guest in guests:
        guest.close()


def absent(server):
    """A player never comes to the table: a bot plays the same deals, and the player is withdrawn."""
    guests = [Guest(server, name) for name in NAMES]
    cup = server.person(guests[0].token).ask("organise", **dict(DUPLICATE, rounds=1))["tournament"]
    for guest in guests:
        guest.enter(cup)
    guests[0].client.ask("begin", tournament=cup)
    guests[3].player.client.close()
    run_round(guests[:3], lambda s: s["state"] == "over")
    state = guests[0].state
    expect("the player is out", [p["name"] for p in state["players"] if p["out"]] == ["Dan"], str(state["players"]))
    expect("both tables count", all("score" in t for t in state["played"][0]["tables"]), str(state["played"]))
    for guest in guests:
        guest.close()


def deleted(server):
    """Once the tournament has been deleted, for example with its organiser's data, its tables no longer withhold their records."""
    _cup, guests, (first, second) = begun(server)
    over(first)
    path = f"/record/{first[0].table}/1"
    expect("the record is withheld", server.http("GET", path)[0] == 404)
    with sqlite3.connect(os.path.join(server.folder, "cups.db")) as db:
        expect("one tournament is deleted", db.execute("delete from list where kind = 'cup'").rowcount == 1)
    until = time.monotonic() + 20
    while server.http("GET", path)[0] != 200 and time.monotonic() < until:
        time.sleep(0.1)
    expect("the record is shown", server.http("GET", path)[0] == 200)
    for guest in guests:
        guest.close()


PARTS = {"deals": deals, "late": late, "cancelled": cancelled, "absent": absent, "deleted": deleted}


def run(program, part, planted=0):
    with tempfile.TemporaryDirectory() as folder:
        with Served(program, *PAGE, *MANY, "--db", os.path.join(folder, "cups.db"), folder=folder, haste=HASTE, env={"BONEYARD_PLANTED": str(planted)}) as server:
            PARTS[part](server)


def golden(server, path):
    """Two tables that draw tiles: the events told to one player of each, and their records."""
    _cup, guests, tables = begun(server, rules="draw players=2 target=40")
    for some in tables:
        over(some)
    everybody = [g.player for g in guests]
    play(everybody, lambda: all(any(e["what"] == "publish" for e in p.heard) for p in everybody))
    found = []
    for some in tables:
        record = server.http("GET", f"/record/{some[0].table}/1")[2]
        heard = [{k: e[k] for k in ("what", "events", "fair") if k in e} for e in some[0].player.heard]
        found.append({"table": some[0].table, "rules": json.loads(record.splitlines()[0])["rules"], "events": heard, "record": record if isinstance(record, str) else record.decode()})
    pathlib.Path(path).write_text("[" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in found) + "]\n")


def main():
    if PLANTED == "golden":
        PARTS["golden"] = lambda server: golden(server, GUARDS)
        run(PROGRAM, "golden")
        return
    if PLANTED in ("", "long"):
        parts = PARTS if PLANTED else ["deals"]
        with concurrent.futures.ThreadPoolExecutor() as several:     # most of the time, they wait
            for done in [several.submit(run, PROGRAM, part) for part in parts]:
                done.result()
        finish("duplicate deals")
        return
    # 403: the tables refuse to deal, and the server stops at an assertion
    check_planted(GUARDS, "duplicate", lambda number, part: fails(run, PLANTED, part, number, broken=number == 403))
    finish("duplicate deals planted")


main()
