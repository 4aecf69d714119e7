"""The docstrings of the stub file of the native half, for editors: `python tests/stubs.py` writes them from the native half."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import yahtzee
from yahtzee import _native

STUB = Path(yahtzee.__file__).parent / "_native.pyi"


def documented(text: str) -> str:
    """A stub file with the docstrings of the public classes of the native half and of their members."""
    lines = text.splitlines()
    added: list[tuple[int, int, list[str]]] = []
    for node in ast.parse(text).body:
        # Some private classes of the native half have the name of a public one.
        if not isinstance(node, ast.ClassDef) or getattr(yahtzee, node.name, None) is not (thing := getattr(_native, node.name)):
            continue
        members = [member for member in node.body if isinstance(member, ast.FunctionDef) and not member.name.startswith("_")]
        for owner, value in [(node, thing), *((member, getattr(thing, member.name)) for member in members)]:
            doc = inspect.getdoc(value)
            if not doc:
                continue
            indent = " " * (owner.col_offset + 4)
            written = [f"{indent}{line}".rstrip() for line in f'"""{doc}"""'.splitlines()]
            if len(written) > 1:
                written[-1:] = [written[-1].removesuffix('"""'), f'{indent}"""']
            first = owner.body[0]
            begin = min([first.lineno, *(decorator.lineno for decorator in getattr(first, "decorator_list", []))]) - 1
            is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            if is_text and lines[begin].endswith(": ..."):
                # The body is on the line of the signature.
                written.insert(0, lines[begin].removesuffix(" ..."))
            added.append((begin, first.end_lineno or begin if is_text else begin, written))
    for begin, end, written in sorted(added, reverse=True):
        lines[begin:end] = written
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text()))
