"""Players from Python, and data frames."""

from __future__ import annotations

import json
import os
import pickle
import pickletools
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import duckdb
import msgspec
import numpy as np
import pandas
import polars
import pyarrow  # type: ignore[import-untyped]
import pytest

import yahtzee

PROGRAM = os.environ.get("YAHTZEE") or shutil.which("yahtzee")
TABLE = yahtzee.solve("hasbro")


def worst_first(position: yahtzee.Position) -> int:
    """A simple heuristic: keeps the most common face, then scores in the first open category."""
    if position.rerolls_left > 0:
        dice = position.dice
        most = max(set(dice), key=lambda face: (dice.count(face), face))
        if dice.count(most) < len(dice):
            return sum(1 << die for die, face in enumerate(dice) if face == most)
    return 32 + next(
        number
        for number, name in enumerate(position.rules.categories)
        if f"score {name}" in allowed_scores(position)
    )


def allowed_scores(position: yahtzee.Position) -> set[str]:
    filled, upper_total, flag, saved = position.card.state
    values = TABLE.action_values([filled], [upper_total], [flag], [position.dice], [0], [saved])[0, 32:]
    return {f"score {name}" for name, value in zip(position.rules.categories, values, strict=True) if value > -np.inf}


def batched(positions: dict[str, Any], allowed: Any) -> Any:
    """The same heuristic for many positions."""
    dice, answers = positions["dice"], []
    for row in range(len(dice)):
        faces = dice[row].tolist()
        most = max(set(faces), key=lambda face: (faces.count(face), face))
        if positions["rerolls_left"][row] > 0 and faces.count(most) < len(faces):
            answers.append(sum(1 << die for die, face in enumerate(faces) if face == most))
        else:
            answers.append(32 + int(allowed[row, 32:].argmax()))
    return np.array(answers)


def test_one_position_after_the_other_and_many_at_once_are_the_same() -> None:
    one = TABLE.measure(worst_first, games=60, seed=9)
    for batch in [7, 60, 1000]:
        many = TABLE.measure(batched, games=60, seed=9, batch=batch, threads=2)
        assert (many.loss, many.mean, many.loss_by_kind) == (one.loss, one.mean, one.loss_by_kind)
        assert many.worst == one.worst
    assert one.loss > 20 and one.loss == pytest.approx(sum(kind.loss for kind in (*one.loss_by_kind.holds, one.loss_by_kind.category)) / 60)
    assert one.expected_score == one.optimal_score - one.loss
    assert one.mean == pytest.approx((one.distinct_scores * one.counts).sum() / 60) and one.counts.sum() == 60
    worst = one.worst[0]
    advice = TABLE.advise(worst.dice, worst.rerolls_left, worst.card)
    assert worst.best.expected_final == advice.best.expected_final and worst.loss == max(mistake.loss for mistake in one.worst)
    assert worst.loss == pytest.approx(worst.best.expected_final - worst.chosen.expected_final)


def test_optimal_play_loses_nothing() -> None:
    advise: Callable[[yahtzee.Position], yahtzee.Option] = lambda position: TABLE.advise(position).best  # noqa: E731
    players: list[Any] = [advise, lambda position: str(advise(position)), "optimal"]
    for player in players:
        measured = TABLE.measure(player, games=10, seed=4)
        assert measured.loss < 1e-12 and measured.worst == ()
    many = TABLE.measure(lambda positions, _: TABLE.best_actions(**positions)[0], games=10, seed=4, batch=10)
    assert many.loss < 1e-12 and many.mean == TABLE.simulate(10, seed=4).mean


@pytest.mark.skipif(PROGRAM is None and "CI" not in os.environ, reason="the program is not here")
@pytest.mark.parametrize("player", ["greedy", "random", "card-12", "estimate"])
def test_players_of_the_library_lose_what_the_program_says(player: str) -> None:
    assert PROGRAM is not None, "the program is not here: name it in $YAHTZEE"
    command = [PROGRAM, "--json", "simulate", "--player", player, "--games", "200", "--seed", "3"]
    said = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    measured = TABLE.measure(player, games=200, seed=3)
    assert (measured.mean, measured.sd) == (said["mean"], said["sd"])
    assert measured.loss == said["measured"]["loss"]
    assert measured.loss_by_kind.category.loss == said["measured"]["loss_by_kind"]["category"]["loss"]
    assert [mistake.game for mistake in measured.worst] == [mistake["game"] for mistake in said["measured"]["worst"]]


