#!/usr/bin/env python3
# Stays: the gate checks licences and doubled crates by it, without a network.
"""Checks the crates that the workspace uses against deny.toml, without a network: licences, and versions of one crate side by side.

It checks the same as `cargo deny check licenses bans`, for the used parts of deny.toml. It also checks that each exception has a reason, and that the
default build does not need it if the reason says "only with the feature". Exits with status 1 if it finds an error, or if an exception is no longer
needed. Advisories need a network: `cargo deny check advisories`. Needs Python 3.11 (for tomllib).
"""

import re
import subprocess
import sys
import tomllib
from collections import defaultdict

from workspace import TOP, metadata, shipped


def allowed(expression, names):
    """Whether these licences satisfy an SPDX expression: AND binds closer than OR, a slash is an old OR."""
    tokens = re.findall(r"[()]|[\w.+-]+(?: WITH [\w.-]+)?", expression.replace("/", " OR "))
    # Replace each licence by a truth value. The result is a Python expression.
    words = {"AND": "and", "OR": "or", "(": "(", ")": ")"}
    return eval(" ".join(words.get(token, str(token in names)) for token in tokens), {})  # noqa: S307


def wrong_licences(packages, rules):
    exceptions = {exception["crate"]: exception["allow"] for exception in rules.get("exceptions", [])}
    for package in packages:
        expression = package["license"]
        if expression and allowed(expression, rules["allow"]):
            if package["name"] in exceptions:
                yield f"{package['name']}: the exception for its licence is not needed"
        elif not expression or not allowed(expression, rules["allow"] + exceptions.get(package["name"], [])):
            yield f"{package['name']} {package['version']}: the licence {expression!r} is not allowed by deny.toml"
    for name in exceptions.keys() - {package["name"] for package in packages}:
        yield f"{name}: deny.toml has an exception for a crate that is not used"


def duplicates(packages, rules):
    skipped = {tuple(skip["crate"].split("@")) for skip in rules.get("skip", [])}
    versions, used = defaultdict(list), set()
    for package in packages:
        name, version = package["name"], package["version"]
        skip = next(((crate, start) for crate, start in skipped if crate == name and f"{version}.".startswith(f"{start}.")), None)
        versions[name].append((version, skip))
    for name, of in versions.items():
        if len(of) > 1:
            used |= {skip for _, skip in of if skip}
            if sum(skip is None for _, skip in of) > 1:
                yield f"{name}: several versions, {', '.join(sorted(version for version, _ in of))}; share one, or give a reason in deny.toml"
    for name, version in skipped - used:
        yield f"{name}@{version}: deny.toml skips a version that stands beside no other"


def reasons(text, rules):
    """Each exception with its reason: a crate with its version, if one is named. An exception for a licence has its reason in a comment."""
    for skip in rules["bans"].get("skip", []):
        yield skip["crate"], skip.get("reason")
    for advisory in rules["advisories"].get("ignore", []):
        # The reason begins with the crate.
        yield advisory.get("reason", advisory["id"]).split()[0], advisory.get("reason")
    for exception in text.split("[[licenses.exceptions]]")[1:]:
        comment = "".join(line for line in exception.splitlines() if line.startswith("#"))
        yield re.search(r'^crate = "(.*)"', exception, re.MULTILINE)[1], comment


def wrong_reasons(exceptions, packages, in_default_build):
    for crate, reason in exceptions:
        name, _, version = crate.partition("@")
        of = {(name, package["version"]) for package in packages if package["name"] == name}
        # A second version may be the only one in the default build.
        most = 1 if version else 0
        if not reason:
            yield f"{crate}: deny.toml gives no reason for its exception"
        elif not of:
            yield f"{crate}: deny.toml has an exception for a crate that is not used"
        elif "nly with the feature" in reason and len(of & in_default_build) > most:
            yield f"{crate}: needed in the default build, though deny.toml says '{reason}'"


def default_build():
    """The names and versions of the crates in the default build. Other members of the workspace enable features that it does not have."""
    command = ["cargo", "tree", "--locked", "--edges", "normal,build", "--target", "all", "--prefix", "none", "--format", "{p}"]
    lines = subprocess.run(command, cwd=TOP, check=True, capture_output=True, text=True).stdout.splitlines()
    return {(name, version.removeprefix("v")) for name, version, *_ in (line.split() for line in lines if line)}


def main():
    text = (TOP / "deny.toml").read_text()
    rules = tomllib.loads(text)
    everything = metadata("--all-features")
    packages = [package for package in everything["packages"] if package["source"]]
    in_build = shipped(everything, everything["workspace_members"])
    wrong = [
        *wrong_licences(packages, rules["licenses"]),
        *duplicates([package for package in packages if package["id"] in in_build], rules["bans"]),
        *wrong_reasons(reasons(text, rules), packages, default_build()),
    ]
    print("\n".join(wrong) if wrong else f"{len(packages)} crates, {len(in_build)} of them not only for tests: licences and versions are right")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
