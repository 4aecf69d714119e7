// The texts of the engine, from its source, as types, so that a language without one of them fails the build: the names of its phrases, its errors
// about written text, and the notes of the built-in rules.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const NOTES = /^notes = \[\n(.*?)^\]/ms;
const NOTE = /^ {4}(".*"),$/gm;
const STRING = String.raw`"((?:[^"\\]|\\.)*)"`;
const PHRASE = new RegExp(String.raw`\bsay!\(\s*${STRING}`, 'gs');
// The types of errors, with the pieces of their messages.
const ERROR_TYPES = [/#\[error\(.*?\)\]\n/gs, new RegExp(STRING, 'gs')];
const PIECES = [/^.*$/gs, new RegExp(STRING, 'gs')];
// Messages without a type, and the names of fields.
const MESSAGES = [/^.*$/gs, new RegExp(String.raw`(?:(?<=[(>|{;]\s*)format!\(|format_args!\(|\b(?:Err|ok_or)\(|\bnew\((?:AskField::)?\w+,|AskField::\w+ =>)\s*${STRING}`, 'gs')];

const ERRORS = [
  ['solver/rules/src/error.rs', PIECES],
  ['solver/src/advise/goal.rs', ERROR_TYPES],
  ...['dice', 'game', 'printable.rs', 'rules/error.rs'].map((path) => [`solver/rules/src/${path}`, ERROR_TYPES]),
  ['dialogue/src/ask/error.rs', ERROR_TYPES],
  ...['ask/card.rs', 'ask/dice.rs', 'ask/error.rs', 'ask/mod.rs', 'ask/objective.rs', 'ask/chosen.rs', 'ask/objective_text.rs', 'session/played.rs', 'session/saved.rs'].map((path) => [`dialogue/src/${path}`, MESSAGES]),
];

/** The Rust code below a path, one text per file, without comments and tests. */
function codeBelow(path) {
  const files = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).map((name) => `${path}/${name}`) : [path];
  const code = files.filter((name) => name.endsWith('.rs') && !/tests\.rs$|\/tests\//.test(name)).map((name) => readFileSync(name, 'utf8'));
  // Tests come last in a file.
  return code.map((text) => text.split('#[cfg(test)]\nmod tests')[0].replace(/^\s*\/\/.*$/gm, ''));
}

const strings = (text, pattern) => [...text.matchAll(pattern)].map(([, string]) => JSON.parse(`"${string.replace(/\\\n\s*/g, '').replace(/\\'/g, "'")}"`));

/** A message with `{}` for each part; none if it has no word, or is a line of a file. */
function inParts(message) {
  const parts = message.replace(/\{[^{}]*\}/g, '{}');
  return parts === '{}: {}' || /^(?!#!|' ).*[a-z]{2}/s.test(parts) ? [parts] : [];
}

const type = (name, texts) => `export type ${name} =\n${[...new Set(texts)].sort().map((text) => `  | ${JSON.stringify(text)}`).join('\n')};\n`;

/** Writes the types to `file`, from the project in the folder `top`. */
export function writePhrases(top, file) {
  const phrases = ['dialogue/src', 'web/engine/src'].flatMap((path) => codeBelow(`${top}/${path}`)).flatMap((code) => strings(code, PHRASE));
  const errors = ERRORS.flatMap(([path, [place, string]]) =>
    codeBelow(`${top}/${path}`).flatMap((code) => [...code.matchAll(place)].flatMap(([text]) => strings(text, string))),
  ).flatMap(inParts);
  const rules = readdirSync(`${top}/solver/rules/rules`).filter((name) => name.endsWith('.toml')).map((name) => readFileSync(`${top}/solver/rules/rules/${name}`, 'utf8'));
  const notes = rules.flatMap((text) => [...(NOTES.exec(text)?.[1] ?? '').matchAll(NOTE)].map(([, note]) => JSON.parse(note)));
  writeFileSync(file, type('Phrase', phrases) + type('Fault', errors) + type('Note', notes));
}
