# SPDX-License-Identifier: MIT
"""An independent, slow and simple referee for all games, written from docs/rules.md and docs/protocol.md alone.

    game = Game("muggins:classic players=3", deck, lead)
    game.legal(seat)  game.play(seat, text)  game.deal(deck, lead)  game.state()  game.view(seat)  game.record()  game.undo()

Each gives exactly the JSON values of docs/protocol.md; what is refused raises tiles.Refusal with .code. `canonical(rules)` gives the
canonical string or raises Refusal. `Referee().request(dict)` answers requests of the engine protocol.
"""

import copy
import pickle
import re

from castle import CastleRock
from chickenfoot import Chickenfoot
from line_games import LineGame
from mexican import MexicanTrain
from options import LINE, Rules, canonical
from tiles import Refusal, note, parse_tile

__all__ = ["Game", "Referee", "Refusal", "canonical", "Rules", "resolve"]

TEXT = re.compile(r"(?P<head>take |take3 )?(?P<tile>[0-9]+-[0-9]+)(@(?P<place>[^ ]+))?(?P<suffix> \+[0-9]+| !)?")


def new_table(rules):
    if rules.game in LINE:
        return LineGame(rules)
    if rules.game == "chickenfoot":
        return Chickenfoot(rules)
    if rules.game == "mexicantrain":
        return MexicanTrain(rules)
    return CastleRock(rules)


def taken_apart(text):
    """(head, tile, place, suffix) with tiles as unordered pairs, or None; place None where it is left out."""
    found = TEXT.fullmatch(text)
    if not found:
        return None
    tile = parse_tile(found.group("tile"))
    if tile is None:
        return None
    place = found.group("place")
    if place is not None and parse_tile(place) is not None:
        place = parse_tile(place)
    return (found.group("head") or "", tile, place, found.group("suffix") or "")


def resolve(text, moves):
    """N-07: the legal move that a text means, or a Refusal."""
    for move in moves:
        if move.text == text:
            return move
    # reading: "halves in any order" holds for the halves of the place as well as for those of the tile, so a loose text
    # with a place may fit several moves (wild blanks) and is then ambiguous.
    wanted = taken_apart(text)
    fitting = []
    if wanted is not None:
        head, tile, place, suffix = wanted
        for move in moves:
            apart = taken_apart(move.text)
            if apart is None:
                continue
            if apart[0] == head and apart[1] == tile and apart[3] == suffix and place in (None, apart[2]):
                fitting.append(move)
    if not fitting:
        raise Refusal("illegal-move", "%s is not legal now" % text)
    if len(fitting) > 1:
        raise Refusal("ambiguous-move", "%s fits %s" % (text, ", ".join(move.text for move in fitting)))
    note("input: loose text accepted")
    return fitting[0]


class Game:
    def __init__(self, rules, deck, lead=None):
        self.rules = Rules(rules)
        self.table = new_table(self.rules)
        self.events = []
        self.snapshots = []                 # for undo: (table before the move, number of events before it)
        self._deal(deck, lead)

    def _deal(self, deck, lead):
        before = pickle.dumps(self.table)
        try:
            event = self.table.deal(deck, lead)
        except Exception:
            self.table = pickle.loads(before)
            raise
        self.snapshots = []
        self.events.append(event)
        return [event]

    def deal(self, deck, lead=None):
        if self.table.phase != "round-over":
            raise Refusal("wrong-phase", "a round can be dealt only when a round is over")
        return self._deal(deck, lead)

    def check_seat(self, seat):
        if not 0 <= seat < self.table.players:
            raise Refusal("bad-seat", "there is no seat %d" % seat)

    def legal(self, seat):
        self.check_seat(seat)
        return [move.text for move in self.table.moves(seat)]

    def play(self, seat, text):
        self.check_seat(seat)
        if self.table.phase != "play":
            raise Refusal("wrong-phase", "the round is over")
        if seat not in self.table.actors():
            raise Refusal("not-your-turn", "seat %d may not act now" % seat)
        # reading: a seat that may only call is an actor, so any other text of it is `illegal-move`, not `not-your-turn`.
        move = resolve(text, self.table.moves(seat))
        self.snapshots.append((pickle.dumps(self.table), len(self.events)))
        events = self.table.make(seat, move)
        self.events += events
        return copy.deepcopy(events)

    def undo(self):
        if not self.snapshots:
            raise Refusal("nothing-to-undo", "no move of this round to take back")
        table, count = self.snapshots.pop()
        self.table = pickle.loads(table)
        del self.events[count:]

    def state(self):
        return self.table.state()

    def view(self, seat):
        self.check_seat(seat)
        return self.table.view(seat)

    def header(self):
        return {"boneyard": 1, "rules": self.rules.canonical,
                "players": ["seat %d" % seat for seat in range(self.table.players)]}

    def record(self):
        return [self.header()] + copy.deepcopy(self.events)


class Referee:
    """The engine protocol over Game, as far as a game is concerned: new state view legal play deal undo record."""

    KEYS = {
        "new": {"rules", "deck", "lead"}, "deal": {"deck", "lead"}, "state": set(), "view": {"seat"}, "legal": {"seat"},
        "play": {"seat", "move"}, "undo": set(), "record": set(),
    }

    def __init__(self):
        self.game = None

    def request(self, request):
        try:
            return self.answer(request)
        except Refusal as refusal:
            return {"ok": False, "code": refusal.code, "error": refusal.message}

    def answer(self, request):
        what = request.get("do")
        if what not in self.KEYS or set(request) - self.KEYS[what] - {"do", "id"}:
            raise Refusal("bad-request", "unknown request or key")
        if what == "new":
            self.game = Game(request["rules"], request["deck"], request.get("lead"))
            return {"ok": True, "events": self.game.record()[1:]}
        if self.game is None:
            raise Refusal("no-game", "there is no game")
        if what == "deal":
            return {"ok": True, "events": self.game.deal(request["deck"], request.get("lead"))}
        if what == "state":
            return self.game.state()
        if what == "view":
            return self.game.view(request["seat"])
        if what == "legal":
            return {"ok": True, "moves": self.game.legal(request["seat"])}
        if what == "play":
            return {"ok": True, "events": self.game.play(request["seat"], request["move"])}
        if what == "undo":
            self.game.undo()
            return {"ok": True}
        return {"ok": True, "record": self.game.record()}
