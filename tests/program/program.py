# SPDX-License-Identifier: MIT
"""What the tests of the whole program share: running it, and saying what failed."""
import os
import subprocess
import sys

failures = []
sys.argv[1:2] = [os.path.abspath(word) for word in sys.argv[1:2]]      # tests go to other folders


def run(*words, stdin="", env=None, timeout=120):
    """Runs the program; standard input is text or bytes.  Returns status, output, errors."""
    data = stdin if isinstance(stdin, bytes) else stdin.encode()
    full = dict(os.environ, **(env or {}))
    done = subprocess.run([sys.argv[1], *words], input=data, capture_output=True, env=full, timeout=timeout)
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")


def expect(what, truth, more=""):
    if not truth:
        failures.append(what)
        print(f"FAILED: {what}\n{more}"[:3000])


def finish(name):
    print(f"{name}: {'fine' if not failures else str(len(failures)) + ' failed'}")
    sys.exit(1 if failures else 0)
