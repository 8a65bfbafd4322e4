#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several servers (nodes) on one PostgreSQL database: an operator drains one, and upgrades all one by one during play.

    upgrade.py BONEYARD PLANTED GUARDS.TXT TIMES    0: only a drain; ends with 77 if PostgreSQL, or the part of the program for it, is missing

The newer version is the same program, which marks the entries that it writes as newer (BONEYARD_NEWER).
"""
import concurrent.futures
import contextlib
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

from wire import HASTE, MANY, PAGE, Client, Gone, Player, Served, sit, unbase64     # first: it finds program
from program import check_planted, expect, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, PLANTED, GUARDS = sys.argv[1:4]
TIMES = int(sys.argv[4])
LONG = 60
NEWER = {"BONEYARD_NEWER": "1"}


class Node(Served):
    def __init__(self, name, program, database, folder, planted):
        with socket.create_server(("127.0.0.1", 0)) as s:
            port = s.getsockname()[1]
        self.name, self.alive, self.database = name, True, database
        (pathlib.Path(folder) / name).mkdir(exist_ok=True)
        super().__init__(program, *PAGE, *MANY, "--db", database, "--node", name, "--node-address", f"http://127.0.0.1:{port}",
                         "--key-file", f"{folder}/key", listen=f"127.0.0.1:{port}", folder=f"{folder}/{name}", haste=HASTE,
                         env={"BONEYARD_PLANTED": str(planted)})

    def begin_again(self, **env):
        """Restarts with other environment variables."""
        self.alive = False
        self.stop()
        self.env.update(env)
        self.start()
        self.alive = True


class Seat(Player):
    """A player who goes where the table is, at once if the server says where."""

    def __init__(self, nodes, client, table):
        super().__init__(client, table)
        self.nodes, self.acked, self.told, self.lost = nodes, [], {}, 0
        self.moves, self.gap = 0, 0         # how often a server moved the table, and the longest time until the player rejoined it
        self.connections = 0                # attempts to rejoin it

    def hear(self, event):
        first = self.told.setdefault(event["n"], event)
        expect("an event never changes", first["what"] == event["what"] and first.get("events") == event.get("events"), f"{first} {event}")
        super().hear(event)

    def step(self):
        for message in self.client.came:
            if message["is"] == "moved" and message["table"] == self.id:
                began = time.monotonic()
                self.moves += 1
                self.take()
                if not self.join(message["at"]):
                    raise Gone(1006)
                self.gap = max(self.gap, time.monotonic() - began)
                return
        self.take()
        super().step()

    def take(self):
        self.acked += [key for key, reply in self.client.replies.items() if reply["ok"] and "n" in reply and key in self.sent]

    def join(self, at):
        """Joins the table at an address, or where that server says; returns whether that worked."""
        for _ in range(3):
            node = next((n for n in self.nodes if at == f"http://{n.authority}" and n.alive), None)
            if node is None:
                return False
            try:
                self.connections += 1
                client = Client(node, self.client.token)
                reply = client.reply(client.send("join", table=self.id, from_=0))
            except (Gone, TimeoutError, OSError):
                return False
            if reply["ok"]:
                self.client, self.sent, self.later = client, {}, []
                return True
            client.close()
            at = reply.get("at", "")
        return False


def advance(seats, moves):
    """Lets all players make some more moves."""
    goal, until, lost = {s: s.played + moves for s in seats}, time.monotonic() + LONG, set()
    while any(s.played < goal[s] and not s.over for s in seats):
        if time.monotonic() > until:
            raise TimeoutError(f"tables do not go on: {[(s.client.server.name, s in lost, s.refused[-3:]) for s in seats if s.played < goal[s]]}")
        for s in seats:
            try:
                if s in lost:
                    if not any(s.join(n.origin) for n in s.nodes if n.alive):
                        time.sleep(0.05)
                        continue
                    lost.discard(s)
                while s.client.read(0.01):
                    pass
                s.step()
            except (Gone, OSError):
                s.lost += s not in lost
                lost.add(s)


def begin(nodes, k):
    a = nodes[k % len(nodes)].person()
    table = a.ask("make", rules="draw:basics target=500", seats=["open", "bot:greedy"])["table"]
    sit(a, table, 0, f"Player {k}")
    a.ask("start")
    return Seat(nodes, a, table)


def check(seats, database):
    """Compares what players were told with the journal."""
    rows = database.sql("select encode(uuid_send(table_id), 'hex'), number, coalesce(encode(key, 'hex'), '') from boneyard.events", "nodes")
    journal = {}
    for line in rows.splitlines():
        table, number, key = line.split("|")
        journal.setdefault(table, []).append((int(number), bytes.fromhex(key)[16:].decode()))
    for s in seats:
        mine = sorted(journal[unbase64(s.id).hex()])
        keys = [k for _, k in mine if k]
        expect("numbers have no gaps", [n for n, _ in mine] == list(range(1, len(mine) + 1)), str(mine))
        expect("every acknowledged move is there once", all(keys.count(k) == 1 for k in s.acked), str([k for k in s.acked if keys.count(k) != 1]))
        expect("what was heard is stored", max(s.told) <= len(mine), f"{max(s.told)} {len(mine)}")


def admin(node, *words):
    done = subprocess.run([node.program, "admin", "--db", node.database, *words], capture_output=True, text=True, env=node.env, timeout=LONG, check=False)
    return done.returncode, done.stdout + done.stderr


def owned(database, node):
    """How many tables with entries the node has."""
    return int(database.sql("select count(*) from boneyard.tables t join boneyard.list l on l.kind = 'node' and l.key = uuid_send(t.owner)"
                            f" where t.number > 0 and t.expires > clock_timestamp() and convert_from(l.value, 'UTF8')::json->>'name' = '{node.name}'", "nodes"))


def wait_for(what, seconds=LONG):
    until = time.monotonic() + seconds
    while not what():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def metric(node, name):
    return next(float(line.split()[1]) for line in node.http("GET", "/metrics")[2].decode().splitlines() if line.startswith(f"boneyard_{name} "))


@contextlib.contextmanager
def stage(start, folder, program, names, planted=0):
    database = start(f"u{planted}")
    database.sql("create database nodes")
    (pathlib.Path(folder) / "key").touch(0o600)
    (pathlib.Path(folder) / "key").write_bytes(os.urandom(32))
    with contextlib.ExitStack() as stack, concurrent.futures.ThreadPoolExecutor() as together:     # on an empty database
        starts = [together.submit(Node, name, program, database.address("nodes"), folder, planted) for name in names]
        for one in starts:
            if one.exception() is None:
                stack.enter_context(one.result())
        yield database, [one.result() for one in starts]


def drain(node, seats):
    """Drains a node while all players play on; returns the command's output."""
    process = subprocess.Popen([node.program, "admin", "--db", node.database, "drain", node.name], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, env=node.env)
    while process.poll() is None:
        advance(seats, 1)
    said = process.stdout.read()
    process.stdout.close()
    return process.returncode, said


