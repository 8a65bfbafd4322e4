#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Breaks several servers (nodes), and PostgreSQL with standbys, while people play.  A checker compares what the players were told
with the journal (history.py).  Prints a line for each fault.

    nodes.py BONEYARD PLANTED GUARDS.TXT STUCK.SO [all|planted|FAULT=TIMES...] [tables=N] [lease=MS] [pace=MS] [times=N] [drain=SECONDS]
             [page]

`all` runs every fault once; `planted` removes guards, which the checker must detect.  `drain`: the longest time that a move may take while a node
is drained.  `page`: players wait as long as the page before they reconnect.  Ends with 77 if PostgreSQL, or the part of the program for it, is
missing.  Faults in the network, the disk and the clock need root.
"""
import contextlib
import os
import pathlib
import signal
import statistics
import sys
import tempfile
import time

from wire import Refused      # first: it finds program
from program import expect, finish
from fleet import NODES, Databases, Net, Node, cluster, enter_private
from history import Stuck, World, connect

PROGRAM, PLANTED, GUARDS, STUCK = sys.argv[1:5]
DRAIN = 5       # the longest time, in seconds, that a move may take while a node is drained
STOOD = 0.3     # if the test itself stood still for longer, for example because the machine is busy, it does not judge a drain


class Stage:
    """Databases, nodes, and people who play."""

    def __init__(self, net, databases, folder, program, tables, pace, planted=0, lease=0, all_at=None, drain=DRAIN, page=False):
        self.net, self.databases, self.lease, self.drain = net, databases, lease or 6000, drain
        self.nodes, self.stack, self.notes, self.reconnects, self.broken, self.turns = [], contextlib.ExitStack(), [], [], [], 0
        for name in NODES:
            self.nodes.append(self.stack.enter_context(Node(net, name, program, databases.address(), folder, STUCK, planted, lease)))
        for k, node in enumerate(self.nodes):
            node.well = all_at in (None, k)
        self.world = World(self.nodes, databases, tables, pace, page)
        self.world.mark()
        self.world.went_on()

    def node(self):
        """Returns the next node to break; prefers one that has tables."""
        for _ in self.nodes:
            self.turns += 1
            node = self.nodes[self.turns % len(self.nodes)]
            if self.world.at(node):
                break
        return node

    def works(self, node):
        """Waits until tables can be created at the node."""
        def attempt():
            with contextlib.suppress(Exception):
                client = connect(node, node.token())
                with contextlib.closing(client):
                    client.ask("make", rules="draw:basics", seats=["open", "open"])
                    return True
            time.sleep(0.1)
            return False

        for _ in range(300):
            if self.world.do(attempt, what=f"{node.name} works"):
                return
        raise Stuck(f"{node.name} does not work again\n{self.world.state()}")

    def end(self):
        for node in self.nodes:
            if node.process.poll() is None:
                node.die()
        self.world.end()
        self.stack.close()


# ---- Faults: each returns the seconds until the tables that it had stopped went on.


def killed(stage, _):
    world, node = stage.world, stage.node()
    seats = world.at(node)
    node.die()
    world.mark()
    times = world.went_on(seats)
    world.do(node.again)
    return times


def frozen(stage, k):
    """Every other time, no one plays at the node's tables and its clock is set back by an hour. The node then cannot reach the
    database for a second after it wakes up, so it cannot learn that its leases are gone."""
    world, node = stage.world, stage.node()
    seats = world.at(node)
    for s in seats:
        s.still = k % 2 == 1
    world.pause(0.3 if k % 2 == 1 else 0)
    node.process.send_signal(signal.SIGSTOP)
    for s in seats:
        with contextlib.suppress(OSError, AttributeError):
            s.client.send("look")
        s.still = False
    node.alive = False
    world.mark()
    times = world.went_on(seats)
    if k % 2 == 1:
        node.clock.write_text("-3600")
    world.turn()
    ghosts = [g for g in world.ghosts if g[0].server is node]
    if k % 2 == 1 and stage.net.private:
        stage.net.cut(node.name, "data")
    node.wake()
    if k % 2 == 1 and stage.net.private:
        world.pause(1)
        stage.net.heal(node.name, "data")
    world.until(lambda: all(c.closed is not None for c, _ in ghosts), "the woken node ends its connections", 20)
    stage.works(node)
    node.clock.unlink(missing_ok=True)
    return times


def cut_database(stage, _):
    world, node = stage.world, stage.node()
    seats = world.at(node)
    stage.net.cut(node.name, "data")
    node.well = False
    world.mark()
    times = world.went_on(seats)
    stage.net.heal(node.name, "data")
    node.well = True
    stage.works(node)
    return times


def cut_clients(stage, _):
    """The others cannot take its tables over, since it still holds the leases.  Pauses count from when it can be reached again."""
    world, node = stage.world, stage.node()
    seats = world.at(node)
    stage.net.cut(node.name, "clients")
    node.alive = False
    world.pause(2)
    stage.net.heal(node.name, "clients")
    node.alive = True
    world.mark()
    return world.went_on(seats)


def cut_nodes(stage, _):
    world, node = stage.world, stage.node()
    seats = world.at(node)
    stage.net.cut(node.name, "peers")
    world.mark()
    times = world.went_on(seats)
    stage.net.heal(node.name, "peers")
    return times


def replace_primary(stage):
    began = time.monotonic()
    stage.world.do(stage.databases.fail_over, what="promotion")
    stage.notes.append(f"promoted after {time.monotonic() - began:.1f} s")
    times = stage.world.went_on()
    stage.world.do(stage.databases.refill, what="a new standby")
    return times


def primary_killed(stage, _):
    stage.world.do(stage.databases.primary.crash)
    stage.world.mark()
    return replace_primary(stage)


def primary_vanished(stage, _):
    """The machine of the primary loses its power: nothing says that its connections have ended."""
    world, databases = stage.world, stage.databases
    primary = databases.primary
    for link in ("data", "copies"):
        stage.net.cut(primary.name, link)
    world.do(primary.crash)
    world.mark()
    began = time.monotonic()
    world.do(databases.fail_over, what="promotion")
    stage.notes.append(f"promoted after {time.monotonic() - began:.1f} s")
    times = world.went_on()
    for link in ("data", "copies"):
        stage.net.heal(primary.name, link)
    world.do(databases.refill, what="a new standby")
    return times


def standby_cut(stage, k):
    """The primary is cut from the standbys, and then dies.  Meanwhile, in turn: nothing happens; waits for the standby are cancelled; a node
    dies, its waits are cancelled, and others claim its tables; the primary restarts."""
    world, databases = stage.world, stage.databases
    primary = databases.primary
    stage.net.cut(primary.name, "copies")
    before = world.acked
    world.until(lambda: databases.waiting() > 0 or world.acked > before + 20, "a commit waits for a standby")      # it may fail to
    if k % 4 == 1:
        for _ in range(3):
            databases.cancel_waits()
            world.pause(0.3)
    node = stage.node()
    if k % 4 == 2:
        world.until(lambda: databases.waiting(node) > 0 or not world.at(node), "a commit of the node waits for a standby")
        node.die()
        databases.cancel_waits(node)
        world.pause(stage.lease / 1000 + 3)
    if k % 4 == 3:
        world.do(primary.crash)
        world.do(primary.start)
        world.pause(2)
    world.do(primary.crash)
    stage.net.heal(primary.name, "copies")
    world.mark()
    times = replace_primary(stage)
    if k % 4 == 2:
        world.do(node.again)
    return times


def disk_full(stage, _):
    world, primary = stage.world, stage.databases.primary
    before = world.acked
    world.do(primary.fill)
    world.pause(1)
    while world.acked != before:        # space that is already allocated is used up first
        before = world.acked
        world.pause(1)
    primary.empty()
    if primary.process.poll() is not None:
        world.do(primary.start)
        stage.notes.append("PostgreSQL had ended")
    world.mark()
    return world.went_on()


def disk_slow(stage, _):
    world, primary = stage.world, stage.databases.primary
    primary.slow.write_text("50")
    world.mark()
    times = world.went_on()
    world.pause(2)
    primary.slow.unlink()
    world.mark()
    world.went_on()
    return times


def held_up(stage, _):
    """Writes wait in the database for longer than a lease lasts."""
    world, databases = stage.world, stage.databases
    shell = databases.primary.shell("nodes")
    shell.stdin.write("begin; lock table boneyard.events in share mode;\n")
    shell.stdin.flush()
    world.until(lambda: databases.sql("select count(*) from pg_locks where not granted") != "0", "a write waits")
    for node in stage.nodes:
        node.well = True
    world.pause(stage.lease / 1000 + 2)
    shell.stdin.write("commit;\n")
    shell.stdin.close()
    world.do(shell.wait)
    shell.stdout.close()
    world.mark()
    return world.went_on()


def upgrade(stage, _):
    """Each node is drained, stopped and started, as docs/cluster.md describes."""
    times, world = [], stage.world
    world.mark()
    world.went_on()         # so no move is pending that waited while the test judged the time before
    for node in stage.nodes:
        here = [s.client is not None and s.client.server is node for s in world.seats]
        stage.reconnects += world.reconnects()
        world.longest()
        world.mark()
        node.well = False       # a load balancer sends nobody to a node that is drained
        status, said = world.do(node.drain)
        world.went_on()
        if status != 0 or world.at(node):
            stage.broken.append(f"{node.name} is not drained: {said} {[s.number for s in world.at(node)]}")
        world.do(node.quit)
        world.mark()
        world.went_on()
        stood, counts, waits = world.stood, world.reconnects(), world.longest()
        stage.broken += [f"player {k} reconnected {count} times while {node.name} was drained" for k, count in enumerate(counts) if count > 1]
        if stood > STOOD:
            stage.notes.append(f"a drain is not judged: the test itself stood still for {stood:.1f} s")
        else:
            stage.broken += [f"a move of player {k} took {wait:.2f} s while {node.name} was drained" for k, wait in enumerate(waits) if wait > stage.drain]
        stage.reconnects += counts
        times += [wait for wait, affected in zip(waits, here) if affected]
        world.do(node.again)
        node.well = True
    return times


FAULTS = {
    "killed": (killed, False, "node killed"),
    "frozen": (frozen, False, "node frozen and woken"),
    "database": (cut_database, True, "node cut from the database"),
    "clients": (cut_clients, True, "node cut from its clients"),
    "nodes": (cut_nodes, True, "node cut from the other nodes"),
    "primary": (primary_killed, False, "primary killed"),
    "vanished": (primary_vanished, True, "machine of the primary lost"),
    "standby": (standby_cut, True, "primary cut from the standbys, then killed"),
    "full": (disk_full, True, "disk of the primary full"),
    "slow": (disk_slow, True, "disk of the primary slow, 50 ms a sync"),
    "held": (held_up, False, "writes held up in the database"),
    "upgrade": (upgrade, False, "rolling upgrade"),
}


def row(stage, name, times):
    """Runs a fault this many times, and prints its line."""
    fault, private, what = FAULTS[name]
    if private and not stage.net.private:
        print(f"skipped: {what}: only root has network namespaces")
        return
    lost = doubled = different = former = done = 0
    stage.notes, stage.reconnects, seconds = [], [], []
    try:
        for k in range(times):
            stage.world.reconnects()
            seconds += fault(stage, k)
            stage.reconnects += stage.world.reconnects()
            v = stage.world.verdict()
            lost, doubled, different, former, done = lost + v.lost, doubled + v.doubled, different + v.different, former + v.former, k + 1
            wrong, stage.broken = [*v.details, *stage.broken], []
            expect(f"{what}, time {k + 1}", not wrong, "\n".join(wrong[:20]))
    finally:
        went = f"{statistics.median(seconds):.1f} s, at most {max(seconds):.1f} s" if seconds else "-"
        print(f"{what}: {done} times, {lost} lost, {doubled} doubled, {different} different, {former} told by a former owner;"
              f" tables went on after {went} ({len(seconds)} readings); {reconnects_of(stage)}{'; ' + notes_of(stage) if stage.notes else ''}", flush=True)


def reconnects_of(stage):
    counts = stage.reconnects or [0]
    none, one, more = (100 * sum(low <= n <= high for n in counts) / len(counts) for low, high in ((0, 0), (1, 1), (2, max(counts))))
    return f"reconnects: {none:.0f} % of players 0, {one:.0f} % 1, {more:.0f} % more, at most {max(counts)}"


def notes_of(stage):
    return ", ".join(sorted(set(stage.notes))[:6])


def honest(net, databases, folder, words):
    began = time.monotonic()
    tables, lease, times, pace = (int(words.pop(name, usual)) for name, usual in (("tables", 8), ("lease", 0), ("times", 1), ("pace", 300)))
    stage = Stage(net, databases, folder, PROGRAM, tables, pace / 1000, lease=lease, drain=float(words.pop("drain", DRAIN)),
                  page=words.pop("page", None) is not None)
    try:
        print(f"{tables} tables play after {time.monotonic() - began:.1f} s", flush=True)
        for name in FAULTS if "all" in words else words:
            row(stage, name, int(words.get(name) or times))
        print(f"{stage.world.acked} acknowledged moves")
    finally:
        stage.end()


# ---- Planted faults: the missing guard, the fault that reveals it, its variant, and the length of a lease


EARLY, TRUST, LYING, JOIN, CANCELLED = 1, 2, 9, 12, 14       # backend.h
PLANTS = {311: (frozen, 1, 2000), 312: (frozen, 1, 2000), 313: (standby_cut, 2, 2000), EARLY: (standby_cut, 0, 2000), LYING: (standby_cut, 0, 2000),
          CANCELLED: (standby_cut, 1, 2000), TRUST: (standby_cut, 3, 6000), JOIN: (held_up, 0, 2000), 332: (upgrade, 0, 4000), 333: (upgrade, 0, 4000)}
TRIES = 8


SIGNS = {332: "reconnected"}       # on a busy machine, a move may take long without the fault


def found(net, databases, folder, number):
    """Returns what the checker reports about a program without one of its guards."""
    fault, variant, lease = PLANTS[number]
    databases.primary.sql("drop database nodes with (force)")
    databases.create()
    with tempfile.TemporaryDirectory(dir=folder) as own:
        stage = Stage(net, databases, own, PLANTED, 16 if fault is upgrade else 4, 0.2, planted=number, lease=lease,
                      all_at=0 if fault is held_up else None, drain=1)
        stage.world.patience = 20
        try:
            for _ in range(TRIES):
                try:
                    fault(stage, variant)
                    stage.world.pause(1)
                except Stuck:       # perhaps between a promotion and a new standby
                    databases.recover()
                details, stage.broken = [*stage.world.verdict().details, *stage.broken], []
                details = [d for d in details if SIGNS.get(number, "") in d]
                if details:
                    return details
        finally:
            stage.end()
            databases.recover()
    return []


def planted(net, databases, folder, words):
    guards = dict(line.split(" ", 1) for line in pathlib.Path(GUARDS).read_text().splitlines() if " nodes " in line)
    for number in map(int, [w for w in words if w.isdigit()] or PLANTS):
        if not net.private and PLANTS[number][0] is standby_cut:
            print(f"skipped: planted {number}: only root has network namespaces")
            continue
        details = found(net, databases, folder, number)
        expect(f"planted {number} is found: {guards.get(str(number), '')}", details)
        print(f"planted {number}: {details[0][:300] if details else 'not found'}", flush=True)


def main():
    words = dict(word.partition("=")[::2] for word in sys.argv[5:] or ["all"])
    net = Net()
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        databases = Databases(net, start.folder, STUCK)
        try:
            (planted if "planted" in words else honest)(net, databases, folder, words)
        finally:
            databases.stop()
    finish("nodes")


if __name__ == "__main__":
    enter_private()
    main()
