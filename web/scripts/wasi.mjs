#!/usr/bin/env -S node --no-warnings
// Runs a program for WASI: `wasi.mjs PROGRAM.wasm ARGUMENTS`. Cargo calls it for tests inside wasm.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [, , program, ...args] = process.argv;
const wasi = new WASI({ version: 'preview1', args: [program, ...args], env: process.env, preopens: { '/': '/' } });
const { instance } = await WebAssembly.instantiate(readFileSync(program), wasi.getImportObject());
// Skip the clean-up of Node 20, which may crash after a long run.
process.reallyExit(wasi.start(instance));
