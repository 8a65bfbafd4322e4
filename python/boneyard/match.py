# SPDX-License-Identifier: MIT
"""A match with its record and its score sheet."""
import html
import json
from collections.abc import Sequence
from datetime import datetime, timezone
from typing import Any, Self

from . import _core
from ._core import Error, Rules
from ._types import Event, Tile

ASIDE = ("t", "clock", "fair")  # members of a line that do not affect the game


class RecordError(Error):
    """A record with an invalid line; `line` counts from 1."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.code = "bad-record"
        self.line = line


class Match(_core.Match):
    """A match as seen by its referee, who knows every tile.  Players get a View.

    >>> match = Match("block:basics", seed=1)
    >>> match.deal()[0].kind
    'round'
    >>> match.view(0).counts
    [7, 7]
    """

    __slots__ = ()

    def record(self, names: Sequence[str] | None = None, date: datetime | None = None) -> str:
        """Returns the match so far as a record: one JSON event per line, as `boneyard check` reads it."""
        names = list(names or (f"seat {seat}" for seat in range(self.players)))
        if len(names) != self.players:
            raise ValueError(f"{self.players} names are needed, one per seat")
        date = date or datetime.now(timezone.utc)
        lines: list[dict[str, Any]] = [{"boneyard": 1, "rules": str(self.rules), "players": names,
                                        "date": date.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")}]
        return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines + self._events())

    def _events(self) -> list[dict[str, Any]]:
        lines, results, decks = [], {result.round: result for result in self.results}, {}
        for number, lead, events in self.history():
            for event in events:
                if event.kind == "round":
                    decks[number] = [str(tile) for tile in self.deck(number)]
                    lines.append({"round": number, "lead": lead, "deck": decks[number]})
                elif event.kind == "round-end":
                    result = results[number]
                    lines.append({"round-end": result.ending, "seat": result.seat, "gains": result.gains, "scores": result.scores,
                                  "hands": [[str(tile) for tile in hand] for hand in result.hands]})
                elif event.kind == "game-end":
                    lines.append({"game-end": True, "winners": self.winners, "scores": self.scores})
                elif event.kind == "score":
                    lines.append({"seat": event.seat, "score": event.points})
                else:
                    lines.append({"seat": event.seat, "move": _written(event)})
        return lines

    @classmethod
    def from_record(cls, text: str) -> Self:
        """Replays a record and returns the match.  Raises RecordError at the first line that does not follow."""
        lines: list[dict[str, Any]] = []
        for number, written in enumerate(text.splitlines(), 1):
            try:
                lines.append(json.loads(written))
            except ValueError:
                raise RecordError(number, "this is not JSON") from None
            if not isinstance(lines[-1], dict):
                raise RecordError(number, "an event is a JSON object")
        if not lines or lines[0].get("boneyard") != 1 or not isinstance(lines[0].get("rules"), str):
            raise RecordError(1, "this is not the record of a game")
        try:
            match = cls(lines[0]["rules"])
        except Error as error:
            raise RecordError(1, str(error)) from None
        for number, line in enumerate(lines[1:], 2):
            try:
                match._follow(line)
            except (Error, KeyError, TypeError, ValueError) as error:
                raise RecordError(number, str(error)) from None
        made = match._events()
        for number, line in enumerate(lines[1:], 2):
            if number - 2 >= len(made) or made[number - 2] != {key: line[key] for key in line if key not in ASIDE}:
                raise RecordError(number, "this does not follow from the moves")
        return match

    def _follow(self, line: dict[str, Any]) -> None:
        if "round" in line:
            self.deal(line["deck"], line["lead"] if self.lead_free else None)
        elif "move" in line:
            move = str(line["move"])
            self.play("draw" if move.startswith("draw") else move, line["seat"])

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), str(self.rules), self.seed,
                          [(self.deck(number) if event.kind == "round" else None, lead, event.seat, event.move)
                           for number, lead, events in self.history() for event in events if event.kind in ("round", "move")])

    def __repr__(self) -> str:
        return f"<Match {self.rules}, round {self.round}, {self.phase}, scores {self.scores}>"

    def _repr_html_(self, names: Sequence[str] | None = None) -> str:
        """Returns the score sheet as an HTML table, for notebooks."""
        names = names or [f"seat {seat}" for seat in range(self.players)]
        rows = ["".join(f"<th>{html.escape(cell)}</th>" for cell in ["round", *names])]
        for result in self.results:
            cells = [f"{gain:+d} <small>({score})</small>" for gain, score in zip(result.gains, result.scores)]
            rows.append("".join(f"<td>{cell}</td>" for cell in [str(result.round), *cells]))
        winners = self.winners
        totals = [f"<b>{score}</b>{' ★' if seat in winners else ''}" for seat, score in enumerate(self.scores)]
        rows.append("".join(f"<td>{cell}</td>" for cell in ["total", *totals]))
        head = html.escape(str(self.rules))
        return f"<table><caption>{head}</caption>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _written(event: Event) -> str:
    return " ".join(["draw", *map(str, event.tiles)]) if event.tiles else str(event.move)


def _restore(kind: type[Match], rules: str, seed: str, steps: list[tuple[list[Tile] | None, int, int, Any]]) -> Match:
    match = kind(Rules(rules), seed)
    for deck, lead, seat, move in steps:
        if deck is not None:
            match.deal(deck, lead if match.lead_free else None)
        else:
            match.play(move, seat)
    return match
