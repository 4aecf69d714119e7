"""The examples run, as scripts and as notebooks, and the document shows their output."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import nbclient
import nbformat
import pytest

import yahtzee

TOP = Path(__file__).resolve().parent.parent
EXAMPLES = TOP / "examples"
THREE_DICE = TOP.parent / "docs" / "examples" / "three-dice.toml"
SCRIPTS = [path.stem for path in sorted(EXAMPLES.glob("*.ipynb"))]
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "JUPYTER_PLATFORM_DIRS": "1"}


def run(script: str, *arguments: str) -> str:
    """The output of an example."""
    done = subprocess.run([sys.executable, EXAMPLES / script, *arguments], capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_are_examples() -> None:
    assert SCRIPTS == ["learn_from_losses", "measure_heuristic", "plot_distribution", "reproduce_table"]
    run("notebooks.py", "--check")


# Yahtzee takes minutes, a game of three dice seconds.
DEEP = pytest.param("hasbro", marks=pytest.mark.deep)


@pytest.mark.parametrize("rules", ["three-dice", DEEP])
def test_an_agent_learns_from_losses(rules: str, tmp_path: Path) -> None:
    script = tmp_path / "learn_from_losses.py"
    text = (EXAMPLES / script.name).read_text(encoding="utf-8")
    assert text.count('RuleSet("hasbro")') == text.count("STEPS, WARMTH = 2000") == 1
    if rules == "three-dice":
        text = text.replace('RuleSet("hasbro")', f"RuleSet.from_file({str(THREE_DICE)!r})").replace("STEPS, WARMTH = 2000", "STEPS, WARMTH = 800")
    script.write_text(text, encoding="utf-8")
    said = run(str(script))
    means = [float(found) for found in re.findall(r"of a decision ([\d.]+) points", said)]
    assert len(means) == 4 and means[3] < means[0] / 2
    [expected] = re.findall(r"^learned .* expected score ([\d.]+), loss", said, re.MULTILINE)
    assert float(expected) > {"three-dice": 52, "hasbro": 240}[rules]
    losses = {name: float(loss) for name, loss in re.findall(r"^(\w+) +<Evaluation: expected score .* loss ([\d.]+) points", said, re.MULTILINE)}
    assert losses["learned"] < losses["greedy"] / 3 < losses["random"] / 15
    assert losses.keys() == {"random", "greedy", "learned"} and "' is best, as in " in said.splitlines()[-1]


@pytest.mark.parametrize("rules", ["crag", DEEP])
def test_value_iteration_in_numpy_finds_the_value_of_the_game(rules: str) -> None:
    first, second = run("value_iteration.py", rules).splitlines()
    value = {"crag": "Crag: 149.847593231641 points, from 8,192 states", "hasbro": "Yahtzee: 254.587728734496 points, from 536,448 states"}[rules]
    assert first.startswith(value)
    assert second.startswith(f"the solver says {value.split()[1]}; no state differs")


@pytest.mark.parametrize("script", ["notebooks.py", "plot_distribution.py", "sweep.py", "value_iteration.py"])
def test_help_does_nothing(script: str, tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, EXAMPLES / script, "--help"], capture_output=True, text=True, env=ENVIRONMENT, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_heuristic_is_measured() -> None:
    said = run("measure_heuristic.py")
    assert said.startswith("<Measurement of 200 games: loss ") and "the worst:" in said and "loss by turn:" in said


def test_a_distribution_is_plotted(tmp_path: Path) -> None:
    path = tmp_path / "plot.png"
    said = run("plot_distribution.py", str(path))
    assert path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 10_000
    assert "Yahtzee: mean 254.5877, median 248" in said and "Kniffel: mean 245.8708" in said


def test_a_published_table_is_reproduced() -> None:
    said = run("reproduce_table.py").splitlines()
    assert len(said) == 18 and said[1].split() == ["ones", "1.88", "1.88", "10.84", "10.84"]
    assert said[16].split()[-2:] == ["254.5896", "254.5896"]


# It takes seconds to start what runs a notebook. All have the text of scripts that run above; this one shows a picture.
def test_a_notebook_gives_its_outputs_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in ENVIRONMENT.items():
        monkeypatch.setenv(key, value)
    committed, run_again = (nbformat.read(EXAMPLES / "plot_distribution.ipynb", as_version=4) for _ in range(2))
    nbclient.NotebookClient(run_again, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [[output for cell in notebook.cells for output in cell.get("outputs", [])] for notebook in (committed, run_again)]
    texts = ["".join(output.text for output in found if output.output_type == "stream") for found in outputs]
    assert texts[0] == texts[1] and "Yahtzee: mean 254.5877" in texts[0]
    assert all(any("image/png" in output.get("data", {}) for output in found) for found in outputs)


def test_variants_are_solved_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "sweep.parquet"
    said = dict(line.split() for line in run("sweep.py", str(path), "--step", "50").splitlines())
    assert len(said) == 9 and float(said["bonus-63-0"]) < float(said["bonus-63-50"]) < float(said["bonus-42-50"]) < float(said["bonus-42-100"])
    rules = yahtzee.RuleSet("kniffel").replace(name="bonus-63-50", upper_bonus=(63, 50))
    assert yahtzee.solve(rules).expected_score == float(said["bonus-63-50"])
    # The second time all are in the file.
    assert dict(line.split() for line in run("sweep.py", str(path), "--step", "50").splitlines()) == said
