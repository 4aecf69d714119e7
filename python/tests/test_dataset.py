"""Data sets made while they are read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars
import pyarrow  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]
import pytest

import yahtzee


@pytest.mark.parametrize("play", ["optimal", "perturbed", "uniform"])
def test_positions_with_the_values_of_their_actions(hasbro: yahtzee.Table, play: yahtzee._dataset.Play, tmp_path: Path) -> None:
    dataset = hasbro.dataset(30_000, play=play, epsilon=0.2, seed=3, batch=700)
    assert len(dataset) == 30_000
    batches = list(dataset)
    assert [batch.num_rows for batch in batches] == [700] * 42 + [600]
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
    assert not np.isnan(values[np.arange(len(values)), taken]).any()
    # All turns of games are present, starting with the first ones.
    filled = np.bitwise_count(table["filled"].to_numpy())
    assert filled[:700].max() == 0 and set(filled) == set(range(13))
    # Each reading gives the same rows; files have them too.
    assert dataset.to_parquet(tmp_path / "d.parquet") == dataset.to_arrow(tmp_path / "d.arrow") == 30_000
    for read in [pyarrow.parquet.read_table(tmp_path / "d.parquet"), pyarrow.ipc.open_file(tmp_path / "d.arrow").read_all()]:
        assert read.column_names == table.column_names and read.num_rows == 30_000
        for name in table.column_names:
            np.testing.assert_array_equal(np.array(read[name].to_pylist()), np.array(table[name].to_pylist()), err_msg=name)
    assert polars.DataFrame(dataset).height == 30_000
    assert duckdb.sql("select count(*) from dataset").fetchall() == [(30_000,)]
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


def test_all_turns_occur(hasbro: yahtzee.Table) -> None:
    for count in (1, 50, 5_000, 50_000):
        filled = np.concatenate([np.asarray(batch["filled"]) for batch in hasbro.dataset(count, seed=1)])
        assert len(filled) == count
        if count >= 5_000:
            assert set(np.bitwise_count(filled).tolist()) == set(range(13))


def test_an_interrupted_file_does_not_appear(hasbro: yahtzee.Table, tmp_path: Path) -> None:
    dataset, path = hasbro.dataset(3_000, seed=1, batch=1_000), tmp_path / "positions"
    path.write_text("before")

    def interrupted() -> Iterator[dict[str, Any]]:
        batches = dataset._batches()
        yield next(batches)
        raise KeyboardInterrupt

    half = yahtzee._dataset.Dataset(dataset.schema, 3_000, interrupted)
    for write in (half.to_parquet, half.to_arrow):
        with pytest.raises(KeyboardInterrupt):
            write(path)
        assert path.read_text() == "before" and list(tmp_path.iterdir()) == [path]


def test_wrong_arguments(hasbro: yahtzee.Table) -> None:
    with pytest.raises(yahtzee.ArrayError, match="count: 0"):
        hasbro.dataset(0)
    with pytest.raises(yahtzee.ArrayError, match="'best' where one of"):
        hasbro.dataset(10, play="best")  # type: ignore[arg-type]
    with pytest.raises(yahtzee.ArrayError, match="epsilon: 2"):
        hasbro.dataset(10, play="perturbed", epsilon=2)
