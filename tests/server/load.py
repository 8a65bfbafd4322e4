#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Copies of bench/load with --meet: none plays before it is told to, and none stops its server before all have finished.

    load.py LOAD BONEYARD
"""
import json
import pathlib
import select
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/program"))
from program import expect, finish      # noqa: E402

LOAD, PROGRAM = sys.argv[1:]


class Copy:
    def __init__(self, database):
        self.process = subprocess.Popen([LOAD, "--tables", "1", "--seats", "2", "--seconds", "1", "--rules", "block players=2 target=1000", "--meet", "0",
                                         "--", PROGRAM, "serve", "--listen", "127.0.0.1:0", "--db", database], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self, word):
        """Returns the next line with this word; '' at the end of the output."""
        return next((line for line in self.process.stdout if word in line), "")

    def waits(self):
        return self.process.poll() is None and select.select([self.process.stdout], [], [], 0)[0] == []

    def go_on(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()


def main(folder):
    first, second = Copy(f"{folder}/first.db"), Copy(f"{folder}/second.db")
    expect("both have seats", first.read("ready") != "" and second.read("ready") != "")
    for copy, other in (second, first), (first, second):        # the other one has as much time, and must not use it
        copy.go_on()
        found = json.loads(copy.read('"bench"') or "{}")
        expect("its table has played", found.get("moves", 0) > 0, str(found))
        expect("the other one waits", other.waits())
    for copy in first, second:
        copy.go_on()
        rest = copy.process.communicate()[0]
        expect("nothing more is measured", '"bench"' not in rest and copy.process.returncode == 0, rest)


with tempfile.TemporaryDirectory() as where:
    main(where)
finish("load")
