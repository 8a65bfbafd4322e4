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
from .analysis import Odds, Train, World, best_train, best_trains, odds, solve, worlds
from .bots import Answer, Bot, Comparison, Decision, arena, bot, play_round, review, study
from .match import Match, RecordError
from .vector import Code, Field, VectorEnv

__all__ = ["Answer", "Bot", "Code", "Comparison", "Decision", "Error", "Event", "Field", "Heard", "IllegalMove", "Laid", "Match", "Move", "Odds",
           "Place", "RecordError", "Result", "Rules", "RulesError", "TILES", "Tile", "Train", "VectorEnv", "View", "World", "__version__",
           "arena", "best_train", "best_trains", "bot", "games", "odds", "play_round", "review", "solve", "study", "worlds"]
