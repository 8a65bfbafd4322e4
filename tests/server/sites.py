#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Several servers as reached by visitors: behind a real nginx (tools/cluster, dist/nginx-cluster.conf), and by DNS names alone.

    sites.py BONEYARD       ends with 77 if nginx, PostgreSQL, or the part of the program for it, is missing
"""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

import wire
from front import NGINX, free_port
from program import expect, finish

sys.path.insert(0, str(wire.ROOT / "tests/store"))
import cluster      # noqa: E402

PROGRAM = sys.argv[1]
LONG = 90
connect = socket.create_connection


def until(what, seconds=LONG):
    """Waits for a true value and returns it; connections may fail meanwhile."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(wire.Gone, wire.Refused, TimeoutError, OSError):
            found = what()
            if found:
                return found
        time.sleep(0.1)
    raise TimeoutError("it does not come to be so")


class Site(wire.Served):
    """A server, or several, as seen by visitors. `path`: of one node behind nginx."""

    def __init__(self, scheme, name, port, path=""):
        self.scheme, self.name, self.host, self.port, self.path = scheme, name, "127.0.0.1", port, path

    @property
    def authority(self):
        return f"{self.name}:{self.port}"

    @property
    def origin(self):
        return f"{self.scheme}://{self.authority}"

    def visit(self, cookie):
        return wire.Client(self, cookie=cookie, origin=self.origin)


def make(site, cookie):
    a = site.visit(cookie)
    table = a.ask("make", rules="muggins:number players=2")["table"]
    a.ask("join", table=table, from_=0)
    a.ask("sit", seat=0, name="Ana")
    a.wait("event", what="sit")
    return a, table


# ---- Behind nginx


@contextlib.contextmanager
def whole_cluster():
    port = free_port()
    process = subprocess.Popen([wire.ROOT / "tools/cluster", PROGRAM, str(port), *wire.PAGE, *wire.MANY], stdout=subprocess.PIPE, text=True)
    said = ""
    for line in process.stdout:
        said += line
        if "kill -9" in line:
            break
    try:
        yield Site("http", "localhost", port), said
    finally:
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=LONG)[0]
        expect("Ctrl-C ends it", process.returncode == 0 and "stopped and removed" in rest, rest)


def join_other(site, cookie, table):
    """Joins through nginx until the connection is to another node; returns where the table is."""
    def attempt():
        c = site.visit(cookie)
        reply = c.reply(c.send("join", table=table, from_=0))
        c.close()
        return reply.get("at") if reply.get("code") == "elsewhere" else None

    return until(attempt)


def arrival(site, cookie):
    """Returns the status with which a visitor's socket is answered; 101 if it opens."""
    try:
        site.visit(cookie).close()
        return 101
    except wire.Gone as gone:
        return gone.code


def behind_nginx():
    with whole_cluster() as (site, said):
        expect("it prints the address", f"Boneyard is at {site.origin}/" in said, said)
        database, (pid, dead) = re.search(r"db='(.*)'", said)[1], re.search(r"kill -9 (\d+) +# node ([abc]) ", said).groups()
        folder = pathlib.Path(re.search(r"%2Ftmp%2F([^%]*)", database)[1])
        status, headers, body = site.http("GET", "/index.html")
        expect("the page", status == 200 and b"<title>" in body, f"{status} {headers}")
        expect("no numbers for visitors", site.http("GET", "/metrics")[0] == 404)
        cookie, other = site.cookie(), site.cookie()
        tables = [make(site, cookie) for _ in range(6)]        # nginx takes the nodes in turn
        places = [join_other(site, other, table) for _, table in tables]
        expect("tables are on several nodes, each named", len(set(places)) > 1 and all(re.fullmatch(f"{site.origin}/node/[abc]", at) for at in places), str(places))
        for (_, table), at in zip(tables, places):
            c = Site("http", "localhost", site.port, at[len(site.origin):]).visit(other)
            c.ask("join", table=table, from_=0)
            expect("the table is there", c.wait("event", what="sit")["name"] == "Ana")
            c.close()
        status, headers, _ = site.http("GET", f"{places[0][len(site.origin):]}/record/{tables[0][1]}/1")
        expect("a record is asked of the node that has the table", status == 404 and "content-security-policy" in headers, f"{status} {headers}")
        status = subprocess.run([PROGRAM, "admin", "--db", database, "nodes"], capture_output=True, text=True, check=False).stdout
        expect("three nodes run", status.count("running") == 3, status)
        os.kill(int(pid), signal.SIGKILL)
        expect("nobody answers at the dead node's own path", until(lambda: arrival(Site("http", "localhost", site.port, f"/node/{dead}"), cookie) == 502))
        statuses = [arrival(site, cookie) for _ in range(6)]        # nginx takes the nodes in turn
        expect("a dead node is skipped", statuses == [101] * 6, str(statuses))

        def seated(table):
            c = site.visit(other)
            reply = c.reply(c.send("join", table=table, from_=0), 10)
            if reply.get("code") == "elsewhere" and reply["at"]:
                c = Site("http", "localhost", site.port, reply["at"][len(site.origin):]).visit(other)
                reply = c.reply(c.send("join", table=table, from_=0), 10)
            return reply["ok"] and c.code("sit", seat=1, name="Bob") in ("ok", "not-open", "not-waiting") and c.wait("event", what="sit", name="Bob", seconds=10)

        for _, table in tables:
            expect("every table goes on", bool(until(lambda table=table: seated(table))))
    expect("nothing is left", not (pathlib.Path("/tmp") / folder).exists())
    with contextlib.closing(socket.socket()) as s:
        expect("nor does anybody answer", s.connect_ex(("127.0.0.1", site.port)) != 0)


