#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the results of a finished match: its line in the ledger, ratings, history, results, the ladder, and their privacy.

    results.py BONEYARD STUCK.SO [PART...]              the real program
    results.py BONEYARD STUCK.SO PLANTED GUARDS.TXT     each guard is removed once, and its part must detect it
"""
import contextlib
import json
import math
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

from wire import HASTE, MANY, PAGE, Player, Served, play, sit      # first: it finds program
from program import check_planted, expect, fails, finish

PROGRAM, STUCK, PLANTED, GUARDS = *sys.argv[1:3], "", ""
if len(sys.argv) == 5 and sys.argv[4].endswith(".txt"):
    PLANTED, GUARDS = sys.argv[3:]
TABLES = 10
WORD = "correct horse battery"
RULES = "block:basics players=2 target=5"


def admin(server, *words):
    done = subprocess.run([server.program, "admin", "--db", server.db, *words], capture_output=True, text=True, timeout=60,
                          env=server.env, check=False)
    return done.returncode, done.stdout, done.stderr


def match(people, rules=RULES, rated=True, seats=()):
    """Plays a match of these people, by name, to its end; returns the table."""
    clients = list(people.values())
    table = clients[0].ask("make", rules=rules, seats=["open"] * len(clients) + list(seats), rated=rated)["table"]
    for k, (name, client) in enumerate(people.items()):
        sit(client, table, k, name)
    clients[0].ask("start")
    players = [Player(client, table) for client in clients]
    play(players, lambda: all(p.over for p in players))
    return table


def settled(person, n=1):
    """The person's history, once it has n matches."""
    for _ in range(600):
        reply = person.ask("history")
        if len(reply["matches"]) >= n:
            return reply["matches"]
        person.read(0.02)
    raise TimeoutError("the match is not in the history")


def ratings(person, **name):
    return {r["family"]: r for r in person.ask("profile", **name)["profile"].get("ratings", [])}


def ledger(server):
    status, out, err = admin(server, "ratings")
    expect("the ledger can be read", status == 0, err)
    return [json.loads(line) for line in out.splitlines()]


def finished(server):
    """A rated match: history, ratings, ledger, results."""
    anna, ben = server.member("Anna", WORD), server.member("Ben", WORD)
    people = {"Anna": anna, "Ben": ben}
    expect("nothing before", anna.ask("history")["matches"] == [] and ratings(anna) == {})
    table = match(people)
    row, other = settled(anna)[0], settled(ben)[0]
    seats = {s["name"]: s for s in row["seats"]}
    won = min(seats, key=lambda name: seats[name]["rank"])
    expect("its row", row["table"] == table and row["match"] == 1 and row["rules"].startswith("block:") and row["rated"] and
           row["record"] and sorted(s["rank"] for s in row["seats"]) == [1, 2] and seats["Anna"]["you"] and not seats["Ben"]["you"], str(row))
    expect("only my own rating in it", "from" in seats["Anna"] and "from" not in seats["Ben"] and seats["Anna"]["from"] == 1500, str(row))
    expect("the other's", {s["name"]: s for s in other["seats"]}["Ben"]["from"] == 1500, str(other))
    a, b = ratings(anna)["line"], ratings(ben)["line"]
    expect("the ratings", (a["points"] > 1500) == (won == "Anna") and a["points"] + b["points"] == 3000 and a["provisional"] and
           a["half"] > 200 and a["matches"] == 1, f"{a} {b}")
    expect("the change", seats["Anna"]["to"] == a["points"])
    levels = [a["levels"].get(key, 0) for key in ("easy", "medium", "hard", "expert")]
    expect("the bots' ratings", levels == sorted(set(levels)) and levels[1] == 1500, str(a))
    lines = ledger(server)
    expect("one line", len(lines) == 1 and lines[0]["family"] == "line" and "Anna" not in json.dumps(lines), str(lines))
    status, _, _ = server.http("GET", f"/record/{table}/1")
    expect("its record", status == 200)
    tally = anna.ask("profile")["profile"]["results"]
    expect("its results", tally == {"games": {"block": [1, int(won == "Anna")]}, "against": {"people": [1, int(won == "Anna")]}}, str(tally))
    match(people, rated=False)
    settled(anna, 2)
    expect("not rated", len(ledger(server)) == 1 and ratings(anna)["line"] == a)
    expect("latest first", [m["rated"] for m in settled(anna, 2)] == [False, True])
    expect("replayed", admin(server, "ratings", "--replay") [0] == 0)


