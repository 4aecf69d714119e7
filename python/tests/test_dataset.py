"""Data sets made while they are read."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas
import polars
import pyarrow  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]
import pytest

import yahtzee.gym


@pytest.mark.parametrize("play", ["optimal", "perturbed", "uniform"])
def test_positions_with_the_values_of_their_actions(hasbro: yahtzee.Table, play: yahtzee._dataset.Play, tmp_path: Path) -> None:
    dataset = hasbro.dataset(6_000, play=play, epsilon=0.2, seed=3, batch=700)
    assert len(dataset) == 6_000
    batches = list(dataset)
    assert [batch.num_rows for batch in batches] == [700] * 8 + [400]
    table = pyarrow.Table.from_batches(batches)
    positions = yahtzee.Positions.from_frame("hasbro", table)
    values = np.array(table["action_values"].to_pylist(), float)
    np.testing.assert_array_equal(values, hasbro.action_values(positions))
    best, worth = hasbro.best_actions(positions)
    np.testing.assert_array_equal(table["best_action"], best)
    np.testing.assert_array_equal(table["value"], worth)
    taken = table["action"].to_numpy()
    share = (taken != best).mean()
    assert {"optimal": share == 0, "perturbed": 0.1 < share < 0.2, "uniform": share > 0.8}[play]
    assert np.isfinite(values[np.arange(len(values)), taken]).all()
    # All decisions of games, one game after the other; only the last one may be cut.
    game, filled = table["game"].to_numpy(), np.bitwise_count(table["filled"].to_numpy())
    assert game[0] == 1 and set(np.diff(game).tolist()) == {0, 1}
    first = np.flatnonzero(np.diff(game, prepend=0))
    assert (filled[first] == 0).all() and (filled[first[1:] - 1] == 12).all() and (np.diff(table["score"].to_numpy())[np.diff(game) == 0] >= 0).all()
    # Each reading gives the same rows; files have them too.
    assert dataset.to_parquet(tmp_path / "d.parquet") == dataset.to_feather(tmp_path / "d.arrow") == 6_000
    for read in [pyarrow.parquet.read_table(tmp_path / "d.parquet"), pyarrow.ipc.open_file(tmp_path / "d.arrow").read_all()]:
        assert read.column_names == table.column_names and read.num_rows == 6_000
        for name in table.column_names:
            np.testing.assert_array_equal(np.array(read[name].to_pylist()), np.array(table[name].to_pylist()), err_msg=name)
    assert polars.DataFrame(dataset).height == 6_000
    assert duckdb.sql("select count(*) from dataset").fetchall() == [(6_000,)]
    assert table.schema.metadata[b"rules"] == b"hasbro"


def test_the_policy_of_a_table(pocket: yahtzee.Table) -> None:
    policy = pocket.policy(batch=1000)
    table = pyarrow.Table.from_batches(list(policy))
    states = int((np.bitwise_count(pocket.states().filled) < 4).sum())
    assert len(policy) == table.num_rows == states * 3 * 56
    positions = yahtzee.Positions.from_frame(pocket.rules, table)
    actions, values = pocket.best_actions(positions)
    np.testing.assert_array_equal(table["action"], actions)
    np.testing.assert_array_equal(table["value"], values)
    assert len(set(map(tuple, np.column_stack([positions.filled, positions.upper_total, positions.rerolls_left, positions.dice]).tolist()))) <= table.num_rows


def read(dataset: yahtzee.Dataset) -> Any:
    return pyarrow.Table.from_batches(list(dataset))


def assert_same_rows(one: Any, other: Any) -> None:
    """NaN equals NaN."""
    assert one.schema == other.schema and one.num_rows == other.num_rows
    for name in one.column_names:
        np.testing.assert_array_equal(np.array(one[name].to_pylist()), np.array(other[name].to_pylist()), err_msg=name)


@pytest.mark.parametrize("play", ["optimal", "perturbed", "uniform"])
def test_games_are_those_of_the_table(pocket: yahtzee.Table, play: yahtzee._dataset.Play) -> None:
    """The rows of games equal games played one by one; more than are played at the same time."""
    count = yahtzee._dataset.GAMES_AT_ONCE + 300
    dataset = pocket.dataset(games=count, play=play, seed=7, batch=999)
    table = read(dataset)
    assert [batch.num_rows for batch in dataset][:-1] == [999] * (table.num_rows // 999)
    assert set(table["game"].to_pylist()) == set(range(1, count + 1))
    # Fewer rows, or other batches, are the same rows.
    for other in (pocket.dataset(500, play=play, seed=7), pocket.dataset(games=count, play=play, seed=7, threads=1)):
        rows = read(other)
        assert_same_rows(rows, table.slice(0, rows.num_rows))
    if play == "optimal":
        env, scores, at = yahtzee.gym.YahtzeeEnv(pocket.rules), [], 0
        actions = table["action"].to_pylist()
        for game in range(count):
            env.reset(seed=7, options={"game": game + 1})
            over = False
            while not over:
                _, _, over, _, _ = env.step(actions[at])
                at += 1
            scores.append(env.score)
        assert at == table.num_rows and sum(scores) / count == pocket.simulate(count, seed=7).mean


def test_each_turn_has_its_share(hasbro: yahtzee.Table) -> None:
    """As often as in optimal games that are measured one by one."""
    table = read(hasbro.dataset(games=400, seed=1))
    measured = hasbro.measure("optimal", games=400, seed=1, record=True).decision_frame
    assert measured is not None and table.num_rows == len(measured)
    for name in ("filled", "rerolls_left", "upper_total", "action"):
        np.testing.assert_array_equal(table[name].to_numpy(), measured[name], err_msg=name)


def test_the_number_of_rows_of_games_is_unknown(pocket: yahtzee.Table, tmp_path: Path) -> None:
    dataset = pocket.dataset(games=10, seed=1)
    assert "whole games" in repr(dataset)
    with pytest.raises(TypeError, match="known when they are played"):
        len(dataset)
    assert dataset.to_parquet(tmp_path / "games.parquet") == read(dataset).num_rows


def test_data_sets_can_be_pickled_and_compared(pocket: yahtzee.Table) -> None:
    for dataset in (pocket.dataset(500, play="perturbed", seed=7), pocket.dataset(games=9), pocket.policy(batch=5000)):
        again = pickle.loads(pickle.dumps(dataset))
        assert again == dataset and again != pocket.dataset(501, seed=7)
        assert_same_rows(read(again), read(dataset))
    assert pocket.dataset(500, seed=7) != pocket.dataset(500, seed=8) and pocket.dataset(5) != 5
    with pytest.raises(TypeError, match="unhashable"):
        hash(pocket.dataset(5))


def test_pandas_does_not_take_batches_for_rows(pocket: yahtzee.Table) -> None:
    dataset = pocket.dataset(500, seed=1)
    with pytest.raises(yahtzee.ArrayError, match="pandas.DataFrame.from_arrow"):
        pandas.DataFrame(dataset)
    assert pandas.DataFrame.from_arrow(dataset).shape == (500, 12)


def test_an_interrupted_file_does_not_appear(hasbro: yahtzee.Table, tmp_path: Path) -> None:
    dataset, path = hasbro.dataset(3_000, seed=1, batch=1_000), tmp_path / "positions"
    path.write_text("before")

    def interrupted() -> Iterator[dict[str, Any]]:
        batches = dataset._batches()
        yield next(batches)
        raise KeyboardInterrupt

    half = yahtzee._dataset.Dataset(dataset.schema, 3_000, interrupted)
    for write in (half.to_parquet, half.to_feather):
        with pytest.raises(KeyboardInterrupt):
            write(path)
        assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


def test_wrong_arguments(hasbro: yahtzee.Table) -> None:
    with pytest.raises(yahtzee.ArrayError, match="rows: 0"):
        hasbro.dataset(0)
    for wrong in ({}, {"rows": 3, "games": 3}):
        with pytest.raises(yahtzee.ArrayError, match="give one of them"):
            hasbro.dataset(**wrong)
    with pytest.raises(yahtzee.ArrayError, match="games: 2.5"):
        hasbro.dataset(games=2.5)  # type: ignore[arg-type]
    with pytest.raises(yahtzee.ArrayError, match="'best' where one of"):
        hasbro.dataset(10, play="best")  # type: ignore[arg-type]
    with pytest.raises(yahtzee.ArrayError, match="epsilon: 2"):
        hasbro.dataset(10, play="perturbed", epsilon=2)
