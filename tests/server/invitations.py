#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Invitations to a person: who may send and see them, how they end, and the data kept.  lobby.py has several servers.

    invitations.py BONEYARD [PART...]               the real program
    invitations.py BONEYARD PLANTED GUARDS.TXT      each guard is removed once, and its part must detect it
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from wire import MANY, PAGE, Player, Served, play, sit     # first: it finds program
from program import check_planted, expect, fails, finish

PROGRAM, PLANTED, GUARDS = sys.argv[1], "", ""
if len(sys.argv) == 4 and sys.argv[3].endswith(".txt"):
    PLANTED, GUARDS = sys.argv[2:]
WORD = "correct horse battery"
NOBODY = "AQ" + "A" * 20
RULES = "block:basics target=10"


def member(server, name, address="192.0.2.1"):
    one = server.visitor(address)
    one.ask("register", name=name, password=WORD)      # this connection knows it at once
    return one


def host(one, name="Ann", players=3, **more):
    """A table that waits, whose host has a seat."""
    table = one.ask("make", rules=f"{RULES} players={players}", **more)["table"]
    sit(one, table, 0, name)
    return table


def shown(one):
    """The latest list of invitations; None: none was sent.  Whatever was due comes before the answer to a request that reads the database."""
    one.ask("met")
    one.ask("met")
    found = [m["invitations"] for m in one.came if m["is"] == "invitations"]
    return found[-1] if found else None


def later(what, fact, seconds=10):
    """Waits for a list that the server reads every two seconds."""
    until = time.monotonic() + seconds
    while not fact():
        if time.monotonic() > until:
            expect(what, False)
            return
        time.sleep(0.05)
    expect(what, True)


def answers(one):
    one.ask("met")
    found = [m["invited"] for m in one.came if m["is"] == "invited"]
    return [(i["name"], i["answer"]) for i in found[-1]] if found else None


def mine(server, one):
    return json.loads(server.http("GET", "/me.json", authorization=f"Bearer {one.token}")[2])["invitations"]


def comes(server):
    """An invitation, its answers, and its stored data."""
    a, b = member(server, "Ann"), member(server, "Bea", "192.0.2.2")
    c = member(server, "Carl", "192.0.2.3")
    table = host(a, "Annie")
    a.ask("invite", name="bea")
    got = b.wait("invitations")["invitations"]
    expect("a connected player sees it at once", [(i["name"], i["account"], i["players"], i["open"], i["rated"]) for i in got] ==
           [("Annie", "Ann", 3, 2, False)] and table not in json.dumps(got), json.dumps(got))
    b = server.again(b)
    expect("and on the next visit", b.wait("invitations")["invitations"] == got)
    expect("the host reads whom they have invited", a.wait("invited")["invited"] == [{"name": "Bea", "answer": "open"}])
    a.ask("invite", name="Carl")
    expect("a second invitation to the same table is the first", a.code("invite", name="BEA") == "ok" and shown(b) is None)
    expect("only for its player", c.code("answer", invitation=got[0]["invitation"], yes=True) == "no-invitation")
    own = c.wait("invitations")["invitations"][0]["invitation"]
    c.ask("answer", invitation=own, yes=False)
    expect("a player who declines is no longer asked", c.wait("invitations")["invitations"] == [] and c.code("answer", invitation=own, yes=True) == "no-invitation")
    later("the host reads both answers", lambda: sorted(answers(a)) == [("Bea", "open"), ("Carl", "no")])
    reply = b.ask("answer", invitation=got[0]["invitation"], yes=True)
    expect("the answer names the table", reply["table"] == table, json.dumps(reply))
    b.ask("join", table=table, from_=0)
    b.ask("sit", name="Bea")
    expect("who accepts takes a seat", sorted(answers(a)) == [("Bea", "yes"), ("Carl", "no")] and shown(b)  == [])
    a = server.again(a)
    a.ask("join", table=table, from_=0)
    expect("the host reads it again after a reload", len(a.wait("invited")["invited"]) == 2)
    expect("each has a copy", [(i["sent"], i["name"], i["answer"]) for i in mine(server, b)] == [(False, "Annie", "yes")] and
           sorted((i["sent"], i["name"]) for i in mine(server, a)) == [(True, "Bea"), (True, "Carl")])
    a.ask("erase", password=WORD)
    expect("it goes with the account", mine(server, b) == [] and mine(server, c) == [])