def left(server):
    """A player who leaves a rated match is last, regardless of the score; the host cannot close it."""
    anna, ben = server.member("Anna", WORD), server.member("Ben", WORD)
    table = anna.ask("make", rules="block:basics players=2 target=1000", seats=["open", "open"], rated=True)["table"]
    sit(anna, table, 0, "Anna")
    sit(ben, table, 1, "Ben")
    anna.ask("start")
    players = [Player(anna, table), Player(ben, table)]
    play(players, lambda: all(p.played for p in players))
    expect("running matches are in no history", anna.ask("history")["matches"] == [] and ledger(server) == [])
    expect("not closed", anna.code("close") == "not-now")
    anna.ask("stand", seat=0)
    ben.ask("stand", seat=1)                    # the last one leaves, and the table is closed
    row = settled(ben)[0]
    expect("last", [(s["rank"], s.get("left")) for s in row["seats"]] == [(2, True), (1, True)] and not row["record"], str(row))
    expect("rated", ratings(ben)["line"]["points"] > 1500 > ratings(anna)["line"]["points"])
    expect("no win by leaving", ben.ask("profile")["profile"]["results"]["games"]["block"] == [1, 0])
    expect("one line", [line["ranks"] for line in ledger(server)] == [[2, 1]])


def once(server):
    """A server that is killed when a match ends settles it once when it is back."""
    anna, ben = server.member("Anna", WORD), server.member("Ben", WORD)
    for n in range(2):
        match({"Anna": anna, "Ben": ben})
        server.kill()
        server.start()
        anna, ben = server.person(anna.token), server.person(ben.token)
        rows = settled(anna, n + 1)
        expect(f"one row more {n}", len(rows) == n + 1 == len(ledger(server)) == len(settled(ben, n + 1)), str(rows))
        expect(f"counted once {n}", anna.ask("profile")["profile"]["results"]["games"]["block"][0] == n + 1 == ratings(anna)["line"]["matches"])
    expect("replayed", admin(server, "ratings", "--replay")[0] == 0)


def same(server):
    """Matches that end at the same time, with the same people, change each rating and result once."""
    names = ["Anna", "Ben"]
    anna, ben = (server.member(name, WORD) for name in names)

    def begin(rated):
        clients = [server.person(person.token) for person in (anna, ben)]
        table = clients[0].ask("make", rules=RULES, seats=["open", "open"], rated=rated)["table"]
        for k, client in enumerate(clients):
            sit(client, table, k, names[k])
        clients[0].ask("start")
        return table, clients

    # rated matches are settled one after the other, by the number of their line in the ledger
    all_clients = [begin(True)[1] for _ in range(TABLES)]
    for k in range(2):
        keys = [(clients[k], clients[k].send("stand", seat=k)) for clients in all_clients]
        for client, key in keys:
            client.reply(key)
    # others are settled at once; on a slow disk, many end together
    server.mark.write_text("30")
    players = [Player(client, table) for table, clients in (begin(False) for _ in range(TABLES)) for client in clients]
    play(players, lambda: all(p.over for p in players))
    server.mark.unlink()
    for person in (anna, ben):
        settled(person, 2 * TABLES)
    expect("all", ratings(anna)["line"]["matches"] == TABLES == ratings(ben)["line"]["matches"] == len(ledger(server)), str(ratings(anna)))
    expect("counted", anna.ask("profile")["profile"]["results"]["games"]["block"][0] == 2 * TABLES)
    status, out, err = admin(server, "ratings", "--replay")
    expect("replayed", status == 0, out + err)


def shown(server):
    """Others see the data that the owner has made visible, by name, and nothing about guests."""
    anna, ben = server.member("Anna", WORD), server.member("Ben", WORD)
    match({"Anna": anna, "Ben": ben})
    settled(ben)
    seen = anna.ask("profile", name="ben")["profile"]
    expect("by default", seen["name"] == "Ben" and len(seen["ratings"]) == 1 and "results" in seen and "shows" not in seen and not seen["matches"], str(seen))
    expect("not the matches", anna.ask("history", name="Ben")["matches"] == [])
    ben.ask("show", ratings=False, results=False, matches=True)
    seen = anna.ask("profile", name="Ben")["profile"]
    expect("only the matches", "ratings" not in seen and "results" not in seen and seen["matches"], str(seen))
    rows = anna.ask("history", name="Ben")["matches"]
    expect("without ratings", len(rows) == 1 and "from" not in json.dumps(rows) and [s["you"] for s in rows[0]["seats"]] == [False, True], str(rows))
    expect("all of it for the owner", len(ben.ask("profile")["profile"]["ratings"]) == 1 and ben.ask("profile", name="Ben")["profile"]["shows"]["matches"])
    guest = server.person()
    expect("nobody", guest.code("profile", name="Nobody") == "no-player" and guest.code("show", ratings=True, results=True, matches=True) == "no-account")
    for bad in ("<b>x</b>", "\u202eAnna", "A" * 80, "...", "Anna'--", "\ufe0f\u200d\u200b"):
        expect(f"{bad!r} is nobody", guest.code("profile", name=bad) == "no-player" == guest.code("history", name=bad))
    for after in ("!", "A" * 60, "AAAA"):
        expect(f"after {after}", guest.code("history", after=after) == "bad-message" == guest.code("ladder", family="line", after=after))
    expect("no such family", guest.code("ladder", family="castle") == "bad-message" == guest.code("ladder", family="x"))


