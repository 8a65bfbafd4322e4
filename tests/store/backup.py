#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The backups that docs/serve.md describes: pg_basebackup while entries are written, then archived WAL alone. What was told before the last
archived segment is there after restoring them, and all journals are in order.

    backup.py KEEPS BONEYARD
"""
import contextlib
import os
import subprocess
import sys
import time

import cluster
from failover import Writer


def size(folder):
    return sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())


def main():
    keeps, boneyard = (os.path.abspath(p) for p in sys.argv[1:3])
    with cluster.servers() as start:
        server = start("a")
        wal, base = server.folder / "wal", server.folder / "base"
        wal.mkdir()
        server._give(wal)
        server.sql("alter system set archive_mode = on")
        server.sql(f"alter system set archive_command = 'test ! -f {wal}/%f && cp %p {wal}/%f'")
        server.stop()
        server.start()
        server.sql("create database boneyard")
        writer = Writer(keeps, server.address())
        writer.more("entries before the backup")
        server._run("pg_basebackup", "-h", str(server.sockets), "-U", "boneyard", "-D", str(base), "-c", "fast", "-X", "none")
        writer.more("entries after the backup")
        writer.look()
        told, segment = writer.told, server.sql("select pg_walfile_name(pg_switch_wal())")
        end = time.monotonic() + 60
        while not (wal / segment).exists() and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.2)     # the copy may not be complete when the name appears
        server.crash()
        with contextlib.suppress(BrokenPipeError):
            writer.process.kill()
        writer.process.wait()
        restored = start("b", f"restore_command = 'cp {wal}/%f %p'", "archive_mode = off", base=base)
        while restored.sql("select pg_is_in_recovery()") != "f":
            time.sleep(0.1)
        there = int(restored.sql("select count(*) from boneyard.events", "boneyard"))
        check = subprocess.run([boneyard, "admin", "--db", restored.address(), "check"], capture_output=True, text=True, check=False)
        print(f"told {told}, restored {there}; base {size(base) >> 20} MiB, WAL {size(wal) >> 20} MiB; {check.stdout}{check.stderr}")
        sys.exit(there < told or check.returncode != 0)


main()