def hides(server):
    """A person whom a player has blocked or muted cannot detect it: the same answer, and no invitation arrives."""
    a, b, c = (member(server, name, f"192.0.2.{i}") for i, name in enumerate(["Ann", "Bea", "Carl"]))
    table = a.ask("make", rules=f"{RULES} players=3")["table"]
    for seat, one in enumerate((a, b, c)):
        sit(one, table, seat, f"Player {seat}")
    b.ask("block", seat=0)
    c.ask("mute", seat=0)
    d = member(server, "Dora", "192.0.2.4")
    host(a, players=4)
    replies = [a.ask("invite", name=name) for name in ("Bea", "Carl", "Dora")]
    expect("the same answer", len({json.dumps({k: v for k, v in r.items() if k not in ("key", "size")}) for r in replies}) == 1, json.dumps(replies))
    expect("others see it", d.wait("invitations")["invitations"] != [])
    expect("a blocked host's invitation does not arrive", shown(b) is None and mine(server, b) == [])
    expect("nor a muted one's", shown(c) is None)
    b, c = server.again(b), server.again(c)
    expect("nor later", shown(b) is None and shown(c) is None)
    expect("the host sees no difference", [x[1] for x in answers(a)] == ["open"] * 3)
    me = b.ask("people")["people"][0]["person"]
    b.ask("block", person=me, on=False)
    b = server.again(b)
    expect("until it is undone", len(b.wait("invitations")["invitations"]) == 1)
    host(b, "Bea", 2)
    b.ask("invite", name="Ann")
    a.ask("join", table=b.table["table"], from_=0)
    a.ask("block", seat=0)
    found = server.again(a)
    expect("a block after the invitation hides it", shown(found) is None)


def ends(server):
    """An invitation ends when the match starts or the table is closed."""
    a, b = member(server, "Ann"), member(server, "Bea", "192.0.2.2")
    table = host(a, players=2, seats=["open", "open"])
    a.ask("invite", name="Bea")
    own = b.wait("invitations")["invitations"][0]["invitation"]
    a.ask("start")
    expect("not once the match has started", b.code("answer", invitation=own, yes=True) == "no-invitation")
    expect("nor can one invite then", a.code("invite", name="Bea") == "not-now")
    expect("it disappears", b.wait("invitations")["invitations"] == [])
    b = server.again(b)
    expect("and stays away", shown(b) is None)
    other = host(a, players=2)
    a.ask("invite", name="Bea")
    b = server.again(b)
    own = b.wait("invitations")["invitations"][0]["invitation"]
    a.ask("join", table=other, from_=0)
    a.ask("close")
    expect("nor once it is closed", b.code("answer", invitation=own, yes=True) == "no-invitation" and table != other)


def floods(server):
    """Who may invite, and how often."""
    a, b, guest = member(server, "Ann"), member(server, "Bea", "192.0.2.2"), server.visitor("192.0.2.9")
    expect("at a table only", a.code("invite", name="Bea") == "not-here")
    table = host(a, players=4)
    expect("one person", [a.code("invite"), a.code("invite", name="Bea", person=NOBODY)] == ["bad-message"] * 2)
    guest.ask("join", table=table, from_=0)
    expect("only the host", guest.code("invite", name="Bea") == "not-host")
    host(guest, "Gus")
    expect("guests invite nobody by name", guest.code("invite", name="Bea") == "no-account")
    expect("nor somebody whom they have not met", guest.code("invite", person=NOBODY) == "no-player")
    expect("nobody invites themselves", a.code("invite", name="Ann") == "no-player")
    expect("guessing names counts", [a.code("invite", name=f"nobody {i}") for i in range(17)] == ["no-player"] * 17)
    a.ask("invite", name="Bea")
    expect("what is there costs nothing", [a.code("invite", name="Bea") for _ in range(3)] == ["ok"] * 3)
    more = [a.code("invite", name=name) for name in ("nobody", "nobody", "Bea", "nobody")]
    expect("floods are stopped", more == ["no-player", "too-many-invitations", "ok", "too-many-invitations"], str(more))
    elsewhere = server.again(a)
    elsewhere.ask("join", table=table, from_=0)
    expect("on another connection, too", elsewhere.code("invite", name="nobody") == "too-many-invitations")
    others = [member(server, f"Other {i}") for i in range(3)]          # at the address of Ann
    codes = []
    for one in others:
        host(one, "Otto")
        codes += [one.code("invite", name=f"nobody {i}") for i in range(20)]
    expect("an address has a limit of its own", codes.count("no-player") == 40 and codes[40:] == ["too-many-invitations"] * 20, str(codes))
    metrics = server.http("GET", "/metrics")[2].decode()
    expect("refusals are counted by reason", 'refusals_total{reason="too-many-invitations"} 23' in metrics,
           [line for line in metrics.splitlines() if "invitation" in line])
    expect("others are not concerned", host(b, "Bea") and b.code("invite", name="Ann") == "ok")