def test_exceptions_of_the_player_come_out() -> None:
    class Tired(Exception):
        pass

    def tired(*_: object) -> int:
        raise Tired("enough")

    for batch in [None, 5]:
        with pytest.raises(Tired, match="enough"):
            TABLE.measure(tired, games=5, batch=batch)
    with pytest.raises(KeyboardInterrupt):
        TABLE.measure(lambda _: (_ for _ in ()).throw(KeyboardInterrupt()), games=5)


@pytest.mark.parametrize(
    "answer, why",
    [
        (99, "the actions are numbered from 0 to 44"),
        (31, "it keeps all dice"),
        ("hold 777", "7"),
        ("score nothing", "nothing"),
        ("score full-house=24", "worth"),
        (None, "a NoneType where the number or the text of an action is wanted"),
        (1.5, "a float where"),
    ],
)
def test_an_action_that_is_not_allowed_is_named(answer: Any, why: str) -> None:
    with pytest.raises(yahtzee.ActionError, match=f"the player answers .* at '.* rerolls=2': .*{why}"):
        TABLE.measure(lambda _: answer, games=3, seed=1)


def test_wrong_batches_are_named() -> None:
    with pytest.raises(yahtzee.ActionError, match="the action 31 is not allowed at"):
        TABLE.measure(lambda positions, _: np.full(len(positions["dice"]), 31), games=3, batch=2)
    with pytest.raises(yahtzee.ArrayError, match="actions: the shape"):
        TABLE.measure(lambda positions, _: np.zeros((7, 7), int), games=3, batch=2)
    with pytest.raises(yahtzee.ArrayError, match="games: 0"):
        TABLE.measure("greedy", games=0)
    with pytest.raises(yahtzee.ArrayError, match="batch: 0"):
        TABLE.measure(batched, games=1, batch=0)
    for name, arguments in [("seed", {"seed": -1}), ("games", {"games": 2.5}), ("worst", {"worst": -1})]:
        with pytest.raises(yahtzee.ArrayError, match=f"{name}: .* where a whole number from"):
            TABLE.measure("greedy", **arguments)  # type: ignore[arg-type]
    with pytest.raises(yahtzee.ActionError, match="unknown strategy 'best'"):
        TABLE.measure("best")


def test_results_can_be_pickled() -> None:
    measured = TABLE.measure("greedy", games=20, seed=1, record=True)
    again = pickle.loads(pickle.dumps(measured))
    assert repr(again) == repr(measured) and again.worst == measured.worst
    assert again == measured and again.decision_frame.equals(measured.decision_frame)
    assert again != TABLE.measure("greedy", games=20, seed=1)


def test_everything_that_is_found_can_be_pickled(three_dice: yahtzee.Table) -> None:
    card = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20"
    statistics = TABLE.statistics(card)
    found = [
        TABLE.advise("13356", 2, "ones=3"),
        TABLE.value("ones=3"),
        TABLE.review("11666 hold 666, 66625 hold 66, 66661 score sixes"),
        statistics,
        statistics.categories,
        TABLE.measure("greedy", games=20, seed=1),
        TABLE.measure("greedy", games=20, seed=1, record=True),
        three_dice.evaluate("greedy"),
        TABLE.targets(card),
        TABLE.odds(),
        TABLE.quiz(1, seed=1),
        yahtzee.Model("crag"),
        yahtzee.Target(300),
        yahtzee.Scorecard(TABLE.rules, "ones=3"),
        yahtzee.Position(TABLE.rules, "13356"),
    ]
    for thing in found:
        pickled = pickle.dumps(thing)
        assert pickle.loads(pickled) == thing
        texts = {text for _, text, _ in pickletools.genops(pickled) if isinstance(text, str)}
        assert not any(text.startswith("yahtzee._") for text in texts), "only public modules"
    evaluated = three_dice.evaluate("greedy")
    values = evaluated.state_values.copy()
    values[0] += 1
    assert msgspec.structs.replace(evaluated, state_values=values) != evaluated != three_dice.evaluate("random")
    assert TABLE.targets(card) != TABLE.targets(f"{card} y=0") and TABLE.targets(card) != 3 and evaluated != 3
    for thing in (evaluated, TABLE.targets(card), yahtzee.Positions("hasbro", 0, 0, False, [1, 3, 3, 5, 6], 2)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)
    simulation = TABLE.simulate(100, seed=1)
    again = pickle.loads(pickle.dumps(simulation))
    assert again == simulation and (again.counts == simulation.counts).all()


