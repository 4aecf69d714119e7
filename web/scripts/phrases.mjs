// The names of all phrases that the engine can say: a type, so that a language without one of them fails the build.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const PHRASE = /\bsay!\(\s*"((?:[^"\\]|\\.)*)"/g;

/** Writes the phrases in the Rust files below `folders` as a TypeScript type. */
export function writePhrases(folders, file) {
  const sources = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`)).filter((name) => name.endsWith('.rs'));
  // Tests say phrases too, and come last in a file.
  const code = sources.map((name) => readFileSync(name, 'utf8').split('#[cfg(test)]\nmod tests')[0].replace(/^\s*\/\/.*$/gm, ''));
  const phrases = [...new Set(code.flatMap((text) => [...text.matchAll(PHRASE)].map(([, phrase]) => JSON.parse(`"${phrase}"`))))].sort();
  writeFileSync(file, `export type Phrase =\n${phrases.map((phrase) => `  | ${JSON.stringify(phrase)}`).join('\n')};\n`);
}
