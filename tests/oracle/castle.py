# SPDX-License-Identifier: MIT
"""Castle Rock (docs/rules.md section 5)."""

from table import Table
from tiles import DRAW, Move, full_set, note, pips, tile_text


class CastleRock(Table):
    def __init__(self, rules):
        super().__init__(rules)
        self.row = []
        self.removed = 0
        self.removed_since_draw = 0
        self.cleared = False            # whether any round so far was cleared

    def round_tiles(self):
        return full_set(self.rules["set"])

    def hand_size(self):
        return 0

    def begin(self, lead):
        self.refuse_lead(lead)
        self.lead = self.turn = 0
        self.row = self.boneyard[:3]
        self.boneyard = self.boneyard[3:]
        self.removed = 0
        self.removed_since_draw = 0

    # ---- moves ----------------------------------------------------------------------------------------------
    def removals(self):
        found = []
        for middle in range(1, len(self.row) - 1):
            left, tile, right = self.row[middle - 1:middle + 2]
            if set(left) & set(right):
                found.append(Move("take " + tile_text(tile), "take", tile, None, middle))
            if set(left) & set(tile) & set(right):             # R-03, D-13
                found.append(Move("take3 " + tile_text(tile), "take3", tile, None, middle))
        return sorted(found, key=lambda move: (move.tile, move.kind))

    def turn_moves(self):
        moves = self.removals()
        if self.boneyard:
            if not moves:
                moves = moves + [DRAW]
            elif self.rules["removals"] == "once" and self.removed_since_draw > 0:
                moves = moves + [DRAW]
        return moves

    def make(self, seat, move):
        if move.kind == "draw":
            if self.removals():
                note("castle: draw although a removal is possible")
            count = 1 if self.row else 3
            if not self.row:
                note("castle: refill of an empty row")
            drawn, self.boneyard = self.boneyard[:count], self.boneyard[count:]
            self.row = self.row + drawn
            self.removed_since_draw = 0
            events = [{"seat": seat, "move": "draw " + " ".join(tile_text(t) for t in drawn)}]
        else:
            first, last = (move.place, move.place) if move.kind == "take" else (move.place - 1, move.place + 1)
            note("castle: " + move.kind)
            self.removed += last - first + 1
            self.removed_since_draw += last - first + 1
            self.row = self.row[:first] + self.row[last + 1:]  # tiles close up
            events = [{"seat": seat, "move": move.text}]
        if not self.boneyard and not self.removals():
            events += self.finish(seat)
        return events

    def finish(self, seat):
        left = pips(self.row)
        won = not self.row
        self.cleared = self.cleared or won
        if won:
            note("castle: row cleared")
        self.scores = [left if self.round == 1 else min(self.scores[0], left)]
        events = [self.round_end_event(seat, "out" if won else "blocked", 0 if won else None, [left])]
        if self.round == self.rules["rounds"]:
            events.append(self.game_end(seat, [0] if self.cleared else []))
        return events

    # ---- views -----------------------------------------------------------------------------------------
    def layout(self):
        return {"row": [tile_text(t) for t in self.row], "removed": self.removed}
