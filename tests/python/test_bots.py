# SPDX-License-Identifier: MIT
"""Bots, the coach, odds, solvers and trains; the same numbers as the program's, and Ctrl-C."""
import json
import os
import signal
import sys
import subprocess
import sys
import threading
import time

import pytest

import boneyard
from boneyard import Match, Tile


def started(rules, seed=1, moves=0):
    match = Match(rules, seed=seed)
    match.deal()
    for _ in range(moves):
        match.play(match.legal_moves()[0])
    return match


def program(*arguments, text=None):
    if "BONEYARD" not in os.environ:
        pytest.skip("the program is not built")
    done = subprocess.run([os.environ["BONEYARD"], *map(str, arguments)], input=text, text=True, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("level", ["random", "greedy", "easy", "mabel", "hard:style=doubles"])
def test_levels_answer(preset, level):
    match = started(preset)
    view = match.view(match.turn)
    one, two = (boneyard.bot(level, seed=5).ask(view, count=20) for _ in range(2))
    assert one == two and one.move in view.legal_moves() and len(one.values) == len(one.moves) == len(one.chances)
    assert sum(one.chances) == pytest.approx(1, abs=0.01)


def test_bots_by_wrong_names():
    for wrong in ("nobody", "cheat", "", "hard:style=x"):
        with pytest.raises(ValueError, match="the bots are random, greedy"):
            boneyard.bot(wrong)
    match = started("block")
    with pytest.raises(boneyard.Error):
        boneyard.bot("greedy").choose(match.view(1 - match.turn))
    with pytest.raises(TypeError):
        boneyard.bot("greedy").choose(match)
    with pytest.raises((OverflowError, TypeError, ValueError)):
        boneyard.bot("greedy").choose(match.view(match.turn), ms="x")


def test_the_engine_agrees():
    """A bot's values are those of the engine, for the same seed of the generator or bots that need none."""
    match = started("muggins:number", seed=3, moves=4)
    lines = [{"do": "new", "rules": str(match.rules), "deck": [str(t) for t in match.deck(1)]}]
    lines += [{"do": "play", "seat": heard.seat, "move": str(heard.move)} for heard in match.view(0).past]
    lines += [{"do": "best", "seat": match.turn, "level": "greedy"}]
    said = program("engine", text="".join(json.dumps(line) + "\n" for line in lines)).splitlines()
    best = json.loads(said[-1])
    answer = boneyard.bot("greedy").ask(match.view(match.turn))
    assert best["move"] == str(answer.move)
    assert [one["value"] for one in best["values"]] == [round(1000 * value) for value in answer.values]


def test_odds_and_worlds_agree():
    match = started("draw:basics", seed=6, moves=9)
    view = match.view(match.turn)
    odds, worlds = boneyard.odds(view), boneyard.worlds(view, 4000, seed=1)
    other = 1 - view.seat
    for tile, chance in odds.tiles[other].items():
        share = sum(tile in world.hands[other] for world in worlds) / len(worlds)
        assert share == pytest.approx(chance, abs=0.05), tile
        assert odds.tiles["boneyard"][tile] == pytest.approx(1 - chance, abs=1e-5)
    for world in worlds[:50]:
        assert world.hands[view.seat] == view.hand and [len(hand) for hand in world.hands] == view.counts
        assert len(set(sum(world.hands, world.boneyard))) == sum(view.counts) + view.boneyard
    assert boneyard.worlds(view, 3, seed=1) == worlds[:3] and boneyard.worlds(view, 0) == []
    with pytest.raises(ValueError):
        boneyard.worlds(view, -1)
    with pytest.raises(ValueError):
        boneyard.odds(view, samples=10 ** 7)
    with pytest.raises(boneyard.Error):
        boneyard.odds(Match("block").view(0))


def test_odds_do_not_depend_on_hidden_tiles():
    match = started("block:basics", seed=8)
    deck = match.deck(1)
    for attempt in range(1, 7):
        swapped = Match(match.rules, seed=8)
        mixed = deck[:7] + deck[7 + attempt:] + deck[7:7 + attempt]
        swapped.deal(mixed)
        if swapped.view(0).packed() == match.view(0).packed():
            assert boneyard.odds(swapped.view(0), seed=1) == boneyard.odds(match.view(0), seed=1)
            assert boneyard.worlds(swapped.view(0), 5, seed=1) == boneyard.worlds(match.view(0), 5, seed=1)


def test_solve(tmp_path):
    match = started("block:basics", seed=2, moves=2)
    values = boneyard.solve(match)
    assert [move for move, _ in values] == match.legal_moves()
    path = tmp_path / "match.jsonl"
    path.write_text(match.record())
    said = json.loads(program("solve", path, "--json"))
    assert {one["move"]: one["value"] for one in said["moves"]} == {str(move): value for move, value in values}
    assert all(value in (-1, 0, 1) for _, value in boneyard.solve(match, goal="round"))
    castle = started("castlerock:number", seed=3, moves=10)
    assert min(value for _, value in boneyard.solve(castle)) >= 0
    for wrong in (Match("block"), started("chickenfoot")):
        with pytest.raises(ValueError):
            boneyard.solve(wrong)
    with pytest.raises(ValueError):
        boneyard.solve(match, goal="x")


def test_trains():
    hand = ["6-5", "5-5", "5-2", "2-0", "6-1", "4-3"]
    train = boneyard.best_train(hand, 6)
    assert train.tiles == [Tile(6, 5), Tile(5, 5), Tile(5, 2), Tile(2, 0)] and train.end == 0 and train.exact
    assert train.pips == sum(tile.pips for tile in train.tiles)
    one, two = boneyard.best_trains(hand, 6, 4)
    assert {*one.tiles, *two.tiles} == {*train.tiles, Tile(4, 3)}
    for wrong in ((hand, 19), (hand, -1), (hand + ["5-6"], 6), (["x"], 6)):
        with pytest.raises(ValueError):
            boneyard.best_train(*wrong)
    for weights in ({"pip": 0, "tile": 0}, {"pip": -1}, {"last_double": 1 << 20}):
        with pytest.raises(ValueError):
            boneyard.best_train(hand, 6, **weights)


def test_review(tmp_path):
    match = Match("block:basics target=1", seed=12)
    greedy = boneyard.bot("greedy", seed=1)
    boneyard.play_round(match, [greedy, greedy])
    decisions = boneyard.review(match, 0, level="hard", count=50)
    assert decisions and {decision.seat for decision in decisions} == {0}
    for decision in decisions:
        assert decision.grade in ("best", "fine", "loose", "blunder") and decision.best in decision.moves
        assert decision.hint and decision.unit == "chance" and decision.cost >= 0
    path = tmp_path / "match.jsonl"
    path.write_text(match.record())
    said = json.loads(program("review", path, "--level", "hard", "--count", "50", "--seat", "1", "--json"))
    assert [one["grade"] for one in said["decisions"]] == [decision.grade for decision in decisions]


def test_arena():
    greedy, wild = boneyard.bot("greedy", seed=1), boneyard.bot("random", seed=1)
    found = boneyard.arena(greedy, wild, "draw:basics", pairs=60)
    assert found.low < found.mean < found.high and found.mean > 0
    assert boneyard.arena(greedy, greedy, "draw:basics", pairs=5).mean == 0
    for wrong in (("castlerock", 5), ("block", 1)):
        with pytest.raises(ValueError):
            boneyard.arena(greedy, greedy, *wrong)


CODE = """
import boneyard, sys, time
match = boneyard.Match({rules!r}, seed=1)
match.deal()
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""
LONG = {"bot": ("muggins:number", "boneyard.bot('expert').ask(match.view(match.turn), count=4000000000)"),
        "study": ("muggins:number", "boneyard.study(match, count=4000000000)"),
        "solve": ("draw:basics hand=3 players=4", "[boneyard.solve(match) for _ in range(10 ** 6)]")}


@pytest.mark.parametrize("what", LONG)
def test_interrupts_end_a_search(what):
    """Ctrl-C ends a search that would take minutes, with KeyboardInterrupt, and at once."""
    rules, call = LONG[what]
    child = subprocess.Popen([sys.executable, "-c", CODE.format(rules=rules, call=call)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.3)
    assert child.poll() is None
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=20)[0] == "interrupted\n"


def test_handlers_are_restored():
    before = signal.getsignal(signal.SIGINT)
    match = started("block")
    boneyard.bot("easy").choose(match.view(match.turn))
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
        time.sleep(1)


def test_threads_search_at_once():
    """Several threads search with one bot, while another plays on at the match.  Python itself switches between threads far too
    seldom here, so a search that kept the interpreter would let nobody play meanwhile."""
    match = started("muggins:number", seed=2)
    view, bot, answers, ticks = match.view(match.turn), boneyard.bot("hard", seed=1), [], 0
    begun = threading.Barrier(5)

    def work():
        begun.wait()
        answers.append(bot.choose(view, count=20_000))
        answers.append(boneyard.study(match, level="hard", count=20_000))

    threads = [threading.Thread(target=work) for _ in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(60)
    try:
        for thread in threads:
            thread.start()
        begun.wait()
        while any(thread.is_alive() for thread in threads):
            match.play(match.legal_moves()[0])
            match.undo()
            time.sleep(0.001)
            ticks += 1
    finally:
        sys.setswitchinterval(interval)
    assert len(answers) == 8 and ticks > 20         # about one for each search otherwise
