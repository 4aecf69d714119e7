"""Fields in `help()`. Python forgets the text below a field of a class, so it is read from the source."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar


_HOME: dict[type[Any], str] = {}
"""The module of the source of each class that says another."""


def publish(module: str, names: Iterable[str]) -> None:
    """Makes things of private modules say that they are of a public one, so that a pickle names that. msgspec looks for types in the module of an answer."""
    for name in names:
        thing = getattr(sys.modules[module], name)
        if getattr(thing, "__module__", "").startswith("yahtzee._") and not hasattr(thing, "__struct_fields__"):
            _HOME[thing] = thing.__module__
            thing.__module__ = module


@lru_cache(maxsize=None)
def fields_of(cls: type[Any]) -> dict[str, tuple[str, str]]:
    """The fields that a class declares: the type of each, and the text below it. Empty without the source."""
    try:
        source = ast.parse(inspect.getsource(sys.modules[_HOME.get(cls, cls.__module__)]))
        body = next(node for node in source.body if isinstance(node, ast.ClassDef) and node.name == cls.__name__)
    except (OSError, TypeError, SyntaxError, StopIteration):
        return {}
    found = {}
    for field, text in pairwise(body.body):
        is_text = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and is_text:
            found[field.target.id] = (ast.unparse(field.annotation), inspect.cleandoc(ast.literal_eval(text.value)))  # type: ignore[attr-defined]
    return found


def with_fields(cls: type[Any]) -> str | None:
    """The docstring of a class with its fields, those of its bases first."""
    text: str | None = vars(cls).get("__doc__")
    fields: dict[str, tuple[str, str]] = {}
    for owner in reversed(cls.__mro__):
        if owner.__module__.partition(".")[0] == "yahtzee":
            fields |= fields_of(owner)
    if text is None or not fields:
        return text
    shown = [f"{name}: {kind}\n{textwrap.indent(meaning, '    ')}" for name, (kind, meaning) in fields.items()]
    return "\n\n".join([inspect.cleandoc(text), "Fields:", *(textwrap.indent(field, "    ") for field in shown)])


class Documented(type):
    # The type of classes whose docstring ends with their fields. The source is read when somebody asks. A type that derives from this one must have this
    # property too, because each class has a docstring of its own, even if it is None.
    __doc__ = property(with_fields)


_Tuple = TypeVar("_Tuple", bound=type)


def documented_tuple(cls: _Tuple) -> _Tuple:
    """A named tuple whose fields have their texts."""
    for name, (_, meaning) in fields_of(cls).items():
        getattr(cls, name).__doc__ = meaning
    return cls
