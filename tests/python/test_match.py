# SPDX-License-Identifier: MIT
"""Compares the package's rules, matches, views and records with those of the program."""
import copy
import os
import pathlib
import pickle
import random
import subprocess
import xml.etree.ElementTree

import pytest

import boneyard
from boneyard import Match, Move, Rules, Tile
from conftest import PRESETS, play_round

GOLDEN = sorted((pathlib.Path(__file__).parents[1] / "golden/games").glob("*.jsonl"))


def test_rules():
    rules = Rules("muggins:classic players=4 teams=on")
    assert (rules.game, rules.preset, rules.family, rules.players) == ("muggins", "classic", "line", 4)
    assert rules["teams"] == "on" and rules["target"] == rules.options["target"] == 250
    assert rules == Rules(str(rules)) == eval(repr(rules), {"Rules": Rules}) == pickle.loads(pickle.dumps(rules))
    assert {rules: 1}[Rules(rules)] == 1 and rules != Rules("block")
    assert any("L-03" in numbers for _, numbers, _ in rules.explain())
    assert rules.explain("es") != rules.explain()
    with pytest.raises(KeyError):
        rules["knock"]


@pytest.mark.parametrize("text, said", [("mugins", "Did you mean muggins"), ("block players=9", "2 to 4"),
                                        ("block\0x", "unknown game"), ("", "no game given")])
def test_wrong_rules(text, said):
    with pytest.raises(boneyard.RulesError, match=said) as raised:
        Rules(text)
    assert raised.value.code == "bad-rules"


def test_tiles():
    assert Tile.parse("4-6") == (6, 4) and str(Tile(6, 4)) == "6-4" and Tile(5, 5).double and Tile(6, 4).pips == 10
    assert len(boneyard.TILES) == 190
    for wrong in ("", "6", "6-", "9-77", "-1-0", "6-4-1", "a-b"):
        with pytest.raises(ValueError):
            Tile.parse(wrong)


def test_every_preset(preset, rng, tmp_path):
    """Three random rounds: views agree with the match, the record holds, and everything can be undone."""
    match = Match(preset, seed=3)
    while not match.over and match.round < 3:
        match.deal()
        while match.phase == "playing":
            seat = rng.choice(match.actors)
            view = match.view(seat)
            assert view.legal_moves() == match.legal_moves(seat) != []
            assert view.seat == seat and view.hand == match.hands[seat] and len(view.boneyard * "x") == len(match.boneyard)
            assert view.counts == [len(hand) for hand in match.hands] and view.scores == match.scores
            match.play(rng.choice(match.legal_moves(seat)), seat)
    record = match.record(["Ann"] * match.players)
    again = Match.from_record(record)
    assert again.history() == match.history() and again.results == match.results and again.scores == match.scores
    path = tmp_path / "match.jsonl"
    path.write_text(record)
    if "BONEYARD" in os.environ:
        subprocess.run([os.environ["BONEYARD"], "check", path], check=True, stdout=subprocess.DEVNULL)
    for other in (copy.copy(match), pickle.loads(pickle.dumps(match))):
        assert other.history() == match.history() and other.seed == match.seed and other.rules == match.rules
    first = [step for step in match.history() if step[0] == match.round]
    for _ in first[1:]:
        match.undo()
    assert [step for step in match.history() if step[0] == match.round] == first[:1]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records(path):
    match = Match.from_record(path.read_text())
    assert match.over and f'"scores":{str(match.scores).replace(" ", "")}' in path.read_text().splitlines()[-1]


def test_undo_crosses_deals(rng):
    match = Match("block", seed=5)
    play_round(match, rng)
    result, steps = match.results[0], len(match.history())
    match.deal()
    match.undo()
    assert match.phase == "round-over" and match.results == [result] and len(match.history()) == steps
    for _ in range(steps - 1):
        match.undo()
    with pytest.raises(boneyard.Error) as raised:
        match.undo()
    assert raised.value.code == "nothing-to-undo" and match.round == 1


def test_hidden_tiles_stay_hidden(preset):
    """Two decks that differ only in tiles hidden from seat 0 give it the same view, to the last byte and attribute."""
    match = Match(preset, seed=11)
    match.deal()
    if match.players == 1:
        return
    deck, dealt = match.deck(1), len(match.hands[0])
    shown = [name for name in dir(boneyard.View) if not name.startswith("_") and not callable(getattr(boneyard.View, name))]
    other = None
    for attempt in range(200):
        mixed = deck[dealt:]
        random.Random(attempt).shuffle(mixed)
        swapped = Match(preset, seed=11)
        swapped.deal(deck[:dealt] + mixed, None if not swapped.lead_free else match.lead)
        if swapped.lead == match.lead:
            other = swapped
            break
    if other is None or other.view(0).led != match.view(0).led:
        return
    assert other.hands[1] != match.hands[1]
    for name in shown:
        assert getattr(other.view(0), name) == getattr(match.view(0), name), name
    assert other.view(0).packed() == match.view(0).packed()
    assert other.view(0).svg(places=True) == match.view(0).svg(places=True)


