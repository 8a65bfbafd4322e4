# SPDX-License-Identifier: MIT
"""A Gymnasium environment: one seat against other players.  Needs gymnasium and NumPy.

    import gymnasium
    env = gymnasium.make("boneyard.gymnasium:boneyard/Round-v1", rules="block:basics", opponent="greedy")

An episode is the first round of a match.  Actions and observations are those of VectorEnv (docs/batch.md)."""
from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from ._core import Rules
from .bots import Player, bot
from .round import Round
from .vector import Code


class RoundEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """Plays one seat.  `opponent` is one player for all other seats, or a mapping from seats to players.  A player is the
    name of a bot, a Bot, or a function from a View to a Move.

    Where the rules leave the lead open, a random seat leads.  info["action_mask"] marks the legal actions.  An illegal
    action ends the round with the reward `illegal`; if `illegal` is None, it raises ValueError and changes nothing."""

    metadata = {"render_modes": ["svg"], "render_fps": 1}

    def __init__(self, rules: Rules | str = "block:basics", seat: int = 0, opponent: str | Player | Mapping[int, str | Player] = "greedy",
                 *, forced: bool = False, illegal: float | None = -100.0, render_mode: str | None = None) -> None:
        self.code = Code(rules)
        players = self.code.rules.players
        if not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat}")
        if render_mode not in (None, "svg"):
            raise ValueError(f'the render mode is "svg" or None, not {render_mode!r}')
        others = opponent if isinstance(opponent, Mapping) else {other: opponent for other in range(players) if other != seat}
        if set(others) != set(range(players)) - {seat}:
            raise ValueError("every other seat needs a player")
        self.seat, self.forced, self.illegal, self.render_mode = seat, forced, illegal, render_mode
        self._others = dict(others)
        self._players: dict[int, Player] = {}
        self._round: Round | None = None
        self._told = 0.0
        self.action_space = gymnasium.spaces.Discrete(self.code.actions)
        self.observation_space = gymnasium.spaces.Box(0, 255, (self.code.size,), np.uint8)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        super().reset(seed=seed)
        # The bots' seeds come from the environment's, so that episodes repeat.
        draw = [int(number) for number in self.np_random.integers(2 ** 62, size=2 + self.code.rules.players)]
        self._players = {other: bot(who, draw[2 + other]) if isinstance(who, str) else who for other, who in self._others.items()}
        self._told = 0.0
        self._round = Round(self.code, draw[0], lead=draw[1] % self.code.rules.players, forced=self.forced)
        self._others_play(self._round)
        # A round that ends before the seat's first decision is not an episode.
        return self.reset(options=options) if self._round.over else (self._seen(self._round), self._info(self._round))

    def step(self, action: Any) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        now = self._round
        if now is None or now.over:
            raise gymnasium.error.ResetNeeded("the round is over: call reset()")
        number = int(action)
        if number not in now.actions:
            if self.illegal is None:
                raise ValueError(f"action {number} is not legal now")
            self._round = None
            return self._seen(now), self.illegal, True, False, self._info(now)
        now.play(number)
        self._others_play(now)
        total = self._margin(now)
        gained, self._told = total - self._told, total
        return self._seen(now), gained, now.over, False, self._info(now)

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the mask of legal actions; sb3-contrib expects this name."""
        mask = np.zeros(self.code.actions, np.bool_)
        if self._round is not None:
            mask[self._round.actions] = True
        return mask

    def render(self) -> Any:
        """Returns the seat's view as SVG text."""
        if self.render_mode is None or self._round is None:
            return None
        return self._round.match.view(self.seat).svg()

    def _others_play(self, now: Round) -> None:
        while not now.over and now.turn != self.seat:
            now.play(now.action(self._players[now.turn](now.match.view(now.turn))))

    def _margin(self, now: Round) -> float:
        """The seat's points; its reward is the gain since its last decision."""
        return now.gains[self.seat]

    def _seen(self, now: Round) -> NDArray[np.uint8]:
        return np.frombuffer(now.observe(self.seat), np.uint8).copy()

    def _info(self, now: Round) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "gains": now.gains}


gymnasium.register("boneyard/Round-v1", entry_point="boneyard.gymnasium:RoundEnv")
