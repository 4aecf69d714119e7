#!/usr/bin/env python3
# Stays: the gate checks versions and addresses by it, and the workflows read them from it.
"""Checks the requirements of a release, without a network and without a build: the addresses and the version are only in Cargo.toml; the published crates
have the fields that a registry needs and depend on published crates only; and all licences are the same. Exits with status 1 if it finds an
error.

With --print KEY it prints one value of Cargo.toml, for scripts: version, repository, homepage, rust-version. Needs Python 3.11 (for tomllib).
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from workspace import TOP, members

# The limit of crates.io.
MOST_KEYWORDS = 5
LONGEST_KEYWORD = 20
FIELDS = ("description", "license", "repository", "homepage", "readme", "keywords", "categories", "rust_version")


def manifest():
    return tomllib.loads((TOP / "Cargo.toml").read_text())["workspace"]


def tracked():
    """The text files of the repository, with their text."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, check=True, capture_output=True, text=True).stdout.split("\0")
    for name in filter(None, names):
        path = TOP / name
        if path.is_file() and not path.is_symlink():
            try:
                yield name, path.read_text()
            except UnicodeDecodeError:
                continue


def repeated_addresses(package):
    addresses = {re.sub(r"^https?://(www\.)?", "", package[key]).rstrip("/") for key in ("repository", "homepage")}
    for name, text in tracked():
        if name != "Cargo.toml":
            yield from (f"{name}: repeats the address {address}, which Cargo.toml has" for address in sorted(addresses) if address in text)


def wrong_versions(workspace):
    version = workspace["package"]["version"]
    for name, dependency in workspace["dependencies"].items():
        if isinstance(dependency, dict) and "path" in dependency and dependency.get("version") != version:
            yield f"Cargo.toml: {name} has the version {dependency.get('version')}, the workspace {version}"
    cited = re.search(r"^version: (.*)$", (TOP / "CITATION.cff").read_text(), re.MULTILINE)[1]
    if cited != version:
        yield f"CITATION.cff: the version is {cited}, in Cargo.toml {version}"
    # These have no version of their own.
    for name, pattern in (("web/package.json", r'^  "version"'), ("python/pyproject.toml", r"^version")):
        if re.search(pattern, (TOP / name).read_text(), re.MULTILINE):
            yield f"{name}: has a version of its own; that of Cargo.toml is taken"


def wrong_crates(packages):
    # `publish` is an empty list if a crate is not for a registry.
    published = {package["name"]: package for package in packages if package["publish"] != []}
    for name, package in published.items():
        yield from (f"{name}: Cargo.toml lacks '{field}'" for field in FIELDS if not package.get(field))
        wrong = [word for word in package["keywords"] if len(word) > LONGEST_KEYWORD or not re.fullmatch(r"[a-zA-Z0-9][\w+-]*", word)]
        if wrong or len(package["keywords"]) > MOST_KEYWORDS:
            yield f"{name}: a registry takes {MOST_KEYWORDS} keywords of {LONGEST_KEYWORD} letters: {package['keywords']}"
        for dependency in package["dependencies"]:
            inside = dependency.get("path") and dependency["kind"] != "dev"
            if inside and (dependency["name"] not in published or dependency["req"] == "*"):
                yield f"{name}: depends on {dependency['name']}, which is not published or has no version"
        folder = Path(package["manifest_path"]).parent
        if (folder / "README.md").read_text().count("](.."):
            yield f"{name}: its README links to files that are not in the package"
        yield from wrong_licences(folder)


def wrong_licences(folder):
    if (folder / "LICENSE").read_text() != (TOP / "LICENSE").read_text():
        yield f"{folder.name}/LICENSE: not the licence of the project"


def main():
    workspace = manifest()
    match sys.argv[1:]:
        case ["--print", key]:
            print(workspace["package"][key])
            return
        case []:
            pass
        case _:
            sys.exit(__doc__)
    wrong = [
        *repeated_addresses(workspace["package"]),
        *wrong_versions(workspace),
        *wrong_crates(members()),
        *wrong_licences(TOP / "python"),
    ]
    print("\n".join(wrong) if wrong else f"version {workspace['package']['version']}: the addresses, versions, crates and licences are right")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
