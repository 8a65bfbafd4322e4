#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the Python package: a single table, batches, and the environments, compared with OpenSpiel's own block dominoes.

    PYTHONPATH=build/python tools/research bench/environments.py [SECONDS]

Rates are decisions per second of processor time, the best of five runs."""
import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402

import boneyard.round  # noqa: E402

RULES = "block:basics lead=seat blanks=suit blocked=opponents tie=none"
SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def best(name, play):
    """Prints the best rate of `play`, which returns how many decisions it made."""
    rate = 0.0
    for _ in range(5):
        start, count = time.process_time(), 0
        while (spent := time.process_time() - start) < SECONDS / 5:
            count += play()
        rate = max(rate, count / spent)
    print(f"{rate / 1e6:8.3f} M/s  {name}", flush=True)


def single():
    match, count = boneyard.Match(RULES, 1), 0
    match.deal()
    legal, play = match.legal_moves, match.play
    while match.phase == "playing":
        moves = legal()
        play(moves[count * 7 % len(moves)])
        count += 1
    return count


def batch(rules, chooser):
    env = boneyard.VectorEnv(rules, 1024, 1)
    actions, rng = np.zeros(1024, np.int32), np.random.default_rng(1)
    noise = [rng.random(env.mask.shape, np.float32) for _ in range(8)]

    def in_c():
        for _ in range(20):
            env.step(env.choose(actions))
        return 20 * 1024

    def in_numpy():
        for i in range(20):
            env.step((env.mask * noise[i % 8]).argmax(axis=1))
        return 20 * 1024

    return in_c if chooser == "C" else in_numpy


def rounds(forced=True):
    code = boneyard.Code(RULES)

    def play():
        table, count = boneyard.round.Round(code, 1, forced=forced), 0
        while not table.over:
            actions = table.actions
            table.observe(table.turn)
            table.play(actions[count * 7 % len(actions)])
            count += 1
        return count

    return play


def openspiel(game, tensors):
    def play():
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(actions[0])
                continue
            if tensors:
                state.observation_tensor()
            state.apply_action(actions[count * 7 % len(actions)])
            count += 1
        return count

    return play


best("Match: legal_moves and play", single)
for rules in (RULES, "mexicantrain players=4 set=12"):
    for chooser in ("C", "NumPy"):
        best(f"VectorEnv, 1,024 tables, actions chosen in {chooser}: {rules}", batch(rules, chooser))
best("Round: actions, observation and play", rounds())
try:
    import pyspiel
    from open_spiel.python.games import block_dominoes  # noqa: F401

    import boneyard.openspiel
except ImportError:
    sys.exit("OpenSpiel is missing: run this with tools/research")
for name in ("python_block_dominoes", f"boneyard(rules={RULES.replace('=', ':')},forced=true)"):
    for tensors in (True, False):
        best(f"OpenSpiel, {'with' if tensors else 'without'} observation tensors: {name.split('(')[0]}", openspiel(pyspiel.load_game(name), tensors))
