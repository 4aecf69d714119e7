// The page answers 1,000 random positions exactly as the program does.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { program, tables, test, visit } from './page';

const top = fileURLToPath(new URL('../..', import.meta.url));
const [COUNT, DAYS] = process.env.DEEP ? [1000, 30] : [250, 10];

/** Pseudo-random numbers from a seed, so that a failure can be repeated. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

type Category = { name: string; possible: number[] };
type Card = Record<string, number>;
type Position = { id: number; dice: number[]; rerolls_left: number; card: Card };
type Option = { kind: string; hold?: number[]; category?: string; points?: number; bonus?: number; expected_final: number; loss: number };

function positions(categories: Category[], dice: number, rolls: number, seed: number): Position[] {
  const random = numbers(seed);
  const below = (count: number): number => Math.floor(random.next().value! * count);
  return Array.from({ length: COUNT }, (_, id) => {
    const open = below(categories.length);
    const card: Card = {};
    categories.forEach(({ name, possible }, index) => {
      if (index !== open && below(2) === 0) {
        card[name] = possible[below(possible.length)]!;
      }
    });
    return { id, dice: Array.from({ length: dice }, () => below(6) + 1), rerolls_left: below(rolls), card };
  });
}

/** The question in the form of the page. */
const asked = ({ dice, rerolls_left, card }: Position) => ({
  dice: dice.join(''),
  rerolls_left,
  card: Object.entries(card)
    .map(([name, points]) => `${name}=${points}`)
    .join(' '),
});

/** An option without its words and its risk. Two numbers are equal only if all digits are. */
const plain = ({ kind, hold, category, points, bonus, expected_final, loss }: Option): Option => ({ kind, hold, category, points, bonus, expected_final, loss });

/** An engine in a separate worker, which answers `ask` in the page. */
async function solve(page: Page, rules: string): Promise<unknown> {
  await visit(page, 'rules', '.sets');
  const assets = readdirSync(`${top}web/dist/site/assets`);
  const worker = assets.find((name) => name.startsWith('worker.'))!;
  const wasm = assets.find((name) => /engine_first.*\.wasm$/.test(name))!;
  return page.evaluate(
    async ([worker, wasm, rules]) => {
      const engine = new Worker(`assets/${worker}`);
      const waiting = new Map<number, (value: unknown) => void>();
      let next = 0;
      engine.onmessage = ({ data }) => waiting.get(data.id)?.(data.value ?? data.message);
      engine.postMessage({ kind: 'load', module: await WebAssembly.compileStreaming(fetch(`assets/${wasm}`)) });
      const ask = (request: object) =>
        new Promise<unknown>((resolve) => {
          waiting.set(next, resolve);
          engine.postMessage({ ...request, id: next++ });
        });
      (window as unknown as Engine).ask = ask;
      return ask({ kind: 'call', name: 'solve', args: [rules] });
    },
    [worker, wasm, rules] as const,
  );
}

type Engine = { ask: (request: object) => Promise<unknown> };

// One after another: the program solves the rules once.
test.describe.configure({ mode: 'default' });
test.use({ solves: true });

for (const rules of ['hasbro', 'yatzy']) {
  test(`${COUNT} random positions of ${rules} are answered as by the program`, { tag: '@once' }, async ({ page }, info) => {
    type Rules = { categories: Category[]; dice: number; rolls: number };
    const solved = (await solve(page, rules)) as Rules;
    const questions = positions(solved.categories, solved.dice, solved.rolls, rules.length);
    const ours = (await page.evaluate(async (questions) => {
      const answers: unknown[] = [];
      for (const question of questions) {
        answers.push(await (window as unknown as Engine).ask({ kind: 'call', name: 'advise', args: [question] }));
      }
      return answers;
    }, questions.map(asked))) as ({ options: Option[] } | string)[];
    const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
    const out = execFileSync(program, ['advise', '--stdin', '--rules', rules, '--tables', tables(info)], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
    const theirs = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { options?: Option[]; error?: string });
    expect(ours).toHaveLength(theirs.length);
    let answered = 0;
    ours.forEach((answer, index) => {
      const { options, error } = theirs[index]!;
      if (typeof answer === 'string') {
        // An impossible card.
        expect(error).toBeTruthy();
        return;
      }
      expect(answer.options.map(plain)).toEqual(options!.map(plain));
      answered += 1;
    });
    expect(answered).toBeGreaterThan(COUNT / 2);
  });
}

test(`the ten of ${DAYS} days are those of the program`, { tag: '@once' }, async ({ page }, info) => {
  await solve(page, 'hasbro');
  const days = Array.from({ length: DAYS }, (_, day) => 20261101 + day);
  type Puzzle = { dice: number[]; rerolls_left: number; scorecard: { text: string } };
  const ours = (await page.evaluate(async (days) => {
    const tens: unknown[] = [];
    for (const day of days) {
      tens.push(await (window as unknown as Engine).ask({ kind: 'call', name: 'dailyTen', args: [day] }));
    }
    return tens;
  }, days)) as Puzzle[][];
  days.forEach((day, at) => {
    const out = execFileSync(program, ['quiz', '--daily', String(day), '--json', '--tables', tables(info)], { encoding: 'utf8' });
    type Theirs = { dice: number[]; rerolls_left: number; card: Record<string, number> };
    const theirs = out.trim().split('\n').map((line) => JSON.parse(line) as Theirs);
    const cardOf = (card: Record<string, number>) => Object.fromEntries(Object.entries(card).filter(([name, points]) => name !== 'extra' || points > 0));
    const read = (text: string) => Object.fromEntries(text.split(' ').filter((entry) => entry !== '').map((entry) => [entry.split('=')[0], Number(entry.split('=')[1])]));
    expect(ours[at]!.map(({ dice, rerolls_left, scorecard }) => ({ dice, rerolls_left, card: read(scorecard.text) })), String(day)).toEqual(
      theirs.map(({ dice, rerolls_left, card }) => ({ dice, rerolls_left, card: cardOf(card) })),
    );
  });
});
