# SPDX-License-Identifier: MIT
"""A PettingZoo environment (AEC): every seat is an agent.  Needs pettingzoo and NumPy.

    from boneyard import pettingzoo
    env = pettingzoo.env("mexicantrain players=4")

An episode is the first round of a match.  Actions and observations are those of VectorEnv (docs/batch.md)."""
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from ._core import Rules
from .round import Round
from .vector import Code


def env(rules: Rules | str = "block:basics", *, forced: bool = False, illegal: float = -100.0,
        render_mode: str | None = None) -> Any:
    """Returns the environment with PettingZoo's usual wrappers: an illegal action ends the round, with the reward `illegal`
    for its agent."""
    made = RoundAEC(rules, forced=forced, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(made, illegal))


class RoundAEC(AECEnv):  # type: ignore[misc]
    """The agents are "seat_0", "seat_1" and so on.  An observation is a dictionary: "observation" is the seat's knowledge,
    "action_mask" its legal actions (none unless it is to move).  Rewards are the points that a move added to each score.

    Where the rules leave the lead open, a random seat leads.  An illegal action raises ValueError and changes nothing."""

    metadata = {"name": "boneyard_v1", "render_modes": ["svg"], "is_parallelizable": False}

    def __init__(self, rules: Rules | str = "block:basics", *, forced: bool = False, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "svg"):
            raise ValueError(f'the render mode is "svg" or None, not {render_mode!r}')
        self.code, self.forced, self.render_mode = Code(rules), forced, render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.code.rules.players)]
        self.agents: list[str] = []
        self._rng = np.random.default_rng()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.code.actions) for agent in self.possible_agents}
        self.observation_spaces = {agent: gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(0, 255, (self.code.size,), np.uint8),
            "action_mask": gymnasium.spaces.Box(0, 1, (self.code.actions,), np.int8),
        }) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        deck, lead = (int(number) for number in self._rng.integers(2 ** 62, size=2))
        self._round = Round(self.code, deck, lead=lead % len(self.possible_agents), forced=self.forced)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._round.turn]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._round.gains
        if action is None:
            raise ValueError("an action is a number")
        self._round.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {each: after - points for each, after, points in zip(self.possible_agents, self._round.gains, before)}
        if self._round.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self._round.turn]
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        seat = self._seats[agent]
        mask = np.zeros(self.code.actions, np.int8)
        if seat == self._round.turn:
            mask[self._round.actions] = 1
        return {"observation": np.frombuffer(self._round.observe(seat), np.uint8).copy(), "action_mask": mask}

    def render(self) -> Any:
        """Returns the view of the agent to move as SVG text."""
        return self._round.match.view(self._round.turn).svg() if self.render_mode else None

    def close(self) -> None:
        pass
