#!/usr/bin/env python3
"""A server that is told to stop: everybody hears it, nobody can hold it up, and what was answered is there afterwards.

    stops.py BONEYARD STUCK.SO
"""
import os
import pathlib
import resource
import signal
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/program"))
sys.path.insert(0, str(ROOT / "tests/server"))
from program import expect, finish                                      # noqa: E402
from wire import PATIENCE, Client, Served, upgrade     # noqa: E402

PROGRAM, STUCK = sys.argv[1:3]
PAGE = ["--web-root", str(ROOT / "tests/server/page")]


def ends(server, what, code):
    """Waits for the end, and says how long it took."""
    at = time.monotonic()
    found = server.process.wait(PATIENCE)
    print(f"{what}: {time.monotonic() - at:.1f} s")
    expect(f"{what}: ends with {code}", found == code, f"{found} {server.stderr()}")


def many(n):
    """Sockets of people who do not read: each is told, none is waited for long."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    n = min(n, hard - 100)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, n + 100), hard))
    with Served(PROGRAM, *PAGE, "--sockets-per-address", "60000", "--connections", str(n + 50)) as server:
        token = server.token()
        a = Client(server, token)
        others = [upgrade(server, authorization=f"Bearer {token}")[0] for _ in range(n)]
        server.process.send_signal(signal.SIGTERM)
        ends(server, f"{n} who do not read", 0)
        expect("one of them is told", a.wait("gone")["code"] == "stopping" and a.ended() == 1012)
        for s in others:
            expect("each is told", b"stopping" in s.recv(4096))
            s.close()


def twice():
    """Said a second time, while it waits for a disk that does not answer."""
    with tempfile.NamedTemporaryFile() as stuck:
        with Served(PROGRAM, *PAGE, env={"LD_PRELOAD": STUCK, "STUCK_WHILE": stuck.name + ".on",
                                         "ASAN_OPTIONS": "verify_asan_link_order=0"}) as server:
            a = server.person()
            table = a.ask("make", rules="block:basics")["table"]
            a.ask("join", table=table, from_=0)
            for times in (2, 1):
                pathlib.Path(stuck.name + ".on").touch()
                a.send("sit", f"sit {times}", seat=0, name="Ann")
                expect("nothing is acknowledged that is not on the disk", not a.read(0.5) or "reply" not in str(a.replies))
                server.process.send_signal(signal.SIGTERM)
                a.wait("gone")
                if times > 1:
                    server.process.send_signal(signal.SIGTERM)
                ends(server, f"a disk that does not answer, told {times} times", 1)
                expect("it says so", server.stderr().count("stopped-at-once") == 3 - times, server.stderr())
                os.unlink(stuck.name + ".on")
                server.start()
                a = Client(server, a.token)
                a.ask("join", table=table, from_=0)
                expect("the answer comes when it is asked again", a.code("sit", f"sit {times}", seat=0, name="Ann") == "ok")
                a.ask("stand", seat=0)


def calendar():
    """The clock of the machine is set, forwards and back: nobody has been silent for an hour, or too fast."""
    with tempfile.NamedTemporaryFile("w") as clock:
        with Served(PROGRAM, *PAGE, env={"LD_PRELOAD": STUCK, "CLOCK_AHEAD": clock.name, "ASAN_OPTIONS": "verify_asan_link_order=0"}) as server:
            people, before = [server.person() for _ in range(2)], server.http("GET", "/healthz")[1]["date"]
            for hours in (1, -1):
                clock.seek(0)
                clock.write(f"{hours * 3600:+6d}")
                clock.flush()
                until = time.monotonic() + 2.5      # the second hand goes round
                while time.monotonic() < until:
                    for c in people:
                        c.read(0.1)
                now = server.http("GET", "/healthz")[1]["date"]
                expect("the server has seen it", now[17:19] != before[17:19], f"{before} {now}")
                expect("everybody is still there", [c.code("mine") for c in people] == ["ok"] * 2, str(hours))


def main():
    calendar()
    many(2000 if os.environ.get("BONEYARD_LONG") else 200)
    twice()
    finish("stops")


main()
