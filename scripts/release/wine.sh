#!/usr/bin/env bash
# Stays: try-binary.sh runs the program for Windows by it.
# Runs a Windows program under Wine: scripts/release/wine.sh PROGRAM.exe [ARGUMENT...]. Needs wine64, and gcc-mingw-w64-x86-64 the first time. Wine before
# version 9 lacks bcryptprimitives.dll, from which Rust takes random numbers, so a small one is put beside the program.
set -euo pipefail
program=$1
shift
folder=$(dirname "$program")
export WINEDEBUG=${WINEDEBUG:--all} WINEPREFIX=${WINEPREFIX:-$HOME/.cache/yahtzee-wine}
if [[ ! -f $folder/bcryptprimitives.dll ]]; then
    source=$(mktemp --suffix=.c)
    trap 'rm -f "$source"' EXIT
    cat >"$source" <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return RtlGenRandom(data, (ULONG)length); }
C
    x86_64-w64-mingw32-gcc -shared -O1 -o "$folder/bcryptprimitives.dll" "$source" -ladvapi32
fi
wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
"$wine" "$program" "$@"
