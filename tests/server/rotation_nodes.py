#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The sealing key is rotated on three servers (nodes) with one PostgreSQL database, by the steps in docs/cluster.md, while people play.

    rotation_nodes.py BONEYARD PLANTED [GUARDS.TXT]     ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import contextlib
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

from wire import HASTE, MANY, PAGE, Client, Gone, Player, Refused, Served, check_record, join_again, play, sit     # first: it finds program
from front import free_port
from program import check_planted, expect, fails, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["/dev/null"])[:3]
RULES = "draw:basics players=2 target=40"


class Site:
    """Three nodes, each with its own settings and its own copy of the key, as on three machines."""

    def __init__(self, folder, address, program, planted):
        self.folder, self.address, self.program, self.env = pathlib.Path(folder), address, program, {"BONEYARD_PLANTED": str(planted)}
        self.key = random.randbytes(32)
        self.nodes = [self.node(name) for name in "abc"]

    def settings(self, name):
        """A folder with the settings of a node; returns its address."""
        own, at = self.folder / name, f"127.0.0.1:{free_port()}"
        own.mkdir()
        (own / "boneyard.conf").write_text(f"listen = {at}\nnode = {name}\nnode-address = http://{at}\ndb = {self.address}\nkey-file = {own}/key\n")
        return at

    def node(self, name):
        at, own = self.settings(name), self.folder / name
        self.install(name, self.key)
        return Served(self.program, *PAGE, *MANY, "--config", str(own / "boneyard.conf"), listen=at, folder=str(own), haste=HASTE, env=self.env)

    def install(self, names, key):
        """Copies the key file to nodes."""
        for name in names:
            path = self.folder / name / "key"
            path.touch(0o600)
            path.write_bytes(key)

    def admin(self, name, *words):
        done = subprocess.run([self.program, "admin", "--config", f"{self.folder}/{name}/boneyard.conf", "--key-file", f"{self.folder}/{name}/key", *words],
                              capture_output=True, text=True, env=self.nodes[0].env, timeout=120, check=False)
        return done.returncode, done.stdout + done.stderr

    def refused(self, what, name, key):
        """A node with this key does not start."""
        if not (self.folder / name).exists():
            self.settings(name)
        self.install(name, key)
        try:
            done = subprocess.run([self.program, "serve", *PAGE, "--config", f"{self.folder}/{name}/boneyard.conf"], capture_output=True, text=True,
                                  env=self.nodes[0].env, timeout=30, check=False)
            status, said = done.returncode, done.stderr
        except subprocess.TimeoutExpired:
            status, said = 0, "it runs"
        expect(what, status == 1 and "does not belong to this database" in said, said)

    def stop(self):
        for node in self.nodes:
            node.stop()

    def start(self):
        for node in self.nodes:
            node.start()

    def record(self, table):
        """The status of a record at each node."""
        return [node.http("GET", f"/record/{table}/1")[0] for node in self.nodes]


class Game:
    """Two people at a table of a node."""

    def __init__(self, site, node):
        self.site, self.tokens = site, [node.token() for _ in range(2)]
        first, second = (Client(node, token) for token in self.tokens)
        self.table = first.ask("make", rules=RULES)["table"]
        sit(first, self.table, 0, "Ann")
        sit(second, self.table, 1, "Ben")
        first.ask("start")
        self.players = [Player(client, self.table) for client in (first, second)]

    def again(self, what):
        """Joins again, and compares everything that was heard."""
        before = [dict(p.client.events) for p in self.players]
        self.players = [Player(join_again(self.site.nodes, token, self.table), self.table) for token in self.tokens]
        for p, heard in zip(self.players, before):
            last = max(heard)
            play(self.players, lambda: p.client.last >= last)
            came = p.client.events
            expect(what, heard and all(came[n]["what"] == e["what"] and came[n].get("events") == e.get("events") for n, e in heard.items()), str(len(heard)))

    def moved(self, more=2):
        """Plays a few moves."""
        aims = [p.played + more for p in self.players]
        play(self.players, lambda: self.over() or all(p.played >= aim for p, aim in zip(self.players, aims)))

    def over(self):
        return any(p.over for p in self.players)

    def end(self, what):
        play(self.players, self.over)
        check_record(self.site.nodes[0], self.table, what)


def stop_under_play(site, games):
    """Stops all nodes while moves are under way."""
    stopping = threading.Timer(0.3, site.stop)
    stopping.start()
    with contextlib.suppress(Gone, ConnectionError, TimeoutError):
        play([p for g in games for p in g.players], lambda: all(g.over() for g in games))
    stopping.join()


def push_key(site):
    """The public key for push services, or None without that part of the program."""
    with contextlib.suppress(Refused):
        return site.nodes[-1].person().ask("push")["push"]


def rotate(site):
    old, pushing = site.key, push_key(site)
    done = Game(site, site.nodes[0])
    done.end("before the rotation")
    going, ending = [Game(site, node) for node in site.nodes], Game(site, site.nodes[1])
    for game in (*going, ending):
        game.moved()
    site.refused("a node with another key does not start", "d", random.randbytes(32))
    status, said = site.admin("a", "rotate-key")
    expect("nothing is rotated while nodes run", status == 1 and "another server" in said and (site.folder / "a/key").read_bytes() == old, said)

    stop_under_play(site, (*going, ending))
    status, said = site.admin("a", "rotate-key")
    both = (site.folder / "a/key").read_bytes()
    expect("a new key comes first", status == 0 and len(both) == 64 and both[32:] == old, said)
    site.refused("a node that did not get the new key does not start", "b", old)
    site.install("bc", both)
    site.start()
    for game in (*going, ending):
        game.again("everything heard before the rotation is the same")
    expect("an earlier record is there, at every node", site.record(done.table) == [200] * 3, str(site.record(done.table)))
    ending.end("a match over the rotation")
    for game in going:
        game.end("a match over the rotation")
    live = [Game(site, node) for node in site.nodes]
    for game in live:
        game.moved()

    stop_under_play(site, live)
    site.install("abc", both[:32])
    site.start()
    for game in live:
        game.again("everything heard since the rotation is the same")
        game.end("a match since the rotation, without the earlier key")
    expect("what only the earlier key opens is gone", site.record(done.table) == [404] * 3, str(site.record(done.table)))
    expect("the key for push services is the same", push_key(site) == pushing, f"{pushing} {push_key(site)}")
    expect("no table is set aside", site.admin("a", "aside")[1] == "No table is set aside.\n")
    status, said = site.admin("a", "check")
    expect("all journals are in order", status == 0 and "all intact" in said, said)


def run(program, planted=0):
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        database = start("a")
        database.sql("create database rotation")
        site = Site(folder, database.address("rotation"), program, planted)
        with contextlib.ExitStack() as stack:
            for node in site.nodes:
                stack.enter_context(node)
            rotate(site)


def main():
    cluster.need(PROGRAM)
    run(PROGRAM)
    check_planted(GUARDS, "rotation", lambda number, _: fails(run, PLANTED, number, broken=True))
    finish("rotation")


main()
