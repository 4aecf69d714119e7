"""Games with dice of two kinds, such as one with ten sides beside five with six."""

from __future__ import annotations

import itertools
import json
import os
import pickle
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import gymnasium
import msgspec
import numpy as np
import polars
import pytest
from gymnasium.utils.env_checker import check_env
from test_faces import same

import yahtzee.gym
import yahtzee.pettingzoo

PROGRAM = os.environ.get("YAHTZEE") or shutil.which("yahtzee")
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "ten-sided.toml"
TEN = yahtzee.RuleSet.from_file(EXAMPLE)
TABLE = yahtzee.solve(TEN)
# Two dice from 1 to 4, and two that show a 2 on two sides: both kinds have the same highest face.
FIRST, OTHER = [1, 2, 3, 4], [1, 2, 2, 3, 4]
SMALL = yahtzee.RuleSet.from_dict(
    {
        "name": "small",
        "dice": 2,
        "sides": 4,
        "other-dice": {"dice": 2, "sides": OTHER},
        "upper-bonus": {"at": 6, "points": 5},
        "upper": [{"name": "twos", "face": 2}],
        "lower": [{"name": "pairs", "groups": [2, 2], "points": 20}, {"name": "chance", "any": True, "points": "all-dice"}],
    }
)


def in_order(dice: Any) -> tuple[int, ...]:
    """The dice of a roll, each kind ascending."""
    return (*sorted(dice[:2]), *sorted(dice[2:]))


def test_the_rules_say_what_the_dice_are() -> None:
    assert TABLE.expected_score == pytest.approx(268.665348768128, abs=1e-10)
    assert TEN.kinds == [(5, [1, 2, 3, 4, 5, 6]), (1, list(range(1, 11)))] and TEN.dice == 6
    assert yahtzee.RuleSet.from_toml(TEN.toml) == yahtzee.RuleSet.from_dict(TEN.to_dict()) == TEN
    assert SMALL.kinds == [(2, FIRST), (2, OTHER)] and yahtzee.RuleSet("hasbro").kinds == [(5, [1, 2, 3, 4, 5, 6])]


@pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="the program is not here")
def test_answers_are_those_of_the_program() -> None:
    def program(*arguments: str, lines: str = "") -> str:
        assert PROGRAM is not None, "the program is not here: name it in $YAHTZEE"
        return subprocess.run([PROGRAM, *arguments, "--rules", str(EXAMPLE)], input=lines, capture_output=True, text=True, check=True).stdout

    asked: list[dict[str, Any]] = [
        {"dice": "33345/9", "chosen": "hold 33/9", "why": True},
        {"dice": [3, 3, 3, 4, 5, 9], "rerolls_left": 1, "chosen": "hold /9", "goal": "kniffel"},
        {"dice": "12345/10", "card": {"two-pairs": 28, "kniffel": 0}, "chosen": "reroll /10", "why": True},
        {"dice": "66666/6 rerolls=0", "chosen": "score super-chance"},
    ]
    answers = program("advise", "--stdin", lines="\n".join(map(json.dumps, asked))).splitlines()
    for question, answer in zip(asked, answers, strict=True):
        advice = TABLE.advise(**question)
        assert same(msgspec.to_builtins(advice), json.loads(answer))
        # Its texts say all.
        for option in advice:
            assert TABLE.advise(advice.dice_text, advice.rerolls_left, question.get("card"), chosen=option).chosen == option == advice[str(option)]
    assert [str(TABLE.advise(**question).chosen) for question in asked] == ["hold 33/9", "hold /9", "hold 12345", "score super-chance=72"]
    chosen = TABLE.advise(**asked[1]).chosen
    assert chosen is not None and (chosen.hold, chosen.other) == ((9,), (9,))
    assert repr(TABLE.advise("33345/9")).startswith("<Advice for 33345/9 with 2 rerolls left: hold 333,")
    game = "33345/9 hold 33/9, 33666/9 hold 33666, 33666/6 score two-triples"
    review = TABLE.review(game)
    found = json.loads(program("review", "-", "--json", lines=f"rules: {TEN.name}\n{game}"))
    assert same(msgspec.to_builtins(review), found)
    assert [(choice.dice_text, str(choice.chosen)) for choice in review.turns[0].decisions][:2] == [("33345/9", "hold 33/9"), ("33666/9", "hold 33666")]
    odds = TABLE.odds("33345/9", goals=["highway"])
    assert same(msgspec.to_builtins(odds), json.loads(program("odds", "33345/9", "--goal", "highway", "--json")))
    assert str(odds.boxes[0].for_chance) == "hold 345"
    assert yahtzee.solve("hasbro").advise("13356").best.other is None


