#!/usr/bin/env python3
"""Measures the steps per second of the Python package's vector environment, with random allowed actions.

    pip install ./python gymnasium && benches/python_environment.py [--envs 4096] [--seconds 3]

Each line is the median of five runs, with the least and the most. The actions come from the environment's space, as in a learner's loop, and their time
is included. For comparison it plays single environments, one after the other.
"""

import argparse
import statistics
import time
from typing import Any

from yahtzee.gym import YahtzeeEnv, YahtzeeVectorEnv

RUNS = 5


def run(envs: YahtzeeVectorEnv, seconds: float) -> float:
    """Steps per second."""
    start, steps = time.perf_counter(), 0
    while (passed := time.perf_counter() - start) < seconds:
        for _ in range(4):
            _, rewards, _, _, info = envs.step(envs.action_space.sample())
            steps += len(rewards)
    assert info["action_mask"].any(axis=1).all()
    return steps / passed


def vec_env(envs: Any, seconds: float) -> float:
    """Steps per second of a VecEnv."""
    envs.reset()
    start, steps = time.perf_counter(), 0
    while (passed := time.perf_counter() - start) < seconds:
        _, rewards, _, infos = envs.step(envs.envs.action_space.sample())
        steps += len(rewards)
    assert len(infos) == len(rewards)
    return steps / passed


def single(env: YahtzeeEnv, seconds: float) -> float:
    """Steps per second of single games, one after the other."""
    start, steps = time.perf_counter(), 0
    env.reset(seed=1)
    while (passed := time.perf_counter() - start) < seconds:
        *_, over, _, _ = env.step(env.action_space.sample())
        steps += 1
        if over:
            env.reset()
    return steps / passed


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the vector environment of the Python package.")
    parser.add_argument("--envs", type=int, default=4096, help="the number of games (default: 4096)")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each run takes (default: 3)")
    args = parser.parse_args()

    def report(name: str, speeds: list[float]) -> None:
        print(f"{name:<58} {statistics.median(speeds):>12,.0f}  ({min(speeds):,.0f} to {max(speeds):,.0f})")

    print(f"steps a second, {args.envs} games, random actions")
    cases = [
        ("points", {}),
        ("points, arrays reused", {"copy": False}),
        ("exact values in info", {"values": True}),
        ("exact values in info, arrays reused", {"values": True, "copy": False}),
        ("exact values in info, arrays reused, one thread", {"values": True, "copy": False, "threads": 1}),
        ("shaped rewards, arrays reused", {"reward": "shaped", "copy": False}),
    ]
    for name, arguments in cases:
        envs = YahtzeeVectorEnv(args.envs, **arguments)
        envs.reset(seed=1)
        run(envs, args.seconds / 10)
        report(name, [run(envs, args.seconds) for _ in range(RUNS)])
    try:
        from yahtzee.sb3 import YahtzeeVecEnv
    except ModuleNotFoundError:
        print("Stable-Baselines3 is not installed: its VecEnv is left out")
    else:
        report("VecEnv of Stable-Baselines3", [vec_env(YahtzeeVecEnv(args.envs), args.seconds) for _ in range(RUNS)])
    report("one game at a time", [single(YahtzeeEnv(), args.seconds) for _ in range(RUNS)])


if __name__ == "__main__":
    main()
