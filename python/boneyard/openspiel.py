# SPDX-License-Identifier: MIT
"""The OpenSpiel game `boneyard`.  Importing this module registers it.  Needs open_spiel and NumPy.

    import boneyard.openspiel, pyspiel
    game = pyspiel.load_game("boneyard", {"rules": "block:basics blanks=suit"})

Parameters: `rules`; `forced`, which plays draws and passes without an alternative at once; `returns`, "points" (a seat's gain
minus the mean of its opponents' gains) or "wins" (1, 0 or -1 by its sign); and, for research only, `set`, which deals Block
from a set smaller than double-6.  OpenSpiel's game strings allow only one "=" per parameter, so write rules with colons:
boneyard(rules=block:basics blanks:suit).

A game is one round.  Chance deals each hand in ascending order, so that every hand is one history, and then the tiles that may
be drawn, in order.  Actions and observations are those of VectorEnv (docs/batch.md)."""
import functools
import random
from collections.abc import Callable, Iterator
from math import comb
from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found]

from ._core import Error, Rules
from ._types import TILES, Tile
from .analysis import World, worlds
from .match import Match
from .round import Round, Step
from .vector import Code

TRIES = 1000  # attempts to find a deal consistent with a seat's knowledge
ENTRY = 4  # numbers per move in the information state


class Table:
    """The data that all states of a game share."""

    def __init__(self, rules: str, top: int = -1, forced: bool = False) -> None:
        name, *options = rules.split()
        self.given = (rules, top, forced)
        self.rules, self.forced = Rules(" ".join([name, *(option.replace(":", "=", 1) for option in options)])), forced
        self.code = Code(self.rules)
        probe = Match(self.rules, 1)
        free = probe.lead_free
        probe.deal(lead=0 if free else None)
        deck = probe.deck(1)
        self.hands = [len(hand) for hand in probe.hands]
        self.tiles = sorted(TILES.index(tile) for tile in deck)
        self.drawable = probe.view(0).drawable
        self.beyond: list[int] = []
        if top >= 0:
            if self.drawable or self.rules.family != "line":
                raise ValueError("a smaller set is only for Block, where nothing is drawn")
            self.beyond = [tile for tile in self.tiles if TILES[tile].high > top]
            self.tiles = [tile for tile in self.tiles if TILES[tile].high <= top]
            if len(self.tiles) < sum(self.hands):
                raise ValueError(f"a double-{top} set is too small for these hands")
        self.lot = free and self._refuses(deck)
        # L-05, T-04: a deal without a double is dealt again.
        self.double = not free and self._refuses(sorted(deck, key=lambda tile: tile.double))

    def _refuses(self, deck: list[Tile]) -> bool:
        try:
            Match(self.rules, 1).deal(deck)
        except Error:
            return True
        return False

    def length(self) -> int:
        """The maximum number of moves: every tile is drawn and laid; between lays, each seat passes at most once without drawing."""
        tiles = self.tiles[-1] + 1
        return 3 * tiles + self.rules.players * (tiles + 1)

    def most(self) -> float:
        """An upper bound on a seat's gain or loss."""
        pips = sum(TILES[tile].pips for tile in self.tiles)
        return float(pips + 100 + (50 * len(self.tiles) if any(field.name == "sum" for field in self.code.fields) else 0))


@functools.lru_cache(maxsize=64)
def table_of(rules: str, top: int, forced: bool) -> Table:
    return Table(rules, top, forced)


