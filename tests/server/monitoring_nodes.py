#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The metrics of leases and takeovers, on two servers (nodes) with one PostgreSQL database: the age of a lease rises while the database does
not answer, and a takeover and the first move after it are counted once.

    monitoring_nodes.py BONEYARD PLANTED [GUARDS.TXT]       ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import contextlib
import pathlib
import sys
import tempfile
import time

from wire import HASTE, MANY, PAGE, PATIENCE, Client, Player, Served, join_again, play, sit     # first: it finds program
from front import free_port
from program import check_planted, expect, fails, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["/dev/null"])[:3]
OWNED, AGE, TAKEN, MOVED, SECONDS = NAMES = ("tables_owned", "lease_age_milliseconds", "takeovers_total", "takeover_to_move_seconds_count",
                                              "takeover_to_move_seconds_sum")
LATE = 3000         # milliseconds; a lease is renewed every 2,000 and given up at 5,500


class Node(Served):
    """A node whose metrics are at an address of their own, as docs/cluster.md advises."""

    def __init__(self, program, address, folder, letter, planted):
        at, self.door, own = f"127.0.0.1:{free_port()}", f"127.0.0.1:{free_port()}", pathlib.Path(folder) / letter
        own.mkdir()
        super().__init__(program, *PAGE, *MANY, "--db", address, "--node", letter, "--node-address", f"http://{at}", "--key-file", f"{folder}/key",
                         "--metrics", self.door, listen=at, folder=str(own), haste=HASTE, env={"BONEYARD_PLANTED": str(planted)})

    def metrics(self):
        """All metrics without a label, by name."""
        with contextlib.closing(Door(self.door)) as door:
            body = door.http("GET", "/metrics")[2].decode()
        lines = [line.split() for line in body.splitlines() if not line.startswith("#") and "{" not in line]
        return {name.removeprefix("boneyard_"): float(value) for name, value in lines}

    def until(self, what, fact):
        """Waits until a fact about the metrics is true, and returns them."""
        end = time.monotonic() + self.patience
        while not fact(found := self.metrics()):
            if time.monotonic() > end:
                expect(what, False, str({name: found[name] for name in NAMES}))
                break
            time.sleep(0.05)
        return found


class Door(Served):
    """The address of the metrics."""

    def __init__(self, at):
        self.host, _, port = at.partition(":")
        self.port = int(port)

    def close(self):
        pass


def taken_over(a, b):
    """A node is killed, and the other one counts what it takes over.  Returns the metrics after it."""
    tokens = [a.token() for _ in range(2)]
    people = [Client(a, token) for token in tokens]
    table = people[0].ask("make", rules="draw:basics players=2 target=300")["table"]
    for seat, one in enumerate(people):
        sit(one, table, seat, f"Player {seat}")
    people[0].ask("start")
    players = [Player(one, table) for one in people]
    play(players, lambda: all(p.played >= 2 for p in players))
    first, other = a.until("the node owns its table", lambda m: m[OWNED] == 1), b.metrics()
    expect("nothing was taken over", all(m[n] == 0 for m in (first, other) for n in (TAKEN, MOVED, SECONDS)) and other[OWNED] == 0, f"{first} {other}")
    a.kill()
    taken = b.until("a takeover is counted", lambda m: m[TAKEN] == 1 and m[OWNED] == 1)
    expect("no move was played yet", taken[MOVED] == 0, str(taken))
    began = time.monotonic()
    players = [Player(join_again([b], token, table), table) for token in tokens]
    waited = time.monotonic() - began
    play(players, lambda: all(p.played >= 3 for p in players))
    after = b.metrics()
    expect("the first move is counted, and no other", after[MOVED] == 1 and after[TAKEN] == 1, str(after))
    expect("with the time since the takeover", after[SECONDS] >= waited, f"{after} {waited}")


def renewed(database, node):
    """The age of a lease, while the database answers and while it does not."""
    node.until("a lease has an age", lambda m: 0 < m[AGE] < LATE)
    with database.frozen():
        node.until("the age rises while the database does not answer", lambda m: m[AGE] >= LATE)
    node.until("the age falls once it answers", lambda m: m[OWNED] == 1 and 0 < m[AGE] < LATE)


def run(program, planted=0):
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        database = start("a")
        database.sql("create database monitored")
        a, b = (stack.enter_context(Node(program, database.address("monitored"), folder, letter, planted)) for letter in "ab")
        a.patience = b.patience = 20 if planted else PATIENCE
        taken_over(a, b)
        renewed(database, b)


def main():
    cluster.need(PROGRAM)
    run(PROGRAM)
    check_planted(GUARDS, "monitoring", lambda number, _: fails(run, PLANTED, number))
    finish("monitoring")


main()
