# SPDX-License-Identifier: MIT
"""Chickenfoot (docs/rules.md section 3)."""

from graph import Graph
from table import Table, hand_pips, set_without
from tiles import DRAW, PASS, Move, halves_text, is_double, move_order, note, tile_text, touches


class Chickenfoot(Table):
    def __init__(self, rules):
        super().__init__(rules)
        self.graph = Graph()

    def centre_number(self):
        return self.rules["set"] - (self.round - 1)            # F-03

    def round_tiles(self):
        return set_without(self.rules["set"], self.centre_number())

    def begin(self, lead):
        self.lead = self.rotating_lead(lead)                   # F-04
        self.turn = self.lead
        self.graph = Graph()
        self.graph.lay_first((self.centre_number(), self.centre_number()))

    # ---- places and moves -----------------------------------------------------------------------------------
    def must_fill(self):
        """The index of the double that has to be filled first, or None (F-05, F-07)."""
        for index, node in enumerate(self.graph.laid):
            if node.double():
                wanted = 6 if index == 0 else 3
                if len(node.children) < wanted:
                    return index
        return None

    def places(self):
        must = self.must_fill()
        if must is not None:
            return [(must, self.graph.laid[must].touch)]
        found = []
        for index, node in enumerate(self.graph.laid):
            if not node.double():
                found += [(index, number) for number in self.graph.halves_free(index)]      # F-06
        return found

    def plays(self):
        found = []
        for tile in self.hands[self.turn]:
            for order, place in enumerate(self.places()):
                for touch in touches(tile):
                    if touch == place[1]:
                        other = tile[1] if touch == tile[0] else tile[0]
                        text = halves_text(touch, other) + "@" + self.graph.place_text(place)
                        move = Move(text, "play", tile, touch, place, "")
                        found.append((move_order(move, order), move))
        return [move for key, move in sorted(found, key=lambda pair: pair[0])]

    def turn_moves(self):
        plays = self.plays()
        if plays:
            return plays
        return [DRAW] if self.boneyard else [PASS]             # F-08

    # ---- making moves ---------------------------------------------------------------------------------------
    def make(self, seat, move):
        if move.kind == "draw":
            tile = self.take_from_boneyard(seat)
            events = [{"seat": seat, "move": "draw " + tile_text(tile)}]
            if not self.plays():
                events += self.end_turn(seat, False)           # C-10
            return events
        if move.kind == "pass":
            return [{"seat": seat, "move": "pass"}] + self.end_turn(seat, False)
        self.hands[seat].remove(move.tile)
        self.graph.lay(move.tile, move.touch, move.place)
        if is_double(move.tile):
            note("chickenfoot: double laid on a toe")
        events = [{"seat": seat, "move": move.text}]
        if not self.hands[seat]:
            if self.must_fill() is not None:
                note("chickenfoot: out with an unfinished foot")
            return events + self.finish(seat, "out")           # F-09
        return events + self.end_turn(seat, True)

    def end_turn(self, seat, laid):
        self.count_idle(laid)
        if self.idle >= self.players:
            return self.finish(seat, "blocked")
        self.turn = (seat + 1) % self.players
        return []

    def finish(self, seat, how):
        gains = hand_pips(self.hands)
        for holder, hand in enumerate(self.hands):
            if (0, 0) in hand:
                note("chickenfoot: 0-0 left in a hand")
                gains[holder] += self.rules["blank-penalty"]   # F-10
        return self.low_score_round_end(seat, how, gains)      # F-11

    # ---- views -----------------------------------------------------------------------------------------
    def layout(self):
        must = self.must_fill()
        return {
            "tiles": self.graph.tiles_json(),
            "ends": self.graph.ends_json(self.places()),
            "must": None if must is None else self.graph.own_text(must),
        }
