"""The environments: one game, and many games at once."""

from __future__ import annotations

import copy
import doctest
import json
import pickle
import warnings
from pathlib import Path
from typing import Any

import conftest
import gymnasium
import msgspec
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit

import yahtzee
from yahtzee.gym import ID, YahtzeeEnv, YahtzeeVectorEnv

RULES = ["hasbro", "kniffel", "crag", "yatzy"]
SAVING = next(name for name in yahtzee.RuleSet.builtin() if yahtzee.RuleSet(name).saves_throws)


def play(env: YahtzeeEnv, choose: np.random.Generator, **reset: Any) -> tuple[list[float], list[dict[str, Any]]]:
    """Plays a game with random actions. Returns the rewards, and the infos from the first on."""
    _, info = env.reset(**reset)
    rewards, infos, over = [], [info], False
    while not over:
        action = choose.choice(np.flatnonzero(env.action_masks()))
        seen, reward, over, truncated, info = env.step(action)
        assert env.observation_space.contains(seen) and not truncated
        rewards.append(reward)
        infos.append(info)
    return rewards, infos


@pytest.mark.parametrize("observation", ["vector", "dict"])
def test_gymnasium_accepts_it(observation: str) -> None:
    for rules, exact in [(rules, exact) for rules in [*RULES, SAVING] for exact in (False, True)]:
        # It takes long to solve.
        if not exact or rules != SAVING:
            env = gymnasium.make(ID, rules=rules, values=exact, reward="shaped" if exact else "points", observation=observation)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                check_env(env.unwrapped)


@pytest.mark.parametrize("rules", ["crag", conftest.SAVING])
def test_observations_with_names_are_those_of_the_vector(rules: Any) -> None:
    """In single environments, in many at once, at the end of a game, and in what an agent sees as a player."""
    plain, named = (YahtzeeVectorEnv(3, rules, autoreset_mode="SameStep", observation=kind) for kind in ("vector", "dict"))  # type: ignore[arg-type]
    single = YahtzeeEnv(rules, observation="dict")
    (vector, _), (seen, _), (alone, _) = plain.reset(seed=4), named.reset(seed=4), single.reset(seed=4)
    categories, ends = np.arange(len(plain.rules.categories)), 0

    def columns(seen: Any) -> Any:
        parts = {name: seen[name] for name in ("flag", "dice", "rerolls_left", "saved") if name in seen}
        return yahtzee.Positions(plain.rules, (seen["filled"].astype(int) << categories).sum(axis=-1), seen["upper_total"][..., 0].astype(np.uint8), **parts)

    for _ in range(60):
        assert named.observation_space.contains(seen) and columns(seen) == yahtzee.Positions.decode(plain.rules, vector)
        if alone is not None:
            assert single.observation_space.contains(alone) and all(np.array_equal(alone[name], seen[name][0]) for name in alone)
        actions = named.action_space.sample()
        if alone is not None:
            alone, _, over, _, _ = single.step(actions[0])
            alone = None if over else alone
        vector, *_, info = plain.step(actions)
        seen, *_, named_info = named.step(actions)
        for game in np.flatnonzero(info.get("_final_obs", [])):
            ends += 1
            last = named_info["final_obs"][game]
            assert last["filled"].all() and named.single_observation_space.contains(last)
    assert ends >= 3

    class Agent:
        observation_space = named.single_observation_space

        def predict(self, observation: Any, *, deterministic: bool = False) -> tuple[Any, None]:
            assert named.single_observation_space.contains({name: column[0] for name, column in observation.items()})
            return np.full(len(observation["dice"]), 2**plain.rules.dice), None

    assert yahtzee.solve(plain.rules).measure(yahtzee.gym.player(Agent(), plain.rules), games=5, seed=1, batch=5).illegal > 0


