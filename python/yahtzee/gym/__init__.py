"""Environments for learners: `YahtzeeEnv`, one game, and `YahtzeeVectorEnv`, thousands of games in one step. `player` makes a player of a trained agent.

``import yahtzee.gym`` registers them in Gymnasium as ``yahtzee/Yahtzee-v0``. Without an import, ``gymnasium.make("yahtzee.gym:yahtzee/Yahtzee-v0")`` finds
them.

>>> import gymnasium, yahtzee.gym
>>> env = gymnasium.make("yahtzee/Yahtzee-v0", rules="hasbro", values=True)
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum()), round(float(info["value"]), 2)
(28, 261.45)
>>> observation, reward, terminated, truncated, info = env.step(32 + 3)  # scores in the fours
>>> reward, round(float(info["loss"]), 2)
(12.0, 12.04)
"""

from gymnasium.envs.registration import register, registry

from ._player import player
from ._single import YahtzeeEnv
from ._vector import YahtzeeVectorEnv

__all__ = ["ID", "YahtzeeEnv", "YahtzeeVectorEnv", "player"]

ID = "yahtzee/Yahtzee-v0"
"""The name of the environments in Gymnasium."""

if ID not in registry:
    register(ID, entry_point="yahtzee.gym:YahtzeeEnv", vector_entry_point="yahtzee.gym:YahtzeeVectorEnv")
