#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several servers (nodes) on one PostgreSQL with a synchronous standby: tables go on while nodes die, freeze and wake up.

    nodes.py BONEYARD PLANTED GUARDS.TXT [TIMES]    ends with 77 if PostgreSQL, or the part of the program for it, is missing

A checker compares what people were told with the journal: every acknowledged move is there once, numbers have no gaps, and what
was heard is what is stored.  A node that was frozen beyond its leases tells nothing once it wakes up.
"""
import contextlib
import json
import pathlib
import random
import signal
import socket
import sys
import tempfile
import time

from wire import HASTE, MANY, PAGE, Client, Gone, Player, Served, play, unbase64     # first: it finds program
from program import expect, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, PLANTED, GUARDS = sys.argv[1:4]
TIMES = int(sys.argv[4]) if len(sys.argv) > 4 else 1
LEASE = 6           # seconds (lease.c)
TABLES = 4
LONG = 60


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Node(Served):
    def __init__(self, name, program, address, folder, planted=0):
        port = free_port()
        self.name = name
        (pathlib.Path(folder) / name).mkdir(exist_ok=True)
        super().__init__(program, *PAGE, *MANY, "--db", address, "--node", name, "--node-address", f"http://127.0.0.1:{port}",
                         "--key-file", f"{folder}/key", listen=f"127.0.0.1:{port}", folder=f"{folder}/{name}", haste=HASTE,
                         env={"BONEYARD_PLANTED": str(planted)})

    def signal(self, which):
        self.process.send_signal(which)


class Seat(Player):
    """A player who reconnects, at any node, and goes where the table is."""

    def __init__(self, nodes, client, table):
        super().__init__(client, table)
        self.nodes, self.acked, self.told, self.moved = nodes, [], {}, 0
        self.client = client

    def hear(self, event):
        first = self.told.setdefault(event["n"], event)
        expect("an event never changes", first["what"] == event["what"] and first.get("events") == event.get("events"), f"{first} {event}")
        super().hear(event)

    def step(self):
        self.acked += [key for key, reply in self.client.replies.items() if reply["ok"] and "n" in reply and key in self.sent]
        super().step()

    def reconnect(self):
        """One attempt; returns whether the table was joined."""
        node = random.choice([n for n in self.nodes if n.alive])
        for _ in range(3):
            try:
                client = Client(node, self.client.token, hello=False)
                client.socket.settimeout(2)
                key = client.send("hello", v=1, view="json")
                client.reply(key, 2)
                reply = client.reply(client.send("join", table=self.id, from_=0), 4)
            except (Gone, TimeoutError, OSError):
                return False
            if reply["ok"]:
                client.socket.settimeout(None)
                self.moved += 1
                self.client, self.sent, self.later = client, {}, []
                return True
            where = [n for n in self.nodes if reply.get("at", "") == f"http://{n.authority}" and n.alive]
            client.close()
            if reply["code"] != "elsewhere" or not where:
                return False
            node = where[0]
        return False


def advance(seats, moves, seconds=LONG):
    """Lets everybody play some more moves; those whose connection ends look for their table."""
    goal, until, lost = {s: s.played + moves for s in seats}, time.monotonic() + seconds, set()
    while any(s.played < goal[s] and not s.over for s in seats):
        if time.monotonic() > until:
            stuck = [(s.client.server and s.client.server.name, s in lost, s.refused[-3:], s.client.table, [e["what"] for e in s.heard[-4:]])
                     for s in seats if s.played < goal[s]]
            raise TimeoutError(f"tables do not go on: {stuck}")
        for s in seats:
            try:
                if s in lost and not s.reconnect():
                    time.sleep(0.05)
                    continue
                lost.discard(s)
                while s.client.read(0.01):
                    pass
                s.step()
            except (Gone, OSError):
                lost.add(s)


def check(seats, database):
    """Compares what was told with the journal."""
    rows = database.sql("select encode(uuid_send(table_id), 'hex'), number, coalesce(encode(key, 'hex'), '') from boneyard.events", "nodes")
    journal = {}
    for line in rows.splitlines():
        table, number, key = line.split("|")
        journal.setdefault(table, []).append((int(number), bytes.fromhex(key)[16:].decode()))
    for s in seats:
        mine = sorted(journal[unbase64(s.id).hex()])
        numbers, keys = [n for n, _ in mine], [k for _, k in mine if k]
        expect("numbers have no gaps", numbers == list(range(1, len(numbers) + 1)), str(numbers))
        expect("every acknowledged move is there once", all(keys.count(k) == 1 for k in s.acked), str([k for k in s.acked if keys.count(k) != 1]))
        expect("what was heard is stored", max(s.told) <= len(numbers), f"{max(s.told)} {len(numbers)}")
        last = Seat(s.nodes, s.client, s.id)
        until = time.monotonic() + LONG
        while not last.reconnect() and time.monotonic() < until:
            time.sleep(0.1)
        last.client.wait("table")
        while max(last.client.events, default=0) < max(s.told):
            last.client.read(1)
        again = last.client.events
        expect("what was heard is what is stored", all(again[n]["what"] == e["what"] and again[n].get("events") == e.get("events")
               for n, e in s.told.items() if n in again))


def begin(nodes, k):
    token = nodes[0].token()
    a = Client(nodes[k % len(nodes)], token)
    table = a.ask("make", rules="draw:basics target=500", seats=["open", "bot:greedy"])["table"]
    a.ask("join", table=table, from_=0)
    a.ask("sit", seat=0, name=f"Player {k}")
    a.ask("start")
    return Seat(nodes, a, table)


def killed(nodes, seats, k):
    """A node is killed: its tables go on elsewhere."""
    nodes[k].kill()
    nodes[k].alive = False
    began = time.monotonic()
    advance(seats, 2)
    print(f"killed {nodes[k].name}: every table went on after {time.monotonic() - began:.1f} s")
    nodes[k].start()
    nodes[k].alive = True


def stopped(nodes, seats, k):
    """A node is stopped: it hands its tables over."""
    nodes[k].alive = False
    began = time.monotonic()
    nodes[k].process.send_signal(signal.SIGTERM)
    advance(seats, 2)
    print(f"stopped {nodes[k].name}: every table went on after {time.monotonic() - began:.1f} s")
    nodes[k].stop()
    nodes[k].start()
    nodes[k].alive = True


def frozen(nodes, seats, k, moving=True):
    """A node is frozen beyond its leases, and wakes up with requests waiting: it tells nothing more about its tables.  Returns what
    it told."""
    for _ in range(100):
        here = [s for s in seats if s.client.server is nodes[k]]
        if here:
            break
        seats.append(begin(nodes, k))
    advance(seats, 1)
    for s in here if not moving else []:
        while s.client.read(1):         # until the bots have moved
            pass
    nodes[k].signal(signal.SIGSTOP)
    nodes[k].alive = False
    old = [s.client for s in here]
    for s in here:
        while s.client.read(0):
            pass
        if moving:
            s.step()
        s.client.send("look")
        s.client = None
        s.client = type("Away", (), {"token": old[here.index(s)].token, "read": lambda *_: (_ for _ in ()).throw(Gone(1006)), "server": None})()
    before = [len(c.came) + len(c.replies) for c in old]
    advance(seats, 2)           # elsewhere, once the leases are over
    nodes[k].signal(signal.SIGCONT)
    told = 0
    for c, n in zip(old, before):
        with contextlib.suppress(Gone, OSError):
            while c.read(3):
                pass
        told += len([m for m in c.came if m["is"] in ("event", "table", "said")]) + len(c.replies) - n
    nodes[k].alive = True
    return told


def stage(start, folder, program, planted=0):
    primary = start(f"p{planted}")
    primary.sql("create database nodes")
    standby = f"s{planted}"
    start(standby, source=primary)
    primary.sql(f"alter system set synchronous_standby_names = '{standby}'")
    primary.sql("select pg_reload_conf()")
    nodes = []
    for name in "abc":
        nodes.append(Node(name, program, primary.address("nodes"), folder, planted))
        nodes[-1].alive = True
    return primary, nodes


def honest(start, folder):
    database, nodes = stage(start, folder, PROGRAM)
    with contextlib.ExitStack() as stack:
        for node in nodes:
            stack.enter_context(node)
        seats = [begin(nodes, k) for k in range(TABLES)]
        advance(seats, 2)
        b = Client(nodes[0], nodes[1].token())
        reply = b.reply(b.send("join", table=seats[1].id, from_=0))
        expect("a table of another node is said to be there", reply["code"] == "elsewhere" and reply["at"] == f"http://{nodes[1].authority}", json.dumps(reply))
        for k in range(TIMES):
            killed(nodes, seats, k % 3)
            told = frozen(nodes, seats, (k + 1) % 3)
            expect("a node that was frozen tells nothing", told == 0, str(told))
            stopped(nodes, seats, (k + 2) % 3)
            advance(seats, 2)
        check(seats, database)
        print(f"{len(seats)} tables, {sum(len(s.acked) for s in seats)} acknowledged moves, {sum(s.moved for s in seats)} reconnects")


def planted(start, folder, number):
    """Whether a node that wakes up tells something."""
    database, nodes = stage(start, folder, PLANTED, number)
    with contextlib.ExitStack() as stack:
        for node in nodes:
            stack.enter_context(node)
        seats = [begin(nodes, k) for k in range(2)]
        advance(seats, 1)
        # A move would be refused, and its table given up, perhaps before anything is told; so might a bot's be.
        return any(frozen(nodes, seats, k, moving=False) > 0 for k in (1, 2, 0))


def main():
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        honest(start, folder)
        for line in pathlib.Path(GUARDS).read_text().splitlines():
            number, test, what = (line + "  ").split(" ", 2)
            if test == "nodes":
                with tempfile.TemporaryDirectory() as other:
                    expect(f"planted {number} is found: {what}", planted(start, other, int(number)))
    finish("nodes")


main()
