"""What the document shows is what happens."""

import doctest
import re
from pathlib import Path

import yahtzee

README = Path(__file__).resolve().parent.parent / "README.md"


def test_the_examples_of_the_document_are_right() -> None:
    text = README.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) >= 6
    # One session: later blocks use what earlier ones made.
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", str(README), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session).failed == 0


def test_the_document_names_what_there_is() -> None:
    text = README.read_text(encoding="utf-8")
    table = re.findall(r"^\| (`.*?) \| ", text, re.MULTILINE)
    names = {name for cell in table for name in re.findall(r"`(\w+)`", cell) if name[0].isupper()}
    assert {"RuleSet", "Table", "Target", "Frame"} <= names <= set(yahtzee.__all__)
    members = {name for cell in table for name in re.findall(r"`Table\.(\w+)`", cell)}
    assert {"advise", "action_values", "measure"} <= members and all(hasattr(yahtzee.Table, name) for name in members)
