# SPDX-License-Identifier: MIT
"""The environments for Gymnasium, PettingZoo and OpenSpiel: those packages' own tests, hidden tiles, exploitability, and
OpenSpiel's own domino games.  BONEYARD_LONG=1 plays more."""
import itertools
import json
import os
import pickle
import random
import subprocess

import gymnasium
import numpy as np
import pettingzoo.test
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability
from open_spiel.python.games import block_dominoes, team_dominoes

import boneyard
import boneyard.gymnasium
import boneyard.openspiel
import boneyard.pettingzoo

LONG = bool(os.environ.get("BONEYARD_LONG"))
PRESETS = [preset for game in boneyard.games() for preset in game[3]]
GAMES = PRESETS if LONG else ["block:basics", "muggins:classic", "mexicantrain:classic"]
NASH = "block:basics players=2 hand=3 lead=seat blanks=suit blocked=opponents tie=none"


def load(rules, **more):
    return pyspiel.load_game("boneyard", {"rules": rules, **more})


def play_on(state, rng, decisions=10 ** 6):
    """Plays random actions, and checks that chance probabilities add up to 1."""
    while not state.is_terminal() and (state.is_chance_node() or decisions > 0):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            assert abs(sum(chances) - 1) < 1e-9
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions -= 1
    return state


# ---- Gymnasium and PettingZoo ---------------------------------------------------------------------


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_gymnasium(rules):
    env = gymnasium.make("boneyard.gymnasium:boneyard/Round-v1", rules=rules, opponent="random")
    check_env(env.unwrapped, skip_render_check=True)


def test_gymnasium_plays_a_round():
    """Rewards add up to the seat's gain, masks are exact, illegal actions end the round, and wrong arguments are refused."""
    env, rng = boneyard.gymnasium.RoundEnv("muggins:classic", 1, {0: boneyard.bot("greedy", 1)}, forced=True, render_mode="svg"), random.Random(1)
    for episode in range(20):
        seen, info = env.reset(seed=episode)
        total, over = info["gains"][1], False
        total = 0.0
        while not over:
            assert (env.action_masks() == info["action_mask"].astype(bool)).all() and env.render().startswith("<svg")
            seen, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            total += reward
        assert total == info["gains"][1] and not info["action_mask"].any()
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(0)
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(wrong)[1:4] == (-100.0, True, False)
    strict = boneyard.gymnasium.RoundEnv(illegal=None)
    _, info = strict.reset(seed=1)
    for wrong in (-1, 10 ** 6, int(np.flatnonzero(info["action_mask"] == 0)[0])):
        with pytest.raises(ValueError, match="not legal"):
            strict.step(wrong)
    assert (strict.action_masks() == info["action_mask"]).all()
    for arguments in (("block", 2), ("block", 0, {0: "greedy"}), ("block", 0, {}), ("x",)):
        with pytest.raises(ValueError):
            boneyard.gymnasium.RoundEnv(*arguments)


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo(rules):
    pettingzoo.test.api_test(boneyard.pettingzoo.env(rules), num_cycles=100)
    pettingzoo.test.seed_test(lambda: boneyard.pettingzoo.env(rules), num_cycles=20)


def test_environments_agree_with_the_batch():
    """The same deal: observations of the seat to move, masks and rewards are those of VectorEnv's encoding for a view."""
    env, rng = boneyard.pettingzoo.RoundAEC("draw:basics players=3"), random.Random(1)
    env.reset(seed=1)
    code, total = env.code, np.zeros(3)
    while env.agents:
        seen, _, ended, _, _ = env.last()
        if ended:
            env.step(None)
            continue
        match = env._round.match
        moves = code.moves(match.view(match.turn))
        assert bytes(seen["observation"]) == code.observe(match.view(match.turn))
        assert set(np.flatnonzero(seen["action_mask"])) == set(moves)
        with pytest.raises(ValueError):
            env.step(code.actions)
        env.step(rng.choice(list(moves)))
        total += [env.rewards[agent] for agent in env.possible_agents]
    assert total.tolist() == match.scores


