#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What it costs to serve players through a second node, and to send them to the node that has their table instead.

    bench/relay.py BUILD [TABLES] [SECONDS] [PAIRS]

Serving through is nginx in front of one node, which forwards every message of every player: bench/load plays with and without it, in turns.
Prints the node's and nginx's processor time a move, and the time until all players have a move.  Sending elsewhere is one player at a time who
asks the wrong node for a table and then joins it at the right one: prints the time of the second connection, and both nodes' processor time.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "tests/store"), str(ROOT / "tests/server")]
import cluster      # noqa: E402
import front        # noqa: E402
import wire         # noqa: E402

BUILD = pathlib.Path(sys.argv[1])
TABLES, SECONDS, PAIRS = (int(sys.argv[k]) if len(sys.argv) > k else usual for k, usual in ((2, 100), (3, 8), (4, 3)))
WARM = 6                # seconds that bench/load plays before it measures
TIMES = 200             # of the second connection
LIMITS = ["--sockets-per-address", "60000", "--persons-per-address", "1000000", "--tables-per-address", "100000", "--connections", "20000",
          "--connection-rate-per-address", "100000", "--credits", "1000000"]


def busy(*pids):
    """Processor seconds of processes."""
    ticks = 0
    for pid in pids:
        ticks += sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def play(port, *pids):
    """Lets bench/load play at a port; returns its figures and each process's microseconds a move."""
    process = subprocess.Popen([BUILD / "bench/load", "--tables", str(TABLES), "--seconds", str(SECONDS), "--meet", "0", "--port", str(port)],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while "ready" not in process.stdout.readline():
        if process.poll() is not None:
            raise RuntimeError("bench/load has ended")
    process.stdin.write("\n")
    process.stdin.flush()
    time.sleep(WARM)
    before = [busy(pid) for pid in pids]
    line = ""
    while '"bench"' not in line:
        line = process.stdout.readline()
    after = [busy(pid) for pid in pids]
    process.communicate("\n")
    found = json.loads(line)
    return found, [1e6 * (b - a) / found["moves"] for a, b in zip(before, after)]


def second_connection(right, wrong):
    """Returns the milliseconds of each second connection, and the nodes' microseconds for it."""
    one = right.person()
    table = one.ask("make", rules="draw:basics", seats=["open", "bot:greedy"])["table"]
    one.ask("join", table=table, from_=0)
    one.ask("sit", seat=0, name="Ann")
    times, spent = [], 0
    for _ in range(TIMES):
        lost = wire.Client(wrong, one.token)
        before, began = busy(right.process.pid, wrong.process.pid), time.monotonic()
        at = lost.reply(lost.send("join", table=table, from_=0))["at"]
        assert at == right.origin, at
        found = wire.Client(right, one.token)
        found.ask("join", table=table, from_=0)
        found.wait("event", n=2)
        times.append(1000 * (time.monotonic() - began))
        spent += busy(right.process.pid, wrong.process.pid) - before
        lost.close()
        found.close()
    return times, 1e6 * spent / TIMES


def node(name, database, folder):
    port = front.free_port()
    os.mkdir(f"{folder}/{name}")
    return wire.Served(BUILD / "boneyard", *wire.PAGE, *LIMITS, "--db", database, "--node", name, "--node-address", f"http://127.0.0.1:{port}",
                       "--key-file", f"{folder}/key", listen=f"127.0.0.1:{port}", folder=f"{folder}/{name}")


def nginx_conf(folder, port, to):
    (folder / "relay.conf").write_text(f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;\nworker_rlimit_nofile 65536;\n"
                                       "events { worker_connections 30000; }\nhttp { access_log off;\nserver { listen 127.0.0.1:" + str(port) + ";\n"
                                       f"location / {{ proxy_pass http://127.0.0.1:{to}; proxy_http_version 1.1; proxy_set_header Host 127.0.0.1:{to};"
                                       " proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $http_connection; } } }\n")
    return subprocess.Popen([front.NGINX, "-p", folder, "-c", folder / "relay.conf", "-e", folder / "log"])


def main():
    print("| tables | served | moves/s | p50 | p99 | node's time a move | nginx's time a move | load |\n|---|---|---|---|---|---|---|---|", flush=True)
    with cluster.servers() as start, tempfile.TemporaryDirectory() as name:
        folder, database = pathlib.Path(name), start("relay")
        database.sql("create database load")
        with node("a", database.address("load"), name) as a, node("b", database.address("load"), name) as b:
            times, spent = second_connection(a, b)
            port = front.free_port()
            nginx = nginx_conf(folder, port, a.port)
            try:
                for k in range(2 * PAIRS):
                    through, at = k % 2 == 1, os.getloadavg()[0]
                    found, (own, relay) = play(port if through else a.port, a.process.pid, nginx.pid)
                    print(f"| {TABLES} | {'through nginx' if through else 'directly'} | {found['moves'] / SECONDS:.0f} | {found['p50_ms']:.1f} ms |"
                          f" {found['p99_ms']:.1f} ms | {own:.0f} µs | {relay:.0f} µs | {at:.1f} |", flush=True)
            finally:
                nginx.terminate()
                nginx.wait()
    print(f"a second connection: {statistics.median(times):.1f} ms, at most {max(times):.1f} ms, {spent:.0f} µs of both nodes' processor time ({TIMES} times)")


main()
