"""The document shows the actual output."""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import yahtzee

README = Path(__file__).resolve().parent.parent / "README.md"
EXAMPLES = README.parent / "examples"


def test_the_examples_of_the_document_are_right() -> None:
    text = README.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 6
    # One session: later blocks use results of earlier ones.
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", str(README), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session).failed == 0


# What works beside the examples.
TYPED = """
import numpy as np
from pathlib import Path
import yahtzee, yahtzee.gym

def works(table: yahtzee.Table, env: yahtzee.gym.YahtzeeEnv, envs: yahtzee.gym.YahtzeeVectorEnv) -> list[object]:
    dice, card = np.array([1, 3, 3, 5, 6], np.uint8), yahtzee.Scorecard(table.rules, {"ones": np.int64(3)})
    advice = table.advise(dice, np.uint8(2), {"ones": np.int64(3)}, objective=yahtzee.Target(np.int64(300)), chosen=np.int64(6))
    rules = [yahtzee.solve(given) for given in ("crag", Path("mine.toml"), table.rules.to_dict(), table.rules)]
    position = yahtzee.Position(table.rules, dice, np.int64(1))
    return [
        advice, rules, position.dice, yahtzee.Exactly(np.int64(300)), yahtzee.Against(np.int64(200)), card.write(dice, "chance", np.int64(0)),
        table.best_action(dice, 2, card.state), table.best_action(position), table.action_values([position]), table.state_value(card), table.simulate(np.int64(10), np.int64(1)).at_least(np.int64(200)),
        table.value(rounds=np.int64(2), earlier=np.array([200])), table.rules.dice_text(dice), list(yahtzee.sweep("crag")), table.frame().head()["value"], advice.frame().shape, table.statistics().cdf(dice),
        env.action_space.n + 1, envs.single_action_space.n + 1, envs.action_space.nvec.sum(), env.step(np.int64(3)), env.reset(seed=np.int64(1)), table.targets(card).at(np.int64(200)),
    ]
"""


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_checkers_of_types_accept_the_examples(checker: str, tmp_path: Path) -> None:
    """The code blocks of the document, and the scripts with types."""
    text = README.read_text(encoding="utf-8")
    blocks = "".join(re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    (tmp_path / "readme.py").write_text(doctest.script_from_examples(blocks).replace("# Expected:", "#"))
    (tmp_path / "works.py").write_text(TYPED)
    for path in EXAMPLES.glob("*.py"):
        if "from __future__ import annotations" in path.read_text(encoding="utf-8"):
            (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = true\n[mypy-pyarrow.*,dask.*,distributed.*]\nignore_missing_imports = true\n[mypy-sweep]\ndisallow_untyped_calls = false\n")
    (tmp_path / "pyrightconfig.json").write_text('{"reportMissingImports": false, "reportMissingModuleSource": false}')
    command = ["mypy", "--config-file", "mypy.ini", "."] if checker == "mypy" else ["pyright", "--pythonpath", sys.executable, "."]
    done = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    if checker == "pyright" and "0 errors" not in done.stdout and "CI" not in os.environ and "node" in done.stderr.lower():
        pytest.skip("pyright has no Node.js here")
    assert done.returncode == 0, done.stdout + done.stderr


# The base of the first is in a package without `py.typed`, that of the last in one that the tests do not install.
UNTYPED = {"yahtzee.pettingzoo.YahtzeeTwoEnv", "yahtzee.pettingzoo.env", "yahtzee.pettingzoo.raw_env", "yahtzee.sb3.YahtzeeVecEnv"}


def test_every_public_name_has_a_type(tmp_path: Path) -> None:
    # Pyright finds the package by the interpreter on the path.
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    command = [sys.executable, "-m", "pyright", "--ignoreexternal", "--outputjson", "--verifytypes", "yahtzee"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False)
    if "CI" not in os.environ and "node" in done.stderr.lower():
        pytest.skip("pyright has no Node.js here")
    found = json.loads(done.stdout)["typeCompleteness"]
    assert found["exportedSymbolCounts"]["withKnownType"] > 140
    assert {symbol["name"] for symbol in found["symbols"] if not symbol["isTypeKnown"]} <= UNTYPED


def test_the_document_names_what_there_is() -> None:
    text = README.read_text(encoding="utf-8")
    table = re.findall(r"^\| (`.*?) \| ", text, re.MULTILINE)
    names = {name for cell in table for name in re.findall(r"`(\w+)`", cell) if name[0].isupper()}
    assert {"RuleSet", "Table", "Target"} <= names <= {*yahtzee.__all__, *yahtzee.training.__all__}
    members = {name for cell in table for name in re.findall(r"`Table\.(\w+)`", cell)}
    assert {"advise", "action_values", "measure"} <= members and all(hasattr(yahtzee.Table, name) for name in members)
