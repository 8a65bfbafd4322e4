# SPDX-License-Identifier: MIT
"""Memory, threads, forks, and arguments of every wrong type."""
import gc
import os
import pickle
import sys
import threading

import pytest

import boneyard
from boneyard.round import Round
from boneyard import Match, Move, Rules
from conftest import PRESETS, play_round


def use_everything(rng):
    """Calls everything the package has, errors included."""
    for preset in ("muggins:classic", "mexicantrain:classic", "chickenfoot", "castlerock"):
        match = Match(preset, seed=9)
        play_round(match, rng)
        for thing in (match, match.view(0), match.rules, *match.view(0).past[:2]):
            for name in dir(type(thing)):
                if name.startswith("__") and name not in ("__reduce__", "__str__", "__repr__", "__copy__"):
                    continue
                member = getattr(thing, name)
                for arguments in ((), (0,), ("x",), (-1, None)):
                    if callable(member) and name not in ("__reduce_ex__", "from_record"):
                        try:
                            member(*arguments)
                        except (ValueError, TypeError, IndexError, KeyError):
                            pass
        Match.from_record(match.record())
        for wrong in (lambda: Rules("x"), lambda: Move("x"), lambda: match.play("x"), lambda: Match("block", "x")):
            with pytest.raises(ValueError):
                wrong()


def test_nothing_leaks(rng):
    for _ in range(3):
        use_everything(rng)
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(10):
        use_everything(rng)
    gc.collect()
    assert sys.getallocatedblocks() - before < 200


def test_searches_leak_nothing():
    """A block leaked by each call would show: the interpreter's own free lists hold fewer than 300."""
    match, small, bot = Match("draw", seed=9), Match("block hand=3", seed=1), boneyard.bot("easy", 1)
    match.deal()
    small.deal()
    view, env = match.view(match.turn), boneyard.VectorEnv("muggins:classic", 4, 1)

    def search():
        bot.ask(view, count=2)
        boneyard.odds(view, samples=2)
        boneyard.worlds(view, 2, seed=1)
        boneyard.study(small, level="easy", count=2)
        boneyard.solve(small)
        boneyard.best_train(["6-5", "5-5"], 6)
        boneyard.VectorEnv("block", 2, 1).close()

    def play():
        env.step(env.mask.argmax(axis=1))
        table = Round(env.code, 1, forced=True)
        table.play(table.actions[0])
        again = pickle.loads(pickle.dumps(table.copy()))
        assert again.observe(0) == table.observe(0) and again.actions == table.actions

    def fail():
        for wrong in (lambda: env.step([-1] * 4), lambda: Round(env.code).play(-1), lambda: boneyard.bot("x"), lambda: pickle.dumps(bot),
                      lambda: bot.ask(match), lambda: boneyard.worlds(view, -1), lambda: env.code.observe(view)):
            with pytest.raises((ValueError, TypeError)):
                wrong()

    for work in (search, play, fail):
        times = 400 if os.environ.get("BONEYARD_LONG") else 5
        for counted in (False, True):
            gc.collect()
            before = sys.getallocatedblocks()
            for _ in range(times if counted else 20):
                work()
        gc.collect()
        assert sys.getallocatedblocks() - before < 300, work


def test_fork_during_a_search():
    """A child that is forked while another thread searches can search too."""
    match, bot = Match("block", seed=4), boneyard.bot("expert", 1)
    match.deal()
    view = match.view(match.turn)
    thread = threading.Thread(target=bot.ask, args=(view,), kwargs={"count": 20})
    thread.start()
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if boneyard.bot("hard", 1).choose(view, count=5) in view.legal_moves() else 1)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    thread.join()


def test_threads_on_one_match():
    """Threads that play at one match at a time lose no move, and never see half of one."""
    match, played, wrong = Match("draw", seed=4), [0] * 4, []
    match.deal()

    def work(me):
        while match.phase == "playing":
            try:
                view = match.view(None)
                if sum(view.counts) + len(view.laid) + view.boneyard != 28:
                    wrong.append(view)
                match.play(view.legal_moves()[0], view.seat)
                played[me] += 1
            except (boneyard.Error, IndexError):
                pass

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=work, args=(me,)) for me in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert wrong == [] and sum(played) == len(match.history()) - 1


def test_fork(rng):
    match = Match("block", seed=4)
    match.deal()
    child = os.fork()
    if child == 0:
        try:
            while match.phase == "playing":
                match.play(match.legal_moves()[0])
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0 and len(match.history()) == 1


@pytest.mark.parametrize("thing", [Match, Rules, Move, boneyard.View])
def test_wrong_arguments(thing):
    for arguments in ((), (None,), (object(),), (1, 2, 3, 4), ([],), (b"block",)):
        with pytest.raises((TypeError, ValueError)):
            thing(*arguments)


def test_random_text_as_moves(rng):
    """Moves of random characters are refused, and change nothing."""
    match = Match(PRESETS[0], seed=1)
    match.deal()
    before = match.history()
    for _ in range(2000):
        text = "".join(rng.choice("0123456789-@=!tm \0é") for _ in range(rng.randrange(12)))
        try:
            match.copy().play(text)
        except boneyard.IllegalMove:
            continue
        assert any(text.split("@")[0] in (str(tile), f"{tile.low}-{tile.high}") for tile in match.view(None).hand)
    assert match.history() == before
