#!/usr/bin/env python3
"""Prints lists for the gate: 'libraries', the names of the libraries for users; 'libraries-with-features', the ones with features; 'features', each crate
with each of its features."""

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


def main():
    match sys.argv[1:]:
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
