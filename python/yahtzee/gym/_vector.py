"""The environment of many games: one step plays all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsIndex

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from .. import _arrays
from .._measure import whole
from .._native import ActionError, ArrayError, RuleSet, Scorecard
from .._positions import Columns, Rules
from .._table import Table
from ._games import Bools, Games, GameState, Observation, Reward, row
from ._spaces import Actions, VectorActions, observations
from ._spec import Described

Step = tuple[Any, npt.NDArray[np.float64], Bools, Bools, dict[str, Any]]


class YahtzeeVectorEnv(Described, gymnasium.vector.VectorEnv[Any, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games as a Gymnasium vector environment. One step plays all of them, in native code.

    Observations, actions, rewards and ``info`` are those of `YahtzeeEnv`, with a row for each game; ``reset(seed=s)`` gives game i the seed s + i. It
    equals that many single environments with these seeds. ``gymnasium.make_vec("yahtzee/Yahtzee-v0", num_envs=4096)`` makes it.

    ``autoreset_mode`` is one of Gymnasium's. With ``NEXT_STEP``, the default, the step after the end of a game ignores the action of this game and
    begins the next one; until then its mask allows everything. With ``SAME_STEP`` the next game begins at once, and ``info["final_obs"]`` and
    ``info["final_info"]`` have the end of the last one. With ``DISABLED`` the ended games must be reset, with ``options={"reset_mask": ...}``.

    After ``max_episode_steps`` steps a game is truncated, and ends as others do. ``illegal_cost`` is as in `YahtzeeEnv`; ``info["illegal"]``, where it is
    there, has the games of this step whose actions were not allowed.

    With ``copy=False`` each step fills the same arrays again: copy what you keep. ``threads`` is the number of threads that compute values; by default
    one per core.

    >>> import yahtzee.gym
    >>> envs = yahtzee.gym.YahtzeeVectorEnv(num_envs=3, rules="hasbro")
    >>> observations, info = envs.reset(seed=1)
    >>> observations, rewards, terminated, truncated, info = envs.step(envs.action_space.sample())
    >>> observations.shape, info["action_mask"].shape
    ((3, 46), (3, 45))
    """

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        rules: Rules = "hasbro",
        *,
        reward: Reward = "points",
        values: bool = False,
        table: Table | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
        illegal_cost: float | None = None,
        max_episode_steps: SupportsIndex | None = None,
        observation: Observation = "vector",
    ) -> None:
        self._games = Games(rules, num_envs, reward, values, table, threads, illegal_cost, observation)
        self._values = values
        self._copy = copy
        self._mode = AutoresetMode(autoreset_mode)
        self.num_envs: int = len(self._games.over)
        self._limit = np.inf if max_episode_steps is None else whole("max_episode_steps", max_episode_steps, 1, 2**53)
        self._steps = np.zeros(self.num_envs, np.int64)
        # Many games cannot be rendered.
        self.render_mode: str | None = None
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": self._mode}
        self.single_observation_space: gymnasium.Space[Any] = observations(self._games)
        self.observation_space: gymnasium.Space[Any] = batch_space(self.single_observation_space, self.num_envs)
        self.single_action_space: Discrete = Actions(self._games)
        self.action_space: MultiDiscrete = VectorActions(self._games)
        self._all = np.ones(self.num_envs, np.bool_)

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self._games.rules

    def score(self, game: int) -> int:
        """The score of a game so far."""
        return self._games.native.score(game)

    def card(self, game: int) -> Scorecard:
        """The card of a game."""
        return self._games.native.card(game)

    def positions(self) -> Columns:
        """The positions of all games as columns: arguments of the batch functions, as in ``table.best_actions(**envs.positions())``.

        A game that is over has a full card, which these functions do not accept.
        """
        return self._games.positions()

    def action_masks(self) -> Bools:
        """The currently allowed actions. Shape (num_envs, actions)."""
        return self._games.masks.astype(np.bool_)

    def reset(
        self, *, seed: SupportsIndex | Sequence[SupportsIndex | None] | npt.NDArray[np.integer[Any]] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins all games, or those of ``options["reset_mask"]``: with the seeds, or the next games of the last seeds.

        ``seed`` is one number, from which the games count up, or a sequence or an array with a number (or ``None``) for each game. The other ``options``
        are as in `YahtzeeEnv.reset`, for all games.
        """
        which = self._which((options or {}).get("reset_mask"))
        seeds = self._seeds(seed)
        if not self._games.begun and not which.all():
            raise ArrayError("options['reset_mask']: no game has begun: reset all of them first")
        # The source of random seeds, if none is given.
        super().reset(seed=seeds[0])
        self._games.begin(which, seeds, options or {}, self.np_random)
        self._steps[which] = 0
        return self._seen(which)

    def get_state(self) -> list[GameState]:
        """The games as plain values, with everything that the following steps depend on."""
        if not self._games.begun:
            raise ArrayError("no game has begun: call reset first")
        return [self._games.state(game) | {"steps": int(self._steps[game])} for game in range(self.num_envs)]

    def set_state(self, state: Sequence[GameState]) -> tuple[Any, dict[str, Any]]:
        """Restores a result of `get_state`. Returns the same as `reset`."""
        if len(state) != self.num_envs:
            raise ArrayError(f"state: {len(state)} games where {self.num_envs} are wanted")
        for game, one in enumerate(state):
            self._games.go_to(game, one)
            self._steps[game] = one.get("steps", 0)
        return self._seen(self._all)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        # A copy of a space forgets the games.
        self.action_space = VectorActions(self._games, kept["action_space"])
        self.single_action_space = Actions(self._games, kept["single_action_space"])

    def _seen(self, which: Bools) -> tuple[Any, dict[str, Any]]:
        self._games.look(idle=self._mode is AutoresetMode.NEXT_STEP)
        return self._out(self._games.observed()), self._info(which)

    def step(self, actions: npt.ArrayLike) -> Step:
        """Takes an action in each game. If one is not allowed (unless that has a cost), it raises `ActionError` with the number of the game, and no game
        changes."""
        games = self._games
        if not games.begun:
            raise ArrayError("no game has begun: call reset first")
        done = self._done()
        if self._mode is AutoresetMode.DISABLED and done.any():
            raise ActionError(f"game {int(done.argmax())}: the game is over: reset it")
        ended = done & (self._mode is AutoresetMode.NEXT_STEP)
        before = games.to_come.copy()
        games.act(actions, ended)
        self._steps = np.where(ended, 0, self._steps + 1)
        terminated, truncated = games.over.copy(), self._steps >= self._limit
        illegal, final, after = games.illegal.copy(), {}, None
        done = terminated | truncated
        if self._mode is AutoresetMode.SAME_STEP and done.any():
            if truncated.any():
                games.look(idle=False)
                after = games.to_come.copy()
            else:
                games.native.observe(games.seen, games.masks, False)
            final = self._ends(done)
            games.native.begin_next(done)
            illegal &= ~done
        games.look(idle=self._mode is AutoresetMode.NEXT_STEP)
        games.shape(before, games.to_come if after is None else after, ended)
        if self._mode is AutoresetMode.SAME_STEP:
            self._steps[done], games.over[:], games.losses[done] = 0, False, 0.0
        return self._out(games.observed()), self._out(games.rewards), terminated, truncated, self._info(self._all) | _noted(illegal) | final

    def _done(self) -> Bools:
        """The games that are over or truncated, and not reset."""
        done: Bools = self._games.over | (self._steps >= self._limit)
        return done

    def _ends(self, done: Bools) -> dict[str, Any]:
        """The ends of these games, before their next ones begin."""
        games = self._games
        final: dict[str, Any] = {"final_obs": np.full(self.num_envs, None, object), "_final_obs": done.copy()}
        seen = games.observed()
        for game in np.flatnonzero(done).tolist():
            final["final_obs"][game] = row(seen, game)
        info: dict[str, Any] = {"action_mask": np.where(done[:, None], games.masks, 0).astype(np.int8)}
        if self._values:
            # If no game is truncated, these are the values before the last action.
            values, to_come = np.where(games.over[:, None], -np.inf, games.values), np.where(games.over, 0.0, games.to_come)
            info |= {"action_values": np.where(done[:, None], values, 0.0), "value": np.where(done, to_come, 0.0), "loss": np.where(done, games.losses, 0.0)}
        final["final_info"] = info | {f"_{key}": done.copy() for key in info} | _noted(games.illegal & done)
        final["_final_info"] = done.copy()
        return final

    def _which(self, mask: object) -> Bools:
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,) or not mask.any():
            raise ArrayError(f"options['reset_mask']: an array of {self.num_envs} bools is wanted, at least one of them true")
        return mask

    def _seeds(self, seed: SupportsIndex | Sequence[SupportsIndex | None] | npt.NDArray[np.integer[Any]] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, np.ndarray) and seed.ndim == 1:
            seed = list(seed)
        if not isinstance(seed, Sequence):
            first = whole("seed", seed, 0, 2**64 - 1)
            return [(first + game) % 2**64 for game in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ArrayError(f"seed: {len(seed)} seeds where {self.num_envs} are wanted, one for each game")
        return [None if one is None else whole("seed", one, 0, 2**64 - 1) for one in seed]

    def _out(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _info(self, which: Bools) -> dict[str, Any]:
        games = self._games
        info: dict[str, _arrays.Array] = {"action_mask": self._out(games.masks)}
        if self._values:
            info["action_values"] = self._out(games.values)
            info["value"] = self._out(games.to_come)
            info["loss"] = self._out(games.losses)
        return info | {f"_{key}": which for key in info}


def _noted(illegal: Bools) -> dict[str, Any]:
    """The part of an info about actions that were not allowed, if there are any."""
    return {"illegal": illegal, "_illegal": illegal.copy()} if illegal.any() else {}
