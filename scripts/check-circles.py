#!/usr/bin/env python3
"""Checks that the modules of each crate, of the Python package and of the page use each other without circles, and the rooms of each crate as
docs/design.md says.

A file and a folder of files are both modules. In each folder, the modules side by side must not use each other in a circle; a folder uses everything
that any file in it uses. The file of a folder itself (`mod.rs`, `lib.rs`, `__init__.py`) is not counted: it holds the folder together. A name that it
re-exports counts as the name of its original module. Code for tests is not counted.

A room is a folder of the source code of a crate. The document has a table of rooms for a crate: each room may use those in its last column, and only
rooms above it. The folders of the crate must equal the rooms of its table.
"""

import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

from workspace import TOP, members

PATH = re.compile(r"(?<![\w:$])\$?(?:crate|self|super)(?:::\w+)+")
USE = re.compile(r"^[ \t]*(?:pub(?:\([^)]*\))? )?use ([^;]+);", re.MULTILINE)
LITERAL_OR_COMMENT = re.compile(r"""(?<!\w)r(#*)".*?"\1|"(?:[^"\\]|\\.)*"|'(?:\\[^\n']+|[^\\'\n]|\\')'|//[^\n]*|/\*.*?\*/""", re.DOTALL)
IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']""")


def without_comments(code):
    """Rust without comments, and without the contents of text and character literals."""
    return LITERAL_OR_COMMENT.sub(lambda found: " " if found[0].startswith("/") else '""', code)


def expanded(tree):
    """The paths of a `use`, without groups and new names."""
    tree = re.sub(r"\s+", " ", tree).strip()
    if "{" not in tree:
        return [re.sub(r" as \w+$", "", tree).replace(" ", "")]
    start, rest = tree.split("{", 1)
    parts, depth, part = [], 0, ""
    for letter in rest[: rest.rindex("}")]:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += letter
    return [path for part in [*parts, part] if part.strip() for path in expanded(start.strip() + part.strip())]


def rust(source):
    """Pairs of modules of a crate; the first uses the second."""
    files = {}
    for path in sorted(source.rglob("*.rs")):
        parts = path.relative_to(source).with_suffix("").parts
        own = parts[-1] in ("mod", "lib") or parts == ("main",)
        files[parts[:-1] if own and parts != ("main",) else parts] = re.split(r"#\[cfg\(test\)\]\s*mod tests \{", path.read_text())[0]
    for module, code in list(files.items()):
        for name in re.findall(r"#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))? )?mod (\w+);", code):
            for test in [other for other in files if other[: len(module) + 1] == (*module, name)]:
                del files[test]
    files = {module: without_comments(re.sub(r"#\[cfg\(test\)\]\s*use [^;]+;", "", code)) for module, code in files.items()}
    folders = {module[:length] for module in files for length in range(len(module) + 1)}

    def absolute(module, path):
        """A path from the root, or None if it leads into another crate."""
        first, *rest = path.lstrip("$").split("::")
        at = module
        if first == "crate":
            at = ()
        elif first == "super":
            at = module[:-1]
            while rest and rest[0] == "super":
                at, rest = at[:-1], rest[1:]
        elif first != "self":
            if (*module, first) not in folders:
                return None
            rest = [first, *rest]
        return (*at, *rest)

    used, passed_on = defaultdict(set), {}
    for module, code in files.items():
        for tree in USE.findall(code):
            for path in filter(None, (absolute(module, path) for path in expanded(tree))):
                used[module].add(path)
                passed_on[*module, path[-1]] = path
        inline = USE.sub("", code)
        used[module] |= {absolute(module, path) for path in PATH.findall(inline)}

    def home(path, seen=()):
        """The module that contains the item of a path."""
        for length in range(len(path), 0, -1):
            if path[:length] in folders:
                return path[:length]
            if path[:length] in passed_on and path[:length] not in seen:
                return home(passed_on[path[:length]] + path[length:], (*seen, path[:length]))
        return ()

    return {(module, home(path)) for module, paths in used.items() for path in paths}


