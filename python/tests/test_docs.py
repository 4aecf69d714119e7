"""Every public name has a docstring, and the examples in them are right."""

import doctest
import inspect
import pydoc
import re
import subprocess
import sys

import pytest
import stubs

import yahtzee

MODULES = [yahtzee, yahtzee.results, yahtzee.training]
THINGS = {name: getattr(module, name) for module in MODULES for name in module.__all__ if not name.startswith("_")}
NAMES = sorted(THINGS)


def documented(name):
    """A public name and its public members, each with its docstring."""
    thing = THINGS[name]
    yield name, thing.__doc__
    if inspect.isclass(thing) and not issubclass(thing, BaseException):
        for owner in thing.__mro__[:-1]:
            if owner.__module__.startswith("yahtzee"):
                for member, value in vars(owner).items():
                    is_public = not member.startswith("_") and (callable(value) or hasattr(value, "__func__") or hasattr(value, "__get__"))
                    if is_public and not inspect.ismemberdescriptor(value):
                        yield f"{name}.{member}", getattr(value, "__doc__", None)


@pytest.mark.parametrize("name", NAMES)
def test_docstrings(name):
    for path, text in documented(name):
        assert text and text.strip(), f"{path} has no docstring"
        test = doctest.DocTestParser().get_doctest(inspect.cleandoc(text), {"yahtzee": yahtzee}, path, None, 0)
        results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
        assert results.failed == 0, path
    assert ">>>" in THINGS[name].__doc__
    help_shows_the_fields(THINGS[name])


def help_shows_the_fields(thing):
    """With their texts, also those of the bases."""
    if not inspect.isclass(thing) or not (fields := [field for owner in thing.__mro__ for field in vars(owner).get("__annotations__", {})]):
        return
    shown = pydoc.render_doc(thing, renderer=pydoc.plaintext)
    for field in fields:
        if not field.startswith("_"):
            text = getattr(thing, field).__doc__ if issubclass(thing, tuple) else re.search(rf"^ \|\s+{field}: .*\n \|\s+(\S.*)$", shown, re.M)
            assert text, field
            assert str(text if isinstance(text, str) else text[1]) in shown.replace(" |  ", ""), field


def test_fields_have_the_texts_of_the_source():
    text = yahtzee.Model.__doc__
    assert "    hold_probabilities: Floats\n        The probability of each roll after each hold. Shape (H, R)." in text
    text = yahtzee.results.Statistics.__doc__
    assert text.index("    sd: float") < text.index("    mean: float"), "those of the base come first"
    assert yahtzee.State.saved.__doc__.startswith("The saved throws;")


def test_the_root_has_few_names():
    assert len(yahtzee.__all__) <= 40
    for module in MODULES:
        assert module.__all__ == sorted(module.__all__) and all(hasattr(module, name) for name in module.__all__)


def test_the_package_does_not_import_gymnasium(tmp_path):
    code = "import sys, yahtzee; assert not {'gymnasium', 'pyarrow', 'pandas'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)


def test_editors_show_the_docstrings_of_the_native_half():
    written = stubs.STUB.read_text(encoding="utf-8")
    assert written == stubs.documented(written), "run 'python tests/stubs.py'"
    assert "Reads a rule set from a file." in written


def test_the_module():
    assert doctest.testmod(yahtzee, optionflags=doctest.ELLIPSIS).failed == 0
    assert yahtzee.__version__
