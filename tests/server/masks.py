#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A frame without its mask ends a socket.  With this guard left out it does not, which the test must notice.

    masks.py BONEYARD PLANTED GUARDS.TXT
"""
import pathlib
import sys

from wire import MANY, PAGE, Client, Served, check_masks        # first: it finds program
import program
from program import expect, finish

PROGRAM, PLANTED, GUARDS = sys.argv[1:4]


def failed(executable, planted=0):
    """How many of the checks fail."""
    before = len(program.failures)
    with Served(executable, *PAGE, *MANY, env={"BONEYARD_PLANTED": str(planted)}) as server:
        token = server.token()
        check_masks(lambda: Client(server, token))
    found = len(program.failures) - before
    if planted:
        del program.failures[before:]
    return found


failed(PROGRAM)
for line in pathlib.Path(GUARDS).read_text().splitlines():
    number, test, what = (line + "  ").split(" ", 2)
    if test == "masks":
        print(f"-- planted {number}: the checks have to fail")
        expect(f"planted {number} is found: {what}", failed(PLANTED, int(number)) > 0)
finish("masks")
