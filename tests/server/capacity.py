#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Capacity: no group of addresses can fill a server with deserted tables.

    capacity.py BONEYARD                         the real program
    capacity.py BONEYARD PLANTED GUARDS.TXT      each guard is removed once, and its part must detect it
"""
import contextlib
import json
import sys

from wire import MANY, PAGE, Client, Gone, Served, sit     # first: it finds program
from program import check_planted, expect, fails, finish

PROGRAM, PLANTED, GUARDS = (sys.argv[1:] + ["", ""])[:3]
HASTE = 3000            # a minute lasts 20 ms
LIMITS = ["--proxy", "127.0.0.1", "--tables", "40", "--tables-per-address", "2", "--tables-per-person", "100"]


def visitor(server, address, name=None):
    """A person who comes through a proxy from an address."""
    status, _, body = server.http("POST", "/session", x_forwarded_for=address)
    if status != 200:
        raise Gone(status)
    return Client(server, authorization=f"Bearer {json.loads(body)['token']}", x_forwarded_for=address)


def attack(server, addresses, match=False):
    """Makes tables from each address until it is refused, and leaves.  Returns how many were made."""
    made = 0
    for address in addresses:
        one = visitor(server, address)
        for _ in range(3):
            reply = one.reply(one.send("make", rules="block:basics players=2", seats=["open", "bot:greedy"], public=not match, clock="days 3" if match else "none"))
            if not reply["ok"]:
                expect("an address has its limit", reply["code"] == "too-many", json.dumps(reply))
                break
            made += 1
            if match:
                sit(one, reply["table"], 0, "Ann")
                one.ask("start")
        one.close()
    return made


def newcomer(server, what, address="192.0.2.1"):
    honest = visitor(server, address)
    codes = [honest.code("make", rules="muggins players=2"), honest.code("quick", game="draw", name=f"Ann {what} {address}")]
    expect(f"{what}: a newcomer plays", codes == ["ok"] * 2, f"{codes} {server.http('GET', '/healthz')[2]}")
    honest.close()


def numbers(server):
    text = server.http("GET", "/metrics")[2].decode()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if not line.startswith("#")}


def trial(server):
    """The attack of the trial: 20 addresses, then 20 /64s, with as many tables as each may make."""
    expect("20 addresses make what they may", attack(server, [f"198.51.100.{i}" for i in range(20)]) == 40)
    expect("health says how full", server.http("GET", "/healthz")[2].startswith(b"ok\ntables: 100 % of 40\n"), server.http("GET", "/healthz")[2].decode())
    newcomer(server, "20 addresses")
    made = attack(server, [f"2001:db8:{i}::1" for i in range(20)])
    expect("20 /64s too", made >= 36, str(made))
    newcomer(server, "20 /64s", "192.0.2.2")
    value = numbers(server)
    expect("metrics count it", value["boneyard_tables_limit"] == 40 and value["boneyard_tables_gave_way_total"] > 36 and
           value['boneyard_refusals_total{reason="too-many"}'] >= 20, json.dumps(value))


def matches(server):
    """Deserted matches against bots, with clocks of days, make room too."""
    attack(server, [f"198.51.100.{i}" for i in range(20)], match=True)
    newcomer(server, "matches")


def fair(server):
    """The tables of a person with few tables are closed last; a table with a visitor stays."""
    few, here = visitor(server, "192.0.2.7"), visitor(server, "192.0.2.8")
    shared = few.ask("make", rules="block:basics players=2")["table"]
    kept = here.ask("make", rules="block:basics players=2")["table"]
    here.ask("join", table=kept, from_=0)
    few.close()
    attack(server, [f"198.51.100.{i}" for i in range(20)])
    for i in range(5):
        newcomer(server, "fair", f"192.0.2.{20 + i}")
    guest = visitor(server, "192.0.2.9")
    expect("the honest table is still open", guest.code("join", table=shared, from_=0) == "ok" and guest.wait("table")["phase"] == "waiting")
    expect("so is one with a visitor", guest.code("join", table=kept, from_=0) == "ok" and guest.wait("table", table=kept)["phase"] == "waiting")


def wide(server):
    """A /48 counts as four addresses, and a /64 as one."""
    expect("a /64 is one address", attack(server, ["2001:db8:5:1::1", "2001:db8:5:1:ffff::2"]) == 2)
    expect("a /48 is four", attack(server, [f"2001:db8:6:{i:x}::1" for i in range(20)]) == 8)
    expect("IPv4 inside IPv6 is IPv4", attack(server, ["203.0.113.1", "::ffff:203.0.113.1"]) == 2)


def full(server):
    """A server that is really full reports it."""
    people = []
    for i in range(40):
        one = visitor(server, f"198.51.{i // 2}.1")
        table = one.ask("make", rules="block:basics players=2")["table"]
        one.ask("join", table=table, from_=0)
        people.append(one)
    late = visitor(server, "192.0.2.1")
    expect("a full server refuses", late.code("make", rules="draw") == "full")
    expect("and says so", server.http("GET", "/healthz")[0] == 200 and server.http("GET", "/healthz")[2].startswith(b"full\n"))
    expect("the reason is counted", numbers(server)['boneyard_refusals_total{reason="full"}'] >= 1)
    people[7].close()
    expect("one leaves: another comes", late.code("make", rules="draw") == "ok")
    for one in people:
        one.close()


def club(server):
    """The limits per address do not apply to a club."""
    expect("a club has no limit per address", attack(server, ["203.0.113.9"]) == 3 and attack(server, ["2001:db8:c:8::1"]) == 3)
    expect("others have", attack(server, ["203.0.114.9", "2001:db8:d:8::1"]) == 4)


CLUB = ["--club-addresses", "203.0.113.0/24,2001:db8:c::/48"]
PARTS = {"trial": (trial, []), "matches": (matches, []), "fair": (fair, []), "wide": (wide, []), "full": (full, []), "club": (club, CLUB)}


def run(program, part, planted=0):
    work, more = PARTS[part]
    with Served(program, *PAGE, *MANY, *LIMITS, *more, haste=HASTE, env={"BONEYARD_PLANTED": str(planted)}) as server:
        work(server)


def main():
    if not PLANTED:
        for part in PARTS:
            if part != "matches":       # the long ring has it
                run(PROGRAM, part)
        with contextlib.suppress(RuntimeError):
            Served(PROGRAM, *PAGE, "--club-addresses", "203.0.113.0/33").stop()
            expect("a network that is none is refused", False)
        finish("capacity")
        return
    run(PROGRAM, "matches")
    check_planted(GUARDS, "capacity", lambda number, part: fails(run, PLANTED, part, number))
    finish("capacity planted")


main()