def gone(server):
    """A deleted account leaves a ledger that can be replayed, and no name."""
    anna, ben = server.member("Anna", WORD), server.member("Ben", WORD)
    match({"Anna": anna, "Ben": ben})
    settled(anna)
    status, _, body = server.http("GET", "/me.json", authorization=f"Bearer {anna.token}")
    copy = json.loads(body)
    expect("the copy", status == 200 and copy["ratings"][0]["family"] == "line" and copy["results"]["games"] and len(copy["matches"]) == 1, str(copy))
    expect("erased", anna.code("erase", password=WORD) == "ok")
    expect("nobody", ben.code("profile", name="Anna") == "no-player")
    with contextlib.closing(sqlite3.connect(f"file:{server.db}?mode=ro", uri=True)) as db:
        rows = [(kind, bytes(value)) for kind, value in db.execute("select kind, value from list where kind in ('rating', 'ladder', 'tally', 'shows')")]
    expect("no name", not [row for row in rows if b"Anna" in row[1]] and sum(kind == "rating" for kind, _ in rows) == 2 and
           sum(kind == "tally" for kind, _ in rows) == 1, str(rows))
    expect("replayed", admin(server, "ratings", "--replay")[0] == 0)


def forged(server):
    """A rating or a ledger edited by hand is detected; ratings are replaced from the ledger."""
    anna, ben = server.member("Anna", WORD), server.member("Ben", WORD)
    match({"Anna": anna, "Ben": ben})
    settled(anna)
    settled(ben)
    was = ratings(anna)
    server.stop()
    with contextlib.closing(sqlite3.connect(server.db)) as db, db:
        key, value = next(db.execute("select key, value from list where kind = 'rating'"))
        row = json.loads(value)
        row["mu"] = "%.17g" % math.nextafter(float(row["mu"]), 0)          # the last bit
        db.execute("update list set value = ? where kind = 'rating' and key = ?", (json.dumps(row).encode(), key))
    status, out, err = admin(server, "ratings", "--replay")
    expect("it differs", status == 1 and "1 differ" in out, out + err)
    expect("replaced", admin(server, "ratings", "--replace")[0] == 0 and admin(server, "ratings", "--replay")[0] == 0)
    with contextlib.closing(sqlite3.connect(server.db)) as db, db:
        table, number, line = next(db.execute("select table_id, number, bytes from events where cast(bytes as text) like '{\"time\"%'"))
        forged_line = json.loads(line)
        forged_line["ranks"].reverse()
        db.execute("update events set bytes = ? where table_id = ? and number = ?", (json.dumps(forged_line).encode(), table, number))
    expect("the ledger is checked", admin(server, "ratings", "--replay")[0] == 1 and admin(server, "check")[0] == 1)
    with contextlib.closing(sqlite3.connect(server.db)) as db, db:
        db.execute("update events set bytes = ? where table_id = ? and number = ?", (line, table, number))
    server.start()
    expect("as before", ratings(server.person(anna.token)) == was)


PARTS = {"finished": finished, "left": left, "once": once, "same": same, "shown": shown, "gone": gone, "forged": forged}


def run(program, part, planted=0):
    with tempfile.TemporaryDirectory() as folder:
        mark = pathlib.Path(folder) / "held"
        with Served(program, *PAGE, *MANY, folder=folder, haste=HASTE,
                    env={"BONEYARD_PLANTED": str(planted), "LD_PRELOAD": STUCK, "STUCK_WHILE": str(mark),
                         "ASAN_OPTIONS": "verify_asan_link_order=0"}) as server:
            server.db, server.mark = os.path.join(folder, "boneyard/boneyard.db"), mark
            PARTS[part](server)


def main():
    if not PLANTED:
        for part in sys.argv[3:] or PARTS:
            run(PROGRAM, part)
        finish("results")
        return
    check_planted(GUARDS, "results", lambda number, part: fails(run, PLANTED, part, number))
    finish("results planted")


main()
