# SPDX-License-Identifier: MIT
"""One round as numbered actions and observations of fixed size, for environments that play a single table.

boneyard.gymnasium, boneyard.pettingzoo and boneyard.openspiel are built on it.  Nothing here needs a third-party package."""
from collections.abc import Sequence
from typing import NamedTuple, Self

from ._core import Move
from ._types import Tile
from .match import Match
from .vector import Code


class Step(NamedTuple):
    """A move of a round."""

    seat: int
    action: int
    move: Move
    drawn: tuple[Tile, ...]
    """The tiles drawn; hidden from the other seats."""


class Round:
    """The first round of a match, with actions numbered by Code.  It knows every tile; `observe` shows the knowledge of one seat.

    With `forced`, draws and passes without an alternative are played at once, as in VectorEnv.

    >>> table = Round(Code("block:basics"), seed=1)
    >>> while not table.over:
    ...     table.play(min(table.actions))
    >>> len(table.gains)
    2
    """

    def __init__(self, code: Code, seed: int | str | None = None, *, deck: Sequence[Tile] | None = None, lead: int | None = None,
                 forced: bool = False) -> None:
        self.code, self.forced = code, forced
        self.match = Match(code.rules, seed)
        self.match.deal(deck, lead if self.match.lead_free else None)
        self.past: list[Step] = []
        self._moves: dict[int, Move] = {}
        self._go_on()

    def _go_on(self) -> None:
        while self.match.phase == "playing":
            self._moves = self.code.moves(self.match.view(self.match.turn))
            if not self.forced or len(self._moves) > 1:
                return
            [(action, move)] = self._moves.items()
            if move.kind not in ("draw", "pass"):
                return
            self._play(action, move)
        self._moves = {}

    def _play(self, action: int, move: Move) -> None:
        seat = self.match.turn
        self.past.append(Step(seat, action, move, self.match.play(move)[0].tiles))

    def play(self, action: int) -> None:
        """Plays an action of the seat to move.  Raises ValueError and changes nothing if it is not legal."""
        move = self._moves.get(action)
        if move is None:
            raise ValueError(f"action {action} is not legal now")
        self._play(action, move)
        self._go_on()

    @property
    def over(self) -> bool:
        return self.match.phase != "playing"

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.match.turn

    @property
    def actions(self) -> list[int]:
        """The legal actions of the seat to move, ascending; none once the round is over."""
        return sorted(self._moves)

    def move(self, action: int) -> Move:
        """Returns the move that a legal action plays."""
        return self._moves[action]

    def action(self, move: Move) -> int:
        """Returns the seat to move's action for a move or an interchangeable one."""
        view = self.match.view(self.turn)
        return next(action for action, legal in zip(self.code._actions(view), view.legal_moves()) if legal == move)

    @property
    def gains(self) -> list[float]:
        """The points that the round has added to each score; negative where the lowest total wins."""
        return [-float(score) if self.code.rules.low_wins else float(score) for score in self.match.scores]

    def observe(self, seat: int) -> bytes:
        """Returns the observation of a seat (Code.fields)."""
        return self.code.observe(self.match.view(seat))

    def copy(self) -> Self:
        """Returns a copy that plays on independently."""
        made = object.__new__(type(self))
        made.code, made.forced, made._moves = self.code, self.forced, self._moves
        made.match, made.past = self.match.copy(), self.past.copy()
        return made

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()
