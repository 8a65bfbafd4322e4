#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Order over two servers (nodes) on one PostgreSQL database: an act at one of them is in force at the other.

    order_nodes.py BONEYARD [PLANTED GUARDS.TXT]    ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import contextlib
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import time

from wire import MANY, PAGE, Client, Gone, Served, sit     # first: it finds program
from program import check_planted, expect, fails, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["", ""])[:3]
WORD = "correct horse battery"
SOON = 10       # seconds; an open connection is looked at within about three, and test machines are busy


def node(program, database, folder, letter, planted):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    own = pathlib.Path(folder) / letter
    own.mkdir()
    return Served(program, *PAGE, *MANY, "--db", database.address("order"), "--node", letter, "--node-address", f"http://127.0.0.1:{port}",
                  "--key-file", f"{folder}/key", "--proxy", "127.0.0.1", listen=f"127.0.0.1:{port}", folder=str(own), haste=30,
                  env={"BONEYARD_PLANTED": str(planted)})


class Person:
    """A person with a connection to each node."""

    def __init__(self, nodes, address):
        self.address = address
        self.token = json.loads(nodes[0].http("POST", "/session", x_forwarded_for=address)[2])["token"]
        self.at = [self.come(one) for one in nodes]

    def come(self, server, hello=True):
        return Client(server, hello=hello, authorization=f"Bearer {self.token}", x_forwarded_for=self.address)


def farewell(client):
    with contextlib.suppress(TimeoutError, Gone):
        return client.wait("gone")
    return {}


def meet(one, other, k, **more):
    """A table of a node with both, one as the host."""
    table = one.at[k].ask("make", rules="block:basics players=2", **more)["table"]
    sit(one.at[k], table, 0, "Ann")
    sit(other.at[k], table, 1, "Ben")
    return table


def bars(nodes, ann, ben):
    meet(ann, ben, 0)
    other = ann.at[1].ask("make", rules="block:basics players=2")["table"]
    open_one = ben.at[1].ask("make", rules="block:basics players=2", watch=True)["table"]
    sit(ben.at[1], open_one, 0, "Ben")
    time.sleep(1.1)     # what was read within the last second counts as fresh
    ann.at[0].ask("block", seat=1)
    ann.at[0].ask("mute", seat=1)
    expect("a block at one node shuts out at the other", ben.at[1].code("join", table=other, from_=0) == "not-welcome")
    ann.at[1].ask("join", table=open_one, from_=0)
    ben.at[1].ask("say", phrase="luck")
    ann.at[1].ask("look")
    expect("a mute at one node silences at the other", not [m for m in ann.at[1].came if m["is"] == "said"])


def sanctions(nodes, moderator, ann, ben, cleo):
    ann.at[0].ask("report", seat=1, reason="phrases")
    report = moderator.at[0].ask("reports", list="open")["reports"][0]["report"]
    moderator.at[0].ask("act", report=report, act="warn", reason="phrases")
    notices = [one.wait("notice") for one in ben.at]
    expect("a warning arrives at both nodes", [n["act"] for n in notices] == ["warn", "warn"], str(notices))
    ben.at[1].ask("noted", notice=notices[0]["notice"])
    again = ben.come(nodes[0])
    again.ask("mine")
    expect("confirmed at one node, it is not shown at the other", not [m for m in again.came if m["is"] == "notice"])
    meet(cleo, ben, 0)
    cleo.at[0].ask("report", seat=1, reason="leaving")
    report = moderator.at[1].ask("reports", list="open")["reports"][0]["report"]
    began = time.monotonic()
    moderator.at[0].ask("act", report=report, act="suspend", reason="leaving", days=2)
    expect("a suspended person is refused at the other node at once", farewell(ben.come(nodes[1], hello=False)).get("reason") == "leaving")
    gone = farewell(ben.at[1])
    took = time.monotonic() - began
    expect("an open connection there ends soon", gone.get("code") == "suspended" and took < SOON, f"{gone} after {took:.1f} s")
    expect("the log of the other node has it", [e["act"] for e in moderator.at[1].ask("audit")["audit"]][-2:] == ["warn", "suspend"])


def run(program, part, planted=0):
    """`part` is "sanctions", or "" for all."""
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        database = start("p")
        database.sql('create database "order"')
        with node(program, database, folder, "a", planted) as a, node(program, database, folder, "b", planted) as b:
            nodes = (a, b)
            greta = Person(nodes, "192.0.2.9")
            greta.at[0].ask("register", name="Greta", password=WORD)
            done = subprocess.run([PROGRAM, "admin", "--db", database.address("order"), "moderator", "Greta"], capture_output=True, text=True, timeout=60, env=a.env)
            expect("the operator makes a moderator", done.returncode == 0, done.stderr)
            for one in greta.at:
                one.close()
            greta.at = [greta.come(one) for one in nodes]
            expect("who is one at both nodes", all(one.hello.get("moderator") for one in greta.at))
            ann, ben = Person(nodes, "192.0.2.1"), Person(nodes, "192.0.2.2")
            if part == "":
                bars(nodes, ann, ben)
            else:
                meet(ann, ben, 0)
            sanctions(nodes, greta, ann, ben, Person(nodes, "192.0.2.3"))


def main():
    if not PLANTED:
        run(PROGRAM, "")
        finish("order, nodes")
        return
    check_planted(GUARDS, "order_nodes", lambda number, part: fails(run, PLANTED, part, number))
    finish("order, nodes planted")


main()
