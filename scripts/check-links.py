#!/usr/bin/env python3
"""Checks the internal links of a site: scripts/check-links.py FOLDER. Each leads to a file, and its fragment to an element with that id. Pages with their
own scripts (page/) are checked for files only. Exits with status 1 if a link is dead."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value and tag != "base":
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.ids.add(value)


def main():
    (folder,) = (Path(argument).resolve() for argument in sys.argv[1:])
    # The page for missing pages has links from the root of a host; print.html is all pages in one.
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html")) if path.name not in ("404.html", "print.html", "toc.html")}
    dead, checked = [], 0
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            to = to / "index.html" if to.is_dir() else to
            checked += 1
            if not to.is_relative_to(folder) or not to.is_file():
                dead.append(f"{path.relative_to(folder)}: {link}")
            elif parts.fragment and to in pages and "page" not in to.relative_to(folder).parts and unquote(parts.fragment) not in pages[to].ids:
                dead.append(f"{path.relative_to(folder)}: {link}: no such part")
    print("\n".join(sorted(set(dead))) or f"{checked} links on {len(pages)} pages lead somewhere")
    sys.exit(bool(dead))


if __name__ == "__main__":
    main()