class Deal:
    """The deal while chance makes it, and then the round."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lead: int | None = None
        self.dealt: list[int] = []  # tiles
        self.round: Round | None = None

    # ---- Chance -----------------------------------------------------------------------------------

    def _place(self) -> tuple[int, int]:
        """The index of the hand that gets the next tile, and its number of tiles; the index after the last is the boneyard."""
        count = len(self.dealt)
        for seat, size in enumerate(self.table.hands):
            if count < size:
                return seat, count
            count -= size
        return len(self.table.hands), count

    def outcomes(self) -> list[tuple[int, float]]:
        """Tiles, or seats if the lead is drawn by lot, with their probabilities."""
        table = self.table
        if table.lot and self.lead is None:
            return [(seat, 1 / table.rules.players) for seat in range(table.rules.players)]
        seat, held = self._place()
        gone = set(self.dealt)
        left = [tile for tile in table.tiles if tile not in gone]
        if seat == len(table.hands):
            return [(tile, 1 / len(left)) for tile in left]
        least = self.dealt[-1] if held else -1
        weights = [(tile, self._ways(tile, left, seat, table.hands[seat] - held - 1)) for tile in left if tile > least]
        total = sum(weight for _, weight in weights)
        return [(tile, weight / total) for tile, weight in weights if weight > 0]

    def _ways(self, tile: int, left: list[int], seat: int, more: int) -> int:
        """The number of ways to complete the hands after this tile without causing a redeal."""
        def ways(tiles: list[int]) -> int:
            above = sum(other > tile for other in tiles)
            count, rest = comb(above, more), sum(other != tile for other in tiles) - more
            for size in self.table.hands[seat + 1:]:
                count, rest = count * comb(max(rest, 0), size), rest - size
            return count

        if not self.table.double or any(TILES[other].double for other in [tile, *self.dealt]):
            return ways(left)
        return ways(left) - ways([other for other in left if not TILES[other].double])

    def chance(self, outcome: int) -> None:
        if self.table.lot and self.lead is None:
            self.lead = outcome
        else:
            self.dealt.append(outcome)
        if len(self.dealt) == sum(self.table.hands) + self.table.drawable:
            table, gone = self.table, set(self.dealt)
            rest = [tile for tile in table.tiles if tile not in gone] + table.beyond
            self.round = Round(table.code, 0, deck=[TILES[tile] for tile in self.dealt + rest], lead=self.lead, forced=table.forced)

    # ---- A seat's knowledge ------------------------------------------------------------------------

    def hand(self, seat: int) -> list[Tile]:
        """The hand as it was dealt."""
        start = sum(self.table.hands[:seat])
        return [TILES[tile] for tile in self.dealt[start:start + self.table.hands[seat]]]

    def opening(self, seat: int) -> tuple[int | None, Tile | None]:
        """The seat that leads, and the double that it has to lead with."""
        view = self.round.match.view(seat) if self.round else None
        return (view.lead, view.led) if view else (self.lead, None)

    def known(self, seat: int) -> Iterator[tuple[Step, tuple[Tile, ...]]]:
        """The moves, each with the tiles drawn that the seat saw."""
        for step in self.round.past if self.round else ():
            yield step, step.drawn if step.seat == seat else ()

    def text(self, seat: int) -> str:
        """Everything that a seat has seen, as text."""
        lead, led = self.opening(seat)
        words = [f"seat {seat}:", *(str(tile) for tile in self.hand(seat)), "|", f"lead {lead} {led or ''}" if lead is not None else "", "|"]
        for step, drawn in self.known(seat):
            words.append(f"{step.seat}:{'+'.join([str(step.move), *map(str, drawn)])}")
            if step.drawn and not drawn:
                words[-1] += f"+{len(step.drawn)}"
        return " ".join(words)

    def resample(self, seat: int, draw: random.Random) -> "Deal":
        """Returns a deal that the seat cannot tell from this one, at random; where tiles were drawn, not all are exactly
        equally likely."""
        if self.round is None or self.round.over:
            raise ValueError("deals can be resampled only during play")
        wanted, view = self.text(seat), self.round.match.view(seat)
        for _ in range(TRIES):
            for world in worlds(view, 64, seed=draw.getrandbits(62)):
                tiles = self._order(seat, world, draw)
                made = self._replay(tiles) if tiles else None
                if made is not None and made.text(seat) == wanted:
                    return made
        raise RuntimeError("no other deal was found")

    def _replay(self, tiles: list[int]) -> "Deal | None":
        made = Deal(self.table)
        try:
            if self.lead is not None:
                made.chance(self.lead)
            for tile in tiles:
                made.chance(tile)
            assert made.round is not None and self.round is not None
            for count, step in enumerate(self.round.past):
                if len(made.round.past) <= count:
                    made.round.play(step.action)
        except (Error, ValueError):
            return None
        return made

    def _order(self, viewer: int, world: World, draw: random.Random) -> list[int] | None:
        """A deal that leads to a world: decides for each tile of the other seats whether it was dealt, or in which draw it came."""
        assert self.round is not None
        past, heard = self.round.past, self.round.match.view(viewer).past
        draws = [(time, step.seat, place) for time, step in enumerate(past) for place in range(len(step.drawn))]
        drawn: list[Tile | None] = [past[time].drawn[place] if seat == viewer else None for time, seat, place in draws]
        hands = [self.hand(viewer) if seat == viewer else [] for seat in range(self.table.rules.players)]
        for seat in range(self.table.rules.players):
            if seat == viewer:
                continue
            laid = {step.move.tile: time for time, step in enumerate(past) if step.seat == seat and step.move.tile}
            lacked = [(time, set(one.lacked)) for time, one in enumerate(heard) if one.seat == seat and one.lacked]
            # A tile that the seat lacked at some time came into the hand later.
            since = {tile: max([time for time, tiles in lacked if tile in tiles and time < laid.get(tile, len(past))], default=-1)
                     for tile in [*laid, *world.hands[seat]]}
            for slot in range(len(draws) - 1, -1, -1):
                if draws[slot][1] != seat:
                    continue
                time = draws[slot][0]
                fitting = [tile for tile in since if since[tile] <= time < laid.get(tile, len(past))]
                # Tiles that only this draw or an earlier one explains come first.
                fitting = [tile for tile in fitting if since[tile] == time] or fitting
                if not fitting:
                    return None
                drawn[slot] = chosen = draw.choice(fitting)
                del since[chosen]
            hands[seat] = list(since)
        dealt = [TILES.index(tile) for hand in hands for tile in sorted(hand)]
        rest = [tile for tile in self.table.tiles if tile not in set(dealt) | {TILES.index(tile) for tile in drawn if tile}]
        draw.shuffle(rest)
        order = dealt + [TILES.index(tile) for tile in drawn if tile] + rest
        count = sum(self.table.hands) + self.table.drawable
        fits = len(order) >= count and all(len(hand) == size for hand, size in zip(hands, self.table.hands))
        return order[:count] if fits and len(set(order)) == len(order) and not set(order) & set(self.table.beyond) else None

    # ---- Copies -----------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, object]) -> "Deal":
        made = Deal(self.table)
        made.lead, made.dealt, made.round = self.lead, self.dealt.copy(), self.round.copy() if self.round else None
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.table.given, self.lead, self.dealt, [step.action for step in self.round.past] if self.round else [])


def _restore(given: tuple[str, int, bool], lead: int | None, dealt: list[int], actions: list[int]) -> Deal:
    made = Deal(table_of(*given))
    made.lead = lead
    for tile in dealt:
        made.chance(tile)
    for count, action in enumerate(actions):
        assert made.round is not None
        if len(made.round.past) <= count:
            made.round.play(action)
    return made


# ---- The game -------------------------------------------------------------------------------------

_PARAMETERS = {"rules": "block:basics", "set": -1, "forced": False, "returns": "points"}


def _type(players: int | None = None) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name="boneyard", long_name="Boneyard's domino games", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if players == 1 else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=8, min_num_players=1,
        provides_information_state_string=True, provides_information_state_tensor=True, provides_observation_string=True,
        provides_observation_tensor=True, parameter_specification=_PARAMETERS)


class Game(pyspiel.Game):  # type: ignore[misc]
    """The OpenSpiel game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        # An "=" would end a parameter's name when OpenSpiel reads the game's own text.
        given["rules"] = str(given["rules"]).replace("=", ":")
        if given["returns"] not in ("points", "wins"):
            raise ValueError(f'returns are "points" or "wins", not "{given["returns"]}"')
        self.table = table_of(given["rules"], int(given["set"]), bool(given["forced"]))
        self.wins = given["returns"] == "wins"
        players = self.table.rules.players
        self.most = 1.0 if self.wins else self.table.most()
        super().__init__(_type(players), pyspiel.GameInfo(
            num_distinct_actions=self.table.code.actions, max_chance_outcomes=max(self.table.tiles) + 1, num_players=players,
            min_utility=-self.most, max_utility=self.most, max_game_length=self.table.length(),
            **({} if players == 1 else {"utility_sum": 0.0})), given)

    def max_chance_nodes_in_history(self) -> int:
        return int(self.table.lot) + sum(self.table.hands) + self.table.drawable

    def new_initial_state(self, *_: Any) -> "State":
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "Observer":
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class State(pyspiel.State):  # type: ignore[misc]
    """The OpenSpiel state."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.deal = Deal(game.table)
        self.wins = game.wins

    def current_player(self) -> int:
        now = self.deal.round
        if now is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if now.over else now.turn

    def _legal_actions(self, player: int) -> list[int]:
        assert self.deal.round is not None
        return self.deal.round.actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.deal.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.deal.round is None:
            self.deal.chance(action)
        else:
            self.deal.round.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            first = self.deal.table.lot and self.deal.lead is None
            return f"seat {action} leads" if first else f"deal {TILES[action]}"
        assert self.deal.round is not None
        legal = player == self.current_player() and action in self.deal.round.actions
        return str(self.deal.round.move(action)) if legal else f"action {action}"

    def is_terminal(self) -> bool:
        return self.deal.round is not None and self.deal.round.over

    def returns(self) -> list[float]:
        now, players = self.deal.round, self.deal.table.rules.players
        if now is None or not now.over:
            return [0.0] * players
        gains = now.gains
        if players == 1:
            return gains
        sides = [seat % 2 if self.deal.table.rules.options.get("teams") == "on" else seat for seat in range(players)]
        if self.wins and (out := now.match.results[0].seat) is not None:
            gains = [float(side == sides[out]) for side in sides]  # even if the remaining tiles have no pips
        against = [[gains[other] for other in range(players) if sides[other] != side] for side in sides]
        margins = [gain - sum(others) / len(others) for gain, others in zip(gains, against)]
        return [float(np.sign(margin)) for margin in margins] if self.wins else margins

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "State":
        """Returns a state that the player cannot tell from this one, at random."""
        made = self.get_game().new_initial_state()
        drawn = self.deal.resample(player_id, random.Random(int(probability_sampler() * 2 ** 53)))
        for outcome in [*([] if drawn.lead is None else [drawn.lead]), *drawn.dealt]:
            made.apply_action(outcome)
        for player, action in ((step.player, step.action) for step in self.full_history()):
            if player >= 0:
                made.apply_action(action)
        return made  # type: ignore[no-any-return]

    def __str__(self) -> str:
        table, now = self.deal.table, self.deal.round
        hands = " / ".join(" ".join(map(str, self.deal.hand(seat))) for seat in range(table.rules.players))
        stock = " ".join(str(TILES[tile]) for tile in self.deal.dealt[sum(table.hands):])
        moves = " ".join("+".join([f"{step.seat}:{step.move}", *map(str, step.drawn)]) for step in now.past) if now else ""
        return f"hands {hands} | boneyard {stock} | {moves}"


class Observer:
    """A seat's knowledge: the observation of VectorEnv, and 1 for the seat to move.  With perfect recall, two numbers for the
    lead follow (1 + the seat, 1 + the double that it has to lead with), and four for each move: 1 + the seat, 1 + the action,
    the tiles drawn, and 1 + the tile drawn, if the observer drew it.  Seats are counted from the observer."""

    def __init__(self, game: Game, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            raise ValueError("an observer sees what one seat knows")
        self.code, self.recall = game.table.code, kind.perfect_recall
        length = game.table.length() if self.recall else 0
        start, players = self.code.size, self.code.rules.players
        self.tensor = np.zeros(start + players + (2 + ENTRY * length if self.recall else 0), np.float32)
        self.dict = {field.name: self.tensor[field.at:field.at + int(np.prod(field.shape))].reshape(field.shape)
                     for field in self.code.fields}
        self.dict["to_move"] = self.tensor[start:start + players]
        if self.recall:
            self.dict["lead"] = self.tensor[start + players:start + players + 2]
            self.dict["past"] = self.tensor[start + players + 2:].reshape(-1, ENTRY)

    def set_from(self, state: State, player: int) -> None:
        self.tensor.fill(0)
        deal, players = state.deal, state.deal.table.rules.players
        if deal.round is None:
            for tile in deal.hand(player):
                self.dict["hand"][TILES.index(tile)] = 1
            return
        self.tensor[:self.code.size] = np.frombuffer(deal.round.observe(player), np.uint8)
        if not deal.round.over:
            self.dict["to_move"][(deal.round.turn - player) % players] = 1
        if self.recall:
            lead, led = deal.opening(player)
            self.dict["lead"][:] = ((lead - player) % players + 1 if lead is not None else 0, TILES.index(led) + 1 if led else 0)
            for entry, (step, drawn) in zip(self.dict["past"], deal.known(player)):
                entry[:] = ((step.seat - player) % players + 1, step.action + 1, len(step.drawn), TILES.index(drawn[0]) + 1 if drawn else 0)

    def string_from(self, state: State, player: int) -> str:
        if self.recall:
            return state.deal.text(player)
        self.set_from(state, player)
        return f"seat {player}: " + "; ".join(f"{name} {_listed(name, values)}" for name, values in self.dict.items())


def _listed(name: str, values: Any) -> str:
    if values.ndim == 2:
        return " / ".join(_listed(name, row) for row in values)
    if name in ("hand", "laid"):
        return " ".join(str(TILES[tile]) for tile in np.flatnonzero(values))
    return " ".join(str(int(value)) for value in values)


pyspiel.register_game(_type(), Game)
