#!/usr/bin/env -S node --no-warnings
// Runs a program for WASI: `wasi.mjs PROGRAM.wasm ARGUMENTS`. Cargo calls it for tests inside wasm.
import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const [, script, program, ...args] = process.argv;

async function run() {
  const wasi = new WASI({ version: 'preview1', args: [program, ...args], env: process.env, preopens: { '/': '/' }, returnOnExit: true });
  const { instance } = await WebAssembly.instantiate(readFileSync(program), wasi.getImportObject());
  process.send(wasi.start(instance));
  // It does not end by itself.
  setInterval(() => {}, 1000);
}

// The program runs in a process of its own, which is killed once the program has ended: Node 20 may crash in its clean-up after a long run.
if (process.send) {
  await run();
} else {
  const child = fork(script, [program, ...args], { execArgv: ['--no-warnings'] });
  child.on('message', (code) => {
    child.kill('SIGKILL');
    process.exit(code);
  });
  child.on('exit', (code, signal) => {
    console.error(`${program} ended before its tests were done (${signal ?? `status ${code}`})`);
    process.exit(1);
  });
}
