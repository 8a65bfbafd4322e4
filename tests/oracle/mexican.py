# SPDX-License-Identifier: MIT
"""Mexican Train (docs/rules.md section 4).

A train is named by its seat, or 'm'. A turn has steps: `hub` (the centre double has to be set), `first` (the first
tile), `additional` (the tile after a double), `third` (the tile after two doubles).
"""

from table import Table, hand_pips, set_without
from tiles import DRAW, PASS, Move, full_set, halves_text, is_double, move_order, note, tile_text, touches

MEXICAN = "m"
LATE_MAY_BE_THIRD = False       # the other reading of T-14, see additional_double_allowed; compare.py --reading late-third


class MexicanTrain(Table):
    def __init__(self, rules):
        super().__init__(rules)
        self.hub = rules.sheet == "hub"
        self.engine = None
        self.turn_number = 0

    def round_tiles(self):
        if self.hub:
            return full_set(self.rules["set"])
        return set_without(self.rules["set"], self.rules["set"] - (self.round - 1))      # T-03

    def begin(self, lead):
        self.trains = [[] for _ in range(self.players)]        # lists of (touching half, free half)
        self.markers = [False] * self.players
        self.mexican = None
        self.skips = [0] * self.players                        # T-17: turns still to be lost in this round
        self.first_turn = [True] * self.players
        self.window = None                                     # T-16: (offender, number of the turn)
        self.must_set = None
        if self.hub:
            self.refuse_lead(lead)
            self.engine = None
            self.must_set, self.lead = self.highest_double()   # T-04
        else:
            self.engine = self.rules["set"] - (self.round - 1)
            self.lead = self.rotating_lead(lead)
        self.turn_number = 0
        self.start_turn(self.lead)

    def start_turn(self, seat):
        self.turn = seat
        self.turn_number += 1
        self.laid_this_turn = False
        self.doubles = []                                      # trains on which a double was laid in this turn
        self.start_step("hub" if self.engine is None else "first")

    def start_step(self, step):
        self.step = step
        self.drawn = None        # the tile drawn because nothing could be laid: it, and only it, must be laid (T-08)
        self.drew = False        # whether there was a draw in this step
        self.late = []           # tiles that came with a draw for the additional tile: no third tiles (T-14)

    # ---- trains ---------------------------------------------------------------------------------------------
    def train(self, name):
        if name == MEXICAN:
            return self.mexican or []
        return self.trains[name]

    def tail(self, name):
        tiles = self.train(name)
        return tiles[-1][1] if tiles else self.engine          # T-05

    def is_open(self, name):
        tiles = self.train(name)
        return bool(tiles) and tiles[-1][0] == tiles[-1][1]

    def names(self):
        return list(range(self.players)) + [MEXICAN]

    def eligible(self, seat):
        """T-07, with T-06 or T-21."""
        own_begun = bool(self.trains[seat])
        may_begin_others = own_begun or not self.hub           # T-21
        found = []
        for name in self.names():
            begun = bool(self.train(name))
            if name == seat:
                found.append(name)
            elif name == MEXICAN or self.markers[name]:
                if begun or may_begin_others:
                    found.append(name)
        return found

    def start_of_turn_trains(self, seat):
        open_doubles = [name for name in self.names() if self.is_open(name)]
        if open_doubles:
            return open_doubles                                # T-13
        if self.hub and self.first_turn[seat]:
            return [seat]                                      # T-20
        return self.eligible(seat)

    # ---- plays ----------------------------------------------------------------------------------------------
    def fits(self, tiles, names):
        """[(tile, touching half, train)] of everything that matches, whatever else the rules say."""
        return [(tile, touch, name) for tile in tiles for name in self.names() if name in names
                for touch in touches(tile) if touch == self.tail(name)]

    def additional_double_allowed(self, tile):
        """May this double be the additional tile? T-12 (the last tile), T-14 (a third tile is at hand)."""
        if len(self.hands[self.turn]) == 1:
            return True
        if self.rules["two-doubles"] == "off":
            return False
        # reading: "before any draw for it" means the draw for the additional tile: the tile drawn for it, and a penalty
        # tile taken with that draw, are no third tiles; a tile added by a caught silence is (T-17).
        numbers = (self.tail(self.doubles[0]), tile[0])
        return any(numbers[0] in other or numbers[1] in other
                   for other in self.hands[self.turn] if other != tile and other not in self.late)

    def placements(self):
        """[(tile, touching half, train)] that the seat at turn may lay in the present step."""
        hand = self.hands[self.turn]
        if self.drawn is not None:
            # reading: after a draw because nothing could be laid only the drawn tile may be laid (T-08), also where a
            # catch in mid-turn has added another tile since.
            hand = [self.drawn]
        if self.step == "hub":
            return [(self.must_set, self.must_set[0], "hub")]
        if self.step == "first":
            return self.fits(hand, self.start_of_turn_trains(self.turn))
        if self.step == "third":
            return self.fits([t for t in hand if t not in self.late], self.doubles)          # T-14
        if self.rules["double"] == "satisfy":
            return self.fits(hand, self.doubles)               # T-22
        trains = self.doubles + self.eligible(self.turn)       # T-10
        return [(tile, touch, name) for tile, touch, name in self.fits(hand, trains)
                if not is_double(tile) or self.additional_double_allowed(tile)]

    def plays(self):
        found = []
        for tile, touch, name in self.placements():
            other = tile[1] if touch == tile[0] else tile[0]
            place = name if name in ("hub", MEXICAN) else "t%d" % name
            text = halves_text(touch, other) + "@" + place     # N-03
            order = self.players if name in ("hub", MEXICAN) else name
            suffixes = [""]
            if self.rules["knock"] == "on" and len(self.hands[self.turn]) == 2:
                suffixes.append(" !")                          # T-16, N-06
            for suffix in suffixes:
                move = Move(text + suffix, "play", tile, touch, name, suffix)
                found.append((move_order(move, order), move))
        return [move for key, move in sorted(found, key=lambda pair: pair[0])]

    def turn_moves(self):
        plays = self.plays()
        if not plays:
            return [DRAW] if self.boneyard and not self.drew else [PASS]
        if self.step in ("hub", "third") or self.drew:
            # reading: one draw a step: who has drawn for the first (or the additional) tile, rightly or as an
            # infraction, has to lay now.
            return plays
        moves = list(plays)
        if self.rules["infractions"] == "penalise" and self.boneyard:
            moves.append(DRAW)                                 # T-19
        if self.step == "additional" and self.rules["double"] == "may":
            # reading: "T-11's ending of the turn is gone" once a draw for the additional tile was made; an infraction
            # with the first tile does not take it away, nor does the option itself.
            moves.append(PASS)                                 # T-11
        return moves

    def callers(self):
        if self.window is None:
            return []
        return [seat for seat in range(self.players) if seat != self.window[0]]

    # ---- making moves ---------------------------------------------------------------------------------------
    def make(self, seat, move):
        if move.kind == "call":
            offender, number = self.window
            self.window = None                                 # the first call closes it
            note("mexican: silence caught" + (" in mid-turn" if number == self.turn_number else ""))
            events, added = self.punish(offender)
            if added is not None and number == self.turn_number:
                note("mexican: a catch in mid-turn added a tile")
                if self.drawn is not None and self.fits([added], self.doubles + self.eligible(self.turn)):
                    note("mexican: reading in play: a caught tile would fit beside the drawn one")
            return [{"seat": seat, "move": "call"}] + events
        if self.window is not None and self.turn_number > self.window[1]:
            note("mexican: silence not caught")
            self.window = None                                 # the first move of a later turn
        if move.kind == "draw":
            return self.make_draw(seat)
        if move.kind == "pass":
            failed = not self.plays()
            note("mexican: pass with marker" if failed else "mexican: T-11 pass without a marker")
            return [{"seat": seat, "move": "pass"}] + self.end_turn(seat, failed)
        return self.make_play(seat, move)

    def punish(self, seat):
        """T-17: (events, the tile added or None). `keep` and `none` cost nothing here."""
        penalty = self.rules["penalty"]
        note("mexican: penalty " + penalty)
        if penalty == "fifty":
            self.scores[seat] += 50
            return [{"seat": seat, "score": 50}], None
        if penalty == "skip":
            self.skips[seat] += 1
        if penalty == "tile" and self.boneyard:
            return [], self.take_from_boneyard(seat)
        return [], None

    def make_draw(self, seat):
        infraction = bool(self.plays())
        tile = self.take_from_boneyard(seat)
        events = [{"seat": seat, "move": "draw " + tile_text(tile)}]
        self.drew = True
        if self.step == "additional" and not LATE_MAY_BE_THIRD:
            self.late.append(tile)
        if infraction:
            note("mexican: infraction, %s tile" % self.step)
            more, added = self.punish(seat)
            events += more
            if added is not None and self.step == "additional" and not LATE_MAY_BE_THIRD:
                self.late.append(added)
            if self.rules["penalty"] == "keep":
                return events + self.end_turn(seat, False)     # the turn ends, without a marker
        else:
            self.drawn = tile
        if not self.plays():
            # reading: also after an infraction that made the last tile in hand (T-12) unplayable: the turn ends, with marker.
            note("mexican: drew in vain, %s tile" % self.step)
            events += self.end_turn(seat, True)                # C-10, T-08, T-10
        elif not infraction:
            note("mexican: drawn tile playable, %s tile" % self.step)
        return events

    def make_play(self, seat, move):
        self.hands[seat].remove(move.tile)
        self.laid_this_turn = True
        if any(self.fits([t], self.doubles) for t in self.late if t != move.tile and self.step == "third"):
            note("mexican: reading in play: a late tile would fit as the third")
        events = [{"seat": seat, "move": move.text}]
        if self.step == "hub":
            self.engine = move.tile[0]
        else:
            self.lay_on_train(seat, move)
        left = len(self.hands[seat])
        if left == 1 and self.rules["knock"] == "on":
            note("mexican: last tile announced" if move.suffix else "mexican: last tile in silence")
            if not move.suffix:
                # reading: a second silence in the same turn while the window is open is no second offence; an
                # announced one does not close the window of the first.
                self.window = (seat, self.turn_number)         # T-16
        if left == 0:
            if is_double(move.tile):
                note("mexican: out with a double, step " + self.step)
            return events + self.finish(seat, "out")           # T-12
        if self.step == "hub":
            self.start_step("first")
        elif is_double(move.tile):
            self.doubles.append(move.place)
            note("mexican: double laid" if self.step == "first" else "mexican: two doubles")
            late = self.late
            self.start_step("additional" if self.step == "first" else "third")
            if self.step == "third":
                self.late = late
        else:
            if self.step != "first":
                note("mexican: %s tile laid" % self.step)
            return events + self.end_turn(seat, False)
        return events

    def lay_on_train(self, seat, move):
        if self.step == "first" and self.is_open(move.place):
            note("mexican: another turn's open double satisfied")
        if move.place not in (seat, MEXICAN) and not self.trains[move.place]:
            note("mexican: another player's train begun")
        if move.place == MEXICAN and self.mexican is None:
            self.mexican = []
            note("mexican: Mexican Train begun")
        other = move.tile[1] if move.touch == move.tile[0] else move.tile[0]
        tiles = self.mexican if move.place == MEXICAN else self.trains[move.place]
        tiles.append((move.touch, other))
        if move.place == seat:
            self.markers[seat] = False                         # T-09

    def end_turn(self, seat, failed):
        if failed:
            self.markers[seat] = True
        self.first_turn[seat] = False
        self.count_idle(self.laid_this_turn)
        if self.idle >= self.players:
            if self.hub or not self.anybody_could_lay():
                return self.finish(seat, "blocked")            # C-07
            note("mexican: not blocked, somebody could lay")
        following = (seat + 1) % self.players
        while self.skips[following] > 0:
            self.skips[following] -= 1                         # T-17: a lost turn is no turn for C-07
            note("mexican: turn lost")
            following = (following + 1) % self.players
        self.start_turn(following)
        return []

    def anybody_could_lay(self):
        return any(self.fits(self.hands[seat], self.start_of_turn_trains(seat)) for seat in range(self.players))

    def finish(self, seat, how):
        return self.low_score_round_end(seat, how, hand_pips(self.hands))          # T-15

    def break_tie(self, winners, how, seat):
        if self.hub and how == "out" and seat in winners:
            return [seat]                                      # T-15, hub
        return winners

    # ---- views -----------------------------------------------------------------------------------------
    def train_json(self, name):
        return {
            "tiles": [halves_text(a, b) for a, b in self.train(name)],
            "tail": self.tail(name),
            "open-double": self.is_open(name),
        }

    def layout(self):
        trains = []
        for seat in range(self.players):
            shown = self.train_json(seat)
            shown["marker"] = self.markers[seat]
            trains.append(shown)
        return {
            "engine": None if self.engine is None else halves_text(self.engine, self.engine),
            "trains": trains,
            "mexican": None if self.mexican is None else self.train_json(MEXICAN),
        }
