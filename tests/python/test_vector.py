# SPDX-License-Identifier: MIT
"""Batches: the same bytes as a view gives, wrong arrays and actions, threads, forks."""
import os
import pickle
import random
import threading

import numpy as np
import pytest

import boneyard
from boneyard import Code, Match, VectorEnv
from conftest import PRESETS

SIZES = PRESETS + ["draw:basics players=3", "muggins:classic players=4 teams=on", "mexicantrain:number players=8 set=12", "chickenfoot players=2"]


@pytest.mark.parametrize("rules", SIZES)
def test_layout(rules):
    """Fields follow each other without gaps, and an observation of a view has the size they add up to."""
    code, at = Code(rules), 0
    for field in code.fields:
        assert field.at == at and field.about
        at += int(np.prod(field.shape))
    match = Match(rules, seed=1)
    match.deal()
    view = match.view(match.turn)
    assert at == code.size == len(code.observe(view))
    assert set(code.moves(view).values()) <= set(view.legal_moves()) and max(code.moves(view)) < code.actions


@pytest.mark.parametrize("rules", SIZES)
def test_random_rounds(rules):
    """Every random legal action is accepted; rounds end; what a seat sees is consistent."""
    env, actions = VectorEnv(rules, 16, seed=3), np.zeros(16, np.int32)
    ended, hand = 0, next((field for field in env.code.fields if field.name == "hand"), None)
    for _ in range(400):
        env.choose(actions)
        assert env.mask[np.arange(16), actions].all() and env.mask.any(axis=1).all()
        env.step(actions)
        ended += env.done.sum()
        assert (env.turn >= 0).all() and (env.turn < env.reward.shape[1]).all()
        if hand:
            counts = next(field for field in env.code.fields if field.name == "counts")
            assert (env.observation[:, hand.at:hand.at + hand.shape[0]].sum(axis=1) == env.observation[:, counts.at]).all()
    assert ended > 0


def test_seeds_repeat():
    one, two, other = (VectorEnv("draw:basics", 32, seed) for seed in (5, 5, 6))
    actions = np.zeros(32, np.int32)
    assert (one.observation != other.observation).any()
    for _ in range(200):
        one.choose(actions)
        two.choose(actions.copy())
        one.step(actions)
        two.step(actions)
        assert (one.observation == two.observation).all() and (one.reward == two.reward).all()
    assert one.reset(5) is None and (one.observation == VectorEnv("draw:basics", 32, 5).observation).all()


def test_greedy_inside_is_the_bot_greedy():
    """The batch's greedy is the bot's: against random, both win by the same margin within the noise; and forced moves
    are not asked for."""
    env, actions = VectorEnv("draw:basics blanks=suit", 512, seed=1, bots={1: "greedy"}, forced=True), np.zeros(512, np.int32)
    margin, rounds = 0.0, 0
    for _ in range(300):
        env.choose(actions)
        env.step(actions)
        assert (env.turn == 0).all()
        margin += float((env.reward[:, 1] - env.reward[:, 0]).sum())
        rounds += int(env.done.sum())
    found = boneyard.arena(boneyard.bot("greedy", 1), boneyard.bot("random", 1), "draw:basics blanks=suit", pairs=150)
    assert found.low - 1 < margin / rounds < found.high + 1


def test_bots_that_do_not_play():
    for rules, bots in (("mexicantrain", {1: "greedy"}), ("block", {2: "random"}), ("block", {-1: "random"}), ("block", {0: "expert"}),
                        ("block", {0: "random", 1: "random"})):
        with pytest.raises(ValueError):
            VectorEnv(rules, 4, bots=bots)
    for n in (0, -1, 10 ** 9):
        with pytest.raises(ValueError):
            VectorEnv("block", n)
    with pytest.raises(boneyard.RulesError):
        VectorEnv("x", 4)


def test_wrong_actions_change_nothing():
    env, actions = VectorEnv("block", 8, seed=1), np.zeros(8, np.int32)
    env.choose(actions)
    before = [array.copy() for array in (env.observation, env.mask, env.turn)]
    for wrong in (-1, 10 ** 6, int(np.flatnonzero(~env.mask[5])[0]), 2 ** 31 - 1, -2 ** 31):
        mistaken = actions.copy()
        mistaken[5] = wrong
        with pytest.raises(ValueError, match="table 5"):
            env.step(mistaken)
    for wrong in (actions[:7], actions.reshape(2, 4), np.int32(3), [], [[1]] * 8, np.full(8, 2 ** 40)):
        with pytest.raises(ValueError):
            env.step(wrong)
    for wrong in (actions.astype(float), ["a"] * 8, None, np.zeros(8, bool)):
        with pytest.raises(TypeError):
            env.step(wrong)
    for wrong in (np.zeros(7, np.int32), np.zeros(8, np.int64), np.zeros(16, np.int32)[::2], b"x" * 32):
        with pytest.raises((ValueError, BufferError)):
            env.choose(wrong)
    for array, kept in zip((env.observation, env.mask, env.turn), before):
        assert (array == kept).all()
    env.step(actions.astype(np.int64))


def test_arrays_cannot_vanish():
    env = VectorEnv("block", 8, seed=1)
    with pytest.raises(ValueError):
        env.observation.resize((1, 1))
    env.close()
    env.close()
    with pytest.raises(ValueError, match="closed"):
        env.step(np.zeros(8, np.int32))
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(env)
    core = boneyard._core.Batch("block", 2, b"\0\0", False)
    with pytest.raises(ValueError, match="closed"):
        core.begin(1)
    with pytest.raises((ValueError, BufferError, TypeError)):
        core.bind(b"x", b"x", b"x", b"x", b"x")


def test_fuzzed_actions():
    """Random numbers as actions: those in the mask are played, all others are refused."""
    rng = random.Random(1)
    for rules in ("muggins:classic", "mexicantrain", "chickenfoot", "castlerock", "block:basics blanks=wild"):
        env = VectorEnv(rules, 1, seed=2)
        for _ in range(1500):
            action = rng.randrange(-3, env.code.actions + 3)
            if 0 <= action < env.code.actions and env.mask[0, action]:
                env.step([action])
            else:
                with pytest.raises(ValueError):
                    env.step([action])


def test_threads_and_forks():
    env, actions, busy = VectorEnv("mexicantrain", 2000, seed=1), np.zeros(2000, np.int32), []
    env.choose(actions)

    def work():
        for _ in range(30):
            try:
                env.choose(actions)
                env.step(actions)
            except (RuntimeError, ValueError) as error:
                busy.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    env.step(env.choose(actions))
    child = os.fork()
    if child == 0:
        env.step(env.choose(actions))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    with pytest.raises(ValueError, match="other rules"):
        Code("block").observe(Match("draw").view(0))
