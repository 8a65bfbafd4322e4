#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The database dies while entries are written; nothing that was told as kept is lost.

    failover.py KEEPS [TIMES]               all of them
    failover.py KEEPS planted lying         passes if the loss is found

restart    the only server is killed and starts again
promote    the primary is killed, and its synchronous standby promoted
cut        the same, after the standby had stopped receiving: what it lacks was never told
"""
import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import time

import cluster

MORE = 150          # entries between events
LONG = 100          # seconds, for a machine that is busy


class Writer:
    """keeps.c, and the entries that it has told."""

    def __init__(self, program, address, *fault):
        self.process = subprocess.Popen([program, address, *fault], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.told, self.last = 0, ""
        os.set_blocking(self.process.stdout.fileno(), False)
        self.rest = ""

    def look(self):
        while True:
            try:
                text = os.read(self.process.stdout.fileno(), 65536).decode()
            except BlockingIOError:
                return
            if not text:
                return
            *lines, self.rest = (self.rest + text).split("\n")
            for line in lines:
                self.last = line
                if line.isdigit():
                    self.told = int(line)
                else:
                    print(line)

    def until(self, fact, what):
        end = time.monotonic() + LONG
        while not fact():
            self.look()
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"never: {what}; the writer said: {self.last}")
            time.sleep(0.02)

    def more(self, what):
        was = self.told
        self.until(lambda: self.told >= was + MORE, what)

    def end(self):
        """Whether everything that was told is there."""
        self.process.stdin.close()
        while self.process.poll() is None:
            self.look()
            time.sleep(0.02)
        self.look()
        return self.process.returncode == 0


def title(process):
    """The command line of a process, or nothing once the process has ended."""
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{process}/cmdline").read_text(errors="replace")
    return ""


def processes(server, kind):
    """The processes of a server whose title has these words."""
    children = pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(p) for p in children if kind in title(p)]


def restart(start, program, *fault):
    server = start("r", "wal_buffers = 16MB")
    server.sql("create database boneyard")
    for pid in processes(server, "walwriter"):      # what a commit does not wait for stays in memory
        os.kill(pid, signal.SIGSTOP)
    writer = Writer(program, server.address(), *fault)
    writer.more("entries")
    server.crash()
    server.start()
    if not fault:
        writer.more("entries after the restart")
    return writer.end()


def pair(start, tag):
    primary = start(f"p{tag}")
    primary.sql("create database boneyard")
    standby = start(f"s{tag}", source=primary)
    primary.sql(f"alter system set synchronous_standby_names = 's{tag}'")
    primary.sql("select pg_reload_conf()")
    while primary.sql("select count(*) from pg_stat_replication where sync_state = 'sync'") != "1":
        time.sleep(0.05)
    return primary, standby


def promote(start, program, tag, *fault):
    primary, standby = pair(start, tag)
    writer = Writer(program, primary.address("boneyard", standby), *fault)
    writer.more("entries")
    primary.crash()
    began = time.monotonic()
    standby.promote()
    promoted = time.monotonic()
    was = writer.told
    writer.until(lambda: writer.told > was, "an entry after the promotion")
    print(f"promoted after {promoted - began:.2f} s, the first entry {time.monotonic() - promoted:.2f} s later")
    writer.more("entries after the promotion")
    return writer.end()


def cut(start, program, tag, *fault):
    primary, standby = pair(start, tag)
    writer = Writer(program, primary.address("boneyard", standby), *fault)
    writer.more("entries")
    for pid in processes(standby, "walreceiver"):
        os.kill(pid, signal.SIGSTOP)
    was = writer.told
    writer.until(lambda: writer.told > was + MORE
                 or primary.sql("select count(*) from pg_stat_activity where wait_event = 'SyncRep'") != "0", "a commit that waits")
    primary.crash()
    for pid in processes(standby, "walreceiver"):
        os.kill(pid, signal.SIGKILL)
    # The death of a process makes a standby start over.
    promoted = False
    while not promoted:
        with contextlib.suppress(RuntimeError):     # it may be starting, or have been promoted too late for the last try
            standby.promote(3)
        with contextlib.suppress(RuntimeError):
            promoted = standby.sql("select pg_is_in_recovery()") == "f"
    if not fault:
        writer.more("entries after the promotion")
    return writer.end()


def main():
    program = os.path.abspath(sys.argv[1])
    planted = sys.argv[3:4] if sys.argv[2:3] == ["planted"] else []
    times = int(sys.argv[2]) if len(sys.argv) == 3 else 1
    wrong = []
    with cluster.servers() as start:
        if planted:
            wrong += [name for name, done in (("restart", restart(start, program, *planted)), ("cut", cut(start, program, "x", *planted)))
                      if done]
            print("the fault was noticed" if not wrong else f"not noticed by: {wrong}")
        else:
            for i in range(times):
                if i == 0 and not restart(start, program):
                    wrong.append("restart")
                for part in (promote, cut):
                    if not part(start, program, f"{part.__name__[0]}{i}"):
                        wrong.append(f"{part.__name__} {i}")
            print("FAILED: " + ", ".join(wrong) if wrong else "nothing is lost")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
