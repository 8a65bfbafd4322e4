# SPDX-License-Identifier: MIT
"""Bots, the coach's review, and an arena."""
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from . import _core
from ._core import Move, Rules, View
from .match import Match

Player = Callable[[View], Move]


@dataclass(frozen=True)
class Answer:
    """A bot's answer: its move, and its value for each legal move."""

    move: Move
    moves: list[Move]
    values: list[float]
    """One per move, in the bot's unit: points, pips left or winning chances (docs/strength.md)."""
    chances: list[float]
    """The probability of choosing each move."""
    cut: str
    """ "no"; "short" if the budget ran out early; "bare" if it ran out before any move was tried."""
    steps: int


class Bot(_core.Bot):
    """A computer player.  It sees a view and nothing else.

    >>> match = Match("block:basics", seed=1)
    >>> _ = match.deal()
    >>> bot("greedy").choose(match.view(match.turn)) in match.legal_moves()
    True
    """

    __slots__ = ()

    def ask(self, view: View, *, count: int = 0, ms: int = 0, evenly: bool = False) -> Answer:
        """Searches and returns the whole answer.  `count` is the budget in worlds or playouts, 0 for the bot's own;
        `ms` is a time limit in milliseconds.  With `evenly`, all moves are tried equally often."""
        chosen, values, chances, cut, steps = self._ask(view, count, ms, evenly)
        moves = view.legal_moves()
        return Answer(moves[chosen], moves, values, chances, cut, steps)

    def choose(self, view: View, *, count: int = 0, ms: int = 0) -> Move:
        """Returns the bot's move."""
        return self.ask(view, count=count, ms=ms).move

    __call__ = choose

    def __repr__(self) -> str:
        return f"<Bot {self.key}>"


def bot(key: str = "expert", seed: int | str | None = None) -> Bot:
    """Returns a bot: a level (random, greedy, easy, medium, hard, expert, master), a named player such as "mabel", or a level
    with a style such as "hard:style=doubles".  With a seed and without a time limit, its answers repeat."""
    return Bot(key, seed)


# ---- The coach --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """A decision as the coach sees it."""

    round: int
    seat: int
    played: Move | None
    best: Move
    moves: list[Move]
    values: list[float]
    grade: str
    """ "best", "fine", "loose" or "blunder"."""
    cost: float
    """The cost of the move played, in `unit`."""
    unit: str
    """ "chance" (of the match), "points", "pips" or "tiles"."""
    hint: str
    """The best move and the reason for it, in words."""
    hurried: bool
    forced: bool


def study(match: Match, seat: int | None = None, played: Move | None = None, *, level: str = "expert", count: int = 0,
          ms: int = 0) -> Decision | None:
    """Analyses the decision of a seat, given its knowledge, and grades a move.  Returns None if the seat may not
    act, or if the time was too short to try any move."""
    seat = match.turn if seat is None else seat
    said = _core._study(match, seat, played, level, count, ms)
    if said is None:
        return None
    moves, values, best, grade, unit, hint, cost, _, hurried, forced = said
    return Decision(match.round, seat, played, moves[best], moves, values, grade, cost, unit, hint, hurried, forced)


def review(match: Match, seat: int | None = None, *, level: str = "expert", count: int = 0, ms: int = 0) -> list[Decision]:
    """Grades every decision of a match that had an alternative, or those of one seat."""
    walk, found = Match(match.rules, match.seed), []
    for number, lead, events in match.history():
        event = events[0]
        if event.kind == "round":
            walk.deal(match.deck(number), lead if walk.lead_free else None)
            continue
        assert event.move is not None and event.seat is not None
        if seat in (None, event.seat) and len(walk.legal_moves(event.seat)) > 1:
            decision = study(walk, event.seat, event.move, level=level, count=count, ms=ms)
            if decision is not None:
                found.append(decision)
        walk.play(event.move, event.seat)
    return found


# ---- The arena --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """The result of the first of two players against the second: a mean per pair of rounds, with its 95 % interval."""

    pairs: int
    mean: float
    """Points of the first player minus those of the second, per round; where the lowest total wins, the reverse."""
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.2f} points a round ({self.low:+.2f} to {self.high:+.2f}, {self.pairs} pairs)"


def play_round(match: Match, players: Sequence[Player]) -> list[int]:
    """Deals and plays one round, and returns the points added to each score."""
    before = match.scores
    match.deal()
    while match.phase == "playing":
        seat = match.turn
        match.play(players[seat](match.view(seat)), seat)
    return [after - score for after, score in zip(match.scores, before)]


def arena(first: Player, second: Player, rules: Rules | str, pairs: int = 100, seed: int = 1) -> Comparison:
    """Compares two players.  Each deal is played twice, with the seats swapped, so that luck cancels out.  Other
    seats alternate between the two.  A player is a Bot, or any function from a View to a Move."""
    rules = Rules(rules)
    if rules.players < 2:
        raise ValueError("the arena needs a game for two or more players")
    if pairs < 2:
        raise ValueError("an interval needs at least two pairs")
    sign, means = (-1 if rules.low_wins else 1), []
    for pair in range(pairs):
        total = 0.0
        for swapped in (0, 1):
            seats = [(first, second)[(seat + swapped) % 2] for seat in range(rules.players)]
            gains = play_round(Match(rules, seed * 1000003 + pair), seats)
            mine = [gain for seat, gain in enumerate(gains) if (seat + swapped) % 2 == 0]
            theirs = [gain for seat, gain in enumerate(gains) if (seat + swapped) % 2 == 1]
            total += sign * (sum(mine) / len(mine) - sum(theirs) / len(theirs))
        means.append(total / 2)
    mean = sum(means) / pairs
    spread = 1.96 * math.sqrt(sum((one - mean) ** 2 for one in means) / (pairs - 1) / pairs)
    return Comparison(pairs, mean, mean - spread, mean + spread)
