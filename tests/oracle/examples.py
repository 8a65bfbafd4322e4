# SPDX-License-Identifier: MIT
"""Worked examples of the contract, on the referee alone (part of compare.py --self)."""

from checks import require
from graph import Graph
from line_games import round_to_five
from mexican import MexicanTrain
from options import Rules, canonical
from referee import Game, Refusal, resolve
from tiles import full_set, tile_text


def deck(n, first, without=None):
    """A deck that begins with these tiles."""
    rest = [tile_text(t) for t in full_set(n)]
    return first + [t for t in rest if t not in first and t != without]


def counts(*laid):
    """L-15: counts after each tile; laid: first tile, then (tile, touch, index, number)."""
    graph, found = Graph(), []
    graph.lay_first(laid[0])
    found.append(graph.count())
    for tile, touch, index, number in laid[1:]:
        graph.lay(tile, touch, (index, number))
        found.append(graph.count())
    return found


def layout_counts():
    require(counts((5, 5), ((5, 2), 5, 0, 5)) == [10, 12], "L-15: 5-5, then 5-2")
    require(counts((6, 4), ((5, 4), 4, 0, 4)) == [10, 11], "L-15: 6-4, then 4-5")
    require(counts((6, 3), ((6, 6), 6, 0, 6))[-1] == 15, "L-26: ends 6-6 and 3")
    require(counts((5, 4), ((5, 5), 5, 0, 5), ((5, 1), 5, 1, 5))[-1] == 5, "L-26: a 5-5 inside the line")
    arms = [((2, 2)), ((6, 2), 2, 0, 2), ((2, 0), 2, 0, 2), ((4, 2), 2, 0, 2), ((5, 2), 2, 0, 2)]
    require(counts(*arms)[-1] == 15, "L-26: four arms 6+0+4+5")
    arms[-1] = ((3, 2), 2, 0, 2)
    require(counts(*arms)[-1] == 13, "L-26: four arms 6+0+4+3")
    require([round_to_five(n) // 5 for n in (5, 7, 8, 12, 18)] == [1, 1, 2, 2, 4], "L-19")


def strings():
    require(canonical("muggins target=150 players=4 teams=on") == "muggins:number players=4 target=150", "canonical, teams default")
    require(canonical("muggins:classic target=150 teams=on players=4") == "muggins:classic players=4 teams=on target=150", "canonical")
    require(canonical("block reserve=2 set=9") == "block:basics set=9", "canonical, reserve default")
    for text in ("mexicantrain double=satisfy", "castlerock players=1", "muggins teams=on", "draw call=on", "chickenfoot players=9",
                 "muggins target=5 target=5", "mexicantrain penalty=keep", "mexicantrain:hub knock=on"):
        try:
            canonical(text)
        except Refusal as refusal:
            require(refusal.code == "bad-rules", text)
        else:
            require(False, "accepted: " + text)


def wild_blanks():
    """L-08, N-07, N-08 on a small position."""
    game = Game("draw:basics hand=2", deck(6, ["2-2", "6-5", "6-0", "5-4"]))
    game.play(0, "2-2")
    require(game.legal(1) == ["0-6@2-2"], "L-08: a blank goes against any number")
    game = Game("draw:basics hand=3", deck(6, ["0-0", "5-4", "3-1", "6-0", "5-1", "4-1"]))
    game.play(0, "0-0")
    require(game.legal(1) == ["1-4@0-0", "4-1@0-0", "1-5@0-0", "5-1@0-0", "0-6@0-0", "6-0@0-0"], "L-08, N-08")
    try:
        resolve("6-0", game.table.moves(1))
        require(False, "N-07: ambiguous accepted")
    except Refusal as refusal:
        require(refusal.code == "ambiguous-move", "N-07")


def muggins_call():
    """L-25."""
    game = Game("muggins:classic players=3 call=on hand=2", deck(6, ["5-5", "1-0", "6-4", "5-0", "3-1", "2-1"]))
    require(game.legal(0) == ["1-0", "5-5", "5-5 +10"], "N-06")
    game.play(0, "5-5")
    require(game.state()["actors"] == [1, 2] and game.legal(2) == ["call"], "L-25: actors")
    require(game.legal(1) == ["5-0@5-5", "5-0@5-5 +10", "call"], "L-25: the next seat")
    require(game.play(2, "call") == [{"seat": 2, "move": "call"}, {"seat": 2, "score": 10}], "L-25: the call")
    require(game.state()["actors"] == [1], "L-25: closed")


def two_doubles():
    """T-10 to T-14 on small decks (double-9, engine 9-9)."""
    start = ["9-5", "5-5", "5-4", "4-4", "4-3", "8-7", "6-1", "7-1", "3-1", "2-1"]
    game = Game("mexicantrain:number players=2 set=9 hand=5", deck(9, start, "9-9"))
    game.play(0, "9-5@t0")
    game.play(1, "draw")
    require(game.state()["layout"]["trains"][1]["marker"], "T-08: marker after a draw in vain")
    require(game.legal(0) == ["5-4@t0", "5-5@t0"], "T-07")
    game.play(0, "5-5")
    require(game.legal(0) == ["5-4@t0"], "T-10")
    game.play(0, "5-4")
    require(isinstance(game.table, MexicanTrain) and game.state()["turn"] == 1, "turn passes after the additional tile")


def castle():
    game = Game("castlerock", deck(6, ["6-4", "6-2", "6-1"]))
    require(game.legal(0) == ["take 6-2", "take3 6-2"], "R-02, R-03")
    game.play(0, "take3 2-6")
    require(game.legal(0) == ["draw"], "R-05")
    require(len(game.play(0, "draw")[0]["move"].split()) == 4, "R-05: three tiles")


def run():
    layout_counts()
    strings()
    wild_blanks()
    muggins_call()
    two_doubles()
    castle()
