#!/usr/bin/env python3
# Stays: docs/trust.md has its figures about killed programs from here; deep.sh runs it.
"""Kills the program while it saves a game, writes a table or adds to a history, and checks that the file is whole afterwards.

scripts/kills.py [N]: N kills of each kind (200), each at a random moment within a few milliseconds of the first sign of a write. The program is the one
named by YAHTZEE, or target/release/yahtzee. A saved game is whole if `review` reads it and its checksum is right; a table is whole if `table info`
reads it; either may be absent if it was absent before. A history may lose the lines being added, but no earlier ones. Then N signals of each kind that the
program handles (INT, TERM and HUP), while a log, an export or a lock is written: they leave no temporary file and no lock. Exits with status 1 if any
file was damaged or left by a signal. Only for Unix.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from workspace import TARGET, TOP

YAHTZEE = os.environ.get("YAHTZEE", TARGET / "release/yahtzee")
GAME = "#! yahtzee play 1\n#! dice: seed 1\n#! player: ann\nrules: hasbro\n#! end\n"


def run(*args):
    return subprocess.run([YAHTZEE, *args], capture_output=True, text=True, check=False)


def temporary(folder):
    """Whether a file in this folder is being written."""
    return any(name.endswith(".tmp") for name in os.listdir(folder))


def sweep(folder):
    """Removes the leftovers of killed programs. Returns the number of files."""
    left = [path for path in folder.iterdir() if path.name.endswith(".tmp")]
    for path in left:
        path.unlink()
    return len(left)


def kill_while_writing(process, folder, longest):
    """Kills at a random time, soon after a write has begun."""
    while process.poll() is None and not temporary(folder):
        time.sleep(0.0001)
    time.sleep(random.uniform(0, longest))
    process.kill()
    process.wait()


def of_saves(folder, tables, count):
    """Kills while a game is saved: it makes and takes back moves without end, so that it saves again and again."""
    file = folder / "game.txt"
    file.write_text(GAME)
    damaged = left = 0
    play = [YAHTZEE, "play", "--plain", "--resume", "--save", file, "--tables", tables]
    # Creates the tables.
    subprocess.run(play, input=b"quit\n", stdout=subprocess.DEVNULL, check=True)
    for _ in range(count):
        process = subprocess.Popen(play, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        os.set_blocking(process.stdin.fileno(), False)
        os.write(process.stdin.fileno(), b"\n\n<\n" * 2000)
        kill_while_writing(process, folder, 0.002)
        left += sweep(folder)
        review = run("review", file, "--json", "--tables", tables)
        whole = review.returncode == 0 and "edited" not in json.loads(review.stdout)
        if not whole:
            damaged += 1
            print(f"{file} is damaged: {review.stderr}")
    return damaged, left


def of_tables(folder, count):
    """Kills while a table is written, with and without an existing one."""
    damaged = left = 0
    for number in range(count):
        if number % 2 == 0:
            for path in folder.glob("*.yzt"):
                path.unlink()
        process = subprocess.Popen([YAHTZEE, "solve", "--tables", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        kill_while_writing(process, folder, 0.02)
        left += sweep(folder)
        for path in folder.glob("*.yzt"):
            info = run("table", "info", path)
            if info.returncode != 0:
                damaged += 1
                print(f"{path} is damaged: {info.stderr}")
    return damaged, left


def of_histories(folder, tables, count):
    """Kills while answers of quizzes are added to a history, one after the other."""
    file = folder / "history.jsonl"
    damaged = torn = 0
    known = []
    for number in range(count):
        quiz = [YAHTZEE, "quiz", "--seed", str(number), "-n", "1000", "--history", file, "--tables", tables]
        process = subprocess.Popen(quiz, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        os.set_blocking(process.stdin.fileno(), False)
        os.write(process.stdin.fileno(), b"none\nskip\n" * 1000)
        size = file.stat().st_size if file.exists() else 0
        while process.poll() is None and (file.stat().st_size if file.exists() else 0) == size:
            time.sleep(0.0001)
        time.sleep(random.uniform(0, 0.02))
        process.kill()
        process.wait()
        text = file.read_text() if file.exists() else ""
        torn += not text.endswith("\n")
        lines = text.split("\n")[:-1]
        kept = [line for line in lines if is_json(line)]
        if kept[: len(known)] != known:
            damaged += 1
            print(f"{file} lost lines")
        known = kept
    return damaged, torn


def of_signals(folder, tables, count):
    """Signals soon after a temporary file or a lock has come. Returns the number of files that were left."""
    game, history, known = folder / "game.txt", folder / "history.jsonl", {"game.txt", "history.jsonl"}
    game.write_text(GAME)
    history.write_bytes((TOP / "docs/example-history.jsonl").read_bytes())
    commands = [
        ["simulate", "--rules", "yacht", "--player", "greedy", "-n", "1000000", "--log", folder / "log.jsonl"],
        ["progress", "--history", history, "--export", folder / "export.jsonl"],
        ["play", "--plain", "--resume", "--save", game, "--history", history],
    ]
    left = 0
    for number in range(count):
        for kind in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            command = [YAHTZEE, *commands[number % len(commands)], "--tables", tables]
            # Under nohup the program would ignore SIGHUP.
            reset = lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL)
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=reset)
            while process.poll() is None and set(os.listdir(folder)) <= known:
                time.sleep(0.0001)
            time.sleep(random.choice([0, random.uniform(0, 0.001)]))
            process.send_signal(kind)
            process.communicate()
            for name in set(os.listdir(folder)) - known:
                if name.startswith("."):
                    left += 1
                    print(f"{kind.name} left {name} of {command[1]}")
                (folder / name).unlink()
    return left


def is_json(line):
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        folders = [Path(folder, name) for name in ("tables", "games", "killed", "histories", "signals")]
        for of_kind in folders:
            of_kind.mkdir()
        results = {"saves": of_saves(folders[1], folders[0], count), "tables": of_tables(folders[2], count)}
        results["histories"] = of_histories(folders[3], folders[0], count)
        left_by_signals = of_signals(folders[4], folders[0], count)
    for kind, (damaged, left) in results.items():
        what = "torn last line" if kind == "histories" else "temporary file"
        print(f"{kind}: {count} kills, {damaged} damaged; {left} left a {what}")
    print(f"signals: {count} of each kind, {left_by_signals} files left")
    sys.exit(bool(left_by_signals) or any(damaged for damaged, _ in results.values()))


if __name__ == "__main__":
    main()
