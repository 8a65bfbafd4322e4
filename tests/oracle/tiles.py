# SPDX-License-Identifier: MIT
"""Tiles, moves, refusals and the tally of events: the basic definitions for the other files."""

from collections import Counter
from typing import NamedTuple, Optional, Any
import re

TALLY = Counter()          # the number of times that each relevant event happened, for the summary of compare.py


def note(what):
    TALLY[what] += 1


class Refusal(Exception):
    """A request that is refused, with the code of docs/protocol.md."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code
        self.message = message


class Move(NamedTuple):
    text: str                       # full form, suffix included
    kind: str                       # play draw pass call take take3
    tile: Optional[tuple] = None    # (high, low)
    touch: Optional[int] = None     # the touching half
    place: Any = None               # line games: (index, number); Mexican Train: seat, 'm' or 'hub'; Castle: index
    suffix: str = ""


DRAW = Move("draw", "draw")
PASS = Move("pass", "pass")
CALL = Move("call", "call")

_TILE = re.compile(r"(0|[1-9][0-9]?)-(0|[1-9][0-9]?)")


def make_tile(a, b):
    return (max(a, b), min(a, b))


def halves_text(a, b):
    return "%d-%d" % (a, b)


def tile_text(tile):
    return halves_text(tile[0], tile[1])              # N-01


def parse_tile(text):
    """(high, low), or None when the text is no tile; either half may come first."""
    found = _TILE.fullmatch(text)
    if not found:
        return None
    return make_tile(int(found.group(1)), int(found.group(2)))


def full_set(n):
    return [(a, b) for a in range(n + 1) for b in range(a + 1)]      # C-01


def is_double(tile):
    return tile[0] == tile[1]


def other_half(tile, number):
    return tile[1] if tile[0] == number else tile[0]


def pips(tiles):
    return sum(a + b for a, b in tiles)                              # C-08


def touches(tile):
    """The halves with which a tile may touch: two, or one for a double."""
    return [tile[0]] if is_double(tile) else [tile[0], tile[1]]


def move_order(move, place_order):
    """N-08: tile, place, bare before suffixed, text."""
    return (move.tile, place_order, move.suffix != "", move.text)