def test_recorded_games_are_data_frames() -> None:
    measured = TABLE.measure("greedy", games=30, seed=2, record=True)
    assert measured.game_frame is not None and measured.decision_frame is not None
    games, decisions = measured.game_frame, measured.decision_frame
    assert games["score"].mean() == pytest.approx(measured.mean) and games["loss"].mean() == pytest.approx(measured.loss)
    assert games.columns[6:] == TABLE.rules.categories
    points = games.select(TABLE.rules.categories).sum_horizontal() + games["upper_bonus"] + 100 * games["extra"]
    assert points.to_list() == games["score"].to_list()
    assert decisions["loss"].sum() == pytest.approx(measured.loss * 30)
    assert decisions["game"].n_unique() == 30 and len(decisions) == sum(
        kind.decisions for kind in (*measured.loss_by_kind.holds, measured.loss_by_kind.category)
    )
    positions = yahtzee.Positions.from_frame("hasbro", decisions)
    np.testing.assert_allclose(TABLE.losses(decisions["action"], positions), decisions["loss"].to_numpy(), atol=1e-9)
    np.testing.assert_array_equal(TABLE.best_actions(positions)[0], decisions["best_action"].to_numpy())
    holds = decisions.filter(polars.col("kind") == "hold")
    assert holds["category"].null_count() == len(holds) and holds["hold"].null_count() == 0


def test_tables_are_data_frames_for_everyone() -> None:
    frame = TABLE.frame()
    assert frame.columns == ["index", "filled", "upper_total", "flag", "value"]
    states = TABLE.states()
    np.testing.assert_array_equal(frame["filled"].to_numpy(), states.filled)
    np.testing.assert_array_equal(frame["value"].to_numpy(), TABLE.values_with_bonus[states.place])
    assert len(frame) == 536_448 and frame["value"][0] == TABLE.expected_score
    found = duckdb.sql("select max(value), count(*) from frame")
    assert found is not None and found.fetchall() == [(frame["value"].max(), 536_448)]
    assert pandas.DataFrame.from_arrow(frame).shape == pyarrow.table(frame).shape == frame.shape


