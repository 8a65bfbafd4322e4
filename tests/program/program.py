# SPDX-License-Identifier: MIT
"""Shared by the tests of the whole program: running it, and reporting failures."""
import os
import pathlib
import subprocess
import sys
import time

failures = []
sys.argv[1:2] = [os.path.abspath(word) for word in sys.argv[1:2]]      # some tests change their folder


def run(*words, stdin="", env=None, timeout=120):
    """Runs the program; standard input is text or bytes.  Returns status, output, errors."""
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    full = dict(os.environ, **(env or {}))
    done = subprocess.run([sys.argv[1], *words], input=data, capture_output=True, env=full, timeout=timeout)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def ended(going):
    """The output of a process after its end; it is killed after a minute."""
    try:
        return going.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        going.kill()
        return going.communicate()


def expect(what, truth, more=""):
    if not truth:
        failures.append(what)
        print(f"FAILED: {what}\n{more}"[:3000])


def run_parts(name, functions):
    """Runs the functions test_*, or those named on the command line, and exits."""
    tests = {key[5:]: test for key, test in functions.items() if key.startswith("test_")}
    for part in sys.argv[2:] or tests:
        at = time.monotonic()
        tests[part]()
        print(f"{part}: {time.monotonic() - at:.1f} s")
    finish(name)


def check_planted(path, name, found):
    """Expects found(number, part) for each planted fault in the file that the test NAME or its part NAME:PART must notice."""
    for line in pathlib.Path(path).read_text().splitlines():
        number, test, what = (line + "  ").split(" ", 2)
        kind, _, part = test.partition(":")
        if kind == name:
            print(f"-- planted {number}: {part or name} has to fail")
            expect(f"planted {number} is found: {what}", found(int(number), part))


def fails(work, *args, broken=False):
    """Returns whether the work's checks fail.  With `broken`, an exception counts too: the program may not work at all."""
    before = len(failures)
    try:
        work(*args)
    except Exception as wrong:          # noqa: BLE001: a planted fault may break a program in any way
        if broken:
            failures.append(str(wrong))
    found = len(failures) > before
    del failures[before:]
    return found


def finish(name):
    print(f"{name}: {'fine' if not failures else str(len(failures)) + ' failed'}")
    sys.exit(1 if failures else 0)
