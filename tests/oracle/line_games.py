# SPDX-License-Identifier: MIT
"""Block, Draw, Muggins, All Fives, Five Up (docs/rules.md section 2)."""

import copy

from graph import Graph
from options import FIVES
from table import Table, hand_pips
from tiles import DRAW, PASS, Move, full_set, halves_text, move_order, note, pips, tile_text, touches


def round_to_five(number):
    return (number + 2) // 5 * 5                               # L-19: 1-2 down, 3-4 up


class LineGame(Table):
    def __init__(self, rules):
        super().__init__(rules)
        self.fives = rules.game in FIVES
        self.graph = Graph()
        self.round_winner = None        # the seat that leads under next-lead=winner, None without a winner
        self.must_lead = None           # the double that has to be led
        self.window = None              # L-25: (scorer, points) of an unclaimed score
        self.sides = [[0, 2], [1, 3]] if rules["teams"] == "on" else [[seat] for seat in range(self.players)]

    def round_tiles(self):
        return full_set(6)                                     # L-01

    def side_of(self, seat):
        return [side for side in self.sides if seat in side][0]

    # ---- lead -----------------------------------------------------------------------------------------------
    def begin(self, lead):
        self.graph = Graph()
        self.window = None
        self.must_lead = None
        if self.round == 1:
            self.lead_by(self.rules["lead"], lead)
        elif self.rules["next-lead"] == "rotate":
            self.refuse_lead(lead)
            self.lead = (self.lead + 1) % self.players
        elif self.rules["next-lead"] == "double":
            self.lead_by("double", lead)
        elif self.round_winner is not None:
            self.refuse_lead(lead)
            self.lead = self.round_winner
            note("lead: by the round's winner")
        else:
            note("lead: found again as in round one")
            self.lead_by(self.rules["lead"], lead)
        self.round_winner = None
        self.turn = self.lead

    def lead_by(self, how, lead):
        if how == "double":
            # reading: with lead=double there is no first seat to overrule, so a given lead is refused in round one too.
            self.refuse_lead(lead)
            self.must_lead, self.lead = self.highest_double()  # L-05, D-02
        elif how == "lot":
            if lead is None:
                raise ValueError("this referee draws no lots: give the lead")
            self.lead = lead
        else:
            if self.round > 1:
                # reading: "as in round one" is by `first-seat`, not by a lead that overruled it in round one.
                self.refuse_lead(lead)
            self.lead = self.rules["first-seat"] if lead is None else lead

    # ---- places and moves -----------------------------------------------------------------------------------
    def spinners(self):
        doubles = [index for index, node in enumerate(self.graph.laid) if node.double()]
        if self.rules["spinner"] == "none":
            return []
        return doubles[:1] if self.rules["spinner"] == "first" else doubles

    def places(self):
        """Every (index, number) where a tile may be laid, in the order in which the tiles were laid."""
        found = []
        spinners = self.spinners()
        for index, node in enumerate(self.graph.laid):
            if node.double():
                # L-12: two sides; L-13, L-14: then two ends besides.
                room = 4 if index in spinners else 2
                if len(self.graph.neighbours(index)) < room:
                    found.append((index, node.touch))
            else:
                found += [(index, number) for number in self.graph.halves_free(index)]
        return found

    def match(self, a, b):
        if a == b:
            return True                                        # L-07
        return self.rules["blanks"] == "wild" and (a == 0 or b == 0)      # L-08

    def points_of(self, graph):
        if not self.fives:
            return 0
        count = graph.count()
        if count == 0 or count % 5 != 0:
            return 0
        return count // self.rules["play-unit"]                # L-16

    def after(self, tile, touch, place):
        graph = copy.deepcopy(self.graph)
        if place is None:
            graph.lay_first(tile)
        else:
            graph.lay(tile, touch, place)
        return graph

    def plays(self):
        """[(order key, move)] sorted by N-08."""
        found = []
        if not self.graph.laid:
            for tile in self.hands[self.turn]:
                if self.must_lead is None or tile == self.must_lead:
                    found += self.with_claim(tile, tile[0], None, 0, tile_text(tile))
        else:
            for tile in self.hands[self.turn]:
                for order, place in enumerate(self.places()):
                    for touch in touches(tile):
                        if self.match(touch, place[1]):
                            other = tile[1] if touch == tile[0] else tile[0]
                            text = halves_text(touch, other) + "@" + self.graph.place_text(place)
                            found += self.with_claim(tile, touch, place, order, text)
        return [move for key, move in sorted(found, key=lambda pair: pair[0])]

    def with_claim(self, tile, touch, place, order, text):
        moves = [Move(text, "play", tile, touch, place, "")]
        if self.fives and self.rules["call"] == "on":
            points = self.points_of(self.after(tile, touch, place))
            if points:
                suffix = " +%d" % points                       # N-06
                moves.append(Move(text + suffix, "play", tile, touch, place, suffix))
        return [(move_order(move, order), move) for move in moves]

    def drawable(self):
        if self.rules["draw"] == "none":
            return 0
        return max(0, len(self.boneyard) - self.rules["reserve"])         # L-11

    def turn_moves(self):
        plays = self.plays()
        if plays:
            return plays                                       # C-05
        return [DRAW] if self.drawable() > 0 else [PASS]       # L-09, L-10, C-10

    def callers(self):
        if self.window is None:
            return []
        own = self.side_of(self.window[0])
        return [seat for seat in range(self.players) if seat not in own]

    # ---- making moves ---------------------------------------------------------------------------------------
    def make(self, seat, move):
        if move.kind == "call":
            points = self.window[1]
            self.window = None
            note("line: call took the points" + (" (next seat)" if seat == self.turn else " (other seat)"))
            return [{"seat": seat, "move": "call"}] + self.add_score(seat, points, "by a call")
        if self.window is not None:
            note("line: unclaimed score not called")
        self.window = None                                     # any other move of the next seat closes it
        if move.kind == "draw":
            tile = self.take_from_boneyard(seat)
            events = [{"seat": seat, "move": "draw " + tile_text(tile)}]
            if self.rules["draw"] == "one" and not self.plays():
                note("line: draw=one drew in vain")
                events += self.end_turn(seat, False)
            return events
        if move.kind == "pass":
            return [{"seat": seat, "move": "pass"}] + self.end_turn(seat, False)
        return self.make_play(seat, move)

    def make_play(self, seat, move):
        self.hands[seat].remove(move.tile)
        self.graph = self.after(move.tile, move.touch, move.place)
        self.tally_play(move)
        events = [{"seat": seat, "move": move.text}]
        points = self.points_of(self.graph)
        out = not self.hands[seat]
        if points:
            if self.rules["call"] == "off" or move.suffix:
                note("line: score claimed" if move.suffix else "line: score")
                events += self.add_score(seat, points, "by a play")
                if self.phase == "game-over":
                    if out:
                        note("line: game end with the last tile, no bonus")
                    return events                              # L-24: no bonus, no round end
            elif not out:
                self.window = (seat, points)                   # L-25
                note("line: score left unclaimed")
            else:
                note("line: unclaimed score with the last tile, lost")
        if out:
            return events + self.finish_out(seat)
        return events + self.end_turn(seat, True)

    def tally_play(self, move):
        if move.place is not None and move.touch != move.place[1]:
            note("line: wild blank match")
        if move.place is not None and len(self.graph.neighbours(move.place[0])) > 2:
            note("line: end of a spinner taken")

    def add_score(self, seat, points, how):
        """A score event, and the end of the game where the target is reached in mid-round (L-24)."""
        side = self.side_of(seat)
        for member in side:
            self.scores[member] += points                      # C-11
        events = [{"seat": seat, "score": points}]
        if self.rules["end"] == "once" and self.scores[seat] >= self.rules["target"]:
            note("line: game ends in mid-round, " + how)
            events.append(self.game_end(seat, side))
        return events

    def end_turn(self, seat, laid):
        self.count_idle(laid)
        if self.idle >= self.players:
            return self.finish_blocked(seat)                   # C-07
        self.turn = (seat + 1) % self.players
        return []

    # ---- end of a round -------------------------------------------------------------------------------------
    def side_counts(self):
        counts = hand_pips(self.hands)
        return [sum(counts[seat] for seat in side) for side in self.sides]

    def lighter_partner(self, side):
        counts = hand_pips(self.hands)
        return min(side, key=lambda seat: (counts[seat], seat))

    def finish_out(self, seat):
        counts = self.side_counts()
        own = self.sides.index(self.side_of(seat))
        winner = own
        if self.fives and self.rules["bonus-to"] == "lowest" and counts[own] != min(counts):
            winner = counts.index(min(counts))                 # L-17; who went out wins a tie
            note("line: bonus-to=lowest, the other team scored")
        if winner == own:
            self.round_winner = seat
        else:
            self.round_winner = self.lighter_partner(self.sides[winner])     # L-06
        bonus = self.bonus_pips(winner)
        return self.finish(seat, "out", seat, winner, bonus)

    def bonus_pips(self, winner):
        counts = self.side_counts()
        if self.fives and self.rules["bonus-of"] == "all":
            return sum(counts)                                 # L-20
        return sum(counts) - counts[winner]                    # L-17, L-18

    def finish_blocked(self, seat):
        counts = self.side_counts()
        lowest = [i for i in range(len(self.sides)) if counts[i] == min(counts)]
        if len(lowest) > 1:
            note("line: blocked tie, tie=" + self.rules["tie"])
        if len(lowest) > 1 and self.rules["tie"] == "single":
            # L-22: the tied side that holds the single tile with the lowest pip sum
            best = {i: min(pips([t]) for member in self.sides[i] for t in self.hands[member]) for i in lowest}
            lowest = [i for i in lowest if best[i] == min(best.values())]
            note("line: tie broken by a single tile" if len(lowest) == 1 else "line: tie not broken")
        if len(lowest) > 1:
            self.round_winner = None
            return self.finish(seat, "blocked", None, None, 0)
        winner = lowest[0]
        self.round_winner = self.lighter_partner(self.sides[winner])
        bonus = self.bonus_pips(winner)
        if self.rules["blocked"] == "difference":
            # reading: with bonus-of=all the winner's own pips are first counted (L-20), then taken off (L-21).
            bonus -= counts[winner]                            # L-21, before any rounding
        return self.finish(seat, "blocked", self.round_winner, winner, bonus)

    def finish(self, seat, how, event_seat, winner, bonus):
        if self.fives:
            bonus = round_to_five(bonus) // self.rules["bonus-unit"]         # L-19
        gains = [0] * self.players
        if winner is not None:
            for member in self.sides[winner]:
                gains[member] = bonus
        events = [self.round_end(seat, how, event_seat, gains)]
        top = max(self.scores)
        if top >= self.rules["target"]:
            leaders = [side for side in self.sides if self.scores[side[0]] == top]
            if len(leaders) == 1:
                events.append(self.game_end(seat, leaders[0]))
                note("line: game ends at the end of a round, end=" + self.rules["end"])
            else:
                note("line: tie at the top, another round")    # L-24
        return events

    # ---- views -----------------------------------------------------------------------------------------
    def layout(self):
        return {
            "tiles": self.graph.tiles_json(),
            "ends": self.graph.ends_json(self.places()),
            "count": self.graph.count(),
            "must": None,
        }

