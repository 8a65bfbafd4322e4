#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no archive uses the C library's random numbers (rand, random, drand48), and that only random.c uses the
system's generator.

    symbols.py ARCHIVE...
    symbols.py --self-test
"""
import pathlib
import re
import subprocess
import sys
import tempfile

WEAK = re.compile(r"_?(s?rand(om)?(_r|48)?|rand_r|initstate(_r)?|setstate(_r)?|[delmnj]rand48(_r)?|srand48(_r)?|seed48|lcong48|arc4random\w*)")
SYSTEM = {"getrandom", "getentropy"}


def wrong(archive):
    """(object, symbol) of each forbidden use."""
    out = subprocess.run(["nm", "-u", archive], check=True, text=True, capture_output=True).stdout
    found, member = [], ""
    for line in out.splitlines():
        if line.endswith(":"):
            member = line[:-1]
        elif line.strip():
            name = line.split()[-1].split("@")[0]
            if WEAK.fullmatch(name) or (name in SYSTEM and "util_random.c" not in member):
                found.append((member, name))
    return found


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        for name, good in (("rand", False), ("random", False), ("drand48", False), ("getrandom", False), ("strand", True)):
            source = pathlib.Path(folder, "a.c")
            source.write_text(f"int {name}(); int f(void) {{ return (int){name}(); }}\n")
            subprocess.run(["cc", "-w", "-c", source, "-o", f"{folder}/a.o"], check=True)
            pathlib.Path(folder, "a.a").unlink(missing_ok=True)
            subprocess.run(["ar", "rcs", f"{folder}/a.a", f"{folder}/a.o"], check=True)
            if (wrong(f"{folder}/a.a") == []) != good:
                print(f"{name} is judged wrongly")
                return 1
    return 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = [one for archive in sys.argv[1:] for one in wrong(archive)]
    for member, name in found:
        print(f"{member} uses {name}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
