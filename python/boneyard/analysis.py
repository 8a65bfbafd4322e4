# SPDX-License-Identifier: MIT
"""Odds, possible worlds, exact values and trains."""
from collections.abc import Iterable
from dataclasses import dataclass

from . import _core
from ._core import Move, View
from ._types import Tile
from .match import Match


@dataclass(frozen=True)
class Odds:
    """The chances of the unseen tiles.  `tiles` and `numbers` have an entry for each other seat and for "boneyard"."""

    tiles: dict[int | str, dict[Tile, float]]
    """The chance that the tile is there."""
    numbers: dict[int | str, list[float]]
    """The chance that at least one tile with the number is there."""
    exact_tiles: bool
    exact_numbers: bool
    worlds: int
    """How many arrangements were counted, or 0 if there are too many."""
    samples: int
    loose: bool
    """Whether part of the history could not be used, so that some arrangements are impossible."""


def odds(view: View, *, samples: int = 0, seed: int | str | None = 0) -> Odds:
    """Returns the odds given the knowledge of the view's seat: its tiles, the table, and the draws and passes of the others.

    >>> match = Match("block:basics", seed=1)
    >>> _ = match.deal()
    >>> round(sum(odds(match.view(0)).tiles[1].values()), 3)
    7.0
    """
    rows, exact_tiles, exact_numbers, worlds, drawn, loose = _core._odds(view, samples, seed)
    return Odds({where: row[0] for where, row in rows.items()}, {where: row[1] for where, row in rows.items()}, exact_tiles,
                exact_numbers, worlds, drawn, loose)


@dataclass(frozen=True)
class World:
    """One placement of the hidden tiles."""

    hands: list[list[Tile]]
    boneyard: list[Tile]
    """In order, the front first."""


def worlds(view: View, n: int = 1, *, seed: int | str | None = None) -> list[World]:
    """Draws n placements of the hidden tiles that the view's seat cannot rule out, weighted by probability."""
    return [World(hands, boneyard) for hands, boneyard in _core._worlds(view, n, seed)]


def solve(match: Match, *, goal: str = "points") -> list[tuple[Move, int]]:
    """Returns the exact value of each legal move with all tiles open: a line game with two sides, or Castle Rock.

    The value is the points of the side to move minus the other side's; with goal="round", 1, 0 or -1 for winning, tying
    or losing the round.  With three or four single players, all others play against the one to move.  In Castle Rock, it
    is the number of tiles left, and the least is best."""
    if goal not in ("points", "round"):
        raise ValueError('the goal is "points" or "round"')
    return _core._solve(match, goal == "round")


@dataclass(frozen=True)
class Train:
    """A train: its tiles in the order of play, and the number it ends on."""

    tiles: list[Tile]
    pips: int
    end: int
    value: int
    exact: bool
    """Whether it is proved best."""


def best_train(hand: Iterable[Tile | tuple[int, int] | str], start: int, *, pip: int = 256, tile: int = 1,
               last_double: int = 0) -> Train:
    """Returns the best train from `start`.  Its value is pips * pip + tiles * tile, minus last_double if it ends on a
    double.  The default prefers pips to tiles.

    >>> [str(tile) for tile in best_train(["6-5", "5-5", "5-2", "6-1"], 6).tiles]
    ['6-5', '5-5', '5-2']
    """
    return Train(*_core._train(list(hand), start, -1, pip, tile, last_double)[0])


def best_trains(hand: Iterable[Tile | tuple[int, int] | str], start: int, other: int, *, pip: int = 256, tile: int = 1,
                last_double: int = 0) -> tuple[Train, Train]:
    """Returns the best two trains that share no tile, one from each start."""
    if other < 0:
        raise ValueError("a train starts at a number from 0 to 18")
    one, two = _core._train(list(hand), start, other, pip, tile, last_double)
    return Train(*one), Train(*two)
