#!/usr/bin/env python3
"""Keeps inputs found by fuzzing: scripts/keep-inputs.py TARGET FOLDER

Adds the files in the folder to fuzz/corpus/TARGET.txt, one per line, in the form of Rust's escape_ascii. The shortest come first, until the file has
20,000 bytes. From a folder with thousands of files let libFuzzer first select those that reach different code (-merge=1 -set_cover_merge=1).
"""

import sys
from pathlib import Path

CORPUS = Path(__file__).resolve().parent.parent / "fuzz/corpus"
MOST = 20_000
NAMED = {9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 39: "\\'", 92: "\\\\"}


def escaped(data):
    return "".join(NAMED.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}") for byte in data)


def main():
    target, folder = sys.argv[1:]
    path = CORPUS / f"{target}.txt"
    kept = path.read_text().splitlines() if path.exists() else []
    size = sum(len(line) + 1 for line in kept)
    for line in sorted({escaped(file.read_bytes()) for file in Path(folder).iterdir()} - set(kept), key=lambda line: (len(line), line)):
        size += len(line) + 1
        if size > MOST:
            break
        kept.append(line)
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in kept))
    print(f"{path.name}: {len(kept)} inputs")


if __name__ == "__main__":
    main()
