"""Games with other dice than six-sided ones."""

from __future__ import annotations

import itertools
from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import yahtzee.gym

SIDES = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10]
RULES = yahtzee.RuleSet.from_toml(
    f"""
name = "twelve-sides"
dice = 3
sides = {SIDES}

[upper-bonus]
at = 20
points = 30

[[upper]]
name = "ones"
face = 1

[[upper]]
name = "tens"
face = 10

[[lower]]
name = "triple"
groups = [3]
points = 40

[[lower]]
name = "chance"
any = true
points = "all-dice"
"""
)


def test_the_arrays_are_those_of_the_definition() -> None:
    assert RULES.sides == SIDES
    model = yahtzee.Model(RULES)
    outcomes = Counter(tuple(sorted(dice)) for dice in itertools.product(SIDES, repeat=3))
    assert [tuple(roll) for roll in model.rolls.tolist()] == sorted(outcomes)
    np.testing.assert_allclose(model.roll_probabilities, [outcomes[tuple(roll)] / 12**3 for roll in model.rolls.tolist()])
    assert model.hold_counts.shape == (286, 10)
    for hold in np.random.default_rng(1).integers(0, 286, 20):
        kept = [face for face in range(1, 11) for _ in range(model.hold_counts[hold, face - 1])]
        after = Counter(tuple(sorted([*kept, *dice])) for dice in itertools.product(SIDES, repeat=3 - len(kept)))
        np.testing.assert_allclose(model.hold_probabilities[hold], [after[tuple(roll)] / after.total() for roll in model.rolls.tolist()])
    np.testing.assert_array_equal(model.roll_index(model.rolls[:, ::-1]), np.arange(len(model.rolls)))
    with pytest.raises(yahtzee.DiceError, match="faces are 1 to 10"):
        model.roll_index([[1, 2, 11]])


def test_answers_know_the_faces() -> None:
    table = yahtzee.solve(RULES)
    advice = table.advise("7 10 10", rerolls_left=0)
    assert advice.dice == (7, 10, 10)
    assert {option.points for option in advice.options if option.category in ("tens", "triple")} == {20, 0}
    assert RULES.action("hold 10 10", "7 10 10") == 0b110 and RULES.action_text(0b110, [7, 10, 10]) == "hold 10 10"
    # Faces of two digits stand apart in texts, as in the program.
    held = table.advise("7 10 10", chosen="hold 10 10")
    assert str(held.chosen) == "hold 10 10" and repr(held).startswith("<Advice for 7 10 10 with 2 rerolls left")
    for same in ("7 10 10", "7 10 10 rerolls=2", [10, 7, 10]):
        assert table.advise(same, chosen=held["hold 10 10"]).chosen == table.advise(same, chosen=0b110).chosen == held.chosen
    with pytest.raises(yahtzee.DiceError, match="'71010' is no die face"):
        table.advise("71010")
    positions = yahtzee.Positions(RULES, 0, 0, False, [[10, 7, 10], [1, 2, 3]], 2)
    assert table.best_actions(positions)[1][0] > table.best_actions(positions)[1][1]
    with pytest.raises(yahtzee.ArrayError, match="faces from 1 to 10"):
        yahtzee.Positions(RULES, 0, 0, False, [[11, 7, 10]], 2)


def test_value_iteration_finds_the_value() -> None:
    """From the arrays alone: the last turns first, each with its two rerolls."""
    model, table = yahtzee.Model(RULES), yahtzee.solve(RULES)
    states = model.states()
    values = np.zeros(len(states.filled))
    order = np.argsort([-int(mask).bit_count() for mask in states.filled], kind="stable")
    within = [np.unique(row[row >= 0]) for row in model.hold_of]
    for state in order:
        if states.filled[state] == 15:
            continue
        rewards, successors = model.score_rolls(states.filled[[state]], states.upper_total[[state]], states.flag[[state]], states.saved[[state]])
        best = (rewards[0] + values[successors[0]]).max(axis=1)
        for _ in range(2):
            means = model.hold_probabilities @ best
            best = np.maximum(best, [means[holds].max() for holds in within])
        values[state] = model.roll_probabilities @ best
    assert values[model.state_index(yahtzee.Positions(RULES, 0, 0, False, [1, 1, 1], 2))] == pytest.approx(table.expected_score, abs=1e-9)


def test_environments_play_it() -> None:
    env = gymnasium.make(yahtzee.gym.ID, rules=RULES)
    check_env(env.unwrapped, skip_render_check=True)
    random = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    assert seen["observation"].shape == (4 + 3 + 3 * 10,) if isinstance(seen, dict) else seen.shape == (4 + 3 + 3 * 10,)
    over, score = False, 0.0
    while not over:
        _, reward, over, _, _ = env.step(random.choice(np.flatnonzero(env.unwrapped.action_masks())))  # type: ignore[attr-defined]
        score += float(reward)
    assert 0 <= score <= 130 + 30