def test_texts_numbers_and_positions() -> None:
    assert TEN.action("hold /9", "33345/9") == 0b100000 and TEN.action_text(0b100011, [3, 3, 3, 4, 5, 9]) == "hold 33/9"
    # The same pips on dice of both kinds are different holds.
    assert TEN.action("hold 3", "33345/3") == 0b000001 and TEN.action("hold /3", "33345/3") == 0b100000
    assert TEN.dice_text([5, 3, 3, 3, 4, 9]) == "33345/9" and TEN.dice_text([3, 9], other=[9]) == "3/9"
    with pytest.raises(yahtzee.DiceError, match="not the last of the dice"):
        TEN.dice_text([3, 9], other=[8])
    position = yahtzee.Position(TEN, "33345/9", 1, "kniffel=0")
    assert position.dice == (3, 3, 3, 4, 5, 9) and str(position) == "33345/9 rerolls=1 kniffel=0"
    assert pickle.loads(pickle.dumps(position)) == position == yahtzee.Position(TEN, [5, 4, 3, 3, 3, 9], 1, "kniffel=0")
    advice = TABLE.advise(position)
    again = pickle.loads(pickle.dumps(advice))
    assert again == advice and list(map(str, again)) == list(map(str, advice))
    for wrong in ("333459", "3334/95"):
        with pytest.raises(yahtzee.DiceError):
            TABLE.advise(wrong)
    with pytest.raises(yahtzee.DiceError, match="faces are 1 to 6"):
        TABLE.advise([9, 3, 3, 3, 4, 5])


def test_arrays_have_the_values_of_answers() -> None:
    rolls = ["33345/9", "66666/10", "12345/6", "11122/1"]
    positions = yahtzee.Positions.of([yahtzee.Position(TEN, roll, rerolls) for roll in rolls for rerolls in (2, 1, 0)])
    values, (best, value) = TABLE.action_values(positions), TABLE.best_actions(positions)
    solved = TABLE.solve_for(yahtzee.Target(200), "two-pairs=28 three-pairs=35 two-triples=45 large-full-house=0 large-straight=40 highway=0 kniffel=0")
    for row, dice in enumerate(positions.dice):
        rerolls = int(positions.rerolls_left[row])
        advice = TABLE.advise(dice, rerolls)
        numbers = [TEN.action(option, dice) for option in advice]
        np.testing.assert_array_equal(values[row, numbers] + advice.score_so_far, [option.expected_final for option in advice])
        assert np.isneginf(np.delete(values[row], numbers)).all()
        assert (best[row], value[row]) == (numbers[0], values[row, numbers[0]]) == TABLE.best_action(0, 0, False, dice, rerolls)
        np.testing.assert_allclose(TABLE.losses(numbers, positions[[row] * len(numbers)]), [option.loss for option in advice], atol=1e-12)
        chances = solved.action_values(148, yahtzee.Positions.of_cards([solved.card], dice, rerolls))[0]
        option = solved.advise(dice, rerolls).best
        assert chances.max() == chances[TEN.action(option, dice)] == option.chance
    for dice in ([9, 3, 3, 4, 5, 3], [3, 3, 3, 4, 5, 11]):
        with pytest.raises(yahtzee.ArrayError, match="faces from 1 to 6 for the first 5 dice, 1 to 10 for the others"):
            yahtzee.Positions(TEN, 0, 0, False, dice, 2)
        with pytest.raises(yahtzee.DiceError, match="position 0"):
            TABLE.action_values(0, 0, False, [dice], 2)


def test_the_model_is_that_of_the_definition() -> None:
    model = yahtzee.Model(SMALL)
    dice = [FIRST, FIRST, OTHER, OTHER]
    outcomes = Counter(in_order(thrown) for thrown in itertools.product(*dice))
    assert [tuple(roll) for roll in model.rolls.tolist()] == sorted(outcomes)
    np.testing.assert_allclose(model.roll_probabilities, [outcomes[tuple(roll)] / 20**2 for roll in model.rolls.tolist()])
    assert model.hold_counts.shape[1] == 4 + 4
    for number, roll in enumerate(model.rolls.tolist()):
        seen = set()
        for mask in range(16):
            kept = [roll[die] if mask >> die & 1 else None for die in range(4)]
            hold = model.hold_of[number, mask]
            key = (tuple(face for face in kept[:2] if face), tuple(face for face in kept[2:] if face))
            assert (hold < 0) == (key in seen)
            seen.add(key)
            if hold < 0:
                continue
            counts = [key[0].count(face) for face in FIRST] + [key[1].count(face) for face in range(1, 5)]
            assert model.hold_counts[hold].tolist() == counts
            after = Counter(in_order(thrown) for thrown in itertools.product(*([face] if face else sides for face, sides in zip(kept, dice, strict=True))))
            chances = [after[tuple(other)] / after.total() for other in model.rolls.tolist()]
            np.testing.assert_allclose(model.hold_probabilities[hold], chances, atol=1e-16)
    np.testing.assert_array_equal(model.roll_index(model.rolls[:, [1, 0, 3, 2]]), np.arange(len(model.rolls)))
    for wrong in ([0, 1, 1, 1], [1, 1, 0, 1], [5, 1, 1, 1], [1, 1, 1, 5]):
        with pytest.raises(yahtzee.DiceError, match="dice: .* at 1; faces are 1 to 4 for the first 2 dice"):
            model.roll_index([[1, 1, 1, 1], wrong])
    assert yahtzee.Model(TEN).hold_counts.shape == (5082, 16)


