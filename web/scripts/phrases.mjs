// The names of all phrases that the engine can say, and the notes of the built-in rules: types, so that a language without one of them fails the build.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const NOTES = /^notes = \[\n(.*?)^\]/ms;
const NOTE = /^ {4}(".*"),$/gm;
const PHRASE = /\bsay!\(\s*"((?:[^"\\]|\\.)*)"/g;

const type = (name, texts) => `export type ${name} =\n${[...new Set(texts)].sort().map((text) => `  | ${JSON.stringify(text)}`).join('\n')};\n`;

/** Writes the phrases in the Rust files below `folders`, and the notes of the rules, as TypeScript types. */
export function writePhrases(folders, rules, file) {
  const sources = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`)).filter((name) => name.endsWith('.rs'));
  // Tests say phrases too, and come last in a file.
  const code = sources.map((name) => readFileSync(name, 'utf8').split('#[cfg(test)]\nmod tests')[0].replace(/^\s*\/\/.*$/gm, ''));
  const phrases = code.flatMap((text) => [...text.matchAll(PHRASE)].map(([, phrase]) => JSON.parse(`"${phrase}"`)));
  const sets = readdirSync(rules).filter((name) => name.endsWith('.toml')).map((name) => readFileSync(`${rules}/${name}`, 'utf8'));
  const notes = sets.flatMap((text) => [...(NOTES.exec(text)?.[1] ?? '').matchAll(NOTE)].map(([, note]) => JSON.parse(note)));
  writeFileSync(file, type('Phrase', phrases) + type('Note', notes));
}
