# SPDX-License-Identifier: MIT
"""Dominoes: the rules, bots and solvers of Boneyard.

>>> import boneyard
>>> match = boneyard.Match("muggins:classic", seed=7)
>>> events = match.deal()
>>> while match.phase == "playing":
...     events = match.play(match.legal_moves()[0])
>>> len(match.results)
1
"""
from ._core import Error, IllegalMove, Move, Rules, RulesError, View, __version__, games
from ._types import TILES, Event, Heard, Laid, Place, Result, Tile
from .match import Match, RecordError

__all__ = ["Error", "Event", "Heard", "IllegalMove", "Laid", "Match", "Move", "Place", "RecordError", "Result", "Rules",
           "RulesError", "TILES", "Tile", "View", "__version__", "games"]