def test_steps_of_the_model_are_worth_what_the_table_says() -> None:
    model, table, random = yahtzee.Model(SMALL), yahtzee.solve(SMALL), np.random.default_rng(1)
    rolls = model.rolls[:, [1, 0, 3, 2]]
    positions = yahtzee.Positions(SMALL, 0, 0, False, rolls, random.integers(0, 3, len(rolls)))
    while True:
        legal, values = model.legal(positions), table.action_values(positions)
        np.testing.assert_array_equal(legal, np.isfinite(values))
        actions = np.array([random.choice(np.flatnonzero(row)) for row in legal])
        after = model.successors(positions, actions)
        left = after.probabilities.sum(axis=1) > 0
        filled, upper_total, flag, saved, _ = (column[after.states] for column in model.states())
        for row in np.flatnonzero(left):
            following = yahtzee.Positions(SMALL, filled[row], upper_total[row], flag[row], model.rolls, after.rerolls_left[row], saved[row])
            worth = after.rewards[row] + after.probabilities[row] @ table.best_actions(following)[1]
            assert worth == pytest.approx(values[row, actions[row]], abs=1e-12)
        step = model.step(positions, actions, random)
        assert (step.over == ~left).all()
        for old, new in zip(positions.dice[step.over], step.positions.dice[step.over], strict=True):
            assert in_order(old.tolist()) == tuple(new)
        if step.over.all():
            break
        positions = step.positions[~step.over]


@pytest.mark.parametrize("rules", [SMALL, TEN], ids=lambda rules: rules.name)
def test_environments_and_players(rules: yahtzee.RuleSet) -> None:
    table = yahtzee.solve(rules)
    env = gymnasium.make(yahtzee.gym.ID, rules=rules, values=True, table=table, render_mode="ansi")
    # It samples actions before it resets.
    check_env(yahtzee.gym.YahtzeeEnv(rules, illegal_cost=1), skip_render_check=True)
    _, info = env.reset(seed=1, options={"game": 2})
    assert yahtzee.Position(rules, str(env.render()).splitlines()[-1].split()[1].rstrip(",")).dice == env.unwrapped.position.dice  # type: ignore[attr-defined]
    over = False
    while not over:
        _, _, over, _, info = env.step(info["action_values"].argmax())
        assert info["loss"] == 0
    together = yahtzee.gym.YahtzeeVectorEnv(20, rules)
    together.reset(seed=1)
    for _ in range(20):
        together.step(together.action_space.sample())
    two = yahtzee.pettingzoo.env(rules=rules, render_mode="ansi")
    two.reset(seed=1)
    # One's own game; of the other's all but the dice and the rerolls; the lead.
    boxes, faces = len(rules.categories) + 2, sum(dice * max(sides) for dice, sides in rules.kinds)
    assert two.observe("player_0")["observation"].shape == (boxes + faces + 1 + boxes + 1,)
    for agent in two.agent_iter():
        observation, _, terminated, _, _ = two.last()
        assert observation["observation"] in two.observation_space(agent)["observation"]  # type: ignore[operator]
        two.step(None if terminated else int(observation["action_mask"].nonzero()[0][-1]))

    def first(position: yahtzee.Position) -> str:
        return str(table.advise(position)[0])

    def best(positions: Any, allowed: Any) -> Any:
        return table.best_actions(**positions)[0]

    measured = table.measure(first, games=3, seed=1)
    assert measured.loss == 0 and measured.histogram == table.measure(best, games=3, seed=1, batch=3).histogram == table.simulate(3, seed=1).histogram
    greedy = table.measure("greedy", games=30, seed=2, record=True)
    assert greedy.decision_frame is not None
    positions = yahtzee.Positions.from_frame(rules, polars.DataFrame(greedy.decision_frame))
    np.testing.assert_array_equal(positions.dice, greedy.decision_frame["dice"])
    texts = polars.DataFrame(greedy.decision_frame).with_columns(dice=polars.Series([rules.dice_text(dice) for dice in positions.dice]))
    assert yahtzee.Positions.from_frame(rules, texts) == positions
    assert float(table.losses(greedy.decision_frame["action"], positions).sum()) == pytest.approx(30 * greedy.loss)
    assert all(str(worst.chosen) != str(worst.best) for worst in greedy.worst)
    rows = table.dataset(games=3, seed=1)
    assert sum(batch.num_rows for batch in rows) > 3 * len(rules.categories)


def test_a_player_has_an_exact_value() -> None:
    table = yahtzee.solve(SMALL)

    def best(positions: Any, allowed: Any) -> Any:
        return table.best_actions(**positions)[0]

    assert table.evaluate(best).expected_score == pytest.approx(table.expected_score, abs=1e-12)
    assert table.statistics().mean == pytest.approx(table.expected_score, abs=1e-12)
    assert float(yahtzee.exact(SMALL)) == pytest.approx(table.expected_score, abs=1e-12)