# ---- OpenSpiel ------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", GAMES)
def test_openspiel(rules):
    """Runs OpenSpiel's generic test of a game, and tests its text, pickles and copies."""
    for forced in (False, True):
        game = load(rules, forced=forced)
        pyspiel.random_sim_test(game, num_sims=3 if LONG else 1, serialize=True, verbose=False)
        assert str(pyspiel.load_game(str(game))) == str(game) == str(pickle.loads(pickle.dumps(game)))
        state = play_on(game.new_initial_state(), random.Random(1), 5)
        assert str(pickle.loads(pickle.dumps(state))) == str(state) == str(state.clone())


def test_wrong_parameters():
    for wrong in ({"rules": "x"}, {"returns": "x"}, {"set": 1}, {"rules": "draw", "set": 5}, {"rules": "mexicantrain", "set": 5}):
        with pytest.raises(ValueError):
            boneyard.openspiel.Game(wrong)


def test_chance():
    """Every deal has the probability that the rules give it: dealing is fair, and deals without a double are repeated."""
    for lead, sure in (("seat", False), ("double", True)):
        game = load(f"block:basics players=2 hand=2 lead={lead}", set=2)
        found = {}

        def walk(state, chance):
            if not state.is_chance_node():
                hands = tuple(tuple(state.deal.hand(seat)) for seat in (0, 1))
                found[hands] = chance
                return
            for outcome, part in state.chance_outcomes():
                walk(state.child(outcome), chance * part)

        walk(game.new_initial_state(), 1.0)
        deals = [(one, two) for one in itertools.combinations(boneyard.TILES[:6], 2) for two in itertools.combinations(boneyard.TILES[:6], 2)
                 if not set(one) & set(two) and (not sure or any(tile.double for tile in one + two))]
        assert sorted(found) == sorted(deals) and all(abs(chance - 1 / len(deals)) < 1e-12 for chance in found.values())
    lot = load("block:basics lead=lot").new_initial_state()
    assert lot.chance_outcomes() == [(0, 0.5), (1, 0.5)]
    lot.apply_action(1)
    assert play_on(lot, random.Random(1), 0).current_player() == 1


@pytest.mark.parametrize("rules", GAMES + ["draw:basics players=3"])
def test_hidden_is_hidden(rules):
    """Worlds that a seat cannot tell apart give it the same information state and observation, though other hands differ."""
    rng, differ, tried = random.Random(5), 0, 0
    for forced in (False, True):
        game = load(rules, forced=forced)
        for _ in range(20 if LONG else 3):
            state = play_on(game.new_initial_state(), rng, rng.randrange(25))
            if state.is_terminal():
                continue
            for seat in range(game.num_players() if LONG else 2):
                if game.num_players() == 1:
                    continue
                other = state.resample_from_infostate(seat, rng.random)
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
                assert other.observation_tensor(seat) == state.observation_tensor(seat)
                assert other.observation_string(seat) == state.observation_string(seat)
                assert other.current_player() == state.current_player() and other.deal.hand(seat) == state.deal.hand(seat)
                differ += str(other) != str(state)
                tried += 1
    assert tried == 0 or differ > 0.5 * tried


def test_planted_leaks_are_caught(monkeypatch):
    """The comparison of worlds detects a hidden hand in the tensor and an opponent's draws in the text."""
    rng, core, game = random.Random(3), boneyard.openspiel, load("draw:basics")
    shown, known = core.Observer.set_from, core.Deal.known
    drew = other = None
    while drew is None or [step.drawn for step in drew] == [step.drawn for step in other.deal.round.past]:
        state = play_on(game.new_initial_state(), rng, 14)
        if not state.is_terminal() and any(step.drawn and step.seat == 1 for step in state.deal.round.past):
            drew, other = state.deal.round.past, state.resample_from_infostate(0, rng.random)

    def leaky(self, now, player):
        shown(self, now, player)
        if now.deal.round:
            self.dict["counts"][1] += sum(2.0 ** boneyard.TILES.index(tile) for tile in now.deal.round.match.hands[1 - player])

    monkeypatch.setattr(core.Observer, "set_from", leaky)
    assert other.observation_tensor(0) != state.observation_tensor(0)
    assert other.information_state_string(0) == state.information_state_string(0)
    monkeypatch.setattr(core.Deal, "known", lambda self, seat: ((step, step.drawn) for step, _ in known(self, seat)))
    assert other.information_state_string(0) != state.information_state_string(0)


