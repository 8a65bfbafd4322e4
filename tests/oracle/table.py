# SPDX-License-Identifier: MIT
"""Common to all games: scores, rounds, hands, a boneyard, a turn, moves, ends."""

from tiles import CALL, Refusal, full_set, note, parse_tile, pips, tile_text


class Table:
    """One game of any family. Subclasses give round_tiles, begin, turn_moves, callers, make, layout."""

    def __init__(self, rules):
        self.rules = rules
        self.players = rules["players"]
        self.scores = [0] * self.players
        self.round = 0
        self.phase = "play"
        self.lead = 0
        self.turn = 0
        self.hands = []
        self.boneyard = []
        self.last_round = None
        self.winners = None
        self.idle = 0               # C-07: turns in a row without a tile laid and without a tile left to draw

    # ---- to be given by each family -------------------------------------------------------------------------
    def round_tiles(self):
        """The tiles of the deck of round self.round."""
        raise NotImplementedError

    def begin(self, lead):
        """Find the lead and set up the table; hands are dealt already. lead is the request's, or None."""
        raise NotImplementedError

    def turn_moves(self):
        """The moves of the seat whose turn it is, without `call`, in the order of N-08."""
        raise NotImplementedError

    def callers(self):
        """The seats that may call now."""
        return []

    def make(self, seat, move):
        """Carry out a legal move; returns the events."""
        raise NotImplementedError

    def layout(self):
        raise NotImplementedError

    # ---- rounds ---------------------------------------------------------------------------------------------
    def deal(self, deck, lead):
        """Start the next round. The caller restores the table when this refuses."""
        self.round += 1
        wanted = sorted(self.round_tiles())
        tiles = [parse_tile(text) if isinstance(text, str) else None for text in deck]
        if None in tiles or sorted(tiles) != wanted:
            raise Refusal("bad-deck", "the deck has to hold each tile of the round once")
        if lead is not None and not 0 <= lead < self.players:
            # reading: a lead that is no seat is `bad-seat`; where no lead may be given at all it is `bad-request`.
            raise Refusal("bad-seat", "lead %d is no seat" % lead)
        hand = self.hand_size()
        self.hands = [sorted(tiles[seat * hand:(seat + 1) * hand]) for seat in range(self.players)]
        self.boneyard = tiles[self.players * hand:]
        self.idle = 0
        self.phase = "play"
        self.begin(lead)
        return {"round": self.round, "lead": self.lead, "deck": [tile_text(t) for t in tiles]}

    def hand_size(self):
        return self.rules["hand"]

    def refuse_lead(self, lead):
        if lead is not None:
            raise Refusal("bad-request", "lead cannot be given here")

    def rotating_lead(self, lead):
        """F-04, T-03, L-04: a designated player first, then one seat clockwise each round."""
        if self.round == 1:
            return self.rules["first-seat"] if lead is None else lead
        self.refuse_lead(lead)
        return (self.lead + 1) % self.players

    def highest_double(self):
        """(double, seat) of the highest double in any hand; refuses with no-double."""
        found = [(tile, seat) for seat in range(self.players) for tile in self.hands[seat] if tile[0] == tile[1]]
        if not found:
            note("deal: no-double refused")
            raise Refusal("no-double", "no hand holds a double")
        return max(found)

    # ---- moves ----------------------------------------------------------------------------------------------
    def drawable(self):
        return len(self.boneyard)

    def actors(self):
        if self.phase != "play":
            return []
        return sorted({self.turn} | set(self.callers()))

    def moves(self, seat):
        if self.phase != "play":
            return []
        found = []
        if seat == self.turn:
            found = found + self.turn_moves()
        if seat in self.callers():
            found.append(CALL)
        return found

    def take_from_boneyard(self, seat):
        tile = self.boneyard.pop(0)
        self.hands[seat] = sorted(self.hands[seat] + [tile])
        return tile

    def count_idle(self, laid):
        """C-07, judged at the end of each turn."""
        if not laid and self.drawable() == 0:
            self.idle += 1
        else:
            self.idle = 0

    # ---- ends -----------------------------------------------------------------------------------------------
    def round_end(self, seat, how, event_seat, gains):
        """The round-end event; `seat` made the last move."""
        self.scores = [old + gain for old, gain in zip(self.scores, gains)]
        return self.round_end_event(seat, how, event_seat, gains)

    def round_end_event(self, seat, how, event_seat, gains):
        note("round: " + how)
        self.turn = seat
        self.phase = "round-over"
        self.last_round = {
            "round-end": how, "seat": event_seat, "gains": list(gains), "scores": list(self.scores),
            "hands": self.hand_texts(),
        }
        return dict(self.last_round)

    def game_end(self, seat, winners):
        self.turn = seat
        self.phase = "game-over"
        self.winners = sorted(winners)
        return {"game-end": True, "winners": list(self.winners), "scores": list(self.scores)}

    def low_score_round_end(self, seat, how, gains):
        """Chickenfoot and Mexican Train: penalties are added, after the last round the lowest total wins."""
        events = [self.round_end(seat, how, seat if how == "out" else None, gains)]
        if self.round == self.rules["rounds"]:
            lowest = min(self.scores)
            winners = [s for s in range(self.players) if self.scores[s] == lowest]
            if len(winners) > 1:
                note("game: equal lowest totals")
            events.append(self.game_end(seat, self.break_tie(winners, how, seat)))
        return events

    def break_tie(self, winners, how, seat):
        return winners

    # ---- views -----------------------------------------------------------------------------------------
    def hand_texts(self):
        return [[tile_text(t) for t in sorted(hand)] for hand in self.hands]

    def state(self):
        return {
            "ok": True,
            "rules": self.rules.canonical,
            "phase": self.phase,
            "round": self.round,
            "actors": self.actors(),
            "lead": self.lead,
            "turn": self.turn,
            "hands": self.hand_texts(),
            "boneyard": [tile_text(t) for t in self.boneyard],
            "drawable": self.drawable(),
            "layout": self.layout(),
            "scores": list(self.scores),
            "last-round": self.last_round,
            "winners": self.winners,
        }

    def view(self, seat):
        """C-09: the state without other hands and without the boneyard's faces."""
        seen = self.state()
        seen["hands"] = [hand if s == seat else len(hand) for s, hand in enumerate(seen["hands"])]
        seen["boneyard"] = len(seen["boneyard"])
        return seen


def hand_pips(hands):
    return [pips(hand) for hand in hands]


def set_without(n, double_number):
    return [t for t in full_set(n) if t != (double_number, double_number)]
