#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What requests cost that look through tables or people: a server's start, `hello`, `list`, `mine`, `profile`, `make` and
`quick`, one after another.

    bench/asks.py PROGRAM [--db FILE|ADDRESS --key FILE] [--node NAME] [--tables N] [--times K]

The database may have been filled (bench/fill.c). N tables are made first, by N/100 people; a hundred of them are public. A line each: the
median and the 99th percentile of the time until the answer, and the server's processor time; both in milliseconds.
"""
import argparse
import concurrent.futures
import itertools
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/server"))
from wire import PAGE, Client, Served     # noqa: E402

LIMITS = [word for name, most in (("tables", 100000), ("tables-per-person", 10000), ("tables-per-address", 100000), ("credits", 1000000),
                                  ("sockets-per-address", 10000), ("persons-per-address", 10000), ("connection-rate-per-address", 100000))
          for word in (f"--{name}", str(most))]


def busy(server):
    fields = pathlib.Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(fields[i]) for i in (11, 12)) / os.sysconf("SC_CLK_TCK")


def measure(server, name, times, ask):
    took, before = [], busy(server)
    for _ in range(times):
        began = time.monotonic()
        ask()
        took.append(1000 * (time.monotonic() - began))
    took.sort()
    middle, late, cost = took[len(took) // 2], took[len(took) * 99 // 100], 1000 * (busy(server) - before) / times
    print(f"{name:7} p50 {middle:7.2f} ms  p99 {late:7.2f} ms  processor {cost:6.2f} ms", flush=True)


def fill(server, n):
    """Makes n tables, a hundred for each person, on twenty connections at a time."""
    def make(first):
        person = server.person()
        for i in range(first, min(first + 100, n)):
            person.ask("make", rules="block:basics", seats=["open", "open"], public=i < 100)
        person.close()

    with concurrent.futures.ThreadPoolExecutor(20) as pool:
        list(pool.map(make, range(0, n, 100)))


def main():
    read = argparse.ArgumentParser()
    read.add_argument("program")
    read.add_argument("--db")
    read.add_argument("--key")
    read.add_argument("--node")
    read.add_argument("--tables", type=int, default=0)
    read.add_argument("--times", type=int, default=200)
    a = read.parse_args()
    began = time.monotonic()
    with (tempfile.TemporaryDirectory() as folder,
          Served(a.program, *PAGE, *LIMITS, *(["--node", a.node] if a.node else []), "--db", a.db or f"{folder}/asks.db", "--key-file", a.key or f"{folder}/key", folder=folder) as server):
        print(f"start   {1000 * (time.monotonic() - began):7.0f} ms", flush=True)
        fill(server, a.tables)
        person, token = server.person(), server.token()
        measure(server, "idle", 1, lambda: time.sleep(3))
        measure(server, "hello", a.times, lambda: Client(server, token).close())
        measure(server, "list", a.times, lambda: person.ask("list"))
        measure(server, "mine", a.times, lambda: person.ask("mine"))
        person.ask("register", name=f"Asker {time.time_ns()}", password="correct horse battery")
        measure(server, "profile", a.times, lambda: person.ask("profile"))
        measure(server, "make", a.times, lambda: person.ask("make", rules="block:basics", seats=["open", "open"]))
        people, numbers = iter([server.person() for _ in range(a.times)]), itertools.count()
        measure(server, "quick", a.times, lambda: next(people).ask("quick", game="draw", name=f"A{next(numbers)}"))


main()