def test_libraries_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("polars", "matplotlib", "matplotlib.figure"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(yahtzee.Error, match=r"data frames need polars: pip install 'yahtzee\[polars\]'"):
        TABLE.frame()
    assert TABLE.simulate(10, seed=1)._repr_html_().startswith("<p>Simulation of 10 games")


def test_answers_with_rows_are_data_frames() -> None:
    card = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20"
    advice, statistics = TABLE.advise("13356", 2, "ones=3"), TABLE.statistics(card)
    frame = advice.frame()
    assert frame["option"].to_list() == [str(option) for option in advice] and frame["loss"].to_list() == [option.loss for option in advice]
    assert "sd" not in frame.columns and "sd" in TABLE.advise("13356", risk=True).frame().columns
    assert statistics.frame()["category"].to_list() == TABLE.rules.categories
    odds = TABLE.odds("44413", 1).frame()
    assert odds.row(by_predicate=polars.col("category") == "yahtzee", named=True)["for_chance"] == "hold 444"
    review = TABLE.review("11666 hold 666, 66625 hold 66, 66661 score sixes")
    assert review.frame().select("turn", "dice", "chosen").rows()[1] == (1, "25666", "hold 66") and review.frame()["loss"].sum() == pytest.approx(review.loss)
    assert yahtzee.solve("crag").evaluate("greedy").frame().height == 13
    simulation, targets = TABLE.simulate(100, seed=1), TABLE.targets(card)
    assert simulation.frame()["probability"].sum() == pytest.approx(1) and targets.frame()["best"].to_list() == targets.best.tolist()
    assert TABLE.review_card(card).frame()["points"].sum() == TABLE.review_card(card).score - 35
    progress = yahtzee.History.example().progress()
    assert progress.frame()["title"].to_list() == [part.title for part in progress.kinds + progress.themes]
    measured = TABLE.measure("greedy", games=5, seed=1)
    assert [dict(yahtzee.Scorecard(TABLE.rules, card).points) for card in measured.frame()["card"]] == [
        dict(yahtzee.Scorecard(TABLE.rules, mistake.card).points) for mistake in measured.worst
    ]
    for answer in (advice, statistics, TABLE.odds(), review, simulation, targets, measured, progress, TABLE.daily("2026-11-23")[0]):
        assert json.loads(json.dumps(answer.to_dict())) is not None
    assert msgspec.json.decode(msgspec.json.encode(advice)) == json.loads(json.dumps(advice.to_dict())) and statistics.to_dict()["pmf"][0][0] == 238


def test_columns_of_one_name_have_one_type(saving: yahtzee.Table) -> None:
    measured = TABLE.measure("greedy", games=5, seed=1, record=True)
    assert measured.decision_frame is not None and measured.game_frame is not None
    frames = [TABLE.frame(), saving.frame()[:100], measured.decision_frame, measured.game_frame]
    columns: list[dict[str, Any]] = [{name: frame[name].to_numpy() for name in frame.columns} for frame in frames]
    columns += [TABLE.states()._asdict(), yahtzee.Positions.from_frame("hasbro", measured.decision_frame).columns()]
    columns += [{"action": TABLE.best_actions(0, 0, False, [[1, 3, 3, 5, 6]], 2)[0], "score": TABLE.simulate(10, seed=1).distinct_scores}]
    for rows in (TABLE.dataset(100, seed=1), TABLE.policy(batch=100)):
        batch = next(iter(rows))
        numbers = {name: batch[name].to_numpy(zero_copy_only=False) for name in batch.schema.names if name != "dice"}
        columns.append(numbers | {"dice": batch["dice"].flatten().to_numpy()})
    types: dict[str, set[np.dtype[Any]]] = {}
    for of_one in columns:
        for name, column in of_one.items():
            types.setdefault(name, set()).add(column.dtype)
    assert types["filled"] == {np.dtype(np.uint32)} and types["saved"] == types["dice"] == types["upper_total"] == {np.dtype(np.uint8)}
    assert types["action"] == types["score"] == {np.dtype(np.int64)} and types["flag"] == {np.dtype(np.bool_)}
    assert {name: kinds for name, kinds in types.items() if len(kinds) > 1} == {}


def test_a_category_may_have_the_name_of_a_column() -> None:
    box = {"any": True, "points": 300}
    table = yahtzee.solve(yahtzee.RuleSet.from_dict({"name": "names", "dice": 1, "lower": [box | {"name": "chance"}, box | {"name": "flag"}]}))
    games = table.measure("optimal", games=3, seed=1, record=True).game_frame
    assert games is not None and games["chance"].to_list() == games["flag"].to_list() == [300] * 3 and games["score"].to_list() == [600] * 3


def test_arrays_of_states_are_compared() -> None:
    model, positions = yahtzee.Model("crag"), yahtzee.Positions("crag", 0, 0, False, [1, 3, 3], 1)
    pairs: list[tuple[Any, Any]] = [(model.states(), yahtzee.solve("crag").states())]
    for made in (lambda: model.successors(positions, [3]), lambda: model.step(positions, [3], np.random.default_rng(1))):
        pairs.append((made(), made()))
    for one, other in pairs:
        assert one == other and not one != other and one != 3 and one != one._replace(**{one._fields[1]: one[1] + 1})


def test_recorded_games_count_against_the_memory() -> None:
    table = yahtzee.solve("hasbro", memory=20_000_000)
    for player in ("greedy", worst_first):
        with pytest.raises(yahtzee.Error, match="raise it with memory=, or measure fewer games, or without record"):
            table.measure(player, games=20_000, seed=1, record=True)
    assert table.measure("greedy", games=50, seed=1, record=True).decision_frame is not None
