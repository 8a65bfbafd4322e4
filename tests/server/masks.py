#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A frame without its mask ends a socket.  With this guard left out it does not, which the test must detect.

    masks.py BONEYARD PLANTED GUARDS.TXT
"""
import sys

from wire import MANY, PAGE, Client, Served, check_masks        # first: it finds program
from program import check_planted, fails, finish

PROGRAM, PLANTED, GUARDS = sys.argv[1:4]


def run(program, planted=0):
    with Served(program, *PAGE, *MANY, env={"BONEYARD_PLANTED": str(planted)}) as server:
        token = server.token()
        check_masks(lambda: Client(server, token))


run(PROGRAM)
check_planted(GUARDS, "masks", lambda number, _: fails(run, PLANTED, number))
finish("masks")
