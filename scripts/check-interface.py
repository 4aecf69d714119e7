#!/usr/bin/env python3
"""Compares the public interface of each library of the workspace with its interface.txt, so that every change of it is noticed.

Reads the pages of `cargo doc --workspace --no-deps --all-features`: items, methods, fields and variants with their signatures, and implemented traits.
With --record, writes the interface.txt of each library.
"""

import argparse
import difflib
import re
import sys
from html import unescape
from pathlib import Path

from workspace import TARGET, libraries

DOC = TARGET / "doc"
# The parts of a page, with their names.
PART = re.compile(r'<h2 id="([^"]*)"')
# Parts about other items: traits implemented for all types, methods available through Deref, types that implement a trait.
OTHERS = ("synthetic-implementations", "blanket-implementations", "deref-methods", "implementors", "foreign-impls")
DECLARED = re.compile(r'<pre class="rust item-decl"><code>(.*?)</code></pre>', re.DOTALL)
FIELD = re.compile(r'id="(?:structfield|variant\.\w+\.field)\.\w+" class="[^"]*"><a [^>]*>§</a><code>(.*?)</code>', re.DOTALL)
MEMBER = re.compile(
    r'id="(variant|method|tymethod|associatedconstant|associatedtype)\.\w+" class="[^"]*">.*?<h[34] class="code-header">(.*?)</h[34]>', re.DOTALL
)
IMPLEMENTED = re.compile(r'id="impl-[^"]*" class="impl">.*?<h3 class="code-header">(.*?)</h3>', re.DOTALL)


def plain(html):
    """The text of a piece of a page, in one line. The sign is a link to notes on a type."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", "", re.sub(r"<(?=/?div)", " <", html))).replace("ⓘ", "")).strip()


def members(kind, page):
    """The lines for an item and its members, without its name."""
    declared = plain(DECLARED.search(page)[1])
    # The page lists the members of these one by one.
    yield declared.split("{")[0].strip() if kind in ("struct", "enum", "union", "trait") else declared
    parts = PART.split(page)
    for name, part in [("", parts[0]), *zip(parts[1::2], parts[2::2])]:
        if name == "trait-implementations":
            # The other trait is a part of derive(PartialEq).
            yield from (line for line in map(plain, IMPLEMENTED.findall(part)) if "StructuralPartialEq" not in line)
        elif not name.startswith(OTHERS):
            yield from (f"field {plain(field)}" for field in FIELD.findall(part))
            yield from (f"variant {plain(text)}" if kind == "variant" else plain(text) for kind, text in MEMBER.findall(part))


def interface(library):
    """The exported items of a library and their members, one in each line."""
    (name,) = (target["name"] for target in library["targets"] if "lib" in target["kind"])
    root = DOC / name.replace("-", "_")
    lines = set()
    for link, name in re.findall(r'<li><a href="([^"]+)">([^<]+)</a></li>', (root / "all.html").read_text()):
        kind = link.rpartition("/")[2].partition(".")[0]
        lines |= {f"{name}: {member}" for member in members(kind, (root / link).read_text())}
    assert lines, f"{root} lists no items"
    return sorted(lines)


def main():
    parser = argparse.ArgumentParser(description="Compares the interfaces of the libraries with their interface.txt.")
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
            print(f"{library['name']}: the interface has changed; if it should: scripts/check-interface.py --record", *changes, sep="\n")
            differ = True
        else:
            print(f"{library['name']}: {len(lines)} lines of interface, as recorded")
    sys.exit(differ)


if __name__ == "__main__":
    main()
