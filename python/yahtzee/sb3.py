"""Many games in one step for Stable-Baselines3.

Needs ``stable_baselines3``. Its algorithms, and those of ``sb3_contrib`` such as ``MaskablePPO``, accept the environment directly:

    from sb3_contrib import MaskablePPO
    from yahtzee.sb3 import YahtzeeVecEnv

    model = MaskablePPO("MlpPolicy", YahtzeeVecEnv(256), n_steps=128).learn(1_000_000)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
from stable_baselines3.common.vec_env import VecEnv

from ._native import ArrayError
from ._positions import Rules
from ._table import Table
from .gym._games import MOST, Observation, Reward
from .gym._vector import YahtzeeVectorEnv

__all__ = ["YahtzeeVecEnv"]


class YahtzeeVecEnv(VecEnv):  # type: ignore[misc, unused-ignore]
    """Many games as a ``VecEnv``: `YahtzeeVectorEnv` for Stable-Baselines3. The next game begins in the step that ends or truncates one.

    The infos of an ended game have ``terminal_observation`` and, in the form of its ``Monitor``, ``episode`` with the sum of the rewards and the number of
    steps. `action_masks` has the allowed actions, for ``MaskablePPO``.
    """

    def __init__(
        self,
        num_envs: SupportsIndex = 1,
        rules: Rules = "hasbro",
        *,
        reward: Reward = "points",
        table: Table | None = None,
        threads: int | None = None,
        illegal_cost: float | None = None,
        max_episode_steps: SupportsIndex | None = None,
        observation: Observation = "vector",
    ) -> None:
        self.envs: YahtzeeVectorEnv = YahtzeeVectorEnv(
            num_envs,
            rules,
            reward=reward,
            table=table,
            autoreset_mode="SameStep",
            threads=threads,
            illegal_cost=illegal_cost,
            max_episode_steps=max_episode_steps,
            observation=observation,
        )
        num_envs = self.envs.num_envs
        super().__init__(num_envs, self.envs.single_observation_space, self.envs.single_action_space)
        self._actions = np.zeros(num_envs, np.int64)
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self._seed: int | None = None

    def reset(self) -> Any:
        """Begins all games: those of the seed set by `seed`, once, and then the next ones."""
        seen, _ = self.envs.reset(seed=self._seed)
        self._seed = None
        self._returns[:], self._lengths[:] = 0.0, 0
        return seen

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The seed of the next `reset`."""
        self._seed = seed
        return [None if seed is None else seed + game for game in range(self.num_envs)]

    def step_async(self, actions: npt.NDArray[np.int64]) -> None:
        """Stores the actions of the next `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        """Takes the actions."""
        seen, rewards, over, truncated, info = self.envs.step(self._actions)
        done = over | truncated
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(done).tolist():
            episode = {"r": float(self._returns[game]), "l": int(self._lengths[game]), "t": 0.0}
            infos[game] = {"terminal_observation": info["final_obs"][game], "episode": episode, "TimeLimit.truncated": bool(not over[game])}
        self._returns[done], self._lengths[done] = 0.0, 0
        return seen, rewards.astype(np.float32), done, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The currently allowed actions. Shape (num_envs, actions)."""
        return self.envs.action_masks()

    def close(self) -> None:
        """There is nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of all environments, once for each of the indices."""
        return [getattr(self.envs, attr_name)] * len(self._indices(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Attributes of single games cannot be set."""
        raise ArrayError(f"{attr_name}: the games are one object, whose attributes cannot be set one by one")

    def has_attr(self, attr_name: str) -> bool:
        """Whether the environments have an attribute."""
        return hasattr(self.envs, attr_name)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """The results of a method of the environments, for each of the indices: `action_masks`, `score`, `card`."""
        chosen = self._indices(indices)
        method = getattr(self.envs, method_name)
        if method_name in ("score", "card"):
            return [method(game) for game in chosen]
        result = method(*method_args, **method_kwargs)
        return [result[game] for game in chosen] if method_name == "action_masks" else [result] * len(chosen)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """No environment has a wrapper."""
        return [False] * len(self._indices(indices))

    def get_images(self) -> Sequence[npt.NDArray[np.uint8] | None]:
        """There are no pictures."""
        return [None] * self.num_envs

    def _indices(self, indices: int | Iterable[int] | None) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        chosen = [indices] if isinstance(indices, int) else list(indices)
        if any(not 0 <= game < self.num_envs for game in chosen):
            raise ArrayError(f"indices: {chosen} where there are {self.num_envs} games (at most {MOST})")
        return chosen
