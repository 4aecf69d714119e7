// The page answers 1,000 random positions exactly as the program does.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { visit } from './page';

const top = fileURLToPath(new URL('../..', import.meta.url));
const built = ['release', 'debug'].map((profile) => `${process.env.CARGO_TARGET_DIR ?? `${top}target`}/${profile}/yahtzee`);
const program = process.env.YAHTZEE ?? built.find(existsSync) ?? 'yahtzee';
const COUNT = 1000;

/** Numbers from a seed, so that a failure can be repeated. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

type Category = { name: string; possible: number[] };

function questions(categories: Category[], dice: number, rolls: number, seed: number): string[] {
  const random = numbers(seed);
  const below = (count: number): number => Math.floor(random.next().value! * count);
  return Array.from({ length: COUNT }, (_, id) => {
    const open = below(categories.length);
    const card: Record<string, number> = {};
    categories.forEach(({ name, possible }, index) => {
      if (index !== open && below(2) === 0) {
        card[name] = possible[below(possible.length)]!;
      }
    });
    return JSON.stringify({ id, dice: Array.from({ length: dice }, () => below(6) + 1), rerolls_left: below(rolls), card });
  });
}

for (const rules of ['hasbro', 'yatzy']) {
  test(`${COUNT} random positions of ${rules} are answered as by the program`, async ({ page }, info) => {
    test.skip(info.project.name !== 'desktop', 'the size of the screen does not matter');
    const folder = info.outputPath('tables');
    await visit(page, 'rules', '.sets');
    const worker = readdirSync(`${top}web/dist/site/assets`).find((name) => name.startsWith('worker'))!;
    const wasm = readdirSync(`${top}web/dist/site/assets`).find((name) => name.endsWith('.wasm'))!;
    type Engine = { ask: (request: object) => Promise<unknown> };
    type Rules = { categories: Category[]; dice: number; rolls: number };
    const solved = (await page.evaluate(
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
        return ask({ kind: 'solve', rules });
      },
      [worker, wasm, rules] as const,
    )) as Rules;
    const lines = questions(solved.categories, solved.dice, solved.rolls, rules.length);
    const ours = await page.evaluate(async (lines) => {
      const answer = (line: string) => (window as unknown as Engine).ask({ kind: 'call', name: 'answerLine', args: [line] });
      const answers: unknown[] = [];
      for (const line of lines) {
        answers.push(await answer(line));
      }
      return answers;
    }, lines);
    const input = `${lines.join('\n')}\n`;
    const out = execFileSync(program, ['advise', '--stdin', '--rules', rules, '--tables', folder], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
    // The program adds the risk of each option, which the page works out later, and counts the lines of errors.
    const plain = (line: string): string => {
      const answer = JSON.parse(line) as { options?: Record<string, unknown>[]; line?: number };
      answer.options?.forEach((option) => ['sd', 'upper_bonus'].forEach((key) => delete option[key]));
      delete answer.line;
      return JSON.stringify(answer);
    };
    const theirs = out.trim().split('\n');
    expect(ours).toHaveLength(theirs.length);
    let answered = 0;
    ours.forEach((line, index) => {
      expect(plain(String(line))).toBe(plain(theirs[index]!));
      answered += String(line).includes('"options"') ? 1 : 0;
    });
    expect(answered).toBeGreaterThan(COUNT / 2);
  });
}
