#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`boneyard admin migrate` between SQLite and PostgreSQL: a game continues after it, a kill in the middle loses nothing, its progress is printed,
and a row changed on the way is detected.

    migrate.py BONEYARD FILL [PLANTED GUARDS.TXT]       ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import contextlib
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

from wire import HASTE, PAGE, Client, Player, Served, check_record, play, sit     # first: it finds program
from program import check_planted, expect, fails, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, FILL, PLANTED, GUARDS = (sys.argv[1:] + ["", "/dev/null"])[:4]
LONG = os.environ.get("BONEYARD_LONG") == "1"
TABLES, PEOPLE = (4000, 500) if LONG else (800, 100)
PROGRESS = 2        # seconds between two lines


def run(*words):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


def migrate(old, new):
    return run("admin", "migrate", old, new)


def served(db, folder, key):
    return Served(PROGRAM, *PAGE, "--db", db, "--key-file", str(key), folder=str(folder), haste=HASTE)


def go_on(server, token, table, last):
    b = Client(server, token)
    b.ask("join", table=table, from_=0)
    q = Player(b, table)
    play([q], lambda: q.over or (last is not None and q.played >= last))
    return b


def the_game_goes_on(folder, address):
    """A game begins on SQLite, continues on PostgreSQL and ends on SQLite again."""
    first, last, key = folder / "first.db", folder / "last.db", folder / "key"
    with served(str(first), folder, key) as server:
        a = server.person()
        table = a.ask("make", rules="draw:basics target=20", seats=["open", "bot:greedy"])["table"]
        sit(a, table, 0, "Ann")
        a.ask("start")
        p = Player(a, table)
        play([p], lambda: p.played >= 2 or p.over)
        status, said = migrate(str(first), address)
        expect("a database in use is refused", status == 1 and "another boneyard" in said, said)
    heard = dict(a.events)
    status, said = migrate(str(first), address)
    expect("SQLite to PostgreSQL", status == 0 and "copied and compared" in said and "\n1 table, " in said, said)
    status, said = migrate(str(first), address)
    expect("a target in use is refused", status == 1 and "not empty" in said, said)
    with served(address, folder, key) as server:
        b = go_on(server, a.token, table, 2)
        expect("what was heard is the same", all(b.events[n]["what"] == e["what"] for n, e in heard.items()), str(len(heard)))
    status, said = migrate(address, str(last))
    expect("PostgreSQL to SQLite", status == 0, said)
    with served(str(last), folder, key) as server:
        c = go_on(server, a.token, table, None)
        expect("and still is", all(c.events[n]["what"] == e["what"] for n, e in b.events.items()), str(len(b.events)))
        check_record(server, table, "after two migrations")
        expect("the person's tables are found", [t["table"] for t in c.ask("mine")["tables"]] == [table])


