"""What learners see: positions as numbers and back, and agents as players."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import yahtzee.gym

EXTRA = yahtzee.RuleSet("hasbro").replace(name="extra", extra_throws=3)
EIGHT = yahtzee.RuleSet("kniffel").replace(name="eight", sides=8)
PLAIN = yahtzee.RuleSet.from_dict({"name": "plain", "dice": 2, "rolls": 1, "lower": [{"name": "pair", "groups": [2], "points": 9}, {"name": "sum", "any": True, "points": "all-dice"}]})
RULES = [yahtzee.RuleSet("hasbro"), yahtzee.RuleSet("crag"), yahtzee.RuleSet("yatzy-saved"), EXTRA, EIGHT, PLAIN]


def by_definition(rules: yahtzee.RuleSet, position: yahtzee.Position) -> list[float]:
    """An observation, number by number."""
    state = position.card.state
    most_spare = rules.extra_throws or (len(rules.categories) * (rules.rolls - 1) if rules.saves_throws else 0)
    cap = rules.upper_bonus[-1][0] if rules.upper_bonus else 0
    seen: list[float] = [state.filled >> category & 1 for category in range(len(rules.categories))]
    seen += [state.upper_total / cap if cap else 0, state.flag]
    for die in position.dice:
        seen += [face == die for face in range(1, max(rules.sides) + 1)]
    most = rules.rolls - 1 + most_spare
    seen.append(position.rerolls_left / most if most else 0)
    if most_spare:
        seen.append((rules.extra_throws - state.saved if rules.extra_throws else state.saved) / most_spare)
    return seen


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.name)
def test_positions_are_shown_as_in_the_environments(rules: yahtzee.RuleSet) -> None:
    envs = yahtzee.gym.YahtzeeVectorEnv(50, rules)
    seen, _ = envs.reset(seed=3)
    for _ in range(3 * len(rules.categories) * rules.rolls):
        columns = envs.positions()
        positions = yahtzee.Positions(rules, **columns)
        np.testing.assert_array_equal(positions.encode(), seen)
        assert yahtzee.Positions.decode(rules, seen) == positions and yahtzee.Positions.decode(rules, seen[0]) == positions[0]
        # The dice may be in any order.
        turned = yahtzee.Positions(rules, **columns | {"dice": columns["dice"][:, ::-1]})
        np.testing.assert_array_equal(turned.encode(), seen)
        seen, *_ = envs.step(envs.action_space.sample())
    env = yahtzee.gym.YahtzeeEnv(rules)
    for game in range(5):
        observation, _ = env.reset(seed=game)
        over = False
        while not over:
            assert env.position is not None
            np.testing.assert_allclose(observation, by_definition(rules, env.position), rtol=1e-6)
            observation, _, over, _, _ = env.step(env.action_space.sample())


def test_an_upper_total_above_the_threshold_counts_as_the_threshold() -> None:
    above, at = (yahtzee.Positions("hasbro", 0b111111, total, False, [1, 1, 1, 1, 1], 0).encode() for total in (90, 63))
    np.testing.assert_array_equal(above, at)


@pytest.mark.parametrize("place", [0, 13, 14, 15, 45])
@pytest.mark.parametrize("number", [0.3, -1.0, 7.0, np.nan, np.inf, 1e30])
def test_what_is_no_observation(place: int, number: float) -> None:
    seen = np.repeat(yahtzee.Positions("hasbro", 0b1, 3, False, [1, 3, 3, 5, 6], 1).encode(), 3, axis=0)
    seen[2, place] = number
    with pytest.raises(yahtzee.ArrayError, match="row 2 is no observation of this game"):
        yahtzee.Positions.decode("hasbro", seen)


def test_wrong_observations() -> None:
    seen = yahtzee.Positions("hasbro", 0b1, 3, False, [1, 3, 3, 5, 6], 1).encode()
    unsorted = seen.copy()
    unsorted[0, 15:27] = np.roll(seen[0, 15:27], 6)
    two_faces = seen.copy()
    two_faces[0, 16] = 1
    for wrong in (unsorted, two_faces):
        with pytest.raises(yahtzee.ArrayError, match="row 0 is no observation"):
            yahtzee.Positions.decode("hasbro", wrong)
    for shaped in (seen[:, :-1], seen.astype(np.float64), seen[None]):
        with pytest.raises(yahtzee.ArrayError, match="float32 is wanted"):
            yahtzee.Positions.decode("hasbro", shaped)
    assert len(yahtzee.Positions.decode("hasbro", seen[:0])) == 0


class Linear:
    """An agent with weights for the numbers that it sees: of Stable-Baselines3's interface, with masks."""

    def __init__(self, rules: yahtzee.RuleSet) -> None:
        env = yahtzee.gym.YahtzeeEnv(rules)
        self.weights = np.random.default_rng(1).normal(size=(env.observation_space.shape[0], int(env.action_space.n)))  # type: ignore[index,attr-defined]

    def predict(
        self,
        observation: npt.NDArray[np.float32],
        state: Any = None,
        episode_start: Any = None,
        deterministic: bool = False,
        action_masks: npt.NDArray[np.bool_] | None = None,
    ) -> tuple[npt.NDArray[np.int64], Any]:
        assert deterministic
        scores = observation @ self.weights
        return (scores if action_masks is None else np.where(action_masks, scores, -np.inf)).argmax(axis=1), state


@pytest.mark.parametrize("rules", [RULES[1], PLAIN], ids=lambda rules: rules.name)
def test_an_agent_is_a_player(rules: yahtzee.RuleSet) -> None:
    """It plays as in the environment, and its exact value is the mean of its scores."""
    agent, table = Linear(rules), yahtzee.solve(rules)
    player = yahtzee.gym.player(agent, rules)
    measured = table.measure(player, games=2000, seed=5, batch=500)
    env, scores = yahtzee.gym.YahtzeeEnv(rules), []
    for game in range(60):
        observation, _ = env.reset(seed=5, options={"game": game + 1})
        over = False
        while not over:
            actions, _ = agent.predict(observation[None], deterministic=True, action_masks=env.action_masks()[None])
            observation, _, over, _, _ = env.step(actions[0])
        scores.append(env.score)
    few = table.measure(player, games=60, seed=5, batch=60)
    assert few.mean == np.mean(scores)
    evaluated = table.evaluate(player)
    assert abs(measured.expected_score - evaluated.expected_score) < 5 * measured.loss_standard_error + 1e-9
