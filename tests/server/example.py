# SPDX-License-Identifier: MIT
"""example.py BONEYARD PLAYER: two programs of examples/player.py play a match at a real server, take part in its shuffle, and
their mistakes are reported."""
import pathlib
import subprocess
import sys
import tempfile

from wire import Served     # first: it finds program
from program import expect, finish

PROGRAM, PLAYER = sys.argv[1:]
PATIENCE = 120


def player(link, *words):
    return subprocess.Popen([sys.executable, PLAYER, link, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def end(process):
    said, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, said, errors


def match(server, folder):
    host = server.person()
    table = host.ask("make", rules="mexicantrain:number players=2 set=9 rounds=1 knock=on")["table"]
    host.ask("join", table=table, from_=0)
    players = [player(f"{server.origin}/#at={table}", name) for name in ("Robbie", "Marvin")]
    for _ in players:
        host.wait("event", what="sit")
    expect("a third finds no seat", (1, "There is no open seat.\n") == end(player(f"{server.origin}/#at={table}"))[::2])
    host.ask("start")
    host.wait("table", phase="over", seconds=PATIENCE)
    for process in players:
        status, said, errors = end(process)
        expect("each plays to the end", status == 0 and errors == "" and '"game-end"' in said and "away" not in said, said[-500:] + errors)
    record = folder / "match.jsonl"
    record.write_bytes(server.http("GET", f"/record/{table}/1")[2])
    done = subprocess.run([PROGRAM, "verify", record], capture_output=True, text=True, timeout=PATIENCE)
    expect("both took part in the shuffle", done.returncode == 0 and "Robbie" in done.stdout and "Marvin" in done.stdout,
           done.stdout + done.stderr)
    host.close()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "index.html").write_text("<!doctype html>")
        with Served(PROGRAM, "--web-root", name, haste=20) as server:
            match(server, folder)
            status, _, errors = end(player(f"{server.origin}/#at=AAAAAAAAAAAAAAAAAAAAAA"))
            expect("a wrong link is said", status == 1 and "no such table" in errors, errors)
        status, _, errors = end(player(f"{server.origin}/#at=AAAAAAAAAAAAAAAAAAAAAA"))
        expect("and that there is no server", status == 1 and "cannot be reached" in errors, errors)
        expect("and how it is used", "TABLE" in end(player("http://127.0.0.1:1/"))[2])
    finish("example")


main()
