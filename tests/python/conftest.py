# SPDX-License-Identifier: MIT
"""Shared by the tests of the Python package.  They import it from the build folder (PYTHONPATH)."""
import random

import pytest

import boneyard

PRESETS = [preset for game in boneyard.games() for preset in game[3]]


def play_round(match, rng):
    """Deals and plays a round of random moves; returns the number of moves."""
    match.deal()
    moves = 0
    while match.phase == "playing":
        seat = rng.choice(match.actors)
        match.play(rng.choice(match.legal_moves(seat)), seat)
        moves += 1
    return moves


@pytest.fixture(params=PRESETS)
def preset(request):
    return request.param


@pytest.fixture
def rng():
    return random.Random(1)
