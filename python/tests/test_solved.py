"""Objectives that are solved once, and the chances of every target."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest

import yahtzee

CARD = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30"
OBJECTIVES = [
    yahtzee.Target(300),
    yahtzee.Exactly(300),
    yahtzee.Against(250, CARD, ties="win"),
    yahtzee.Against(field=2),
    yahtzee.Utility([(0, 0), (200, 1.5), (300, 10)]),
]


@pytest.mark.parametrize("objective", OBJECTIVES, ids=str)
def test_a_solved_objective_answers_as_the_table_does(hasbro: yahtzee.Table, objective: yahtzee.Target) -> None:
    solved = hasbro.solve_for(objective, CARD)
    assert solved.turns == 4 and solved.bytes > 0
    card = yahtzee.Scorecard(hasbro.rules, CARD)
    for after in [card, card.write("12345", "large-straight"), card.write("12345", "large-straight").write("66666", "sixes")]:
        assert solved.value(after) == hasbro.value(after, objective=objective)
        for rerolls_left in range(3):
            advice = solved.advise("12566", rerolls_left, after)
            assert advice == hasbro.advise("12566", rerolls_left, after, objective=objective)
            positions = yahtzee.Positions.of_cards([after], [1, 2, 5, 6, 6], rerolls_left)
            values = solved.action_values(after.score - after.upper_bonus, positions)[0]
            worths = {hasbro.rules.action(option, "12566"): option.worth for option in advice}
            assert {int(action): float(values[action]) for action in np.flatnonzero(values > -np.inf)} == worths
            actions, best = solved.best_actions(after.score - after.upper_bonus, positions)
            assert best[0] == pytest.approx(max(filter(None, worths.values()), default=0.0)) and int(actions[0]) in worths
    assert solved.value().measure == ("utility" if isinstance(objective, yahtzee.Utility) else "chance")
    assert solved.value() == hasbro.value(card, objective=objective)
    assert solved.advise("12566") == solved.advise("12566", 2, card)
    assert solved.advise("12566 rerolls=1") == solved.advise("12566", 1, card)
    assert solved.advise(f"12566 rerolls=1 {CARD}") == solved.advise("12566", 1, CARD)
    later = yahtzee.Position(hasbro.rules, "12566", 1, f"{CARD} 6s=24")
    assert solved.advise(later) == hasbro.advise(later, objective=objective) != solved.advise("12566", 1)


def test_the_fewest_points_are_those_of_the_table() -> None:
    front_ends = Path(__file__).parents[2] / "dialogue" / "front-ends"
    table = yahtzee.solve(yahtzee.RuleSet.from_toml((front_ends / "lowest.toml").read_text()))
    assert not table.rules.allows_voluntary_zeros and yahtzee.RuleSet("hasbro").allows_voluntary_zeros
    solved = table.solve_for(yahtzee.Fewest())
    assert repr(solved).endswith(f"{solved.worth:.2f} points>")
    assert abs(solved.simulate(20_000, seed=3).mean - solved.worth) < 0.2
    assert solved.value().measure == "fewest-points"


def test_games_for_an_objective_reach_it_as_often_as_it_says(hasbro: yahtzee.Table) -> None:
    solved = hasbro.solve_for(yahtzee.Target(300), CARD)
    games = 20_000
    simulation = solved.simulate(games, seed=1)
    error = np.sqrt(solved.worth * (1 - solved.worth) / games)
    assert abs(simulation.at_least(300) - solved.worth) < 4 * error
    assert solved.simulate(500, seed=2, threads=1).mean == solved.simulate(500, seed=2, threads=2).mean
    # Play for the expected score reaches it less often.
    assert hasbro.simulate(games, seed=1, card=CARD).at_least(300) < solved.worth


def test_the_second_question_is_answered_at_once(hasbro: yahtzee.Table) -> None:
    card = "1s=3 2s=6 3s=9 4s=12"
    start = time.process_time()
    first = hasbro.advise("12566", card=card, objective=yahtzee.Target(300))
    work = time.process_time() - start
    start = time.process_time()
    assert hasbro.advise("12566", card=card, objective=yahtzee.Target(300)) == first
    hasbro.advise("11566", 1, card=card, objective=yahtzee.Target(300))
    again = time.process_time() - start
    assert again < max(work / 10, 0.02), (work, again)


def test_the_targets_of_a_card(hasbro: yahtzee.Table) -> None:
    targets = hasbro.targets(CARD)
    assert targets.targets[0] == 1 and len(targets) == len(targets.best) == len(targets.expected)
    for score in [150, 250, 300]:
        best, expected = targets.at(score)
        assert best == pytest.approx(hasbro.value(CARD, objective=yahtzee.Target(score)).worth, abs=1e-12)
        assert expected == pytest.approx(hasbro.statistics(CARD).at_least(score), abs=1e-12)
    assert targets.at(0) == (1.0, 1.0) and targets.at(10_000) == (0.0, 0.0)
    assert f"<td>… of {len(targets)}</td>" in targets._repr_html_()


def test_wrong_objectives(hasbro: yahtzee.Table) -> None:
    with pytest.raises(yahtzee.ObjectiveError, match="int is no objective"):
        hasbro.solve_for(300)  # type: ignore[arg-type]
    with pytest.raises(yahtzee.CardError):
        hasbro.solve_for(yahtzee.Target(300), "ones=7")
    solved = hasbro.solve_for(yahtzee.Target(300), CARD)
    other = yahtzee.Positions("hasbro", 0, 0, False, [1, 2, 5, 6, 6], 2)
    with pytest.raises(yahtzee.StateError, match="position 0"):
        solved.action_values(0, other)
    # Another card is solved on demand.
    assert solved.value("1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=0").worth is not None
