#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A program for the arena that speaks the bot protocol and misbehaves as its first argument says, beginning with the
decision whose number is its second argument (0: the first).  Until then it plays the first legal move."""
import json
import os
import signal
import sys
import time

what, since, asked = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0, 0


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def misbehave(line):
    good = json.dumps({"move": line["legal"][0]})
    if what == "late":
        time.sleep(0.5)
        say(good)
    elif what == "silent":
        pass
    elif what == "illegal":
        say('{"move":"18-18"}')
    elif what == "garbled":
        say("I play\x1b[31m \u009b" + line["legal"][0] + " and so on" * 100)
    elif what == "long":
        say(" " * (1 << 20) + good)
    elif what == "longest":
        sys.stdout.write("x" * (3 << 20))
        say("")
    elif what == "twice":
        say(good)
        say(good)
    elif what == "dies":
        sys.exit(7)
    elif what == "killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif what == "endless":
        while True:
            sys.stdout.write("x" * 65536)
    elif what == "endless-lines":
        while True:
            sys.stdout.write("{}\n" * 1000)
    elif what == "half":
        sys.stdout.write(good[:5])
        sys.stdout.flush()
    elif what == "shuts-in":
        os.close(0)
        say(good)
        time.sleep(60)
    elif what == "shuts-out":
        os.close(1)
        time.sleep(60)
    elif what == "child":           # leaves somebody behind
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    elif what == "stays-on":        # does not end when its input ends
        say(good)
    else:
        say(good)


if what == "dead":
    sys.exit(3)
if what in ("slow-ready", "slow"):      # starts slowly, and says so or not
    time.sleep(3)
if what == "early":
    say('{"move":"6-6"}')
if what == "log":
    log = open(sys.argv[3], "a")
for text in sys.stdin:
    if what == "log":
        log.write(text)
        log.flush()
    line = json.loads(text)
    if "game" in line and what in ("ready", "slow-ready"):
        say('{"ready":true}')
    if "legal" not in line:
        continue
    if what == "no-calls" and line["legal"] == ["call"]:
        continue
    if what == "late-once" and asked == since:
        time.sleep(0.6)
    if what == "slow-ready" and asked == 0:     # it starts, and then it thinks
        time.sleep(0.3)
    if asked >= since:
        misbehave(line)
    else:
        say(json.dumps({"move": line["legal"][0]}))
    asked += 1
if what == "stays-on":
    time.sleep(600)
