#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A move costs at most one round trip to PostgreSQL, which it shares with the moves in the same commit.  A proxy counts the requests
that the server waits for, while people play at one table, at several tables, and at a node's table.

    trips.py BONEYARD PLANTED       ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import collections
import contextlib
import pathlib
import socket
import struct
import sys
import tempfile
import threading
import time

from wire import HASTE, MANY, PAGE, PATIENCE, Player, Served, play, sit     # first: it finds program
from front import free_port
from program import expect, fails, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, PLANTED = sys.argv[1:3]
ASKING = 19         # planted: every transaction asks for the heads of its tables (backend.h)
START = (80877103, 80877104, 80877102)      # requests for TLS and GSSAPI, and to cancel; a real start-up message comes later
WAITS = b"SQHF"     # sync, query, flush, function call: what a client sends before it waits


class Proxy:
    """Passes connections on to a PostgreSQL server, and counts each connection's requests."""

    def __init__(self, folder, server):
        self.folder, self.target = pathlib.Path(folder), str(server.sockets / ".s.PGSQL.5432")
        self.links, self.lock = [], threading.Lock()
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(str(self.folder / ".s.PGSQL.5432"))
        self.door.listen(64)
        threading.Thread(target=self.accept, daemon=True).start()

    def address(self, database):
        return f"postgresql://boneyard@{str(self.folder).replace('/', '%2F')}/{database}"

    def accept(self):
        while True:
            client, server = self.door.accept()[0], socket.socket(socket.AF_UNIX)
            server.connect(self.target)
            link = {"trips": 0, "writes": False, "asked": collections.Counter()}
            self.links.append(link)
            threading.Thread(target=self.pump, args=(server, client, lambda _: None), daemon=True).start()
            threading.Thread(target=self.pump, args=(client, server, self.counter(link)), daemon=True).start()

    def counter(self, link):
        """A function that takes what a client sends."""
        data, started = bytearray(), False

        def count(more):
            nonlocal started
            data.extend(more)
            while True:
                head = 1 if started else 0
                size = struct.unpack(">I", data[head:head + 4])[0] if len(data) >= head + 4 else None
                if size is None or len(data) < head + size:
                    return
                message = bytes(data[:head + size])
                del data[:head + size]
                with self.lock:
                    link["trips"] += started and message[:1] in (WAITS[i:i + 1] for i in range(len(WAITS)))
                    link["writes"] |= b"boneyard.put_" in message
                    if message[:1] == b"P":
                        link["asked"][message[5:].split(b"\0")[1].decode()] += 1
                started = started or struct.unpack(">I", message[4:8])[0] not in START
        return count

    @staticmethod
    def pump(source, sink, see):
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                see(data)       # before the server can answer
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def trips(self):
        """The requests of connections that write."""
        with self.lock:
            return sum(link["trips"] for link in self.links if link["writes"])

    def read(self):
        """How many times each statement was read with."""
        with self.lock:
            return sum((link["asked"] for link in self.links if not link["writes"]), collections.Counter())


def counted(server, proxy):
    """Commits, batches, round trips that write, and moves, at a moment when nothing is being written."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        before = proxy.trips()
        lines = dict(line.rsplit(" ", 1) for line in server.http("GET", "/metrics")[2].decode().splitlines() if not line.startswith("#"))
        commits, batches, waiting, played = (int(float(lines[f"boneyard_{name}"])) for name in
                                             ("commits_total", "batches_total", "batches_waiting", 'moves_total{by="person"}'))
        if waiting == 0 and proxy.trips() == before:
            return commits, batches, before, played
    raise TimeoutError("the server is always writing")


class Table:
    """Two people; the journal's head is known once it was dealt."""

    def __init__(self, server):
        people = [server.person() for _ in range(2)]
        table = people[0].ask("make", rules="draw:basics players=2 target=300")["table"]
        for seat, one in enumerate(people):
            sit(one, table, seat, f"Player {seat}")
        people[0].ask("start")
        self.players = [Player(one, table) for one in people]
        play(self.players, lambda: all(p.played >= 2 for p in self.players))


def moves(server, proxy, tables, what, alone):
    """Plays ten moves of each person."""
    players = [p for t in tables for p in t.players]
    before, read = counted(server, proxy), proxy.read()
    aims = [p.played + 11 for p in players]
    play(players, lambda: all(p.played >= aim or p.over for p, aim in zip(players, aims)))
    commits, batches, trips, played = (b - a for a, b in zip(before, counted(server, proxy)))
    often, statement = max(((n, text) for text, n in (proxy.read() - read).items()), default=(0, ""))
    print(f"{what}: {played} moves, {batches} batches in {commits} commits, {trips} round trips; {often} times: {statement[:60]}")
    expect(f"{what}: moves are played", played >= 10 * len(players))
    # A lease is a batch without moves, which may need a transaction of its own.
    expect(f"{what}: a commit costs one round trip", 0 < trips <= (commits if alone else batches), f"{trips} {commits} {batches}")
    if len(tables) > 1:         # otherwise, what the server reads from time to time may outnumber the moves on a slow machine
        expect(f"{what}: a move reads nothing", often < played, f"{often} {played} {statement}")


def run(program, planted=0):
    with cluster.servers() as start, tempfile.TemporaryDirectory(dir=start.folder) as folder, tempfile.TemporaryDirectory() as own:
        database = start("a")
        proxy = Proxy(folder, database)
        pathlib.Path(folder).chmod(0o755)
        for name in ("alone", "node"):
            database.sql(f"create database {name}")
        env = {"BONEYARD_PLANTED": str(planted)}
        with Served(program, *PAGE, *MANY, "--db", proxy.address("alone"), haste=HASTE, env=env) as server:
            tables = [Table(server)]
            moves(server, proxy, tables, "one table", True)
            tables += [Table(server) for _ in range(7)]
            moves(server, proxy, tables, "eight tables", True)
        port = free_port()
        with Served(program, *PAGE, *MANY, "--db", proxy.address("node"), "--node", "a", "--node-address", f"http://127.0.0.1:{port}", "--key-file",
                    f"{own}/key", listen=f"127.0.0.1:{port}", haste=HASTE, env=env) as server:
            moves(server, proxy, [Table(server)], "a node", False)


def main():
    cluster.need(PROGRAM)
    run(PROGRAM)
    expect(f"planted {ASKING} is found: a transaction asks for the heads of its tables", fails(run, PLANTED, ASKING))
    finish("trips")


main()