# ---- By names


@contextlib.contextmanager
def names(found, cert):
    """Resolves names: {name: [port of a node]}; the first that answers is taken, as browsers do."""
    trust = ssl.create_default_context(cafile=cert)

    def to(address, timeout):
        for port in found[address[1]]:
            with contextlib.suppress(ConnectionRefusedError):
                return trust.wrap_socket(connect(("127.0.0.1", port), timeout), server_hostname=names.asked)
        raise ConnectionRefusedError

    wire.socket.create_connection = to
    try:
        yield
    finally:
        wire.socket.create_connection = connect


class Named(Site):
    """A name; `port` in the table of names stands for it."""

    @property
    def authority(self):
        names.asked = self.name
        return self.name


def by_names(start, folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", folder / "key.pem",
                    "-out", folder / "cert.pem", "-days", "2", "-subj", "/CN=x", "-addext",
                    "subjectAltName=DNS:dominoes.example,DNS:a.dominoes.example,DNS:b.dominoes.example"], check=True, capture_output=True)
    database = start("dns")
    database.sql("create database boneyard")
    ports = {name: free_port() for name in "ab"}
    everybody, a, b = (Named("https", name, k) for k, name in enumerate(["dominoes.example", "a.dominoes.example", "b.dominoes.example"]))
    with contextlib.ExitStack() as stack:
        nodes = {}
        for name, port in ports.items():
            (folder / name).mkdir()
            nodes[name] = stack.enter_context(wire.Served(
                PROGRAM, *wire.PAGE, *wire.MANY, "--db", database.address(), "--node", name, "--node-address", f"https://{name}.dominoes.example",
                *[word for site in (everybody, a, b) for word in ("--origin", site.origin)], "--tls-cert", str(folder / "cert.pem"), "--tls-key",
                str(folder / "key.pem"), "--key-file", str(folder / "key"), listen=f"127.0.0.1:{port}", folder=str(folder / name)))
        stack.enter_context(names({0: [ports["a"], ports["b"]], 1: [ports["a"]], 2: [ports["b"]]}, folder / "cert.pem"))
        cookie = everybody.cookie()
        player, table = make(everybody, cookie)
        there = b.cookie()
        c = b.visit(there)
        reply = c.reply(c.send("join", table=table, from_=0))
        expect("b says that a has it", reply.get("code") == "elsewhere" and reply["at"] == a.origin, str(reply))
        here = a.cookie(bearer=c.ask("link")["secret"])
        c = a.visit(here)
        c.ask("join", table=table, from_=0)
        c.ask("sit", seat=1, name="Bob")
        expect("a session goes from name to name", c.wait("event", what="sit", name="Bob")["seat"] == 1)
        nodes["a"].kill()

        def again():
            d = everybody.visit(cookie)
            return d.code("join", table=table, from_=0) == "ok" and d.wait("table", seconds=10)

        seats = until(again)["seats"]
        expect("the common name leads to the node that is left, with the seats", [s["name"] for s in seats] == ["Ana", "Bob"] and seats[0]["you"], str(seats))


if NGINX is None or shutil.which("openssl") is None:
    sys.exit(77)
cluster.need()
behind_nginx()
with cluster.servers() as servers, tempfile.TemporaryDirectory() as where:
    by_names(servers, pathlib.Path(where))
finish("sites")