def keeps(server):
    """A seat is kept for a while for the player who is invited."""
    a, b, c = member(server, "Ann"), member(server, "Bea", "192.0.2.2"), server.visitor("192.0.2.3")
    table = host(a, players=2, public=True)
    a.ask("invite", name="Bea")
    c.ask("join", table=table, from_=0)
    expect("not for others", c.code("sit", name="Carl") == "seat-kept")
    own = b.wait("invitations")["invitations"][0]["invitation"]
    b.ask("answer", invitation=own, yes=False)
    expect("until the player declines", c.code("sit", name="Carl") == "ok")
    table = host(a, players=3, public=True)
    a.ask("invite", name="Bea")
    c.ask("join", table=table, from_=0)
    expect("the other seats are free", c.code("sit", name="Carl") == "ok")
    own = shown(b)[0]["invitation"]
    b.ask("answer", invitation=own, yes=True)
    b.ask("join", table=table, from_=0)
    expect("the invited player has it", b.code("sit", name="Bea") == "ok")


def meets(server):
    """Players who have met in a match invite each other, also guests."""
    a, b = server.visitor(), server.visitor("192.0.2.2")
    expect("nobody yet", a.ask("met")["met"] == [])
    table = a.ask("make", rules=f"{RULES} players=2")["table"]
    for seat, one in enumerate((a, b)):
        sit(one, table, seat, f"Player {seat}")
    a.ask("start")
    players = [Player(a, table), Player(b, table)]
    play(players, lambda: all(p.over for p in players))
    later("the last opponents", lambda: [m["name"] for m in a.ask("met")["met"]] == ["Player 1"])
    one, other = a.ask("met")["met"][0]["person"], b.ask("met")["met"][0]["person"]
    expect("an id is good for one person only", one != other)
    host(a)
    expect("and invites nobody for others", b.ask("leave") and a.code("invite", person=other) == "no-player")
    a.ask("invite", person=one)
    expect("they are invited", b.wait("invitations")["invitations"][0]["name"] == "Ann" and answers(a) == [("Player 1", "open")])
    expect("without an account", "account" not in server.again(b).wait("invitations")["invitations"][0])


def suspended(server):
    """A suspended host can neither invite nor be seen to have invited."""
    def admin(*words):
        return subprocess.run([PROGRAM, "admin", "--db", server.db, *words], capture_output=True, text=True, timeout=60, env=server.env, check=False)

    m = member(server, "Greta", "192.0.2.99")
    m.close()
    server.stop()
    expect("a moderator", admin("moderator", "Greta").returncode == 0)
    server.start()
    m, a, b = server.again(m), member(server, "Ann"), member(server, "Bea", "192.0.2.2")
    table = host(a)
    sit(b, table, 1, "Bea")
    b.ask("report", seat=0, reason="name")
    c = member(server, "Carl", "192.0.2.3")
    a.ask("invite", name="Carl")
    expect("before", len(c.wait("invitations")["invitations"]) == 1)
    m.ask("act", report=m.ask("reports", list="open")["reports"][0]["report"], act="suspend", reason="name", days=3)
    a.wait("gone")
    expect("the invitations of a suspended host are hidden", shown(server.again(c)) is None)


PARTS = {"comes": comes, "hides": hides, "ends": ends, "floods": floods, "keeps": keeps, "meets": meets, "suspended": suspended}


def run(program, part, planted=0):
    with tempfile.TemporaryDirectory() as folder:
        with Served(program, *PAGE, *MANY, "--persons-per-address", "1000", "--proxy", "127.0.0.1", folder=folder, haste=30,
                    env={"BONEYARD_PLANTED": str(planted)}) as server:
            server.db = str(pathlib.Path(folder) / "boneyard/boneyard.db")
            PARTS[part](server)


def main():
    if not PLANTED:
        for part in sys.argv[2:] or PARTS:
            run(PROGRAM, part)
        finish("invitations")
        return
    for part in PARTS:
        run(PROGRAM, part)
    check_planted(GUARDS, "invitations", lambda number, part: fails(run, PLANTED, part, number))
    finish("invitations planted")


main()
