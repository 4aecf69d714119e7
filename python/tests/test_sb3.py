"""Stable-Baselines3, if it is installed: it is large, so the gate runs without it."""

from __future__ import annotations

import re
import textwrap
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("stable_baselines3", reason="stable_baselines3 is not installed")
sb3_contrib = pytest.importorskip("sb3_contrib", reason="sb3_contrib is not installed")

from stable_baselines3.common.env_util import make_vec_env  # noqa: E402

import yahtzee.gym  # noqa: E402
from yahtzee.sb3 import YahtzeeVecEnv  # noqa: E402


@pytest.mark.parametrize("kind", ["one by one", "native"])
def test_maskable_ppo_learns(kind: str) -> None:
    envs = make_vec_env("yahtzee/Yahtzee-v0", n_envs=4) if kind == "one by one" else YahtzeeVecEnv(4, reward="loss")
    model = sb3_contrib.MaskablePPO("MlpPolicy", envs, n_steps=64, batch_size=64, seed=1)
    model.learn(500)
    seen = envs.reset()
    for _ in range(50):
        masks = np.stack(envs.env_method("action_masks"))
        actions, _ = model.predict(seen, action_masks=masks)
        assert masks[np.arange(4), actions].all()
        seen, *_ = envs.step(actions)


@pytest.mark.parametrize("limits", [{}, {"illegal_cost": 2.0, "max_episode_steps": 15}])
def test_it_goes_as_single_environments(limits: dict[str, Any]) -> None:
    """The same seeds, actions, rewards and infos as the environments that Stable-Baselines3 makes one by one."""
    native, alone = YahtzeeVecEnv(3, **limits), make_vec_env("yahtzee/Yahtzee-v0", n_envs=3, seed=5, env_kwargs=limits)
    native.seed(5)
    np.testing.assert_array_equal(native.reset(), alone.reset())
    choose, ends = np.random.default_rng(1), 0
    for _ in range(120):
        masks = native.action_masks()
        np.testing.assert_array_equal(masks, np.stack(alone.env_method("action_masks")))
        # With a cost an action may be any.
        actions = np.array([choose.choice(np.flatnonzero(mask | bool(limits))) for mask in masks])
        ours, theirs = native.step(actions), alone.step(actions)
        for mine, other in zip(ours[:3], theirs[:3], strict=True):
            np.testing.assert_array_equal(mine, other)
        for mine, other in zip(ours[3], theirs[3], strict=True):
            if "episode" in other:
                ends += 1
                np.testing.assert_array_equal(mine["terminal_observation"], other["terminal_observation"])
                assert mine["episode"]["r"] == pytest.approx(other["episode"]["r"]) and mine["episode"]["l"] == other["episode"]["l"]
                assert mine["TimeLimit.truncated"] == other["TimeLimit.truncated"]
            else:
                assert "episode" not in mine
    assert ends >= 6
    assert native.env_is_wrapped(object) == [False] * 3 and native.get_attr("num_envs") == [3] * 3
    assert native.env_method("score", indices=[0])[0] >= 0
    with pytest.raises(yahtzee.ArrayError):
        native.set_attr("rules", 3)


def test_its_speed() -> None:
    """The limit is far below the speed of an idle machine, because other programs may run. `benches/python_environment.py` measures it."""
    envs, steps = YahtzeeVecEnv(1024), 40
    envs.reset()
    start = time.perf_counter()
    for _ in range(steps):
        envs.step(envs.envs.action_space.sample())
    assert steps * 1024 / (time.perf_counter() - start) > 20_000


def test_the_agent_of_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    """It learns, and its exact value fits its games."""
    text = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^(    from sb3_contrib import .*?)^\S", text, re.DOTALL | re.MULTILINE)
    session: dict[str, Any] = {}
    exec(textwrap.dedent(block), session)
    said = capsys.readouterr().out
    value = float(re.search(r"expected score ([\d.]+)", said)[1])  # type: ignore[index]
    table = yahtzee.solve("crag")
    assert 115 < value < table.expected_score
    measured = table.measure(yahtzee.gym.player(session["agent"], "crag"), games=1000, seed=1, batch=1000)
    assert abs(value - measured.expected_score) < 5 * measured.loss_standard_error