def python(source):
    """Pairs of modules of a Python package; the first uses the second."""
    trees = {path.relative_to(source).with_suffix("").parts: ast.parse(path.read_text()) for path in sorted(source.rglob("*.py"))}
    trees = {parts[:-1] if parts[-1] == "__init__" else parts: (tree, parts[-1] == "__init__") for parts, tree in trees.items()}
    used, passed_on = defaultdict(set), {}
    for module, (tree, is_folder) in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] == source.name):
                up = node.level - is_folder if node.level else len(module)
                named = (node.module or "").split(".") if node.level else node.module.split(".")[1:]
                base = (*module[: len(module) - up], *filter(None, named))
                for alias in node.names:
                    used[module].add((*base, alias.name))
                    passed_on[*module, alias.asname or alias.name] = (*base, alias.name)

    def home(path, seen=()):
        if path in trees or not path:
            return path
        if path in passed_on and path not in seen:
            return home(passed_on[path], (*seen, path))
        return home(path[:-1], seen)

    return {(module, home(path)) for module, paths in used.items() for path in paths}


def typescript(source):
    """Pairs of files of the page; the first uses the second."""
    files = [path for path in sorted(source.rglob("*")) if path.suffix in (".ts", ".svelte")]
    pairs = set()
    for path in files:
        for name in IMPORT.findall(path.read_text()):
            to = (path.parent / name).resolve()
            for file in (to, to.with_name(f"{to.name}.ts"), to.with_name(f"{to.name}.svelte.ts"), to / "index.ts"):
                if file in files:
                    pairs.add((path.relative_to(source).parts, file.relative_to(source).parts))
    return pairs


def crates():
    """The folder of the source code of each crate."""
    targets = (target for package in members() for target in package["targets"])
    return sorted({Path(target["src_path"]).parent for target in targets if "bin" in target["kind"] or any("lib" in kind for kind in target["kind"])})


def circles(pairs):
    """Folders with the modules in them that use each other in a circle."""
    uses = defaultdict(lambda: defaultdict(set))
    for user, used in pairs:
        length = next((length for length, (a, b) in enumerate(zip(user, used)) if a != b), None)
        # A module and its folder are not side by side.
        if length is not None:
            uses[user[:length]][user[length]].add(used[length])

    def reached(graph, start):
        found, todo = set(), [start]
        while todo:
            new = graph.get(todo.pop(), set()) - found
            found |= new
            todo += new
        return found

    for folder, graph in sorted(uses.items()):
        reach = {module: reached(graph, module) for module in graph}
        in_circles = {tuple(sorted(other for other in reach if other in reach[module] and module in reach[other])) for module in reach if module in reach[module]}
        for circle in sorted(in_circles):
            yield folder, circle


def documented():
    """The rooms of each crate that has a table of them, in its order, each with the rooms that it uses."""
    text = (TOP / "docs/design.md").read_text()
    for folder, table in re.findall(r"^The rooms of `([^`]+)`:\n\n\| room .*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE):
        rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines())
        yield TOP / folder, {row[0].strip("`/"): set(re.findall(r"`(\w+)`", row[-1])) for row in rows}


def misplaced(source, rooms):
    """The errors in the rooms of a crate."""
    folders = {path.name for path in source.iterdir() if path.is_dir() and path.name not in ("tests", "snapshots")}
    if folders != set(rooms):
        yield f"its rooms are {', '.join(sorted(folders))}, and those of docs/design.md {', '.join(sorted(rooms))}"
    uses = {room: set() for room in rooms}
    for user, used in rust(source):
        if user and used and user[0] != used[0] and user[0] in rooms and used[0] in rooms:
            uses[user[0]].add(used[0])
    above = []
    for room, documented in rooms.items():
        if uses[room] != documented:
            yield f"{room} uses {', '.join(sorted(uses[room]))}; docs/design.md says {', '.join(sorted(documented))}"
        if below := documented - set(above):
            yield f"{room} uses {', '.join(sorted(below))}, which are not above it"
        above.append(room)


def main():
    sources = [(folder, rust) for folder in crates()] + [(TOP / "python/yahtzee", python), (TOP / "web/src", typescript)]
    found = {
        ((source.relative_to(TOP) / Path(*folder)).as_posix(), circle) for source, read in sources for folder, circle in circles(read(source))
    }
    for folder, circle in sorted(found):
        print(f"{folder}: {', '.join(circle)} use each other in a circle")
    tables = list(documented())
    wrong = [f"{source.relative_to(TOP)}: {what}" for source, rooms in tables for what in misplaced(source, rooms)]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    if found or wrong or not tables:
        sys.exit(1)
    print(f"no circles among modules, and rooms as documented in {len(tables)} crates")


if __name__ == "__main__":
    main()
