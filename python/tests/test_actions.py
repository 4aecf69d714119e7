"""An action at every door of the package: a number is the action of that number everywhere, and what is no action raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import yahtzee.gym
import yahtzee.pettingzoo

TABLE = yahtzee.solve("hasbro")
RULES, MODEL = TABLE.rules, yahtzee.Model("hasbro")
DICE = "33356"
POSITIONS = yahtzee.Positions("hasbro", 0, 0, False, [3, 3, 3, 5, 6], 2)


def in_the_environment(action: Any, **arguments: Any) -> tuple[float, bool]:
    env = yahtzee.gym.YahtzeeEnv("hasbro", **arguments)
    env.reset(seed=1, options={"dice": DICE})
    before = env.get_state()
    try:
        _, reward, _, _, info = env.step(action)
    except yahtzee.Error:
        assert env.get_state() == before
        raise
    return reward, info.get("illegal", False)


def in_many_environments(action: Any, **arguments: Any) -> float:
    envs = yahtzee.gym.YahtzeeVectorEnv(1, "hasbro", **arguments)
    envs.reset(seed=1, options={"dice": DICE})
    return float(envs.step([action])[1][0])


def of_two_players(action: Any) -> None:
    env = yahtzee.pettingzoo.YahtzeeTwoEnv("hasbro")
    env.reset(seed=1)
    before = env.position
    try:
        env.step(action)
    except yahtzee.Error:
        assert env.position == before
        raise


DOORS: dict[str, Callable[[Any], object]] = {
    "action": lambda action: RULES.action(action, DICE),
    "action_text": lambda action: RULES.action_text(action, DICE),
    "advise": lambda action: TABLE.advise(DICE, chosen=action),
    "losses": lambda action: TABLE.losses([action], POSITIONS),
    "losses of one action": lambda action: TABLE.losses(action, POSITIONS),
    "Model.successors": lambda action: MODEL.successors(POSITIONS, [action]),
    "Model.step": lambda action: MODEL.step(POSITIONS, [action], np.random.default_rng(1)),
    "environment": in_the_environment,
    "environment with a cost": lambda action: in_the_environment(action, illegal_cost=1),
    "vector environment": in_many_environments,
    "vector environment with a cost": lambda action: in_many_environments(action, illegal_cost=1),
    "PettingZoo": of_two_players,
    "measure": lambda action: TABLE.measure(lambda position: action, games=1, seed=1),
    "measure in batches": lambda action: TABLE.measure(lambda positions, allowed: [action], games=1, seed=1, batch=1),
    "evaluate": lambda action: TABLE.evaluate(lambda positions, allowed: [action], batch=1),
}
WRONG = [True, np.True_, 1.5, 6.0, np.float64(6), None, b"hold 33", "nonsense", [6, 7], np.array([6, 6]), 2**70, 45, -1]


def raises(door: str, action: Any) -> bool:
    try:
        DOORS[door](action)
    except (yahtzee.ActionError, yahtzee.ArrayError):
        return True
    return False


@pytest.mark.parametrize("door", DOORS)
def test_what_is_no_action_raises(door: str) -> None:
    accepted = [wrong for wrong in WRONG if not raises(door, wrong)]
    # Without a number, no action is chosen.
    assert accepted == ([None] if door == "advise" else [])


def test_a_number_is_the_same_action_everywhere() -> None:
    for number, points in [(RULES.action("score chance", DICE), 20), (RULES.action("hold 333", DICE), 0), (np.int8(32 + 2), 9)]:
        text = RULES.action_text(number, DICE)
        option = TABLE.advise(DICE, chosen=number).chosen
        assert option is not None and option == TABLE.advise(DICE)[text] and RULES.action(option, DICE) == RULES.action(text, DICE) == number
        assert option.points == points == in_the_environment(number)[0] == in_many_environments(number) == MODEL.successors(POSITIONS, [number]).rewards[0]
        values = TABLE.action_values(POSITIONS)[0]
        assert option.loss == pytest.approx(values.max() - values[number], abs=1e-9)
        assert TABLE.losses(number, POSITIONS)[0] == values.max() - values[number]


def test_what_is_not_allowed_has_one_sign() -> None:
    """In every array of values it is minus infinity, in every mask 0."""
    card = yahtzee.Scorecard(RULES, "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40")
    positions = yahtzee.Positions.of_cards([card], [3, 3, 3, 5, 6], 1)
    env = yahtzee.gym.YahtzeeEnv("hasbro", values=True)
    _, info = env.reset(seed=1, options={"dice": DICE, "card": card, "rerolls_left": 1})
    allowed = info["action_mask"] == 1
    assert allowed.sum() == 15 + 3 and np.array_equal(allowed, MODEL.legal(positions)[0])
    solved = TABLE.solve_for(yahtzee.Target(300), card)
    for values in (info["action_values"], TABLE.action_values(positions)[0], solved.action_values(card.score, positions)[0]):
        assert np.isneginf(values[~allowed]).all() and np.isfinite(values[allowed]).all()
    assert np.isneginf(MODEL.score(positions)[0][0][~allowed[32:]]).all()
    for number in np.flatnonzero(~allowed).tolist():
        with pytest.raises(yahtzee.ActionError):
            env.step(number)
