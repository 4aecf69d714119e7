#!/usr/bin/env python3
"""Compares the exported names of each library of the workspace with its interface.txt, so that every change of the interface is noticed.

Reads the pages of `cargo doc --workspace --no-deps --all-features`: items, methods, fields, variants and implemented traits. With --record,
writes the interface.txt of each library.
"""

import argparse
import difflib
import os
import re
import sys
from pathlib import Path

from workspace import TOP, libraries

DOC = Path(os.environ.get("CARGO_TARGET_DIR", TOP / "target")) / "doc"
# Parts of a page about other crates: traits implemented for all types, and methods available through Deref.
OTHERS = re.compile(r'id="(?:synthetic-implementations|blanket-implementations|deref-methods-[^"]*)"')
MEMBER = re.compile(r'id="(structfield|variant|method|tymethod|associatedconstant|associatedtype)\.(\w+)"')
KIND = {"structfield": "field", "tymethod": "method", "associatedconstant": "const", "associatedtype": "type"}


def members(page):
    """The lines for the members on the page of an item, without its name."""
    own, _, traits = OTHERS.split(page)[0].partition('id="trait-implementations"')
    for kind, name in MEMBER.findall(own.partition('id="implementors"')[0]):
        yield f"{KIND.get(kind, kind)} {name}"
    for name in re.findall(r'id="impl-([\w%+-]+?)-for-', traits):
        # A part of derive(PartialEq).
        if name != "StructuralPartialEq":
            yield f"impl {re.sub(r'%[0-9A-F]{2}', ' ', name)}".rstrip()


def interface(library):
    """The exported names of a library, one in each line."""
    (name,) = (target["name"] for target in library["targets"] if "lib" in target["kind"])
    root = DOC / name.replace("-", "_")
    lines = set()
    for link, name in re.findall(r'<li><a href="([^"]+)">([^<]+)</a></li>', (root / "all.html").read_text()):
        kind = link.rpartition("/")[2].partition(".")[0]
        lines.add(f"{name}: {kind}")
        lines |= {f"{name}: {member}" for member in members((root / link).read_text())}
    assert lines, f"{root} lists no items"
    return sorted(lines)


def main():
    parser = argparse.ArgumentParser(description="Compares the exported names of the libraries with their interface.txt.")
    parser.add_argument("--record", action="store_true", help="write them instead")
    options = parser.parse_args()
    differ = False
    for library in libraries():
        lines, file = interface(library), Path(library["manifest_path"]).with_name("interface.txt")
        if options.record:
            file.write_text("\n".join(lines) + "\n")
            continue
        recorded = file.read_text().splitlines() if file.exists() else []
        if changes := list(difflib.unified_diff(recorded, lines, n=0, lineterm=""))[2:]:
            print(f"{library['name']}: exported names have changed; if they should: scripts/check-interface.py --record", *changes, sep="\n")
            differ = True
        else:
            print(f"{library['name']}: {len(lines)} exported names, as recorded")
    sys.exit(differ)


if __name__ == "__main__":
    main()
