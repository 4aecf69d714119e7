#!/usr/bin/env python3
# Stays: quick.sh, deep.sh and the checks read the workspace by it.
"""Prints lists for the scripts: 'libraries', the names of the libraries for users; 'libraries-with-features', the ones with features; 'features', each crate
with each of its features; 'test-touched COMMIT', the test programs of the crates that differ from a commit after building them, and the program's tests of
all questions."""

import json
import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
# The build folder of cargo.
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", TOP / "target"))
# It is published for its program.
PROGRAM = "advisor-cli"
# Its tests that ask many questions of all kinds.
QUESTIONS = ["golden", "front_ends"]


def metadata(*options):
    """Cargo's description of the workspace and of the crates that it uses."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", *options]
    return json.loads(subprocess.run(command, cwd=TOP, check=True, capture_output=True).stdout)


def shipped(metadata, roots, build=True):
    """Ids of the crates compiled to build these, without crates for tests only; with `build` false also without crates of build scripts."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    left_out = {"dev"} if build else {"dev", "build"}
    found, todo = set(), list(roots)
    while todo:
        if (package := todo.pop()) not in found:
            found.add(package)
            kinds = ((dep["pkg"], {kind["kind"] for kind in dep["dep_kinds"]}) for dep in nodes[package]["deps"])
            todo += [dep for dep, of in kinds if not of <= left_out]
    return found


def members():
    return metadata("--no-deps")["packages"]


def libraries():
    """The packages of the workspace that are libraries for users, without those that are a part of another."""
    published = (package for package in members() if package["publish"] != [] and package["name"] != PROGRAM and "part" not in (package["metadata"] or {}))
    return [package for package in published if any("lib" in target["kind"] for target in package["targets"])]


def touched(commit):
    """The packages with files that differ from a commit, and the packages around their folders, which have tests of them. The manifest of the workspace
    concerns all."""
    git = ["git", "-C", str(TOP)]
    changed = subprocess.run([*git, "diff", "--name-only", commit], check=True, capture_output=True, text=True).stdout.split()
    changed += subprocess.run([*git, "ls-files", "--others", "--exclude-standard"], check=True, capture_output=True, text=True).stdout.split()
    packages = {package["name"]: package for package in members()}
    if {"Cargo.toml", "Cargo.lock"} & set(changed):
        return set(packages)
    folders = {name: Path(package["manifest_path"]).parent.relative_to(TOP) for name, package in packages.items()}

    def owner(path):
        """The innermost package around a file."""
        around = (name for name in folders if folders[name] in Path(path).parents)
        return max(around, key=lambda name: len(folders[name].parts), default=None)

    found = {owner(path) for path in changed} - {None}
    return found | {name for name in packages if any(folders[name] in folders[other].parents for other in found)}


def tests(packages):
    """Builds all tests, with the features that they have together, and lists the test programs of these packages, each with its folder and the names of its
    tests, none for all. The program's questions test the libraries once more."""
    command = ["cargo", "test", "--workspace", "--no-run", "--message-format", "json-render-diagnostics"]
    messages = subprocess.run(command, cwd=TOP, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    built = (message for message in map(json.loads, messages) if message["reason"] == "compiler-artifact" and message["executable"] and message["profile"]["test"])
    of = {package["id"]: package for package in members()}
    for message in built:
        package = of[message["package_id"]]
        questions = package["name"] == PROGRAM and message["target"]["name"] == "all" and packages
        if package["name"] in packages or questions:
            yield Path(package["manifest_path"]).parent, message["executable"], *([] if package["name"] in packages else QUESTIONS)


def main():
    match sys.argv[1:]:
        case ["test-touched", commit]:
            for program in tests(touched(commit)):
                print(*program)
        case ["libraries"]:
            print("\n".join(package["name"] for package in libraries()))
        case ["libraries-with-features"]:
            print("\n".join(package["name"] for package in libraries() if package["features"]))
        case ["features"]:
            pairs = ((package["name"], feature) for package in members() for feature in package["features"] if feature != "default")
            print("\n".join(" ".join(pair) for pair in sorted(pairs)))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