def check_drain(database, nodes, seats):
    a, b, _ = nodes
    status, said = admin(b, "nodes")
    expect("all nodes are listed", status == 0 and all(f"\n{n.name} " in f"\n{said}" for n in nodes) and said.count("running") == 3, said)
    status, said = admin(b, "drain", "nowhere")
    expect("a wrong name is refused", status == 1 and "no node named 'nowhere'" in said and "a, b, c" in said, said)
    status, said = admin(b, "--db", "a.db", "drain", "a")
    expect("a file has no nodes", status == 1 and "only one server can use it" in said, said)
    status, said = admin(b, "undrain", "a")
    expect("what is not drained cannot be undrained", status == 1 and "not being drained" in said, said)
    here = [s for s in seats if s.client.server is a]
    expect("the node has tables", len(here) > 0 and owned(database, a) > 0)
    closed = Client(a, a.token())
    table = closed.ask("make", rules="muggins:number players=2")["table"]
    sit(closed, table, 0, "Ann")
    closed.ask("close")
    closed.wait("event", what="close")
    closed.ask("leave")
    status, said = drain(a, seats)
    expect("a node is drained", status == 0 and "has no tables left" in said, said)
    expect("its tables are elsewhere", owned(database, a) == 0 and metric(a, "tables_handed_over_total") >= len(here), str(owned(database, a)))
    expect("their clients were told where, lost no connection, and opened one each", all(s.moves == s.connections == 1 and s.client.server is not a
           for s in here) and all(s.lost == 0 for s in seats), str([(s.moves, s.lost, s.connections) for s in seats]))
    reply = closed.reply(closed.send("join", table=table, from_=0))
    expect("it takes no table", reply.get("code") == "elsewhere" and reply["at"] in [f"http://{n.authority}" for n in nodes[1:]], str(reply))
    closed.ask("make", key="new", rules="muggins:number players=2")
    expect("a new table moves on", wait_for(lambda: owned(database, a) == 0))
    expect("it says so to load balancers", a.http("GET", "/healthz")[0] == 503)
    status, said = admin(b, "undrain", "a")
    expect("it is undrained", status == 0 and wait_for(lambda: a.http("GET", "/healthz")[0] == 200), said)
    advance(seats, 1)
    print(f"drained: {len(here)} tables; joined again after at most {max(s.gap for s in seats):.2f} s")