def test_information_states_are_distinct():
    """Two information states with the same tensor are the same string."""
    rng, game, known = random.Random(7), load(NASH, set=3, forced=True), {}
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            play_on(state, rng, 1)
            if not state.is_terminal():
                seat = state.current_player()
                assert known.setdefault(tuple(state.information_state_tensor(seat)) + (seat,), state.information_state_string(seat)) \
                    == state.information_state_string(seat)


class Asked(policy.Policy):
    """A bot's policy, stored by information state."""

    def __init__(self, game, key):
        super().__init__(game, list(range(game.num_players())))
        self.bot, self.stored = boneyard.bot(key, 1), {}

    def action_probabilities(self, state, player_id=None):
        key = state.information_state_string(state.current_player())
        if key not in self.stored:
            now, chances = state.deal.round, {}
            view = now.match.view(now.turn)
            for action, chance in zip(now.code._actions(view), self.bot.ask(view).chances):
                chances[action] = chances.get(action, 0) + chance
            self.stored[key] = {action: chance / sum(chances.values()) for action, chance in chances.items()}
        return self.stored[key]


@pytest.mark.parametrize("top,hand,key", [(2, 3, "random"), (2, 3, "greedy"), (3, 3, "random"), (3, 3, "greedy")])
def test_exploitability(top, hand, key):
    """OpenSpiel's best responses to a stored policy win as much as those of `boneyard nash`."""
    if "BONEYARD" not in os.environ or (top > 2 and not LONG):
        pytest.skip("only with the program" if LONG else "only with BONEYARD_LONG=1")
    command = [os.environ["BONEYARD"], "nash", f"{top}/{hand}", "--bot", key, "--json"]
    expected = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    game = load(NASH.replace("hand=3", f"hand={hand}"), set=top, forced=True, returns="wins")
    found = exploitability.nash_conv(game, Asked(game, key), return_only_nash_conv=False)
    assert abs(found.nash_conv / 2 - expected["exploitability"]) < 1e-6


# ---- OpenSpiel's own domino games -----------------------------------------------------------------


def their_action(module, seat, move):
    """Returns a move's number in OpenSpiel's list."""
    low, high = sorted((move.tile.low, move.tile.high))
    edge = None if "@" not in str(move) else float(str(move).split("-")[0])
    return module._ACTIONS_STR.index(str(module.Action(seat, (float(low), float(high)), edge)))


@pytest.mark.parametrize("name,module,rules", [
    ("python_block_dominoes", block_dominoes, "block:basics lead=seat blanks=suit blocked=opponents tie=none"),
    ("python_team_dominoes", team_dominoes,
     "block:basics players=4 hand=7 teams=on lead=seat blanks=suit blocked=opponents tie=none")])
def test_their_dominoes(name, module, rules):
    """The same legal actions and returns in random games.  The one difference: in theirs, the lighter team wins even if the
    other team went out."""
    rng, ours, theirs, differ = random.Random(11), load(rules, forced=True), pyspiel.load_game(name), 0
    seats = ours.num_players()
    games = 10000 if LONG else 50
    for _ in range(games):
        one, two = play_on(ours.new_initial_state(), rng, 0), theirs.new_initial_state()
        order = [one.deal.hand(seat) for seat in range(seats)]
        dealt = itertools.chain(*order) if seats == 2 else itertools.chain(*zip(*order))
        for tile in dealt:
            two.apply_action(module._DECK.index((float(tile.low), float(tile.high))))
        while not one.is_terminal():
            seat = one.current_player()
            numbers = {their_action(module, seat, one.deal.round.move(action)): action for action in one.legal_actions()}
            assert two.current_player() == seat and two.legal_actions() == sorted(numbers)
            chosen = rng.choice(two.legal_actions())
            one.apply_action(numbers[chosen])
            two.apply_action(chosen)
        assert two.is_terminal()
        result = one.deal.round.match.results[0]
        if one.returns() != two.returns():
            mine = result.seat % 2 if result.seat is not None else None
            left = [sum(tile.pips for seat in (side, side + 2) for tile in result.hands[seat]) for side in (0, 1)] if seats == 4 else None
            assert left and mine is not None and left[mine] >= left[1 - mine] and one.returns()[mine] == left[1 - mine]
            differ += 1
    assert (differ == 0) == (seats == 2) and differ < 0.2 * games
