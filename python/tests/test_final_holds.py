"""Games in which a die that is held is not thrown again in its turn."""

from __future__ import annotations

import itertools
import pickle

import gymnasium
import pytest

import yahtzee
from yahtzee.gym import ID

RULES = yahtzee.RuleSet.from_toml(
    """
name = "keeping"
dice = 3
rolls = 3
final-holds = true

[[lower]]
name = "triple"
groups = [3]
points = 30
"""
)


def chance(aside: tuple[int, ...], throws: int) -> float:
    """The chance of a triple by definition, after the last of these dice was set aside."""
    mean = 0.0
    outcomes = list(itertools.product(range(1, 7), repeat=3 - len(aside)))
    for thrown in outcomes:
        mean += best(aside, thrown, throws - 1) / len(outcomes)
    return mean


def best(aside: tuple[int, ...], thrown: tuple[int, ...], rerolls: int) -> float:
    found = float(len({*aside, *thrown}) == 1)
    if rerolls > 0:
        kept = {tuple(sorted(part)) for size in range(len(thrown)) for part in itertools.combinations(thrown, size)}
        found = max([found, *(chance(tuple(sorted((*aside, *part))), rerolls) for part in kept)])
    return found


def test_answers_are_those_of_the_definition() -> None:
    table = yahtzee.solve(RULES)
    assert RULES.final_holds and not yahtzee.RuleSet("hasbro").final_holds
    assert table.expected_score == pytest.approx(30 * chance((), 3), abs=1e-12)
    for dice, aside in [((2, 2, 5), (5,)), ((2, 2, 5), (2,)), ((2, 2, 5), ()), ((1, 2, 3), (1, 3))]:
        thrown = list(dice)
        for face in aside:
            thrown.remove(face)
        advice = table.advise(dice, 1, aside=aside)
        assert (advice.dice, advice.aside) == (dice, aside)
        assert advice.expected_final == pytest.approx(30 * best(aside, tuple(thrown), 1), abs=1e-12)
        assert all(option.hold is None or all(option.hold.count(face) >= aside.count(face) for face in aside) for option in advice)
        text = "".join(map(str, aside)) + "|" + "".join(map(str, thrown))
        assert table.advise(text, 1).options == advice.options
        position = yahtzee.Position(RULES, dice, 1, aside=aside)
        assert (position.dice, position.aside) == (dice, aside)
        assert pickle.loads(pickle.dumps(position)) == position == yahtzee.Position.parse(RULES, str(position))
        assert table.advise(position).options == advice.options
    assert repr(table.advise("5|22", 1)).startswith("<Advice for 5|22 with 1 rerolls left")
    assert table.odds([2, 2, 5], 1, aside="2").aside == (2,)
    assert yahtzee.solve("hasbro").advise("13356").aside is None


def test_what_cannot_be_is_refused() -> None:
    table = yahtzee.solve(RULES)
    with pytest.raises(yahtzee.DiceError, match="2 3, are not in the roll"):
        table.advise("225", 1, aside="23")
    # Without rerolls it is the second roll, not the first.
    assert table.advise("225", aside="2").rerolls_left == RULES.rolls - 2
    with pytest.raises(yahtzee.DiceError, match="not the first roll"):
        table.advise("225", RULES.rolls - 1, aside="2")
    with pytest.raises(yahtzee.DiceError, match="every die may be thrown again"):
        yahtzee.Position(yahtzee.RuleSet("hasbro"), "13356", 1, aside="3")
    with pytest.raises(yahtzee.ActionError, match="lacks 2, which is set aside"):
        table.advise("2|25", 1, chosen="hold 5")
    with pytest.raises(yahtzee.DiceError, match="it goes with dice"):
        table.odds(aside="2")
    with pytest.raises(yahtzee.PositionError, match="aside: the position has that already"):
        table.advise(yahtzee.Position(RULES, "225", 1), aside="2")


def test_arrays_and_environments_have_no_place_for_dice_set_aside() -> None:
    table = yahtzee.solve(RULES)
    for ask in (
        lambda: yahtzee.Positions(RULES, 0, 0, False, [[2, 2, 5]], 1),
        lambda: table.action_values(0, 0, False, [[2, 2, 5]], 1),
        lambda: yahtzee.Model(RULES),
        lambda: gymnasium.make(ID, rules=RULES),
    ):
        with pytest.raises(yahtzee.RulesError, match="no place for the dice that are set aside"):
            ask()


def test_games_are_played_and_reviewed() -> None:
    table = yahtzee.solve(RULES)
    review = table.review("rules: keeping\n225 hold 2, 2|25 hold 22, 222 score triple\n")
    assert [decision.aside for decision in review.turns[0].decisions] == [(), (2,), (2, 2)]
    assert table.simulate(200, seed=1).mean == pytest.approx(table.expected_score, abs=3)
