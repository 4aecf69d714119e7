// Random taps and keys over all views, with reloads in between and sometimes a second tab: no exception, no lost game, no move that was not on the
// screen. FUZZ is the number of sequences; SEED repeats a run.
import { expect, test, type Page } from '@playwright/test';
import { countOf } from './page';

const COUNT = Number(process.env.FUZZ ?? (process.env.DEEP ? 24 : 6));
const SEED = Number(process.env.SEED ?? 20260101);
const STEPS = 15;

function* numbers(seed: number): Generator<number> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Every move sent to the engine must match the text of the main button, or another button. */
function watch(): void {
  const wrong: string[] = [];
  Object.assign(window, { wrongMoves: wrong });
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, message: { name?: string; args?: unknown[] }, ...rest: unknown[]) {
    if (message.name === 'play') {
      const tap = message.args![0] as string | { choose?: string };
      const seen = document.querySelector('.bar .primary')?.textContent ?? '';
      const fits =
        tap === 'throw' ? /roll$/i.test(seen) : typeof tap === 'object' && tap.choose ? (tap.choose.startsWith('score') ? /^(Score|Write)/.test(seen) : /^Roll .*again/.test(seen)) : true;
      if (!fits) {
        wrong.push(`${JSON.stringify(tap)} while it said '${seen}'`);
      }
    }
    (post as (...args: unknown[]) => void).call(this, message, ...rest);
  } as typeof post;
}

test(`${COUNT} random sequences`, async ({ context }, info) => {
  test.setTimeout(30_000 + COUNT * 25_000);
  await context.addInitScript(watch);
  const wrong: string[] = [];
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    page.setDefaultTimeout(5_000);
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
    page.on('dialog', (dialog) => void dialog.dismiss());
    return page;
  };
  let page = await open();
  let other: Page | undefined;
  await page.goto('/');
  let kept = 0;
  for (let sequence = 0; sequence < COUNT; sequence += 1) {
    const random = numbers(SEED + sequence * 7919 + (info.project.name === 'phone' ? 1 : 0));
    const below = (count: number): number => Math.floor(random.next().value! * count);
    const done: string[] = [];
    await page.goto(`/#${['home', 'play', 'play?now=1', 'quiz', 'advise?dice=11666', 'review', 'rules'][below(7)]}`);
    for (let step = 0; step < STEPS; step += 1) {
      const what = below(20);
      if (what < 13) {
        const name = await page.evaluate((pick) => {
          // Actions that solve another game for minutes, or leave the page, are left out.
          const all = [...document.querySelectorAll<HTMLElement>('dialog[open] button, dialog[open] summary')];
          const from = all.length > 0 ? all : [...document.querySelectorAll<HTMLElement>('button:not(:disabled), a[href^="#"], summary, input[type=radio]')];
          const seen = from.filter((element) => element.checkVisibility() && !/Maxi|saved throws|Save|Export/.test(element.ariaLabel ?? element.innerText));
          const element = seen[pick % Math.max(1, seen.length)];
          element?.click();
          return element?.innerText ?? '';
        }, below(1000));
        done.push(`click ${name.replace(/\s+/g, ' ')}`);
      } else if (what < 17) {
        const key = ['r', 'r', 'a', 'u', 'h', '1', '2', '3', '5', 'Enter', 'Escape', 'Tab', 'ArrowDown', 'y', 'n'][below(15)]!;
        await page.keyboard.press(key);
        done.push(key);
      } else if (what === 17) {
        await page.reload();
        done.push('reload');
      } else if (what === 18) {
        // A second tab on the same, or the other one of two.
        const next = other ?? (await open());
        if (!other) {
          await next.goto(page.url());
        }
        [page, other] = [next, page];
        await page.bringToFront();
        done.push('tab');
      } else {
        await page.waitForTimeout(400);
      }
      await page.waitForTimeout(below(3) * 120);
    }
    const context_ = `sequence ${sequence}: ${done.join(' · ')}`;
    expect(wrong, context_).toEqual([]);
    for (const tab of [page, other]) {
      expect((await tab?.evaluate(() => (window as unknown as { wrongMoves: string[] }).wrongMoves)) ?? [], context_).toEqual([]);
    }
    const now = await countOf(page, 'games');
    // Deleted games stay for a while, too.
    expect(now, context_).toBeGreaterThanOrEqual(kept);
    kept = now;
    if (other && below(2) === 0) {
      await other.close();
      other = undefined;
    }
    if (sequence % 100 === 99) {
      console.log(`${info.project.name}: ${sequence + 1} sequences`);
    }
  }
});