def kill_in_the_middle(old, new, count):
    """Returns whether it was killed after the first entries had arrived and before the end."""
    process = subprocess.Popen([PROGRAM, "admin", "migrate", old, new], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    while process.poll() is None and count() == 0:
        time.sleep(0.002)
    process.kill()
    process.communicate()
    return 0 < count() < TABLES


def count_sqlite(path):
    def count():
        with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return db.execute("select count(*) from tables").fetchone()[0]
        return 0
    return count


def count_postgres(server, database):
    def count():
        with contextlib.suppress(RuntimeError):
            return int(server.sql("select count(*) from boneyard.tables", database))
        return 0
    return count


def held_up(server, database, program, planted, old, new):
    """Migrates while entries cannot be written for longer than the time between two lines of progress."""
    shell = server.shell(database)
    shell.stdin.write("begin; lock table boneyard.events in share mode; select 'locked';\n")
    shell.stdin.flush()
    while "locked" not in shell.stdout.readline():
        pass
    process = subprocess.Popen([program, "admin", "migrate", old, new], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               env={**os.environ, "BONEYARD_PLANTED": str(planted)})
    said = process.stdout.readline() + process.stdout.readline()
    time.sleep(PROGRESS + 1)
    shell.communicate("commit;\n")
    said += process.communicate(timeout=120)[0]
    return process.returncode, said


def goes_on(server, database, source, program=PROGRAM, planted=0):
    """Continues an interrupted migration that has copied half of the tables, and checks what is printed meanwhile."""
    rest = f"(select table_id from boneyard.tables order by table_id offset {TABLES // 2})"
    server.sql(f"delete from boneyard.events where table_id in {rest}; delete from boneyard.tables where table_id in {rest}", database)
    status, said = held_up(server, database, program, planted, source, server.address(database))
    expect("it goes on", status == 0 and "continues it" in said and f"{TABLES} tables, {12 * TABLES} entries" in said, said)
    lines = re.findall(r"^\.\.\. (copying|comparing): (\d+) (table|row)s?$", said, re.M)
    expect("progress is printed, at the start and after the pause", len(lines) >= 2 and len(lines) == said.count("..."), said)
    for doing in {(line[0], line[2]) for line in lines}:
        numbers = [int(line[1]) for line in lines if (line[0], line[2]) == doing]
        expect("it only grows", numbers == sorted(set(numbers)) and (doing[1] == "row" or numbers[-1] <= TABLES), said)


def planted(folder, server):
    """An interrupted migration, continued without a guard."""
    def found(number, _):
        server.sql(f"create database planted{number}")
        half = server.address(f"planted{number}")
        expect("killed in the middle", kill_in_the_middle(str(folder / "filled.db"), half, count_postgres(server, f"planted{number}")))
        return fails(goes_on, server, f"planted{number}", str(folder / "filled.db"), PLANTED, number)

    check_planted(GUARDS, "migrate", found)


def interrupted(folder, server):
    source, copy = str(folder / "filled.db"), str(folder / "copy.db")
    subprocess.run([FILL, source, str(TABLES), str(PEOPLE)], check=True)
    server.sql("create database half")
    half = server.address("half")
    expect("killed in the middle, to PostgreSQL", kill_in_the_middle(source, half, count_postgres(server, "half")))
    status, said = run("serve", *PAGE, "--listen", "127.0.0.1:0", "--db", half)
    expect("no server starts with half of it", status != 0 and "is incomplete" in said, said)
    status, said = migrate(str(folder / "first.db"), half)
    expect("another source is refused", status == 1 and "another migration" in said, said)

    row = "where number = 1 and table_id = (select min(table_id::text)::uuid from boneyard.tables)"
    was = server.sql(f"select encode(bytes, 'hex') from boneyard.events {row}", "half")
    server.sql(f"update boneyard.events set bytes = '{{}}' {row}", "half")
    status, said = migrate(source, half)
    expect("a row changed on the way is found", status == 1 and "is not what was written" in said and "cannot be used" in said, said)
    server.sql(f"update boneyard.events set bytes = decode('{was}', 'hex') {row}", "half")
    goes_on(server, "half", source)
    planted(folder, server)
    if LONG:
        expect("killed in the middle, to SQLite", kill_in_the_middle(half, copy, count_sqlite(copy)))
    status, said = migrate(half, copy)
    expect("and back", status == 0 and ("continues it" in said) == LONG and f"{TABLES} tables" in said, said)
    with contextlib.closing(sqlite3.connect(source)) as a, contextlib.closing(sqlite3.connect(copy)) as b:
        for what in ("list order by kind, key", "people order by person, kind, key", "events order by table_id, number"):
            expect(f"there and back: {what}", a.execute(f"select * from {what}").fetchall() == b.execute(f"select * from {what}").fetchall())
        a.execute("update events set bytes = x'7b7d' where number = 3 and table_id = (select max(table_id) from events)")
        a.commit()
    status, said = migrate(source, str(folder / "damaged.db"))
    expect("a damaged table stays behind", status == 1 and "entry 3 is not what was written" in said and f"{TABLES - 1} tables" in said, said)


def main():
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        server = start("a")
        server.sql("create database boneyard")
        status, said = run("admin", "--db", server.address(), "tables")
        if "built without PostgreSQL" in said:
            print(f"skipped: {said}")
            sys.exit(cluster.SKIPPED)
        the_game_goes_on(pathlib.Path(folder), server.address())
        interrupted(pathlib.Path(folder), server)
    finish("migrate")


main()