def check_newer(database, nodes, seats):
    """Older nodes leave the tables of a newer one alone."""
    a = nodes[0]
    status, said = drain(a, seats)
    expect("drained before the upgrade", status == 0, said)
    a.begin_again(**NEWER)
    new = begin([a], 0)
    new.nodes = nodes
    advance([new, *seats], 2)
    a.alive = False
    a.stop()
    expect("older nodes leave newer entries alone", wait_for(lambda: all(metric(n, "tables_newer_total") > 0 or owned(database, n) == 0 for n in nodes[1:]))
           and all("newer-entries" in n.stderr() for n in nodes[1:] if metric(n, "tables_newer_total") > 0))
    client = Client(nodes[1], new.client.token)
    reply = client.reply(client.send("join", table=new.id, from_=0))
    expect("they say that it is elsewhere", reply.get("code") == "elsewhere" and reply["at"] == "", str(reply))
    status, said = admin(nodes[1], "aside")
    expect("and do not set it aside", status == 0 and "No table is set aside" in said, said)
    a.start()
    a.alive = True
    advance([new, *seats], 2)
    reply = client.reply(client.send("join", table=new.id, from_=0))
    expect("a newer node goes on with it", new.client.server is a and reply["at"] == f"http://{a.authority}", str(reply))
    status, said = drain(a, [new, *seats])
    expect("it cannot be drained to older nodes", status == 1 and "no other running node can read" in said, said)
    expect("and can be undrained", admin(a, "undrain", "a")[0] == 0)
    return new


def honest(start, folder):
    with stage(start, folder, PROGRAM, "abc") as (database, nodes):
        seats = [begin(nodes, k) for k in range(6)]
        advance(seats, 1)
        check_drain(database, nodes, seats)
        if TIMES > 0:
            seats.append(check_newer(database, nodes, seats))
        for k in range(1, 3 * TIMES):       # the others, and then all again if time allows
            node = nodes[k % 3]
            status, said = drain(node, seats)
            expect(f"{node.name} is drained for its upgrade", status == 0, said)
            count = sum(s.client.server is node for s in seats)
            expect("nobody is left there", count == 0, str(count))
            node.begin_again(**NEWER)
            advance(seats, 1)
        check(seats, database)
        print(f"{len(seats)} tables, {sum(len(s.acked) for s in seats)} acknowledged moves, {sum(s.moves for s in seats)} moves of tables, joined again "
              f"after at most {max(s.gap for s in seats):.2f} s")


def planted(start, number):
    """Whether an older node touches newer entries, or a drained one takes a table."""
    with tempfile.TemporaryDirectory() as folder, stage(start, folder, PLANTED, "ab", number) as (database, nodes):
        a, b = nodes
        closed = Client(a, a.token())
        table = closed.ask("make", rules="muggins:number players=2")["table"]
        sit(closed, table, 0, "Ann")
        if number == 331:
            closed.ask("close")
            closed.ask("leave")
            admin(a, "drain", "a")
            return closed.reply(closed.send("join", table=table, from_=0))["ok"]
        b.begin_again(**NEWER)
        new = begin([b], 0)
        b.kill()
        b.alive = False
        return wait_for(lambda: "table-aside" in a.stderr() or owned(database, a) > 1, 20)


def main():
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        honest(start, folder)
        if TIMES > 0:
            check_planted(GUARDS, "upgrade", lambda number, _: planted(start, number))
    finish("upgrade")


main()