def test_pictures(preset, rng):
    match = Match(preset, seed=3)
    play_round(match, rng)
    view = match.view(0)
    names = [f"<{seat}> & \"friends\"" for seat in range(match.players)]
    for picture in (view._repr_svg_(), view.svg(names, places=True, dark=True)):
        root = xml.etree.ElementTree.fromstring(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and len(root) > 0
    assert view._repr_svg_() == view.svg() != view.svg(dark=True)


def test_wrong_names_of_pictures():
    view = Match("mexicantrain", seed=1).view(0)
    for wrong in ((), ["a"] * 5, ["a", "b", "c", "x" * 129], ["a", "b", "c", "d\0"]):
        with pytest.raises(ValueError):
            view.svg(wrong)
    for wrong in (3, [1, 2, 3, 4], [b"a"] * 4):
        with pytest.raises(TypeError):
            view.svg(wrong)


def test_moves():
    match = Match("muggins:number", seed=1)
    match.deal()
    moves = match.legal_moves()
    for move in moves:
        assert move == Move(str(move)) == pickle.loads(pickle.dumps(move)) and move.kind == "lay" and move.tile in match.view(None).hand
    assert len(set(moves)) == len(moves)
    event = match.play(str(moves[0]))[0]
    assert event.kind == "move" and event.move == moves[0] and event.seat == match.view(0).past[0].seat


def test_wrong_moves():
    match = Match("muggins:number", seed=1)
    with pytest.raises(boneyard.Error) as raised:
        match.play("6-6")
    assert raised.value.code == "wrong-phase"
    match.deal()
    before = match.history()
    with pytest.raises(boneyard.IllegalMove, match="not in your hand"):
        match.play(str(match.hands[1 - match.turn][0]))
    with pytest.raises(boneyard.Error) as raised:
        match.play(match.legal_moves()[0], 1 - match.turn)
    assert raised.value.code == "not-your-turn"
    stale = match.legal_moves()[0]
    with pytest.raises(boneyard.Error):
        match.deal()
    for wrong in (3, None, b"6-6", ["6-6"]):
        with pytest.raises(TypeError):
            match.play(wrong)
    for wrong in ("", "x", "6-6" * 1000, "6-6\0", "draw"):
        with pytest.raises(boneyard.IllegalMove):
            match.play(wrong)
    for wrong in (-1, 2, 10 ** 30):
        with pytest.raises(boneyard.Error, match="unknown seat"):
            match.view(wrong)
    with pytest.raises(TypeError):
        match.view("0")
    assert match.history() == before
    match.play(stale)
    with pytest.raises(boneyard.Error):
        match.play(stale)
    with pytest.raises(boneyard.IllegalMove):
        match.play(Move("6-6@t1", "trains"))


def test_wrong_decks():
    for deck in (["6-6"], ["6-6"] * 28, [(6, 6)] * 500, boneyard.TILES[:27]):
        with pytest.raises(ValueError):
            Match("block", seed=1).deal(deck)
    for deck in (5, "6-6", [5], [(1, 2, 3)], [None]):
        with pytest.raises(TypeError):
            Match("block", seed=1).deal(deck)
    for deck in ([(19, 0)], [(-1, 0)], ["19-0"], [(2 ** 70, 0)]):
        with pytest.raises(ValueError):
            Match("block", seed=1).deal(deck)
    for seed in (-1, 2 ** 256, "xyz", "", "f" * 65):
        with pytest.raises(ValueError):
            Match("block", seed)
    with pytest.raises(TypeError):
        Match("block", 1.5)
    assert Match("block", 2 ** 256 - 1).seed == "f" * 64 == Match("block", "f" * 64).seed


@pytest.mark.parametrize("change, line", [
    (lambda lines: lines[:1] + ["{"], 2), (lambda lines: ["[]"], 1), (lambda lines: [], 1), (lambda lines: ['{"boneyard":1,"rules":"x"}'], 1),
    (lambda lines: lines[:2] + ['{"seat":0,"move":"9-9"}'], 3), (lambda lines: lines[:2] + ['{"seat":true,"score":5}'], 3),
    (lambda lines: lines[:1] + ['{"round":1,"lead":0}'], 2), (lambda lines: lines[:-1] + ['{"game-end":true}'], -1)])
def test_wrong_records(change, line):
    lines = change(GOLDEN[1].read_text().splitlines())
    with pytest.raises(boneyard.RecordError) as raised:
        Match.from_record("\n".join(lines))
    assert raised.value.line == (line if line > 0 else len(lines)) and raised.value.code == "bad-record"


def test_sheet(rng):
    match = Match("muggins:classic", seed=2)
    play_round(match, rng)
    sheet = match._repr_html_(["<Ann>", "Ben"])
    assert "&lt;Ann&gt;" in sheet and f"<b>{match.scores[1]}</b>" in sheet and sheet.count("<tr>") == 3


def test_views_outlive_the_match(rng):
    match = Match("draw", seed=2)
    match.deal()
    view, hand = match.view(0), match.hands[0]
    for _ in range(5):
        match.play(match.legal_moves()[0])
    del match
    assert view.hand == hand and view.past == [] and view.phase == "playing"
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(view)
    with pytest.raises(TypeError):
        type(view)()
    with pytest.raises(AttributeError):
        view.hands


def test_presets_cover_all_families():
    assert {Rules(preset).family for preset in PRESETS} == {"line", "feet", "trains", "castle"}
