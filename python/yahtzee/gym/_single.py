"""The environment of one game."""

from __future__ import annotations

from typing import Any, ClassVar, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete

from .._measure import whole
from .._native import ArrayError, Position, RuleSet, Scorecard
from .._positions import Rules
from .._table import Table
from ._games import Games, GameState, Observation, Reward, one_action, row
from ._spec import Described
from ._spaces import Actions, observations


class YahtzeeEnv(Described, gymnasium.Env[Any, np.int64]):
    """One game as a Gymnasium environment. An episode is a game; each step keeps dice or scores a category.

    ``rules`` is a `RuleSet` or the name of a built-in one. An **action** is a number as in `Table.action_values`: a mask over the dice in ascending
    order, then the categories. A category gets the points of the rules. An action that is not allowed raises `ActionError`, and then nothing
    changes. With ``illegal_cost``, for learners that ignore the mask, it costs that many points of reward instead, nothing else changes, and
    ``info["illegal"]`` is true; such a game may go on for ever, so give ``gymnasium.make`` a limit of steps (``max_episode_steps``). ``info["action_mask"]`` (int8) and `action_masks` (bool) have the allowed actions; ``action_space.sample()`` draws from them.

    An **observation** has float32 numbers from 0 to 1: for each category whether it is filled; the upper total relative to the bonus threshold; the
    Yahtzee flag; for each die in ascending order six numbers, of which the one of its face is 1; the rerolls left, and in games that save throws the
    saved ones, relative to the most possible. With ``observation="dict"`` it is a dictionary of the parts of a position instead.

    The **reward** is one of

    - ``"points"``: the points added to the score, including bonuses when they are earned. Their sum is the final score;
    - ``"shaped"``: the points, and the change of the exact value of the position: the luck of the dice less the loss. Their sum is the final score
      less the value of the first position;
    - ``"loss"``: minus the loss of the action. The sum is minus the player's loss against optimal play.

    With ``values=True`` ``info`` also has ``"action_values"``, the exact value of every action (minus infinity if it is not allowed), ``"value"``, the
    expected points still to be added to the score under optimal play, and ``"loss"``, that of the last action. ``table`` is the solved rule
    set, if you have it; otherwise it is solved on demand. If a voluntary zero may gain, which happens only under custom rules, there are no exact
    values: `RulesError`.

    The **dice** of a seed are those of the library: ``reset(seed=s)`` begins game 1 of the seed, each later ``reset()`` the next one, and
    ``reset(seed=s, options={"game": g})`` game g. `Table.simulate` and the program throw the same dice. ``options={"card": …}`` begins with a card, and
    with ``"dice"`` and ``"rerolls_left"`` at a position. `get_state` and `set_state` return to a position, with the dice that follow it. The
    environment can be pickled and copied.

    >>> import yahtzee.gym
    >>> env = yahtzee.gym.YahtzeeEnv()
    >>> _ = env.reset(seed=1, options={"card": "ones=3", "dice": "13356", "rerolls_left": 1})
    >>> print(env.position)
    13356 rerolls=1 ones=3
    >>> state = env.get_state()
    >>> first = env.step(env.rules.action("hold 33", "13356"))
    >>> _ = env.set_state(state)
    >>> bool((env.step(6)[0] == first[0]).all())
    True
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        rules: Rules = "hasbro",
        *,
        reward: Reward = "points",
        values: bool = False,
        table: Table | None = None,
        render_mode: str | None = None,
        illegal_cost: float | None = None,
        observation: Observation = "vector",
    ) -> None:
        self._games = Games(rules, 1, reward, values, table, 1, illegal_cost, observation)
        self._values = values
        # For another mode `gymnasium.make` warns; libraries ask for pictures without need.
        self.render_mode: str | None = render_mode if render_mode in self.metadata["render_modes"] else None
        self.observation_space: gymnasium.Space[Any] = observations(self._games)
        self.action_space: Discrete = Actions(self._games)

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self._games.rules

    @property
    def score(self) -> int:
        """The score so far."""
        return self._games.native.score(0)

    @property
    def game(self) -> int:
        """The number of the game in its seed, from 1."""
        return self._games.native.number(0) + 1

    @property
    def card(self) -> Scorecard:
        """The card."""
        return self._games.native.card(0)

    @property
    def position(self) -> Position | None:
        """The position, for `Table.advise`; ``None`` once the game is over."""
        return self._games.native.position(0)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The currently allowed actions. Shape (actions,)."""
        allowed: npt.NDArray[np.bool_] = self._games.masks[0].astype(np.bool_)
        return allowed

    def reset(self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a game: the first of a seed, or the next of the last seed.

        ``options`` may have ``"game"``, the number of another game of the seed; ``"card"``, the card at the start; and ``"dice"`` and ``"rerolls_left"``.
        """
        checked = None if seed is None else whole("seed", seed, 0, 2**64 - 1)
        super().reset(seed=checked)
        self._games.begin(np.ones(1, np.bool_), [checked], options or {}, self.np_random)
        return self._seen()

    def get_state(self) -> GameState:
        """The game as plain values, with everything that the following steps depend on."""
        if not self._games.begun:
            raise ArrayError("no game has begun: call reset first")
        return self._games.state(0)

    def set_state(self, state: GameState) -> tuple[Any, dict[str, Any]]:
        """Restores a result of `get_state`. Returns the same as `reset`."""
        self._games.go_to(0, state)
        return self._seen()

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        # A copy of a space forgets the games.
        self.action_space = Actions(self._games, kept["action_space"])

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        self._games.look(idle=False)
        return row(self._games.observed(), 0), self._info()

    def step(self, action: SupportsIndex) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action. Raises `ActionError` if it is not allowed (unless that has a cost), or the game is over."""
        if not self._games.begun:
            raise ArrayError("no game has begun: call reset first")
        games, before = self._games, self._games.to_come.copy()
        ended = np.zeros(1, np.bool_)
        games.act(one_action(action), ended)
        games.look(idle=False)
        games.shape(before, games.to_come, ended)
        info = self._info() | ({"illegal": True} if games.illegal[0] else {})
        return row(games.observed(), 0), float(games.rewards[0]), bool(games.over[0]), False, info

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._games.masks[0].copy()}
        if self._values:
            info["action_values"] = self._games.values[0].copy()
            info["value"] = float(self._games.to_come[0])
            info["loss"] = float(self._games.losses[0])
        return info

    def render(self) -> str | None:
        """The card and the dice as text, with ``render_mode="ansi"``."""
        if self.render_mode is None:
            return None
        card, position = self.card, self.position
        width = max(map(len, self.rules.titles))
        lines = [
            f"{title:<{width}} {card.points.get(name, ''):>4}"
            for name, title in zip(self.rules.categories, self.rules.titles, strict=True)
        ]
        lines.append(f"{'Score':<{width}} {card.score:>4}")
        if position is not None:
            lines.append(f"Dice {self.rules.dice_text(position.dice)}, rerolls left: {position.rerolls_left}")
        return "\n".join(lines) + "\n"
