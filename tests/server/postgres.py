#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`boneyard serve --db postgresql://...`: a game continues after the server or the database was killed.

    postgres.py BONEYARD PLANTED GUARDS.TXT     ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import contextlib
import pathlib
import select
import subprocess
import sys
import tempfile
import time

from wire import HASTE, MANY, PAGE, Client, Gone, Player, Served, check_record, play, sit     # first: it finds program
from program import check_planted, expect, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, PLANTED, GUARDS = sys.argv[1:4]


def run(*words, env=None):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, env=env, timeout=120, check=False)
    return done.returncode, done.stdout + done.stderr


def all_heard(before, client):
    return all(client.events[n]["what"] == e["what"] and client.events[n].get("events") == e.get("events") for n, e in before.items())


def rejoin(server, token, table, last):
    """The player again, on another connection, until the game is over or `last` moves were played."""
    while True:
        try:
            b = Client(server, token)
            break
        except Gone as why:
            if why.code not in (503, 1012):     # the database is not back yet
                raise
            time.sleep(0.1)
    b.ask("join", table=table, from_=0)
    while b.table is None or b.table.get("paused"):
        b.read(0.1)
    q = Player(b, table)
    play([q], lambda: q.over or (last is not None and q.played >= last))
    return b, q


def game(server, database, address):
    a = server.person()
    table = a.ask("make", rules="draw:basics target=30", seats=["open", "bot:greedy"])["table"]
    sit(a, table, 0, "Ann")
    a.ask("start")
    p = Player(a, table)
    play([p], lambda: p.played >= 2 or p.over)

    status, said = run("serve", *PAGE, "--listen", "127.0.0.1:0", "--db", address, env=server.env)
    expect("a second server is refused", status != 0 and "only one server can" in said, said)
    status, said = run("admin", "--db", address, "tables", env=server.env)
    expect("the table is listed while the server runs", status == 0 and "live" in said, said)
    status, said = run("admin", "--db", address, "check", env=server.env)
    expect("all journals are in order", status == 0 and "all intact" in said, said)
    status, said = run("admin", "--db", address, "backup", "/nowhere/at/all", env=server.env)
    expect("a backup names pg_dump", status == 1 and "pg_dump" in said, said)
    status, said = run("admin", "--db", address, "restore", "/nowhere/at/all", env=server.env)
    expect("restoring names pg_restore", status == 1 and "pg_restore" in said, said)

    server.kill()
    server.start()
    b, q = rejoin(server, a.token, table, 2)
    expect("what was heard is there after the server was killed", all_heard(dict(a.events), b), str(len(a.events)))

    database.crash()
    database.start()
    c, q = rejoin(server, a.token, table, None)
    expect("what was heard is there after the database was killed", all_heard(dict(b.events), c), str(len(b.events)))
    expect("the game is finished", q.over)
    check_record(server, table, "after both were killed")


@contextlib.contextmanager
def unreadable(database):
    """While the lists are locked, no one can read a session, an account or a table's row; entries are still written."""
    holder = database.shell("reads")
    holder.stdin.write("begin; lock table boneyard.list in access exclusive mode; select 'locked';\n")
    holder.stdin.flush()
    while "locked" not in holder.stdout.readline():
        pass
    try:
        yield
    finally:
        holder.communicate("rollback;\n")


def others_play(server, database):
    """Whether a table continues while the database does not answer a read for someone else."""
    a = server.person()
    table = a.ask("make", rules="draw:basics target=300", seats=["open", "bot:greedy"], practice=True)["table"]
    sit(a, table, 0, "Ann")
    a.ask("start")
    p = Player(a, table)
    play([p], lambda: p.played >= 2)
    token = server.token()
    with unreadable(database), contextlib.suppress(Gone, ConnectionError):      # a loop that waits for reads drops everyone
        b = Client(server, token, hello=False)
        b.send("hello", v=1, view="json")
        play([p], lambda: p.played >= 5 or bool(select.select([b.socket], [], [], 0)[0]))      # b is answered once its read gives up
    return p.played >= 5


def check_reads(address, database):
    with tempfile.TemporaryDirectory() as folder:
        def goes_on(program, planted=0):
            with Served(program, *PAGE, *MANY, "--db", address, folder=folder, haste=HASTE, env={"BONEYARD_PLANTED": str(planted)}) as server:
                return others_play(server, database)

        expect("a table goes on while somebody else waits for the database", goes_on(PROGRAM))
        check_planted(GUARDS, "postgres", lambda number, _: not goes_on(PLANTED, number))


def main():
    with cluster.servers() as start:
        database = start("a")
        database.sql("create database boneyard")
        address = database.address()
        status, said = run("admin", "--db", address, "tables")
        if "built without PostgreSQL" in said:
            print(f"skipped: {said}")
            sys.exit(cluster.SKIPPED)
        expect("an empty database has no tables of ours", status == 1 and "boneyard serve creates them" in said, said)
        database.sql("create database reads")
        check_reads(database.address("reads"), database)
        with Served(PROGRAM, *PAGE, *MANY, "--db", address, haste=HASTE) as server:
            game(server, database, address)
            key = pathlib.Path(server.folder) / "boneyard/boneyard.key"
            expect("the key lies in the server's own folder", key.is_file() and key.stat().st_mode & 0o777 == 0o600, str(key))
            server.stop()
            key.rename(key.with_suffix(".away"))
            status, said = run("serve", *PAGE, "--listen", "127.0.0.1:0", "--db", address, env=server.env)
            expect("without its key it does not start", status != 0 and "key" in said and "is missing" in said and not key.exists(), said)
            key.write_bytes(bytes(32))
            key.chmod(0o600)
            status, said = run("serve", *PAGE, "--listen", "127.0.0.1:0", "--db", address, env=server.env)
            expect("with another key neither", status != 0 and "does not belong to this database" in said, said)
            key.with_suffix(".away").rename(key)
            server.start()
        database.sql("create database shown")
        with Served(PROGRAM, *PAGE, "--db", database.address("shown").replace("boneyard@", "boneyard:geheim7@")) as server:
            shown = server.http("GET", "/admin.txt")[2].decode()
            expect("the operator's page shows no password", "geheim7" not in shown and "db: set (not shown)" in shown and "PostgreSQL" in shown, shown)
    with_password(address)
    finish("postgres")


def with_password(address):
    """A password in an address is never shown."""
    status, said = run("admin", "--db", address.replace("boneyard@", "boneyard:geheim7@").replace("a.s", "b.s"), "tables")
    expect("a database that is not there", status == 1 and "reached" in said, said)
    expect("the password is not shown", "geheim7" not in said, said)


main()
