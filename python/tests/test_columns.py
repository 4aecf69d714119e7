"""Games of several columns: a small one is solved once, in a folder of tables."""

import json
import os
import pickle
import subprocess
from pathlib import Path

import pytest

import yahtzee

TWO = Path(__file__).parents[2] / "docs" / "examples" / "two-columns.toml"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def table(folder):
    return yahtzee.ColumnGame(TWO).solve(tables=folder)


def fields(answer):
    """The fields of an answer as in the program's JSON, which leaves out what does not apply."""
    return json.loads(json.dumps(answer.to_dict()), object_hook=lambda found: {name: value for name, value in found.items() if value is not None})


def test_the_program_gives_the_same_numbers(table, tmp_path):
    def program(*arguments):
        command = [os.environ["YAHTZEE"], *arguments, "--rules", TWO, "--tables", tmp_path, "--json"]
        return json.loads(subprocess.check_output(command))

    solved = program("solve")
    assert all(getattr(table, name) == solved[name] for name in ["bound", "mean", "standard_error", "games", "steps"])
    assert (table.steps, table.games) == (60, 10_000) and 115 < table.mean < table.bound < 125
    for dice, rerolls_left, card in [("44566", 2, ""), ("14566", 1, "double.sixes=18"), ("14566", 0, "down.fours=8 double.fives=10")]:
        advice = table.advise(dice, rerolls_left, card)
        assert fields(advice) == program("advise", dice, "--rerolls-left", str(rerolls_left), "--card", card)
        assert advice == table.advise([int(face) for face in dice], rerolls_left, card)
    assert table.advise("44566") == table.advise("44566", 2, {})
    assert table.advise("14566", 1, {"double.sixes": 18}).best.loss == 0
    assert table.advise("14566").frame().columns == ["action", "hold", "box", "points", "loss"]
    assert table.simulate(500, seed=3).to_dict() == program("simulate", "-n", "500", "--seed", "3")


def test_it_is_kept_in_the_folder_and_in_pickles_and_can_be_stopped(table, folder):
    assert len(list(folder.iterdir())) == 1
    kept = (folder / os.listdir(folder)[0]).read_bytes()
    again = yahtzee.ColumnGame(TWO.read_text()).solve(steps=10, tables=folder)
    assert again.steps == 60 and (again.game, repr(again)) == (table.game, repr(table))
    assert (folder / os.listdir(folder)[0]).read_bytes() == kept
    in_memory = table.game.solve(threads=1)
    restored = pickle.loads(pickle.dumps(table))
    for other in [again, in_memory, restored]:
        assert other.bound == table.bound and other.advise("14566") == table.advise("14566")
        assert other.simulate(100, seed=1) == table.simulate(100, seed=1)
    seen = []

    def stop(done, total):
        seen.append((done, total))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        yahtzee.ColumnGame("yams-columns").solve(progress=stop)
    assert seen == [(0, 60)]


def test_wrong_questions_name_what_is_right(table, tmp_path):
    game = table.game
    for ask, error, text in [
        (lambda: table.advise("4456"), yahtzee.DiceError, "4 dice"),
        (lambda: table.advise("44566", 3), yahtzee.DiceError, "3 where a turn has from 0 to 2"),
        (lambda: table.advise("44566", card="sixes=18"), yahtzee.CardError, "write COLUMN.BOX=POINTS, such as down.fours=3"),
        (lambda: table.advise("44566", card={"up.sixes": 18}), yahtzee.CardError, "the columns are down and double"),
        (lambda: table.advise("44566", card="down.sixes=?"), yahtzee.CardError, "of a column in which boxes are announced"),
        (lambda: game.solve(steps=0), yahtzee.ArrayError, "steps: 0 where a whole number from 1"),
        (lambda: game.solve(memory=1), yahtzee.RulesError, "raise it with memory="),
        (lambda: game.solve(tables=TWO, steps=1, games=1), yahtzee.TableError, TWO.name),
        (lambda: table.simulate(0), yahtzee.ArrayError, "games: 0"),
        (lambda: yahtzee.ColumnGame("hasbro"), yahtzee.RulesError, "triple-yahtzee, yams-columns, jamb"),
        (lambda: yahtzee.ColumnGame(tmp_path / "none.toml"), yahtzee.RulesError, "none.toml: "),
        (lambda: yahtzee.ColumnGame(3), yahtzee.RulesError, "int is no game of several columns"),
        (lambda: yahtzee.ColumnGame({"name": "two"}), yahtzee.RulesError, "[[column]]"),
        (lambda: yahtzee.RuleSet("jamb"), yahtzee.RulesError, "ColumnGame('jamb')"),
        (lambda: yahtzee.RuleSet(TWO), yahtzee.RulesError, "a game of several columns"),
    ]:
        with pytest.raises(error) as raised:
            ask()
        assert text in str(raised.value)
