#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests an operator's recoveries: a backup, a lost key, a wrong clock.

    recovery.py BONEYARD
"""
import contextlib
import pathlib
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import time

from wire import PATIENCE, ROOT, Player, Served, deal, play     # first: it finds program
from program import expect, finish, run

PAGE = str(ROOT / "tests/server/page")
DAY = 86400
RULES = "muggins:number players=2 target=60"


class Tables:
    """A server in its own folder, and two people who play there."""

    def __init__(self, folder):
        self.folder, self.db = folder, folder / "boneyard.db"
        self.key = pathlib.Path(f"{self.db}.key")
        self.words = ["--web-root", PAGE, "--db", str(self.db), "--credits", "100000"]
        self.tokens = []

    def serve(self):
        server = Served(sys.argv[1], *self.words, folder=str(self.folder), haste=20)
        self.tokens = self.tokens or [server.token(), server.token()]
        return server

    def admin(self, *words):
        return run("admin", "--db", str(self.db), *map(str, words))

    def people(self, server, table):
        found = [server.person(token) for token in self.tokens]
        for client in found:
            client.ask("join", table=table, from_=0)
        return [Player(client, table, random.Random(k).choice) for k, client in enumerate(found)]

    def begin(self, server):
        """Makes a table in the middle of its first round; returns its id."""
        a, b = (server.person(token) for token in self.tokens)
        table = a.ask("make", rules=RULES)["table"]
        for seat, client in enumerate((a, b)):
            client.ask("join", table=table, from_=0)
            client.ask("sit", seat=seat, name=f"Player {seat}")
        a.ask("start")
        deal(Player(a, table), Player(b, table))
        return table


def whats(player):
    return [player.client.events[n]["what"] for n in sorted(player.client.events)]


def finish_match(server, tables, table, match, what):
    """Plays to the end; the record is valid."""
    people = tables.people(server, table)
    play(people, lambda: all(p.client.table and p.client.table["phase"] == "over" for p in people))
    status, _, body = server.http("GET", f"/record/{table}/{match}")
    path = tables.folder / "record.jsonl"
    path.write_bytes(body)
    for command in ("check", "verify"):
        status, said, errors = run(command, str(path))
        expect(f"{what}: boneyard {command}", status == 0, said + errors)
    return people


def check_restore(folder):
    """A backup from the middle of a round: play may not continue with tiles and a secret that may be known."""
    tables = Tables(folder)
    with tables.serve() as server:
        table = tables.begin(server)
        expect("a backup", tables.admin("backup", folder / "copy.db")[0] == 0)
    for left in ("-wal", "-shm", "-journal", ".loading"):
        beside = pathlib.Path(f"{tables.db}{left}")
        shutil.move(tables.db, folder / "old.db")
        beside.write_bytes(b"old")
        status, said, errors = tables.admin("restore", folder / "copy.db")
        expect(f"nothing is restored beside an old {left}", status == 1 and f"{beside}' still exists" in errors and
               not tables.db.exists(), said + errors)
        beside.unlink()
        shutil.move(folder / "old.db", tables.db)
    tables.db.unlink()
    status, said, errors = tables.admin("restore", folder / "copy.db")
    expect("the copy is restored", status == 0 and "Restored" in said, said + errors)
    expect("and nothing else is left", sorted(p.name for p in folder.iterdir() if p.name.startswith("boneyard.db")) ==
           ["boneyard.db", "boneyard.db-lock", "boneyard.db.backup", "boneyard.db.key"], str(list(folder.iterdir())))
    with tables.serve() as server:
        people = finish_match(server, tables, table, 1, "a restored match")
        found = whats(people[0])
        expect("its round is given up and dealt again", found.count("abort") == 1 and
               found.index("deal") < found.index("abort") < found.index("commit", found.index("abort")), str(found))
        given_up = next(e for e in people[0].client.events.values() if e["what"] == "abort")
        expect("by no seat", given_up["fair"]["seats"] == [], str(given_up))
    with tables.serve() as server:
        expect("only once", whats(tables.people(server, table)[0]).count("abort") <= 1)
        tables.begin(server)
    expect("no table is set aside", tables.admin("aside")[1] == "No table is set aside.\n")


def check_lost_key(folder):
    """Without the key, sealed data is unreadable: matches end, but tables and people stay."""
    tables = Tables(folder)
    with tables.serve() as server:
        table = tables.begin(server)
        finish_match(server, tables, table, 1, "a match")
        other = tables.begin(server)
        status, _, errors = tables.admin("new-key")
        expect("no new key while the server runs", status == 1 and errors != "", errors)
    status, _, errors = tables.admin("new-key")
    expect("no new key beside one", status == 1 and "exists: start the server with it" in errors, errors)
    tables.key.unlink()
    status, _, errors = run("serve", *tables.words)
    expect("a lost key is reported, with the way out", status == 1 and "is missing" in errors and "admin new-key" in errors, errors)
    status, said, errors = tables.admin("new-key")
    expect("a new key", status == 0 and tables.key.stat().st_size == 32 and tables.key.stat().st_mode & 0o777 == 0o600, said + errors)
    with tables.serve() as server:
        for t, match in ((other, 2), (table, 2)):
            people = tables.people(server, t)
            people[0].client.wait("table", phase="waiting")
            expect("the host starts the next match", people[0].client.code("start") == "ok")
            finish_match(server, tables, t, match, "the next match")
            expect("the lost one has no record", server.http("GET", f"/record/{t}/1")[0] == 404)
    with tables.serve() as server:
        for t in (table, other):
            expect("it is read again", server.person(tables.tokens[0]).code("join", table=t, from_=0) == "ok")
            expect("with the match that followed", server.http("GET", f"/record/{t}/2")[0] == 200)
    expect("no table is set aside", tables.admin("aside")[1] == "No table is set aside.\n")
    expect("all journals are in order", tables.admin("check")[0] == 0)


def check_handed_key(folder):
    """A key passed by systemd is used as it is; other files must be closed to other users."""
    tables = Tables(folder)
    handed = folder / "credentials"
    handed.mkdir()
    key = handed / "boneyard.key"
    key.write_bytes(random.randbytes(32))
    key.chmod(0o440)
    with Served(sys.argv[1], *tables.words, folder=str(folder), env={"CREDENTIALS_DIRECTORY": str(handed)}) as server:
        expect("the server runs with its credential", server.http("GET", "/healthz")[0] == 200 and not tables.key.exists())
    status, _, errors = run("serve", *tables.words, "--key-file", str(key))
    expect("elsewhere, others must not read the key", status == 1 and "other users can read the key" in errors, errors)


def check_rotated_key(folder):
    """After a rotation, data sealed with the earlier key can still be read, and a server that has only that key does not start."""
    tables = Tables(folder)
    with tables.serve() as server:
        done = tables.begin(server)
        finish_match(server, tables, done, 1, "a match")
        going = tables.begin(server)
        status, _, errors = tables.admin("rotate-key")
        expect("no rotation while the server runs", status == 1 and errors != "", errors)
    before = tables.key.read_bytes()
    tables.key.write_bytes(bytes(32))
    status, _, errors = tables.admin("rotate-key")
    expect("no rotation with another key", status == 1 and "does not belong" in errors and tables.key.read_bytes() == bytes(32), errors)
    tables.key.write_bytes(before)
    with contextlib.closing(sqlite3.connect(tables.db)) as base:
        mark, = base.execute("select value from list where kind = 'server' and key = ?", (b"key",)).fetchone()
    for n in (1, 2):
        status, said, errors = tables.admin("rotate-key")
        after = tables.key.read_bytes()
        keys = {after[i:i + 32] for i in range(0, len(after), 32)}
        expect("a new key comes first", status == 0 and after[-32:] == before and len(after) == 32 * (n + 1) and len(keys) == n + 1, said + errors)
    expect("and is nobody else's", tables.key.stat().st_mode & 0o777 == 0o600)
    tables.key.write_bytes(before)
    status, _, errors = run("serve", *tables.words)
    expect("a server with the earlier key does not start", status == 1 and "does not belong to this database" in errors, errors)
    tables.key.write_bytes(after)
    with contextlib.closing(sqlite3.connect(tables.db)) as base:        # as if killed before the database had the new key
        base.execute("update list set value = ? where kind = 'server' and key = ?", (mark, b"key"))
        base.commit()
    with tables.serve() as server:
        expect("the record of an earlier match", server.http("GET", f"/record/{done}/1")[0] == 200)
        finish_match(server, tables, going, 1, "the match in progress")
    tables.key.write_bytes(after[:32])
    with tables.serve() as server:
        expect("without the earlier keys, the record is gone", server.http("GET", f"/record/{done}/1")[0] == 404)
    tables.key.write_bytes(after + bytes(5))
    status, _, errors = run("serve", *tables.words)
    expect("a key file of another length is refused", status == 1 and "keys of 32 bytes each" in errors, errors)
    tables.key.write_bytes(after)
    expect("no table is set aside", tables.admin("aside")[1] == "No table is set aside.\n")


def check_clock(folder):
    """A server that starts with its clock weeks ahead deletes nothing; with a normal clock it does."""
    tables = Tables(folder)
    with tables.serve() as server:
        a = server.person()
        table = a.ask("make", rules=RULES)["table"]
        a.ask("join", table=table, from_=0)
        a.ask("close")
        until = time.monotonic() + PATIENCE
        while not clock(tables.db) and time.monotonic() < until:
            time.sleep(0.1)
    for days, gone in ((40, False), (1, True)):
        with sqlite3.connect(tables.db) as base:            # as if the clock were ahead now
            line, = base.execute("select value from list where kind = 'table'").fetchone()
            then = int(time.time()) - 40 * DAY
            line = re.sub(rb'"over":\d+', b'"over":%d' % then, bytes(line))
            base.execute("update list set value = ?, at = ? where kind = 'table'", (line, then))
            base.execute("update list set value = ? where kind = 'server' and key = ?", (b"%d" % (time.time() - days * DAY), b"clock"))
        with tables.serve() as server:
            until = time.monotonic() + (PATIENCE if gone else 3)
            while table in tables.admin("tables")[1] and time.monotonic() < until:
                time.sleep(0.1)
            expect(f"{days} days ahead: said once, then", server.stderr().count('"event":"clock-ahead","days":40') == 1, server.stderr())
        expect(f"{days} days ahead: the table", (table in tables.admin("tables")[1]) != gone, tables.admin("tables")[1])


def clock(db):
    with contextlib.closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as base:
        return base.execute("select value from list where kind = 'server' and key = ?", (b"clock",)).fetchone()


def main():
    for check in (check_restore, check_lost_key, check_handed_key, check_rotated_key, check_clock):
        with tempfile.TemporaryDirectory() as folder:
            check(pathlib.Path(folder))
    finish("recovery")


main()
