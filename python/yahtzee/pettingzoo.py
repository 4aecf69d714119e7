"""An environment of two players for learners, by PettingZoo's conventions for agents that take turns: `YahtzeeTwoEnv`, or `env`.

>>> import yahtzee.pettingzoo
>>> env = yahtzee.pettingzoo.env(rules="forced-yatzy", values=True)
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.agent_selection, int(observation["action_mask"].sum()), round(info["value"], 3)
('player_0', 16, 0.488)
"""

from __future__ import annotations

from typing import Any, ClassVar, SupportsIndex

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from ._advice import Advice
from ._arrays import highest_face
from ._measure import whole
from ._native import ActionError, ArrayError, Position, RuleSet, Scorecard
from ._objectives import Against
from ._positions import Rules, rule_set
from ._table import Table, solve
from .gym._games import Games, one_action

__all__ = ["YahtzeeTwoEnv", "env", "raw_env"]

AGENTS = ("player_0", "player_1")

Observation = dict[str, npt.NDArray[Any]]


class YahtzeeTwoEnv(AECEnv[str, Observation, SupportsIndex | None]):  # type: ignore[misc, unused-ignore]
    """A game of two players in turn, who see both cards, as a PettingZoo environment. The player with more points at the end wins.

    ``rules`` is a `RuleSet` or the name of a built-in one. ``player_0`` moves first. A **turn** is several steps of one agent: it keeps dice until it
    scores a category; then the other is selected. An **action** is a number as in `yahtzee.gym.YahtzeeEnv`. An action that is not allowed raises
    `ActionError`, and then nothing changes.

    An **observation** has ``"action_mask"`` (int8: the currently allowed actions; none for the agent not to move) and ``"observation"``, float32: the
    observation of `yahtzee.gym.YahtzeeEnv` for the own game (no dice for the agent not to move); for the other game the filled categories, the share of
    the bonus threshold, the flag and the spare throws; and the own lead in hundreds of points.

    The **reward** comes at the end: 1 for a win, -1 for a loss, 0 for a tie.

    With ``values=True`` the info of the agent to move has ``"value"``: the exact chance to win, a tie counted as half, if both play perfectly from now
    on. It is solved for each turn: at once in small games such as ``forced-yatzy`` and near the end of others; a card that needs more memory than the
    limit of the ``table`` raises `Error`. `advice` has the value of every action. ``table`` is the solved rule set, if you have it.

    The **dice** of a seed are those of the library: ``reset(seed=s)`` gives ``player_0`` game 1 of seed s and ``player_1`` game 1 of seed s + 1, each
    later ``reset()`` the next games. ``reset(options={"cards": [card, card]})`` begins with two cards.

    >>> import yahtzee.pettingzoo
    >>> env = yahtzee.pettingzoo.YahtzeeTwoEnv("hasbro")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated else int(observation["action_mask"].nonzero()[0][-1]))
    >>> [str(card.score) for card in env.cards]
    ['64', '35']
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": "yahtzee_two_v0", "is_parallelizable": False}

    def __init__(
        self, rules: Rules = "hasbro", *, values: bool = False, table: Table | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.rules: RuleSet = rule_set(rules)
        """The rules."""
        self.possible_agents: list[str] = list(AGENTS)
        self.agents: list[str] = []
        self.agent_selection: str = AGENTS[0]
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.render_mode: str | None = render_mode if render_mode in self.metadata["render_modes"] else None
        self._games = {agent: Games(self.rules, 1, "points", False, None, 1) for agent in AGENTS}
        self._random = np.random.default_rng()
        self._values = values
        self._table = table
        native = self._games[AGENTS[0]].native
        # After the boxes, the upper total and the flag.
        dice = len(self.rules.categories) + 2
        # With the rerolls left.
        self._dice = slice(dice, dice + self.rules.dice * highest_face(self.rules) + 1)
        width = native.width + native.width - (self._dice.stop - self._dice.start) + 1
        low, high = np.zeros(width, np.float32), np.ones(width, np.float32)
        low[-1], high[-1] = -100.0, 100.0
        seen: dict[str, Any] = {"observation": Box(low, high, dtype=np.float32), "action_mask": Box(0, 1, (native.actions,), np.int8)}
        self.observation_spaces: dict[str, Dict] = {agent: Dict(seen) for agent in AGENTS}
        self.action_spaces: dict[str, Discrete] = {agent: Discrete(native.actions) for agent in AGENTS}

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    @property
    def cards(self) -> tuple[Scorecard, Scorecard]:
        """The cards of both."""
        first, second = (self._games[agent].native.card(0) for agent in AGENTS)
        return first, second

    @property
    def position(self) -> Position | None:
        """The position of the agent to move, for `Table.advise`; ``None`` once the game is over."""
        return None if self._is_over else self._games[self.agent_selection].native.position(0)

    @property
    def _is_over(self) -> bool:
        return all(bool(games.over[0]) for games in self._games.values())

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game: the first of a seed, or the next of the last seed. ``options`` may have ``"cards"``: both cards, with the same number of open
        categories. Other options are ignored, as PettingZoo's tests demand."""
        starts = self._starts(options or {})
        first = None if seed is None else whole("seed", seed, 0, 2**64 - 2)
        seeds = [None, None] if first is None else [first, first + 1]
        for games, start, own in zip(self._games.values(), starts, seeds, strict=True):
            games.begin(np.ones(1, np.bool_), [own], start, self._random)
            games.look(idle=False)
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[0]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._inform()

    def _starts(self, options: dict[str, Any]) -> list[dict[str, Any]]:
        """The options of both games."""
        if options.get("cards") is None:
            return [{}, {}]
        cards = [Scorecard(self.rules, card) for card in options["cards"]]
        counts = [len(card.points) for card in cards]
        if len(cards) != 2 or counts[0] != counts[1]:
            raise ArrayError(f"options['cards']: cards of {counts} categories where two with as many each are wanted")
        return [{"card": card} for card in cards]

    def step(self, action: SupportsIndex | None) -> None:
        """Takes an action of the agent to move; ``None`` once the game is over. Raises `ActionError` if it is not allowed."""
        if not self.agents:
            raise ArrayError("no game has begun: call reset first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ActionError("no action: None is for agents whose game is over")
        games, taken = self._games[agent], one_action(action)
        games.act(taken, np.zeros(1, np.bool_))
        games.look(idle=False)
        self._cumulative_rewards[agent] = 0.0
        if taken[0] >= 2**self.rules.dice:
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        if self._is_over:
            self.terminations = dict.fromkeys(AGENTS, True)
            first, second = (self._games[agent].native.score(0) for agent in AGENTS)
            won = float(np.sign(first - second))
            self.rewards = {AGENTS[0]: won, AGENTS[1]: -won}
        self._inform()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """An agent's observation."""
        mine, other = self._games[agent], self._games[AGENTS[1 - AGENTS.index(agent)]]
        seen, mask = mine.seen[0].copy(), mine.masks[0].copy()
        if agent != self.agent_selection:
            seen[self._dice] = 0.0
            mask[:] = 0
        ahead = (mine.native.score(0) - other.native.score(0)) / 100
        observation = np.concatenate([seen, np.delete(other.seen[0], self._dice), [ahead]], dtype=np.float32)
        return {"observation": observation, "action_mask": mask}

    def advice(self) -> Advice:
        """Every action of the agent to move, with its exact chance to win, a tie counted as half, if both play perfectly."""
        position = self.position
        if position is None:
            raise ArrayError("there is nothing to decide: the game is over")
        if self._table is None:
            self._table = solve(self.rules)
        other = self.cards[1 - AGENTS.index(self.agent_selection)]
        return self._table.advise(position, objective=Against(other, reacting=True))

    def _inform(self) -> None:
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        if self._values and not self._is_over:
            self.infos[self.agent_selection]["value"] = self.advice().best.worth

    def render(self) -> str | None:
        """Both cards and the dice as text, with ``render_mode="ansi"``."""
        if self.render_mode is None:
            return None
        first, second = self.cards
        width = max(map(len, self.rules.titles))
        lines = [
            f"{title:<{width}} {first.points.get(name, ''):>4} {second.points.get(name, ''):>4}"
            for name, title in zip(self.rules.categories, self.rules.titles, strict=True)
        ]
        lines.append(f"{'Score':<{width}} {first.score:>4} {second.score:>4}")
        position = self.position
        if position is not None:
            lines.append(f"{self.agent_selection}: dice {self.rules.dice_text(position.dice)}, rerolls left: {position.rerolls_left}")
        return "\n".join(lines) + "\n"

    def close(self) -> None:
        """There is nothing to close."""


env = raw_env = YahtzeeTwoEnv
"""The environment, under the names of PettingZoo's own environments."""
