#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A tournament over two servers (nodes) on one PostgreSQL database, one of which is killed in the middle of a round.

    tournaments_nodes.py BONEYARD [duplicate]       ends with 77 if PostgreSQL, or the part of the program for it, is missing
"""
import json
import pathlib
import socket
import sys
import tempfile
import time

from wire import MANY, PAGE, Served     # first: it finds program
from cups import SWISS, Guest, run_round, table_sets
from program import expect, finish

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import cluster      # noqa: E402

PROGRAM = sys.argv[1]
HASTE = 3000


def node(database, folder, letter):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    own = pathlib.Path(folder) / letter
    own.mkdir()
    return Served(PROGRAM, *PAGE, *MANY, "--db", database.address("cups"), "--node", letter, "--node-address", f"http://127.0.0.1:{port}",
                  "--key-file", f"{folder}/key", listen=f"127.0.0.1:{port}", folder=str(own), haste=HASTE, env={"BONEYARD_LEASE": "2000"})


def evening(a, b):
    guests = [Guest((a, b)[k % 2], name, (a, b)) for k, name in enumerate(("Ann", "Ben", "Cara", "Dan", "Eve", "Finn"))]
    cup = b.person(guests[1].token).ask("organise", **dict(SWISS, rounds=3, duplicate="duplicate" in sys.argv))["tournament"]
    for guest in guests:
        guest.enter(cup)
    state = guests[0].wait(lambda s: len(s["players"]) == 6)
    expect("everybody has entered, at either node", sorted(p["name"] for p in state["players"]) == ["Ann", "Ben", "Cara", "Dan", "Eve", "Finn"], str(state["players"]))
    guests[1].client.ask("begin", tournament=cup)
    run_round(guests, lambda s: len(s["played"]) == 2)
    for guest in guests:
        guest.follow()
    pairs = table_sets(guests[0].state)
    a.kill()
    for guest in guests:
        guest.close()
        guest.server, guest.nodes = b, (b,)
        until = time.monotonic() + 30
        guest.come(cup)
        while guest.table != guest.mine() and time.monotonic() < until:     # the tables are taken over
            guest.follow()
            time.sleep(0.1)
    expect("a takeover changes no pairing", table_sets(guests[0].state) == pairs, str(guests[0].state["played"]))
    run_round(guests, lambda s: s["state"] == "over")
    state = guests[0].state
    expect("nobody meets twice", len({str(t) for r in table_sets(state) for t in r}) == 9, str(state["played"]))
    copy = json.loads(b.http("GET", "/me.json", authorization=f"Bearer {guests[0].token}")[2])["tournaments"]
    expect("a player's copy has it", [(t["tournament"], t["as"]) for t in copy] == [(cup, "Ann")], str(copy))
    guests[0].client.ask("erase")
    guests[1].wait(lambda s: s["players"][state["you"]]["name"] == "N.N.")
    expect("three rounds of 36 points", sum(s["points"] for s in state["standings"]) == 108, str(state["standings"]))


def main():
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        database = start("p")
        database.sql("create database cups")
        with node(database, folder, "a") as a, node(database, folder, "b") as b:
            evening(a, b)
    finish("tournaments, nodes")


main()
