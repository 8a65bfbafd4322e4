#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a move costs on SQLite, on PostgreSQL without and with a synchronous standby, and on one and three nodes.

    bench/nodes.py BUILD [TABLES,...] [SECONDS] [KIND,...]

Runs bench/load on each, one after the other; on one and on three nodes, three of them at once with a third of the tables each, so that
only the servers differ (the other kinds have one, and compare only with each other).  They start to play together, and stop their servers together: a node that stops hands its tables to the others,
which have to load them.  Prints the nodes' processor time a move, PostgreSQL's (all processes of all its servers), bytes of WAL and
commits a journal entry, entries a move, and the load average.
"""
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests/store"))
import cluster      # noqa: E402

BUILD = pathlib.Path(sys.argv[1])
TABLES = [int(n) for n in (sys.argv[2] if len(sys.argv) > 2 else "51,501").split(",")]
SECONDS = int(sys.argv[3]) if len(sys.argv) > 3 else 15
KINDS = (sys.argv[4] if len(sys.argv) > 4 else "sqlite,postgres,standby,node,nodes").split(",")
LIMITS = ["--sockets-per-address", "60000", "--persons-per-address", "1000000", "--tables-per-address", "100000", "--connections", "20000",
          "--tables", "20000", "--web-root", str(ROOT / "tests/server/page")]


def busy(servers):
    """Processor seconds of PostgreSQL's processes, those that have ended too."""
    ticks = 0
    for server in servers:
        pid = server.process.pid
        for one in [pid, *pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]:
            try:
                fields = pathlib.Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):      # it has just ended
                continue
            ticks += sum(int(n) for n in (fields[11:15] if one == pid else fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


class Watch(threading.Thread):
    """Reads PostgreSQL's numbers during the last seconds of a run."""

    def __init__(self, servers):
        super().__init__(daemon=True)
        self.servers, self.read, self.stop = servers, [], threading.Event()

    def numbers(self):
        question = ("select pg_current_wal_lsn() - '0/0', coalesce((select sum(number) from boneyard.tables), 0),"
                    " (select xact_commit from pg_stat_database where datname = 'load')")
        return [time.monotonic(), *(float(n) for n in self.servers[0].sql(question, "load").split("|")), busy(self.servers)]

    def run(self):
        while not self.stop.wait(4):        # reading costs PostgreSQL some milliseconds
            try:
                self.read.append(self.numbers())
            except RuntimeError:        # there is no schema yet
                continue

    def rates(self):
        """WAL bytes, commits and PostgreSQL's microseconds an entry, while people played; and entries a move."""
        end = time.monotonic()
        self.stop.set()
        self.join()
        last = [one for one in self.read if one[0] < end][-1]
        first = [one for one in self.read if end - SECONDS - 10 < one[0] < last[0]][0]
        entries = last[2] - first[2]
        a_move = float(self.servers[0].sql("select count(*)::float / count(*) filter (where position('\"what\":\"play\"'::bytea in bytes) > 0)"
                                           " from boneyard.events", "load"))
        return (last[1] - first[1]) / entries, (last[3] - first[3]) / entries, 1e6 * (last[4] - first[4]) / entries, a_move


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


def load(tables, words):
    return subprocess.Popen([BUILD / "bench/load", "--tables", str(tables), "--seconds", str(SECONDS), "--meet", "0", *words],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def told(running, word):
    """Reads what each load prints up to a line with this word, and lets all of them go on: returns these lines."""
    lines = []
    for process in running:
        line = said = process.stdout.readline()
        while word not in line:
            if line == "":
                raise RuntimeError(said)
            line = process.stdout.readline()
            said += line
        lines.append(line)
    for process in running:
        process.stdin.write("\n")
        process.stdin.flush()
    return lines


def run(kind, tables, folder, start):
    servers, watch, nodes = [], None, [tables]
    words = [["--db", f"{folder}/{kind}{tables}.db"]]
    if kind != "sqlite":
        servers = [start(f"p{kind}{tables}", "track_io_timing = off")]
        servers[0].sql("create database load")
        if kind != "postgres":
            servers.append(start(f"s{kind}{tables}", source=servers[0]))
            servers[0].sql(f"alter system set synchronous_standby_names = 's{kind}{tables}'")
            servers[0].sql("select pg_reload_conf()")
        words = [["--db", servers[0].address("load"), "--key-file", f"{folder}/{kind}{tables}.key"]]
        watch = Watch(servers)
        watch.start()
    port = free_port() if kind == "node" else 0
    words = [["--", BUILD / "boneyard", "serve", *LIMITS, "--listen", f"127.0.0.1:{port}", *words[0]]]
    if kind in ("node", "nodes"):
        nodes = [tables // 3] * 3
        words = [[*words[0], "--node", name, "--node-address", f"http://{name}.example"] for name in "abc"]
        if kind == "node":
            words[1:] = [["--port", str(port)]] * 2
    at = os.getloadavg()[0]
    running = []
    for k, n in enumerate(nodes):
        running.append(load(n, words[k]))
        if len(nodes) > 1:
            time.sleep(1)               # the first one creates the key
        while port != 0 and not answers(port) and running[0].poll() is None:
            time.sleep(0.1)
    told(running, "ready")
    found = [json.loads(line) for line in told(running, '"bench"')]
    for process in running:
        out = process.communicate()[0]
        if process.returncode != 0:
            raise RuntimeError(out)
    moves, own = sum(f["moves"] for f in found), sum(f["moves"] * f["us_move"] for f in found)
    row = f"| {tables} | {kind} | {moves / SECONDS:.0f} | {max(f['p50_ms'] for f in found):.0f} ms | {max(f['p99_ms'] for f in found):.0f} ms | {own / moves:.0f} µs |"
    if watch is not None:
        wal, commits, database, a_move = watch.rates()
        row += f" {database:.0f} µs | {wal:.0f} | {commits:.2f} | {a_move:.2f} |"
    else:
        row += " | | | |"
    print(f"{row} {at:.0f} |", flush=True)
    for server in servers:
        server.stop()


def main():
    print("| tables | store | moves/s | p50 | p99 | node's processor time a move | PostgreSQL's an entry | WAL bytes an entry | commits an entry | entries a move | load |")
    print("|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    with cluster.servers() as start, tempfile.TemporaryDirectory() as folder:
        for tables in TABLES:
            for kind in KINDS:
                run(kind, tables, folder, start)


main()
