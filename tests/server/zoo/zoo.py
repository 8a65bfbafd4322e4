#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A bot that misbehaves at a server's table: `zoo.py WHAT`.  A bot that escapes the sandbox reports it by a move other than
the first legal one."""
import json
import os
import signal
import socket
import sys
import time

what = sys.argv[1]


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def fork_bomb():
    while True:
        try:
            os.fork()
        except OSError:
            time.sleep(0.01)


def orphans():
    """Starts children in their own sessions, which try to outlive it."""
    for _ in range(8):
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                signal.signal(signal.SIGHUP, signal.SIG_IGN)
                time.sleep(600)
            os._exit(0)


def hoard():
    """Starts children that each use nearly all memory allowed for one process."""
    for _ in range(8):
        if os.fork() == 0:
            held = bytearray(200 << 20)
            held[::4096] = bytes(range(256)) * (len(held) // 4096 // 256)
            time.sleep(600)


def write_forever(fd, block, most):
    for _ in range(most // len(block)):
        os.write(fd, block)


def reach_out():
    """Returns True if anything outside can be reached."""
    for family, where in ((socket.AF_INET, ("127.0.0.1", int(sys.argv[2]))), (socket.AF_INET, ("1.1.1.1", 53)),
                          (socket.AF_UNIX, "/run/dbus/system_bus_socket"), (socket.AF_UNIX, "\0boneyard-zoo")):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as s:
                s.settimeout(1)
                s.connect(where)
                return True
        except OSError:
            pass
    return False


def look_around():
    """Returns True if it can see forbidden files, or write."""
    found = [p for p in ("/etc/passwd", "/proc/1/environ", f"/proc/{os.getppid()}/maps", "/root", "/home", "/var",
                         sys.argv[2]) if os.path.exists(p)]
    for path in ("/x", "/dev/shm/x", "/tmp/x", os.path.dirname(os.path.abspath(__file__)) + "/x"):
        try:
            with open(path, "w") as f:
                f.write("x")
            found.append(path)
        except OSError:
            pass
    try:
        held = bytearray(4 << 30)
        found.append(f"{len(held)} bytes")
    except MemoryError:
        pass
    return bool(found) or bool(os.environ.get("BONEYARD_ZOO"))


AT_START = {"fork": fork_bomb, "hoard": hoard, "orphans": orphans, "silence": lambda: time.sleep(600),
            "flood": lambda: write_forever(1, b"{}\n" * 20000, 1 << 40),
            "endless": lambda: write_forever(1, b"x" * 65536, 1 << 40),
            "nul": lambda: write_forever(1, b"\0\n" * 30000, 1 << 40),
            "line": lambda: (write_forever(1, b"x" * 65536, 1 << 30), say("")),
            "stderr": lambda: write_forever(2, b"x" * 65536, 1 << 30),
            "deaf": lambda: (os.close(0), time.sleep(600)), "dumb": lambda: (os.close(1), time.sleep(600)),
            "gone": lambda: sys.exit(3), "eager": lambda: say('{"move":"pass"}\n' * 50)}
# Invalid answers, built from the move they stand for.
ANSWERS = {"illegal": '{"move":"18-18"}', "nuls": '{"move":"\0\0"}', "utf8": b'{"move":"\xff\xfe\xc0\x80"}',
           "huge": '{"move":"pass","more":[' + "[1,2,3]," * 1000000 + "0]}", "deep": '{"move":' + "[" * 200000 + "]" * 200000 + "}",
           "wide": '{"move":"' + "6-6 " * 10000 + '"}', "number": '{"move":1e999}', "keys": '{"move":"pass","move":"pass"}',
           "endings": '{"move":"pass"}\r\n\r\n\v'}

if what == "deafterm":
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(600)
AT_START.get(what, lambda: None)()
if what in ("loads", "loads-unsaid"):           # starts slowly, with or without saying so
    time.sleep(6)
    if what == "loads":
        say('{"ready":true}')
for text in sys.stdin:
    line = json.loads(text)
    if "legal" not in line:
        continue
    first, last = json.dumps({"move": line["legal"][0]}), json.dumps({"move": line["legal"][-1]})
    if what == "late":
        time.sleep(3)
        say(last)
    elif what in ANSWERS:
        answer = ANSWERS[what]
        sys.stdout.buffer.write((answer.encode() if isinstance(answer, str) else answer) + b"\n")
        sys.stdout.buffer.flush()
    elif what in ("drip", "slow"):              # a byte at a time
        for letter in last + "\n":
            os.write(1, letter.encode())
            time.sleep(0.001 if what == "drip" else 0.5)
    elif what == "hoard":
        time.sleep(0.8)
        say(last)
    elif what == "leaves":
        say(last)
        sys.exit(0)
    elif what == "mute":                        # sends one line, then nothing more
        say(last)
        os.close(1)
        time.sleep(600)
    elif what == "twice":
        say(first + "\n" + first)
    elif what in ("reach", "look"):
        say('{"move":"18-18"}' if (reach_out() if what == "reach" else look_around()) else first)
    else:
        say(last)
