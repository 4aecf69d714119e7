"""The game as arrays."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

import yahtzee.gym

MODEL = yahtzee.Model("hasbro")


def test_the_arrays_are_those_of_the_definition() -> None:
    """A slow computation: every outcome of five dice, one by one."""
    outcomes = Counter(tuple(sorted(dice)) for dice in itertools.product(range(1, 7), repeat=5))
    assert [tuple(roll) for roll in MODEL.rolls.tolist()] == sorted(outcomes)
    chances = [outcomes[tuple(roll)] / 6**5 for roll in MODEL.rolls.tolist()]
    np.testing.assert_array_equal(MODEL.roll_probabilities, chances)
    assert MODEL.hold_probabilities.shape == (462, 252) and np.allclose(MODEL.hold_probabilities.sum(axis=1), 1)
    random = np.random.default_rng(1)
    for hold in random.integers(0, 462, 12):
        kept = [face for face in range(1, 7) for _ in range(MODEL.hold_counts[hold, face - 1])]
        after = Counter(tuple(sorted([*kept, *dice])) for dice in itertools.product(range(1, 7), repeat=5 - len(kept)))
        wanted = [after[tuple(roll)] / after.total() for roll in MODEL.rolls.tolist()]
        np.testing.assert_allclose(MODEL.hold_probabilities[hold], wanted, atol=1e-16)
    for roll in random.integers(0, 252, 20):
        dice = MODEL.rolls[roll]
        for mask in range(32):
            kept_dice = [int(face) for die, face in enumerate(dice) if mask >> die & 1]
            hold = MODEL.hold_of[roll, mask]
            if hold >= 0:
                assert [face for face in range(1, 7) for _ in range(MODEL.hold_counts[hold, face - 1])] == kept_dice
    assert (MODEL.hold_of[:, 31] == np.arange(210, 462)).all()
    for category, name in enumerate(MODEL.rules.categories):
        card = yahtzee.Scorecard(MODEL.rules)
        for roll in random.integers(0, 252, 10):
            assert MODEL.points[roll, category] == card.write(MODEL.rolls[roll].tolist(), name).score


def test_placements_are_those_of_cards() -> None:
    card = yahtzee.Scorecard(MODEL.rules, "1s=3 2s=6 3s=9 4s=12 5s=20 yahtzee=50")
    states = MODEL.states()
    for dice in ["11666", "55555", "66666", "12345"]:
        position = yahtzee.Position(MODEL.rules, dice, 0, card)
        rewards, successors = MODEL.score(yahtzee.Positions.of([position]))
        all_rewards, all_successors = MODEL.score_rolls(*([part] for part in card.state[:3]))
        roll = int(MODEL.roll_index([position.dice])[0])
        np.testing.assert_array_equal(all_rewards[0, roll], rewards[0])
        np.testing.assert_array_equal(all_successors[0, roll], successors[0])
        for category, name in enumerate(MODEL.rules.categories):
            try:
                after = card.write(dice, name)
            except yahtzee.Error:
                assert np.isneginf(rewards[0, category])
                continue
            assert rewards[0, category] == after.score - card.score
            index = successors[0, category]
            assert tuple(column[index] for column in states[:4]) == after.state


@pytest.mark.parametrize("rules", ["hasbro", "crag"])
def test_steps_are_those_of_the_environment(rules: str) -> None:
    """Legal actions, rewards and successors; and the successors match the values."""
    model, table = yahtzee.Model(rules), yahtzee.solve(rules)
    random, native = np.random.default_rng(1), yahtzee.gym.YahtzeeEnv(rules)
    native.reset(seed=1)
    games = [native.position]
    for _ in range(30):
        position = games[-1]
        assert position is not None
        positions = yahtzee.Positions.of([position])
        legal = model.legal(positions)
        np.testing.assert_array_equal(legal[0], native.action_masks())
        values = table.action_values(positions)[0]
        action = random.choice(np.flatnonzero(legal[0]))
        after = model.successors(positions, [action])
        states = [column[after.states] for column in model.states()[:4]]
        if after.probabilities.sum() == 0:
            worth = after.rewards[0]
        else:
            dice = model.rolls[after.probabilities[0] > 0]
            following = yahtzee.Positions(rules, *(column[0] for column in states[:3]), dice, after.rerolls_left[0], states[3][0])
            worth = after.rewards[0] + after.probabilities[0][after.probabilities[0] > 0] @ table.best_actions(following)[1]
        assert worth == pytest.approx(values[action], abs=1e-9)
        _, reward, over, _, _ = native.step(action)
        assert reward == after.rewards[0]
        if over:
            break
        games.append(native.position)


def test_played_steps_score_as_the_game_does() -> None:
    random, count = np.random.default_rng(2), 3000
    first = MODEL.rolls[random.choice(252, count, p=MODEL.roll_probabilities)]
    positions, score = yahtzee.Positions("hasbro", 0, 0, False, first, 2), np.zeros(count)
    over = np.zeros(count, bool)
    table = yahtzee.solve("hasbro")
    while not over.all():
        live = ~over
        actions, _ = table.best_actions(positions[live])
        step = MODEL.step(positions[live], actions, random)
        score[live] += step.rewards
        columns = positions.columns()
        for name, column in step.positions.columns().items():
            columns[name] = columns[name].copy()
            columns[name][live] = column
        positions, over[live] = yahtzee.Positions("hasbro", **columns), step.over
    assert abs(score.mean() - table.expected_score) < 4 * score.std() / np.sqrt(count)


def test_any_mask_of_the_same_dice_is_understood() -> None:
    positions = yahtzee.Positions("hasbro", 0, 0, False, [3, 3, 1, 5, 6], [2, 2])
    one = MODEL.successors(positions, [0b00010, 0b00100])
    np.testing.assert_array_equal(one.probabilities[0], one.probabilities[1])
    for action, row in [([2, 31], 1), ([45, 2], 0), ([-1, 2], 0)]:
        with pytest.raises(yahtzee.ActionError, match=f"position {row}: the action"):
            MODEL.successors(positions, action)
    with pytest.raises(yahtzee.StateError, match="position 0"):
        MODEL.state_index(yahtzee.Positions("hasbro", 1, 7, False, [3, 3, 1, 5, 6], 2))
    with pytest.raises(yahtzee.StateError):
        MODEL.score_rolls([1], [7], [False])
    with pytest.raises(yahtzee.DiceError):
        MODEL.roll_index([[1, 2, 3, 4, 7]])


def test_scoring_many_states_is_within_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """And in parts, between which Ctrl-C stops it."""
    model = yahtzee.Model("hasbro")
    states = model.states()
    some = [column[:2500] for column in states[:4]]
    rewards, successors = model.score_rolls(*some)
    for first in (0, 999, 1000, 2499):
        one = model.score_rolls(*(column[first : first + 1] for column in some))
        np.testing.assert_array_equal(rewards[first], one[0][0])
        np.testing.assert_array_equal(successors[first], one[1][0])
    with pytest.raises(yahtzee.Error, match="it needs 7,862 MB, more than the limit of 4,000 MB: ask about fewer states"):
        model.score_rolls(*(column[:200_000] for column in states[:4]))
    parts: list[int] = []

    class Stopping:
        def score_rolls(self, *given: Any) -> None:
            parts.append(len(given[1]))
            raise KeyboardInterrupt

    monkeypatch.setattr(model, "_native", Stopping())
    with pytest.raises(KeyboardInterrupt):
        model.score_rolls(*some)
    assert parts == [1000]
