# SPDX-License-Identifier: MIT
"""Tiles and named tuples.  The extension takes them from here."""
from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from ._core import Move


class Tile(NamedTuple):
    """A domino: its higher and its lower number.  str(tile) is the notation, such as "6-4"."""

    high: int
    low: int

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @property
    def pips(self) -> int:
        """The sum of both halves."""
        return self.high + self.low

    @property
    def double(self) -> bool:
        """Whether both halves show the same number."""
        return self.high == self.low

    @classmethod
    def parse(cls, text: str) -> "Tile":
        """Returns the tile named by a text such as "6-4" or "4-6" names."""
        try:
            low, high = sorted(int(half) for half in text.split("-"))
            return TILES[high * (high + 1) // 2 + low] if 0 <= low else TILES[-1000]
        except (ValueError, IndexError):
            raise ValueError(f'"{text}" is not a tile: write "6-4"') from None


TILES = tuple(Tile(high, low) for high in range(19) for low in range(high + 1))
"""Every tile of a double-18 set, in the order of the rules; a double-n set is a prefix."""


class Event(NamedTuple):
    """An event of a match, as seen by its referee."""

    kind: str
    """ "round", "move", "score", "round-end" or "game-end"."""
    seat: int | None
    move: Optional["Move"]
    points: int
    """Points scored."""
    tiles: tuple[Tile, ...]
    """The tiles drawn."""


class Place(NamedTuple):
    """An open place: a number, and the tile that shows it."""

    number: int
    tile: Tile


class Laid(NamedTuple):
    """A tile on the table, and the tile it touches, its train, or None."""

    tile: Tile
    onto: Tile | int | None


class Heard(NamedTuple):
    """A move as told to everyone."""

    seat: int
    move: "Move"
    drawn: int
    """The number of tiles drawn."""
    lacked: list[Tile]
    """Tiles that the seat cannot have held before it."""


class Result(NamedTuple):
    """A finished round."""

    round: int
    ending: str
    """ "out" or "blocked"."""
    seat: int | None
    """The seat that went out."""
    gains: list[int]
    """Points added to each score; where the lowest total wins, the pips left."""
    scores: list[int]
    hands: list[list[Tile]]
    """The tiles left in each hand."""
