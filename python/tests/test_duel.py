"""Two players who both react: the exact value, and the environment of two players."""

from __future__ import annotations

import copy
import doctest
import json
import os
import subprocess
import warnings
from typing import Any

import msgspec
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import yahtzee
import yahtzee.pettingzoo
from yahtzee.pettingzoo import YahtzeeTwoEnv

SAVING = next(name for name in yahtzee.RuleSet.builtin() if yahtzee.RuleSet(name).saves_throws)


def play(env: YahtzeeTwoEnv, choose: np.random.Generator) -> list[tuple[str, int]]:
    """Plays a game with random actions from its current state, and returns the actions."""
    done = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert env.observation_space(agent).contains(observation) and not truncated
        action = None if terminated else int(choose.choice(np.flatnonzero(observation["action_mask"])))
        if action is not None:
            done.append((agent, action))
        env.step(action)
    return done


def test_the_program_says_the_same() -> None:
    said = json.loads(subprocess.check_output([os.environ["YAHTZEE"], "duel", "--rules", "forced-yatzy", "--json"]))
    duel = yahtzee.duel("forced-yatzy")
    assert duel.first is not None and duel.second is not None
    assert said == {
        "rules": "forced-yatzy",
        "first": msgspec.to_builtins(duel.first),
        "second": msgspec.to_builtins(duel.second),
        "value": duel.value,
        "advantage": duel.advantage,
        "values": duel.values,
    }
    only = yahtzee.duel("forced-yatzy", shares=False, threads=1)
    assert only == msgspec.structs.replace(duel, first=None, second=None)


def test_ties() -> None:
    rest = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 fh=25 ss=30 ch=20"
    values = [yahtzee.duel("hasbro", f"{rest} 4k=22", f"{rest} 4k=22", ties=ties).value for ties in ("lose", "half", "win")]
    assert values[0] < values[1] < values[2]


@pytest.mark.parametrize(
    ("arguments", "error", "why"),
    [
        (("hasbro", "ones=3"), yahtzee.ObjectiveError, "12 against 13 open boxes"),
        (("hasbro", "ones=7"), yahtzee.CardError, "ones=7"),
        (("hasbro",), yahtzee.Error, "MB of memory, and the limit is 4000 MB"),
        (("nope",), yahtzee.RulesError, "nope"),
    ],
)
def test_what_is_wrong(arguments: Any, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        yahtzee.duel(*arguments)
    with pytest.raises(yahtzee.ObjectiveError):
        yahtzee.duel("hasbro", ties="draw")  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", ["hasbro", "forced-yatzy", SAVING])
def test_pettingzoo_accepts_it(rules: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Its own environments with masks have dictionaries too.
        warnings.filterwarnings("ignore", "Observation")
        api_test(YahtzeeTwoEnv(rules, values=rules == "forced-yatzy"), num_cycles=300)
        seed_test(lambda: YahtzeeTwoEnv(rules), num_cycles=50)


@pytest.mark.parametrize("rules", ["hasbro", "yacht", SAVING])
def test_games_of_two(rules: str) -> None:
    env, choose = YahtzeeTwoEnv(rules, render_mode="ansi"), np.random.default_rng(1)
    for seed in range(5):
        env.reset(seed=seed)
        assert env.cards == (yahtzee.Scorecard(env.rules), yahtzee.Scorecard(env.rules))
        before = copy.deepcopy(env)
        state, done = choose.bit_generator.state, play(env, choose)
        first, second = env.cards
        assert first.is_full and second.is_full and env.position is None and not env.agents
        won = float((first.score > second.score) - (first.score < second.score))
        assert env._cumulative_rewards == {}
        assert str(first.score) in str(env.render())
        # Agents take turns: each scores as often as it has boxes, one after the other.
        scored = [agent for agent, action in done if action >= 2**env.rules.dice]
        assert scored == ["player_0", "player_1"] * len(env.rules.categories)
        # The same again from a copy, and from the seed; the last rewards say who won.
        choose.bit_generator.state = state
        assert play(before, choose) == done and before.cards == env.cards
        env.reset(seed=seed)
        for _, action in done:
            env.step(action)
        assert env.rewards == {"player_0": won, "player_1": -won} and all(env.terminations.values())


def test_who_is_not_to_move_sees_no_dice() -> None:
    env = YahtzeeTwoEnv("hasbro")
    env.reset(seed=3)
    other = env.observe("player_1")
    assert not other["action_mask"].any() and not other["observation"].any()
    mine = env.observe("player_0")
    assert mine["action_mask"].any() and mine["observation"][15:45].sum() == 5
    env.step(int(np.flatnonzero(mine["action_mask"])[-1]))
    assert env.agent_selection == "player_1"
    ahead = float(env.observe("player_1")["observation"][-1])
    assert ahead == np.float32(-env.cards[0].score / 100) and ahead < 0


def test_the_exact_value() -> None:
    table = yahtzee.solve("forced-yatzy")
    env = YahtzeeTwoEnv("forced-yatzy", values=True, table=table)
    values = []
    for seed in range(300):
        env.reset(seed=seed)
        values.append(env.infos["player_0"]["value"])
        assert env.infos["player_1"] == {} and values[-1] == env.advice().best.worth
    # The mean value of a first roll equals the value of the game.
    value = yahtzee.duel("forced-yatzy").value
    assert abs(np.mean(values) - value) < 4 * np.std(values) / 300**0.5
    # Under perfect play, the value for the player to move stays the same except for the dice; at the end it is the result.
    for agent in env.agent_iter():
        _, reward, terminated, _, _ = env.last()
        env.step(None if terminated else env.rules.action(env.advice().best, env.position.dice))  # type: ignore[union-attr]
        if terminated:
            first, second = (card.score for card in env.cards)
            assert reward == (1 if agent == "player_0" else -1) * np.sign(first - second)


def test_cards_to_begin_with_and_what_is_wrong() -> None:
    env = YahtzeeTwoEnv("hasbro", values=True)
    with pytest.raises(yahtzee.ArrayError, match="reset"):
        env.step(0)
    rest = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 fh=25 ss=30 ls=0 ch=20"
    env.reset(seed=1, options={"cards": [f"{rest} 4k=0", {**yahtzee.Scorecard(env.rules, rest).points, "four-of-a-kind": 22}]})
    assert env.infos["player_0"]["value"] < 0.1
    with pytest.raises(yahtzee.ActionError):
        env.step(32)
    with pytest.raises(yahtzee.ActionError):
        env.step(None)
    play(env, np.random.default_rng(1))
    for options in [{"cards": ["", "ones=3"]}, {"cards": [""]}]:
        with pytest.raises(yahtzee.ArrayError, match="options"):
            env.reset(options=options)
    # A whole game of these rules takes too much memory for an exact value.
    with pytest.raises(yahtzee.Error, match="memory"):
        env.reset(seed=1)


def test_the_examples() -> None:
    assert doctest.testmod(yahtzee.pettingzoo, optionflags=doctest.ELLIPSIS).failed == 0
