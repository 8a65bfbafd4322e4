# SPDX-License-Identifier: MIT
"""People in tournaments, for tests.  Each of them follows the tournament with one socket and plays with another.

    cups.py play ADDRESS NUMBER     that many make and play one at a running server; prints its id; two more are waited for
"""
import contextlib
import random
import sys
import time
import urllib.parse

from wire import Gone, Player, Served, play

RULES = "block:basics players=2 target=1"
SWISS = {"name": "Sunday", "rules": RULES, "format": "singles", "system": "swiss", "size": 2, "rounds": 2, "clock": "move 60"}


class Guest:
    """A person who follows a tournament and plays at the assigned tables."""

    def __init__(self, server, name, nodes=()):
        """nodes: the servers of the same site, where the guest's tables may be."""
        self.server, self.name, self.token, self.nodes, self.refused = server, name, server.token(), nodes, []

    def come(self, cup):
        self.table = None
        self.client = self.server.person(self.token)
        self.player = Player(self.server.person(self.token), "", random.Random(self.name).choice)
        self.client.ask("follow", tournament=cup)
        self.state = self.client.wait("tournament")

    def enter(self, cup, **more):
        self.come(cup)
        self.client.ask("enter", tournament=cup, name=self.name, **more)

    def read(self):
        while self.client.read(0):
            pass
        for message in self.client.came:
            if message["is"] == "tournament":
                self.state = message
        self.client.came.clear()

    def mine(self):
        """The guest's table in the last unfinished round, or None."""
        you, played = self.state["you"], self.state["played"]
        tables = [t["table"] for t in (played[-1]["tables"] if played else []) if you in t["players"] and "score" not in t]
        return tables[0] if tables else None

    def follow(self):
        self.read()
        table = self.mine()
        if table and table != self.table:
            self.join(table)

    def join(self, table):
        """Joins a table, at the server that has it."""
        client = self.player.client
        reply = client.reply(client.send("join", table=table, from_=0))
        if reply["ok"]:
            self.table = self.player.id = table
        elif reply["code"] != "elsewhere":
            self.refused.append(reply["code"])
        for node in self.nodes:
            if reply.get("at") == f"http://{node.authority}":
                client.close()
                self.player.client = node.person(self.token)
                return self.join(table)

    def wait(self, done, seconds=30):
        until = time.monotonic() + seconds
        while not done(self.state):
            if time.monotonic() > until:
                raise TimeoutError(str(self.state)[:3000])
            self.client.read(0.2)
            self.read()
        return self.state

    def close(self):
        for client in (self.client, self.player.client):
            client.close()


def run_round(guests, done):
    """Lets them play until the tournament, as the first of them sees it, is as wanted."""
    def ready():
        for guest in guests:
            guest.follow()
        return done(guests[0].state)
    play([g.player for g in guests], ready)


def table_sets(state):
    return [[sorted(t["players"]) for t in r["tables"]] for r in state["played"]]


class Running(Served):
    """A server started by another program."""

    def __init__(self, address):
        found = urllib.parse.urlsplit(address)
        self.host, self.port = found.hostname, found.port


def come_back(guest, cup):
    while True:
        with contextlib.suppress(Gone, OSError, RuntimeError):
            guest.close()
            guest.come(cup)
            return
        time.sleep(0.2)


def evening(server, number):
    """They make a tournament with duplicate deals, wait for two more, and play it, also over a restart of the server."""
    guests = [Guest(server, f"Guest {i}") for i in range(number)]
    rules = "block:basics players=4 teams=off target=1"
    cup = server.person(guests[0].token).ask("organise", **dict(SWISS, rules=rules, size=4, rounds=3, duplicate=True))["tournament"]
    for guest in guests:
        guest.enter(cup)
    print(cup, flush=True)
    guests[0].wait(lambda s: len(s["players"]) == number + 2, 180)
    guests[0].client.ask("begin", tournament=cup)
    while guests[0].state["state"] != "over":
        with contextlib.suppress(Gone, OSError):
            run_round(guests, lambda s: s["state"] == "over")
        for guest in guests:
            come_back(guest, cup)


if __name__ == "__main__":
    evening(Running(sys.argv[2]), int(sys.argv[3]))
