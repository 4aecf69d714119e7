"""Every public name has a docstring, and the examples in them are right."""

import doctest
import inspect

import pytest
import stubs

import yahtzee

NAMES = [name for name in yahtzee.__all__ if not name.startswith("_")]


def documented(name):
    """A public name and its public members, each with its docstring."""
    thing = getattr(yahtzee, name)
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


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_an_example(name):
    assert ">>>" in getattr(yahtzee, name).__doc__


def test_editors_show_the_docstrings_of_the_native_half():
    written = stubs.STUB.read_text(encoding="utf-8")
    assert written == stubs.documented(written), "run 'python tests/stubs.py'"
    assert "Reads a rule set from a file." in written


def test_the_module():
    assert doctest.testmod(yahtzee, optionflags=doctest.ELLIPSIS).failed == 0
    assert yahtzee.__version__
