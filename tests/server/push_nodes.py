#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Web Push over two servers (nodes) on one PostgreSQL database: a player is told once, whichever node has the table.

    push_nodes.py PROGRAM           ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import json
import pathlib
import sys
import tempfile
import time

from wire import MANY, PAGE, Client, Served     # first: it finds program
import webpush
from front import free_port
from program import expect, fails, finish
from push import HASTE, SHORT, Scene

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM = sys.argv[1]
LEASE = 2000            # milliseconds
TOLD_AGAIN = 473        # planted: nothing is looked up about who was told


class Nodes(Scene):
    """Two nodes; the scene's own server is the first."""

    def __init__(self, folder, database, planted):
        super().__init__(folder, planted, lambda env: self.node(database, "a", env))
        self.other = self.node(database, "b", self.env)

    def node(self, database, letter, env):
        port, own = free_port(), self.folder / letter
        own.mkdir()
        return Served(PROGRAM, *PAGE, *MANY, "--db", database.address("push"), "--node", letter, "--node-address", f"http://127.0.0.1:{port}",
                      "--key-file", f"{self.folder}/key", listen=f"127.0.0.1:{port}", folder=str(own), haste=HASTE, env={**env, "BONEYARD_LEASE": str(LEASE)})

    def __exit__(self, *what):
        self.other.__exit__(*what)
        super().__exit__(*what)


def taken_over(s):
    """The devices subscribe at one node, the table is at the other, which is then killed."""
    people = [s.other.person() for _ in range(2)]
    s.subscribe(people)
    first = [Client(s.server, one.token) for one in people]
    turn = s.play(first)
    for one in people + first:
        one.close()
    path = f"/{turn}"
    came = s.service.wait(path, 1)
    message = json.loads(s.devices[turn].open(came[2])) if came else {}
    expect("the player is told by the node that has the table", message.get("is") == "turn" and message.get("table") == s.table, str(message))
    claims, key = webpush.token_of(came[1]) if came else ({}, None)
    expect("signed with the key that the other node gave", key == s.keys[0] and claims.get("aud") == "https://push.example.com", str(claims))
    s.server.kill()
    end, reply = time.monotonic() + 30, {}
    while not reply.get("ok") and time.monotonic() < end:
        watcher = s.other.person()
        reply = watcher.reply(watcher.send("join", table=s.table, from_=0))
        time.sleep(0.2)
    expect("the other node takes the table", reply.get("ok"), json.dumps(reply))
    time.sleep(SHORT)
    expect("the player is not told again", len(s.service.came) == 1, str(len(s.service.came)))


def run(planted):
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        database = start("p")
        database.sql("create database push")
        with Nodes(folder, database, planted) as s:
            taken_over(s)


run(0)
expect("planted: the player is told again", fails(run, TOLD_AGAIN))
finish("push, nodes")
