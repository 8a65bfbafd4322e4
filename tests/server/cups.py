# SPDX-License-Identifier: MIT
"""People in tournaments, for tests.  Each of them follows the tournament with one socket and plays with another."""
import random
import time

from wire import Player, play

RULES = "block:basics players=2 target=1"
SWISS = {"name": "Sunday", "rules": RULES, "format": "singles", "system": "swiss", "size": 2, "rounds": 2, "clock": "move 60"}


class Guest:
    """A person who follows a tournament and plays at the tables they get."""

    def __init__(self, server, name, nodes=()):
        """nodes: the servers of the same site, where the guest's tables may be."""
        self.server, self.name, self.token, self.nodes = server, name, server.token(), nodes

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
        """My table in the last round that is not over, or None."""
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
