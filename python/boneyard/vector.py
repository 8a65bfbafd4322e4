# SPDX-License-Identifier: MIT
"""Actions and observations of fixed size, and thousands of tables at a time.

The layout is described in docs/batch.md.  NumPy is imported only when a VectorEnv is made."""
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _core
from ._core import Move, Rules, View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VERSION = _core.CODE_VERSION
"""The version of the layout; it changes whenever an action or an observation would."""
PLAYERS = {"caller": 0, "random": 1, "greedy": 2}


@dataclass(frozen=True)
class Field:
    """A field of an observation."""

    name: str
    at: int
    """The index of its first byte."""
    shape: tuple[int, ...]
    about: str


class Code(_core.Code):
    """Numbered actions and observations of fixed size, for one configuration.

    >>> code = Code("block:basics blanks=suit")
    >>> code.actions, code.size
    (58, 112)
    """

    __slots__ = ()

    @property
    def fields(self) -> list[Field]:
        """The fields of an observation, in order."""
        return [Field(name, at, (rows,) if columns == 1 else (rows, columns), about)
                for name, at, rows, columns, about in self._fields()]

    def moves(self, view: View) -> dict[int, Move]:
        """Returns the legal actions of a view's seat, each with a move.  Moves that a batch omits (calls, and the others
        listed in boneyard/model.h) have no action."""
        found: dict[int, Move] = {}
        for action, move in zip(self._actions(view), view.legal_moves()):
            if action >= 0:
                found.setdefault(action, move)
        return found

    def __reduce__(self) -> Any:
        return type(self), (str(self.rules),)


class VectorEnv:
    """Plays n tables at a time in C and writes into preallocated NumPy arrays.

    After reset() and each step(), these arrays hold the results; they stay the same objects:

        observation   uint8 [n, size]       the knowledge of the seat to move (Code.fields)
        mask          bool [n, actions]     its legal actions
        turn          int32 [n]             the seat to move
        reward        float32 [n, players]  points gained since the last step, negative where pips count against a seat
        done          bool [n]              a round has ended; the table has already dealt another one

    `bots` maps seats to "random" or "greedy", which then play inside.  With `forced`, draws and passes without an
    alternative are played at once.
    """

    def __init__(self, rules: Rules | str, n: int, seed: int | str | None = None, *, bots: Mapping[int, str] | None = None,
                 forced: bool = False) -> None:
        import numpy as np

        self.code, self.n, self.seed = Code(rules), n, seed
        players = self.code.rules.players
        seats = ["caller"] * players
        for seat, name in (bots or {}).items():
            if not 0 <= seat < players:
                raise ValueError(f"there is no seat {seat}")
            if name not in ("random", "greedy"):
                raise ValueError(f'"{name}" does not play in a batch; "random" and "greedy" do')
            seats[seat] = name
        self._batch = _core.Batch(self.code.rules, n, bytes(PLAYERS[name] for name in seats), forced)
        self.observation: NDArray[np.uint8] = np.zeros((n, self.code.size), np.uint8)
        self.mask: NDArray[np.bool_] = np.zeros((n, self.code.actions), np.bool_)
        self.turn: NDArray[np.int32] = np.zeros(n, np.int32)
        self.reward: NDArray[np.float32] = np.zeros((n, players), np.float32)
        self.done: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self._batch.bind(self.observation, self.mask, self.turn, self.reward, self.done)
        self.reset(seed)

    def reset(self, seed: int | str | None = None) -> None:
        """Deals new rounds at all tables."""
        self._batch.begin(seed)

    def step(self, actions: Any) -> None:
        """Plays one action at each table.  Raises ValueError if one is not legal; no table has then changed."""
        import numpy as np

        array = np.asarray(actions)
        if array.shape != (self.n,) and array.dtype != object:
            raise ValueError(f"there is one action per table: shape ({self.n},), not {array.shape}")
        if array.dtype.kind not in "iu":
            raise TypeError("actions are integers")
        if array.dtype != np.int32 and array.size and not (-2 ** 31 <= array.min() and array.max() < 2 ** 31):
            raise ValueError("an action is out of range")
        self._batch.step(np.ascontiguousarray(array, np.int32))

    def choose(self, into: "NDArray[np.int32]") -> "NDArray[np.int32]":
        """Writes a random legal action of each table into an int32 array, and returns it."""
        self._batch.choose(into)
        return into

    def close(self) -> None:
        """Releases the arrays.  Every later step raises ValueError."""
        self._batch.close()

    def __reduce__(self) -> Any:
        raise TypeError("a VectorEnv cannot be pickled; make one with the same seed")
