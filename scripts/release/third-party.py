#!/usr/bin/env python3
# Stays: the archives must contain the licences; binary.sh calls it.
"""Prints the licences of the crates in the programs: scripts/release/third-party.py TARGET FEATURES. Texts shared by several crates appear once."""

import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from workspace import metadata, shipped

NAMES = ("license", "licence", "copying", "notice", "ofl", "ufl")


def texts(folder):
    """The texts of the licences in a crate, without licences of files for its tests."""
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.name.lower().startswith(NAMES):
            yield path.read_text(errors="replace").strip()


def main():
    target, features = sys.argv[1:]
    found = metadata("--filter-platform", target, "--features", ",".join(f"advisor-cli/{feature}" for feature in features.split(",")))
    programs = [package["id"] for package in found["packages"] if package["name"] in ("advisor-cli", "yahtzee-proofs")]
    ids = shipped(found, programs, build=False)
    packages = sorted((package for package in found["packages"] if package["id"] in ids and package["source"]), key=lambda package: package["name"])
    crates, of_text = [f"{package['name']} {package['version']}: {package['license']}" for package in packages], defaultdict(list)
    for package in packages:
        for text in texts(Path(package["manifest_path"]).parent):
            of_text[text].append(f"{package['name']} {package['version']}")
    print("The programs contain these crates:\n\n" + "\n".join(f"- {crate}" for crate in crates))
    for text, names in of_text.items():
        print(f"\n{'=' * 100}\n{', '.join(names)}\n{'=' * 100}\n\n{text}")


if __name__ == "__main__":
    main()