def test_it_can_be_made_with_rules_of_ones_own() -> None:
    rules = yahtzee.RuleSet.from_toml(yahtzee.RuleSet("kniffel").toml.replace("points = 35", "points = 50").replace("kniffel", "my-kniffel"))
    env = gymnasium.make(ID, rules=rules)
    assert env.unwrapped.rules == rules  # type: ignore[attr-defined]
    assert env.unwrapped.rules.upper_bonus == [(63, 50)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", [*RULES, SAVING])
def test_points_add_up_to_the_score(rules: str) -> None:
    env, choose = YahtzeeEnv(rules), np.random.default_rng(1)
    for _ in range(5):
        rewards, infos = play(env, choose)
        assert sum(rewards) == env.score == env.card.score
        assert env.card.is_full and env.position is None
        assert not infos[-1]["action_mask"].any()


def test_the_dice_are_those_of_the_library() -> None:
    """Optimal play has the same scores in the environment as in `simulate` and `measure` with the same seed."""
    table = yahtzee.solve("hasbro")
    env = YahtzeeEnv(table=table, values=True)
    scores = []
    for game in range(20):
        _, info = env.reset(seed=5) if game == 0 else env.reset()
        over = False
        while not over:
            assert env.position is not None
            action = table.best_actions(**env._games.positions())[0][0]
            _, _, over, _, info = env.step(action)
            assert info["loss"] == 0.0
        scores.append(env.score)
    simulation = table.simulate(20, seed=5)
    assert sorted(scores) == np.repeat(simulation.distinct_scores, simulation.counts).tolist()
    assert env.game == 20
    env.reset(seed=5, options={"game": 7})
    assert env.game == 7
    first = env.position
    env.reset(seed=5)
    for _ in range(6):
        env.reset()
    assert env.position == first


@pytest.mark.parametrize("rules", ["hasbro", "crag", "yatzy"])
def test_values_are_those_of_the_table(rules: str) -> None:
    table = yahtzee.solve(rules)
    env, choose = YahtzeeEnv(rules, table=table, values=True), np.random.default_rng(2)
    _, info = env.reset(seed=3)
    over = False
    while not over:
        positions, before = env._games.positions(), info
        values = table.action_values(**positions)[0]
        np.testing.assert_array_equal(values, info["action_values"])
        np.testing.assert_array_equal(values > -np.inf, info["action_mask"].astype(bool))
        assert env.position is not None
        advice = table.advise(env.position)
        assert info["value"] == pytest.approx(advice.expected_final - env.score, abs=1e-9)
        action = choose.choice(np.flatnonzero(env.action_masks()))
        _, _, over, _, info = env.step(action)
        assert info["loss"] == table.losses(**positions, actions=[action])[0]
        assert info["loss"] == pytest.approx(before["action_values"].max() - before["action_values"][action], abs=1e-9)
    assert np.isneginf(info["action_values"]).all() and info["value"] == 0.0


def test_shaped_rewards_are_luck_less_loss() -> None:
    """Their sum is the score less the value of the first position, and their mean over the dice is minus the loss."""
    choose = np.random.default_rng(4)
    env = YahtzeeEnv("hasbro", reward="shaped", values=True)
    luck = []
    for game in range(150):
        rewards, infos = play(env, choose, seed=6 if game == 0 else None)
        assert sum(rewards) == pytest.approx(env.score - infos[0]["value"], abs=1e-8)
        luck.append(sum(rewards) + sum(info["loss"] for info in infos))
    assert abs(np.mean(luck)) < 4 * np.std(luck) / np.sqrt(len(luck))
    losses, infos = play(YahtzeeEnv("hasbro", reward="loss", values=True), choose, seed=6)
    assert losses == [-info["loss"] for info in infos[1:]] and min(losses) < 0.0


def test_actions_that_are_not_allowed_change_nothing() -> None:
    env = YahtzeeEnv("hasbro")
    with pytest.raises(yahtzee.Error, match="call reset first"):
        env.step(32)
    env.reset(seed=1)
    before = env.position
    for action, why in [
        (31, "it keeps all dice: choose a category, from 32 on"),
        (45, "the actions are numbered from 0 to 44"),
        (-1, "the actions are numbered from 0 to 44"),
    ]:
        with pytest.raises(yahtzee.ActionError, match=f"the action {action} is not allowed at '{before}': {why}"):
            env.step(action)
    with pytest.raises(yahtzee.ArrayError, match="float64"):
        env.step(1.5)  # type: ignore[arg-type]
    assert env.position == before
    env.step(32)
    with pytest.raises(yahtzee.ActionError, match="is filled already"):
        env.step(32)
    env.step(0)
    env.step(0)
    with pytest.raises(yahtzee.ActionError, match="no rerolls are left"):
        env.step(0)
    while env.position is not None:
        env.step(env.action_space.sample())
    with pytest.raises(yahtzee.ActionError, match="the game is over"):
        env.step(0)


def test_an_illegal_action_may_have_a_cost() -> None:
    """A learner that ignores the mask goes on; what is no action of the game stays an error."""
    env = YahtzeeEnv("hasbro", illegal_cost=2.5, values=True)
    random = np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    score, cost, over, steps = 0.0, 0, False, 0
    while not over:
        before, mask, loss = env.get_state(), info["action_mask"], info["loss"]
        action = int(random.integers(45))
        after, reward, over, truncated, info = env.step(action)
        assert not truncated and info.get("illegal", False) == (mask[action] == 0)
        if mask[action] == 0:
            assert reward == -2.5 and env.get_state() == before and (after == seen).all() and info["loss"] == loss
            cost += 1
        else:
            score += reward
        seen, steps = after, steps + 1
    assert cost > 20 and score == env.score and steps > cost
    with pytest.raises(yahtzee.ActionError, match="the game is over"):
        env.step(0)
    env.reset(seed=1)
    for wrong in (45, -1):
        with pytest.raises(yahtzee.ActionError, match="the actions are numbered from 0 to 44"):
            env.step(wrong)
    with pytest.raises(yahtzee.ArrayError, match="illegal_cost: -1 where None or a number from 0 on is wanted"):
        YahtzeeEnv("hasbro", illegal_cost=-1)
    limited = gymnasium.make("yahtzee/Yahtzee-v0", illegal_cost=1, max_episode_steps=3)
    limited.reset(seed=1)
    assert [limited.step(44 - number)[3] for number in range(3)] == [False, False, True]
    check_env(YahtzeeEnv("crag", illegal_cost=1), skip_render_check=True)


def test_of_masks_that_keep_the_same_dice_only_the_lowest_is_allowed() -> None:
    env = YahtzeeEnv("hasbro")
    twins = 0
    for game in range(50):
        env.reset(seed=game)
        dice = env.position.dice  # type: ignore[union-attr]
        for die in (die for die in range(4) if dice[die] == dice[die + 1]):
            twins += 1
            assert env.action_masks()[2 << die] == 0
            with pytest.raises(yahtzee.ActionError, match="only the lowest is an action"):
                env.step(2 << die)
    assert twins > 0


def test_it_shows_itself() -> None:
    env = gymnasium.make(ID, rules="hasbro", render_mode="ansi")
    env.reset(seed=1)
    env.step(32 + 3)
    shown = env.render()
    assert isinstance(shown, str)
    lines = shown.splitlines()
    assert len(lines) == 15 and lines[3].split() == ["Fours", "12"] and lines[-2].split() == ["Score", "12"]
    assert lines[-1].startswith("Dice ") and lines[-1].endswith("rerolls left: 2")


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(yahtzee.RulesError, match="unknown rule set 'hasbr0'"):
        YahtzeeEnv("hasbr0")
    with pytest.raises(yahtzee.Error, match="reward: 'score' where one of 'points', 'shaped', 'loss' is wanted"):
        YahtzeeEnv(reward="score")  # type: ignore[arg-type]
    with pytest.raises(yahtzee.Error, match="observation: 'words' where one of 'vector', 'dict' is wanted"):
        YahtzeeEnv(observation="words")  # type: ignore[arg-type]
    with pytest.raises(yahtzee.Error, match="the table is of the rule set 'kniffel'"):
        YahtzeeEnv("hasbro", table=yahtzee.solve("kniffel"))
    for count in [0, 10**9, 1.5]:
        with pytest.raises(yahtzee.ArrayError, match=f"num_envs: {count} where a whole number from 1 to 1000000 is wanted"):
            YahtzeeVectorEnv(count)  # type: ignore[arg-type]
    for seed in [-1, 2**64, 1.5, "1"]:
        for one in [YahtzeeEnv("hasbro"), YahtzeeVectorEnv(2)]:
            with pytest.raises(yahtzee.Error, match="seed"):
                one.reset(seed=seed)  # type: ignore[arg-type]
    with pytest.raises(yahtzee.Error, match="seed: -3"):
        YahtzeeVectorEnv(2).reset(seed=[1, -3])
    env = YahtzeeEnv("hasbro")
    for game in [-1, 0, 1.5, "1", True, 2**64]:
        with pytest.raises(yahtzee.Error, match=r"options\['game'\]"):
            env.reset(options={"game": game})


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(
    "rules, reward, cost, limit",
    [("hasbro", "points", None, None), ("hasbro", "shaped", None, 7), ("crag", "shaped", 2.5, 19), ("crag", "loss", 2, None), ("crag", "loss", None, None), (SAVING, "points", 0, 9)],
)
def test_many_games_go_as_single_ones(mode: AutoresetMode, rules: str, reward: Any, cost: float | None, limit: int | None) -> None:
    exact = rules != SAVING
    arguments: dict[str, Any] = {"rules": rules, "reward": reward, "values": exact, "table": yahtzee.solve(rules) if exact else None}
    arguments["illegal_cost"] = cost
    count, choose = 5, np.random.default_rng(7)
    many = YahtzeeVectorEnv(count, autoreset_mode=mode, max_episode_steps=limit, **arguments)
    alone = SyncVectorEnv([lambda: TimeLimit(YahtzeeEnv(**arguments), limit or 10**9)] * count, autoreset_mode=mode)
    assert many.single_observation_space == alone.single_observation_space
    assert many.observation_space == alone.observation_space and many.metadata["autoreset_mode"] == mode
    compare(many.reset(seed=11), alone.reset(seed=11))
    ends, over, illegal, truncated = 0, np.zeros(count, bool), 0, 0
    for _ in range(150):
        masks = many.action_masks()
        if cost is not None and choose.random() < 0.2:
            masks[:] = True
        actions = np.array([choose.choice(np.flatnonzero(mask)) for mask in masks])
        if limit is not None and cost is None:
            many.set_state(json.loads(json.dumps(many.get_state())))
        ours, theirs = many.step(actions), alone.step(actions)
        for mine, other in zip(ours[:4], theirs[:4], strict=True):
            np.testing.assert_array_equal(mine, other)
        over = ours[2] & (mode is AutoresetMode.NEXT_STEP)
        compare((ours[0], ours[4]), (theirs[0], theirs[4]), over)
        ends += int((ours[2] | ours[3]).sum())
        truncated += int(ours[3].sum())
        illegal += int(ours[4].get("illegal", np.zeros(1)).sum())
    assert ends >= 2 * count and (truncated > 0) == (limit is not None) and (illegal > 0) == (cost is not None)


def compare(ours: tuple[Any, dict[str, Any]], theirs: tuple[Any, dict[str, Any]], over: Any = False) -> None:
    """Compares the observations and the infos; the masks of games that are over differ."""
    np.testing.assert_array_equal(ours[0], theirs[0])
    assert ours[1].keys() == theirs[1].keys()
    for name, wanted in theirs[1].items():
        got = ours[1][name]
        if name == "final_info":
            compare((0, got), (0, wanted))
        elif name == "final_obs":
            assert all(np.array_equal(mine, other) for mine, other in zip(got, wanted, strict=True))
        else:
            keep = ~np.broadcast_to(over, len(got)) if name == "action_mask" else np.ones(len(got), bool)
            np.testing.assert_array_equal(np.asarray(got)[keep], np.asarray(wanted)[keep], err_msg=name)


def test_ended_games_can_be_reset_by_hand() -> None:
    envs = YahtzeeVectorEnv(3, autoreset_mode="Disabled")
    with pytest.raises(yahtzee.Error, match="call reset first"):
        envs.step(np.zeros(3, int))
    with pytest.raises(yahtzee.Error, match="reset all of them first"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    envs.action_space.seed(1)
    envs.reset(seed=[4, None, 6])
    over = np.zeros(3, bool)
    while not over.any():
        _, _, over, _, info = envs.step(envs.action_space.sample())
    assert not info["action_mask"][over].any() and info["action_mask"][~over].any()
    with pytest.raises(yahtzee.ActionError, match="the game is over: reset it"):
        envs.step(envs.action_space.sample())
    kept = [envs.score(game) for game in range(3)]
    _, info = envs.reset(options={"reset_mask": over})
    assert [envs.score(game) for game in range(3)] == [0 if over[game] else kept[game] for game in range(3)]
    envs.step(envs.action_space.sample())
    with pytest.raises(yahtzee.Error, match="reset_mask"):
        envs.reset(options={"reset_mask": np.zeros(3, bool)})
    with pytest.raises(yahtzee.Error, match="2 seeds where 3 are wanted"):
        envs.reset(seed=[1, 2])


def test_one_wrong_action_changes_no_game() -> None:
    envs = YahtzeeVectorEnv(4)
    envs.reset(seed=1)
    before = envs.positions()
    with pytest.raises(yahtzee.ActionError, match="environment 2: the action 31 is not allowed"):
        envs.step(np.array([0, 0, 31, 0]))
    for name, column in envs.positions().items():
        np.testing.assert_array_equal(column, before[name])
    for wrong in [np.zeros(3, int), 0]:
        with pytest.raises(yahtzee.ArrayError, match="actions: the shape"):
            envs.step(wrong)  # type: ignore[arg-type]


def test_an_agent_that_ignores_the_mask_is_measured() -> None:
    """Where its action is not allowed, the lowest allowed one stands for it."""

    class Blind:
        def __init__(self, action: int) -> None:
            self.action = action

        def predict(self, observation: Any, *, deterministic: bool = False) -> tuple[Any, None]:
            return np.full(len(observation), self.action), None

    def chance_or_lowest(positions: Any, allowed: Any) -> Any:
        return np.where(allowed[:, 20], 20, allowed.argmax(axis=1))

    table = yahtzee.solve("crag")
    astray = []

    def counting(positions: Any, allowed: Any) -> Any:
        astray.append(np.count_nonzero(~allowed[:, 20]))
        return chance_or_lowest(positions, allowed)

    player = yahtzee.gym.player(Blind(20), "crag")
    evaluated, measured = table.evaluate(player), table.measure(player, games=20, seed=1, batch=20)
    for found, answer in [(evaluated, table.evaluate), (measured, lambda player: table.measure(player, games=20, seed=1, batch=20))]:
        again: Any = answer(counting)
        assert found.illegal == sum(astray) > 0 and msgspec.structs.replace(found, illegal=0) == again
        assert again.illegal == 0 and f"{found.illegal:,} actions not allowed" in repr(found)
        astray.clear()
    for wrong in (-1, 21):
        with pytest.raises(yahtzee.ActionError):
            table.evaluate(yahtzee.gym.player(Blind(wrong), "crag"))


def test_make_vec_makes_the_native_environment() -> None:
    envs = gymnasium.make_vec(ID, num_envs=8, rules="yatzy", values=True, illegal_cost=1.0, max_episode_steps=9)
    assert isinstance(envs.unwrapped, YahtzeeVectorEnv)
    _, info = envs.reset(seed=2)
    assert info["action_values"].shape == (8, 32 + 15)
    other = gymnasium.make_vec(ID, num_envs=2, vectorization_mode="sync")
    assert isinstance(other.unwrapped, SyncVectorEnv)
    other.reset(seed=1)


def test_arrays_are_reused_on_request() -> None:
    envs = YahtzeeVectorEnv(2, copy=False)
    first, _ = envs.reset(seed=1)
    second, *_ = envs.step(envs.action_space.sample())
    assert np.shares_memory(first, second)
    envs = YahtzeeVectorEnv(2)
    first, _ = envs.reset(seed=1)
    assert not np.shares_memory(first, envs.step(envs.action_space.sample())[0])


def test_other_processes_play_too() -> None:
    alone = AsyncVectorEnv([lambda: YahtzeeEnv("hasbro")] * 2)
    many = YahtzeeVectorEnv(2)
    try:
        compare(many.reset(seed=3), alone.reset(seed=3))
        actions = many.action_space.sample()
        compare(many.step(actions)[::4], alone.step(actions)[::4])
    finally:
        alone.close()


def test_many_threads_and_many_games_have_the_same_values() -> None:
    """The values of more games than are valued without a separate thread; on one thread and on several."""
    count = 9_000
    envs = [YahtzeeVectorEnv(count, "kniffel", values=True, threads=threads) for threads in [1, 2]]
    infos = [env.reset(seed=1)[1] for env in envs]
    for _ in range(3):
        np.testing.assert_array_equal(infos[0]["action_values"], infos[1]["action_values"])
        wanted = yahtzee.solve("kniffel").action_values(**envs[0].positions())
        np.testing.assert_array_equal(infos[0]["action_values"], wanted)
        actions = envs[0].action_space.sample()
        infos = [env.step(actions)[-1] for env in envs]


def test_examples_in_the_documentation() -> None:
    for module in [yahtzee.gym, yahtzee.gym._single, yahtzee.gym._vector]:
        assert doctest.testmod(module).failed == 0


def test_samples_are_allowed_and_seeded() -> None:
    envs = YahtzeeVectorEnv(50)
    envs.reset(seed=3)
    envs.action_space.seed(1)
    seen = set()
    for _ in range(60):
        actions = envs.action_space.sample()
        assert envs.action_masks()[np.arange(50), actions].all() or envs._games.over.any()
        seen.update(actions.tolist())
        envs.step(actions)
    assert len(seen) == 44, "all but the mask of all dice"
    # Eight dice have more actions than a byte has numbers.
    lower = [{"name": name, "any": True, "points": "all-dice"} for name in ("one", "other")]
    eight = YahtzeeEnv({"name": "eight", "dice": 8, "sides": 8, "rolls": 2, "lower": lower})
    eight.reset(seed=1, options={"dice": "12345678"})
    assert len({int(eight.action_space.sample()) for _ in range(100)}) > 50
    single = pickle.loads(pickle.dumps(envs.action_space))
    assert single == envs.action_space and type(single) is gymnasium.spaces.MultiDiscrete


def test_other_render_modes_are_left_to_gymnasium() -> None:
    """It warns, as for other environments; libraries ask for pictures without need."""
    with pytest.warns(UserWarning, match="rgb_array"):
        env = gymnasium.make(ID, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.unwrapped.render() is None  # type: ignore[no-untyped-call]
    gymnasium.make_vec(ID, num_envs=2, render_mode="rgb_array").reset(seed=1)


def test_games_begin_anywhere() -> None:
    env = YahtzeeEnv("hasbro", values=True)
    _, info = env.reset(seed=1, options={"card": {"ones": 3}, "dice": [1, 3, 3, 5, 6], "rerolls_left": 1})
    assert str(env.position) == "13356 rerolls=1 ones=3" and env.score == 3
    advice = yahtzee.solve("hasbro").advise("13356", 1, "ones=3")
    assert info["value"] == pytest.approx(advice.expected_final - 3)
    env.reset(seed=1, options={"card": "ones=3"})
    first = env.position
    assert first is not None and (first.rerolls_left, str(first.card)) == (2, "ones=3")
    # The dice equal the dice of a measured game from the card.
    seen: list[yahtzee.Position] = []
    yahtzee.solve("hasbro").measure(lambda position: seen.append(position) or "score chance", games=1, seed=1, card="1s=3 2s=2 3s=3 4s=4 5s=5 6s=6 3k=0 4k=0 fh=0 ss=0 ls=0 y=0")  # type: ignore[func-returns-value]
    env.reset(seed=1, options={"card": seen[0].card})
    assert env.position == seen[0]
    many = YahtzeeVectorEnv(3, "hasbro")
    many.reset(seed=1, options={"dice": "66666"})
    assert (many.positions()["dice"] == 6).all() and many.action_masks().any(axis=1).all()
    for options, words in [
        ({"rerolls_left": 1}, "give them too"),
        ({"cards": "ones=3"}, "there is no 'cards'"),
        ({"dice": "1335"}, "4 dice"),
        ({"card": "ones=7"}, "ones=7"),
    ]:
        with pytest.raises(yahtzee.Error, match=words):
            env.reset(seed=1, options=options)
    full = "1s=3 2s=2 3s=3 4s=4 5s=5 6s=6 3k=0 4k=0 fh=0 ss=0 ls=0 y=0 ch=0"
    with pytest.raises(yahtzee.ArrayError, match="the card is full"):
        env.reset(seed=1, options={"card": full})


@pytest.mark.parametrize("rules", ["hasbro", "saving"])
def test_environments_can_be_pickled_copied_and_returned_to(rules: str, request: pytest.FixtureRequest) -> None:
    def sample(env: YahtzeeEnv) -> np.int64:
        return env.action_space.sample()

    table = request.getfixturevalue(rules)
    env = YahtzeeEnv(table.rules, table=table, reward="loss", values=True)
    env.action_space.seed(4)
    env.reset(seed=3)
    for steps in range(40):
        if env.position is None:
            env.reset()
        state = env.get_state()
        json.dumps(state)
        copies = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
        action = sample(env)
        assert [sample(other) for other in copies] == [action] * 2
        taken = env.step(action)
        for other in copies:
            np.testing.assert_equal(other.step(action), taken)
            assert other.step is not env.step and other.position == env.position
        after = env.get_state()
        env.set_state(state)
        np.testing.assert_equal(env.step(action), taken)
        assert env.get_state() == after, steps
    # A game that is over stays over.
    while env.position is not None:
        env.step(sample(env))
    other = pickle.loads(pickle.dumps(env))
    assert other.position is None and other.get_state() == env.get_state()
    with pytest.raises(yahtzee.ActionError, match="the game is over"):
        other.step(32)


def test_many_games_can_be_pickled() -> None:
    envs = YahtzeeVectorEnv(7, "hasbro", values=True, reward="shaped")
    envs.action_space.seed(1)
    envs.reset(seed=np.arange(7))
    for _ in range(45):
        other = pickle.loads(pickle.dumps(envs))
        actions = envs.action_space.sample()
        np.testing.assert_array_equal(other.action_space.sample(), actions)
        ours, theirs = envs.step(actions), other.step(actions)
        for mine, its in zip(ours[:4], theirs[:4], strict=True):
            np.testing.assert_array_equal(mine, its)
        compare((ours[0], ours[4]), (theirs[0], theirs[4]))
    states = envs.get_state()
    other = YahtzeeVectorEnv(7, "hasbro")
    other.set_state(states)
    assert other.get_state() == states
    with pytest.raises(yahtzee.ArrayError, match="2 games where 7 are wanted"):
        other.set_state(states[:2])


def test_seeds_may_be_an_array() -> None:
    one, other = YahtzeeVectorEnv(3), YahtzeeVectorEnv(3)
    compare(one.reset(seed=np.array([4, 2**40, 6])), other.reset(seed=[4, 2**40, 6]))


def test_the_spec_stands_in_json(tmp_path: Path) -> None:
    own = yahtzee.RuleSet.from_toml(yahtzee.RuleSet("kniffel").toml.replace("points = 35", "points = 50").replace('"kniffel"', '"mine"'))
    (tmp_path / "mine.toml").write_text(own.toml, encoding="utf-8")
    givens: list[Any] = ["hasbro", yahtzee.RuleSet("kniffel"), yahtzee.RuleSet(SAVING), own, own.to_dict(), tmp_path / "mine.toml"]
    for rules in givens:
        env = gymnasium.make(ID, rules=rules)
        assert env.spec is not None
        again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
        assert again.unwrapped.rules == env.unwrapped.rules  # type: ignore[attr-defined]


def test_games_count_from_one_everywhere() -> None:
    """The worst decision of a measurement can be found in its game."""
    table = yahtzee.solve("hasbro")
    measured = table.measure("greedy", games=20, seed=7, record=True)
    assert measured.game_frame is not None
    assert measured.game_frame["game"].to_list() == list(range(1, 21))
    worst = measured.worst[0]
    env = YahtzeeEnv("hasbro")
    env.reset(seed=7, options={"game": worst.game})
    decisions = measured.decision_frame.to_dicts()
    reached = []
    for decision in decisions:
        if decision["game"] == worst.game:
            reached.append(env.position)
            env.step(decision["action"])
    assert yahtzee.Position(table.rules, worst.dice, worst.rerolls_left, worst.card) in reached
