// Helpers of the tests.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { type BrowserContext, expect, type Locator, type Page, test as plain, type TestInfo } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const top = fileURLToPath(new URL('../..', import.meta.url));
/** The program, to compare with the page: the one named by YAHTZEE, or the one built by `cargo build`. */
export const program = process.env.YAHTZEE ?? `${process.env.CARGO_TARGET_DIR ?? `${top}target`}/debug/yahtzee`;

type Clock = { later?: (milliseconds: number) => void };

/** Gives the pages of a context a clock that `later` moves forward. */
export const putClock = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const now = performance.now.bind(performance);
    let ahead = 0;
    performance.now = () => now() + ahead;
    (window as Clock).later = (milliseconds) => (ahead += milliseconds);
  });

type Options = {
  prefs: Record<string, string>;
  /** Whether Ask finds the risks of moves. */
  risks: boolean;
  /** Whether the page solves every game itself. */
  solves: boolean;
};

/** The games of most tests. */
const USUAL = ['hasbro', 'kniffel', 'yatzy'];

/** The folder of the games that the program has solved for the tests. */
export const tables = (info: TestInfo): string => `${info.project.outputDir}/tables`;

const solved = new Map<string, string>();

/** The file of a game, which the program solves for the first test of a worker that needs it. */
function solvedFile(rules: string, info: TestInfo): string {
  if (!solved.has(rules)) {
    execFileSync(program, ['solve', '--rules', rules, '--tables', tables(info)]);
    solved.set(rules, `${tables(info)}/${readdirSync(tables(info)).find((name) => name.startsWith(`${rules}-`))}`);
  }
  return solved.get(rules)!;
}

/**
 * A test whose pages have such a clock, and these preferences unless they are changed there. Without them the turns of computers are not played out, and
 * no chance to win is computed. That, the risks of moves and solving the same games in each test would take most of the time.
 */
export const test = plain.extend<Options>({
  prefs: [{ pace: 'off', chances: 'off' }, { option: true }],
  risks: [false, { option: true }],
  solves: [false, { option: true }],
  context: async ({ context, prefs, risks, solves }, use, info) => {
    await putClock(context);
    await context.addInitScript((prefs) => {
      // Some pages of the tests may keep nothing.
      try {
        Object.entries(prefs).forEach(([key, value]) => (localStorage[`yahtzee:${key}`] ??= value));
      } catch {}
    }, prefs);
    if (!risks) {
      await context.addInitScript(refuseSpread);
    }
    if (!solves) {
      await context.route('/solved/*', (route) => route.fulfill({ path: solvedFile(new URL(route.request().url()).pathname.split('/').pop()!, info) }));
      await context.addInitScript(openSolved, USUAL);
    }
    await use(context);
  },
});

/** The spread of final scores is refused without a message, like long work that is stopped. */
function refuseSpread(): void {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, message: { id?: number; name?: string }, ...rest: unknown[]) {
    if (message.name === 'findSpread') {
      setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data: { kind: 'failed', id: message.id, message: '' } })));
    } else {
      (post as (...args: unknown[]) => void).call(this, message, ...rest);
    }
  } as typeof post;
}

/** Instead of solving one of these games, a worker opens it as solved by the program. */
function openSolved(games: string[]): void {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, message: { name?: string; args?: unknown[] }, ...rest: unknown[]) {
    const [rules] = message.args ?? [];
    const send = (message: object): void => (post as (...args: unknown[]) => void).call(this, message, ...rest);
    if (message.name !== 'solve' || !games.includes(rules as string)) {
      return send(message);
    }
    // The page takes the time for the speed of the device.
    (window as Clock).later?.(600);
    const open = async (): Promise<void> => send({ ...message, name: 'open', args: [rules, new Uint8Array(await (await fetch(`/solved/${rules}`)).arrayBuffer())] });
    open().catch(() => send(message));
  } as typeof post;
}

/** Moves the clock of the page forward by the time that people need to read a button. Until then a tap on it is half of a double tap. */
export const look = (page: Page): Promise<void> => page.evaluate(() => (window as Clock).later!(360));

/** Three turns of a game. */
export const GAME = `rules: hasbro
11666 hold 666, 66625 hold 666, 66661 score sixes
22345 score small-straight
13556 hold 55, 55123 hold 55, 55524 score fives
`;

/** Rules of one's own, in an address: a game of four boxes, for tests that play to the end. */
export const SHORT = `toml=${deflateRawSync(`name = "short"
dice = 5
rolls = 3
upper = [{ name = "ones", face = 1 }, { name = "twos", face = 2 }, { name = "sixes", face = 6 }]
lower = [{ name = "chance", any = true, points = "all-dice" }]
`).toString('base64url')}`;

/** Opens a game in text, in Play and in Review. */
export async function openText(page: Page, text: string): Promise<void> {
  await page.getByText(/from text or a file/).click();
  await page.getByLabel(/notation of the program/).fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** Types dice or a position in Ask. */
export async function type(page: Page, text: string): Promise<void> {
  const input = page.getByLabel('Type dice or a position');
  if (!(await input.isVisible())) {
    await page.getByText('More', { exact: true }).click();
  }
  await input.fill(text);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
}

/** The dice of a puzzle. */
export const thrown = (page: Page): Promise<string> =>
  page.getByRole('group', { name: 'Dice on the table' }).getByRole('button').evaluateAll((all) => all.map((die) => die.getAttribute('aria-label')?.[0]).join(''));

/** The number of entries in a store of the browser. */
export const countOf = (page: Page, store: 'games' | 'solved'): Promise<number> =>
  page.evaluate(
    (store) =>
      new Promise<number>((resolve) => {
        const request = indexedDB.open('yahtzee');
        request.onerror = () => resolve(0);
        request.onsuccess = () => {
          if (!request.result.objectStoreNames.contains(store)) return resolve(0);
          const all = request.result.transaction(store).objectStore(store).count();
          all.onsuccess = () => (request.result.close(), resolve(all.result));
        };
      }),
    store,
  );

/** Opens the page at an address, and waits until the game is solved. */
export async function visit(page: Page, hash: string, ready = '.sheet, .sets, .boxes'): Promise<void> {
  await page.goto(`/#${hash}`);
  // The largest games take a while to solve on a busy machine.
  await expect(page.locator(ready).first()).toBeVisible({ timeout: 50_000 });
}

/** Solves rules of one's own, and opens Play. */
export async function own(page: Page, toml: string): Promise<void> {
  await visit(page, 'rules', '.sets');
  await page.getByText('Your own rules').click();
  await page.getByRole('textbox', { name: 'Your own rules' }).fill(toml);
  await page.getByRole('button', { name: 'Check and play' }).click();
  // The form of the other rules may have been shown before.
  await expect(page).toHaveURL(/#play$/);
  await expect(page.getByRole('heading', { name: /^A new game of/ })).toBeVisible();
}

/** Taps the faces of the pad. */
export async function tap(page: Page, dice: string): Promise<void> {
  for (const face of dice) {
    await page.getByRole('button', { name: `Add a ${face}` }).click();
  }
}

/** The number of files of the site in the service worker's cache. */
export const cachedFiles = (page: Page): Promise<number> =>
  page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))).flat().length);

export const best = (page: Page) => page.locator('.headline h2');
export const number = (page: Page) => page.locator('.headline .number b');
/** A box of the card, in Ask. */
export const box = (page: Page, title: string) => page.locator('.boxes').getByRole('button', { name: new RegExp(`^${title}( |,)`) });

// The table of a game.
export const main = (page: Page) => page.locator('.bar .primary').first();
export const dice = (page: Page) => page.locator('.tray button');
export const said = (page: Page) => page.locator('.said');
export const small = (page: Page, title: string) => page.locator('.boxes').getByRole('button', { name: new RegExp(`^${title}( |,)`) });

/** Presses the main button once it has this text. */
export async function press(page: Page, text: string | RegExp): Promise<void> {
  await expect(main(page)).toHaveText(text);
  await look(page);
  await main(page).click();
}

/** Scores the dice on the table in a box. */
export async function score(page: Page, title: string): Promise<void> {
  await small(page, title).click();
  await press(page, /^(Score \d+|Write 0)$/);
}

/** Waits until the game continues after a score, or is over. A zero asks first: then it is written, and the result is true. */
export async function goOn(page: Page, write = (yes: Locator): Promise<void> => yes.click()): Promise<boolean> {
  const yes = page.getByRole('button', { name: 'Yes, write 0' });
  const next = main(page).filter({ hasText: /[rR]oll$/ }).or(page.locator('.result'));
  await expect(yes.or(next).first()).toBeVisible();
  const asked = await yes.isVisible();
  if (asked) {
    await look(page);
    await write(yes);
    await expect(next.first()).toBeVisible();
  }
  return asked;
}

type Choice = { players?: string[]; computer?: string; own?: boolean; advice?: RegExp };

/** Starts a game with the form. */
export async function begin(page: Page, { players = [], computer, own, advice }: Choice = {}): Promise<void> {
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  for (const [index, name] of players.entries()) {
    if (index > 0) {
      await page.getByRole('button', { name: 'Add a player' }).click();
    }
    await page.getByRole('textbox', { name: `Player ${index + 1}` }).fill(name);
  }
  if (computer) {
    await page.locator(`.tiles [data-kind="${computer}"]`).click();
  }
  if (own || advice) {
    await page.getByText('Dice and coach').click();
    await page.getByLabel(own ? 'our own dice' : 'virtual dice').check();
    if (advice) {
      await page.getByLabel(advice).check();
    }
  }
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  // A computer that plays to win must compute something first.
  await expect(page.locator('.table')).toBeVisible({ timeout: 60_000 });
}

/** Plays a turn: throws once, and scores in the open box with the most points. */
export async function turn(page: Page): Promise<void> {
  await press(page, /[rR]oll$/);
  await expect(main(page)).toHaveText(/again|Choose a box/);
  const open = page.locator('.boxes button[aria-pressed]');
  const points = await open.evaluateAll((boxes) => boxes.map((box) => Number(/\d+/.exec(box.querySelector('i')?.textContent ?? '')?.[0] ?? 0)));
  await open.nth(points.indexOf(Math.max(...points))).click();
  await press(page, /^(Score \d+|Write 0)$/);
  await goOn(page);
}

/** Plays a game to its end. */
export async function playOut(page: Page): Promise<void> {
  for (let turns = 0; turns < 100 && !(await page.locator('.result').isVisible()); turns += 1) {
    await turn(page);
  }
  await expect(page.locator('.result')).toBeVisible();
}

/** Checks who won a game of ann and bob, and by how much. */
export async function won(page: Page): Promise<void> {
  await expect(page.locator('.result tbody tr')).toHaveCount(2);
  const scores = (await page.locator('.result tbody td:nth-child(2)').allInnerTexts()).map(Number);
  const [more = 0, less = 0] = [...scores].sort((a, b) => b - a);
  await expect(page.locator('.result h2')).toHaveText(more === less ? /a tie at/ : new RegExp(`^(ann|bob) wins by ${more - less} points?$`));
}

/** Expects that a part is on the screen, and that nothing lies over its edges: what a tap causes is seen without scrolling. */
export async function inSight(part: Locator): Promise<void> {
  const hidden = (): Promise<string> =>
    part.first().evaluate((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const across = (left + right) / 2;
      // A part that is taller than the screen is seen from its start.
      const ends = bottom - top > innerHeight / 2 ? [top + 4] : [top + 4, bottom - 4];
      const over = ends.map((down) => document.elementFromPoint(across, down)).filter((found) => !found || !node.contains(found));
      return over.map((found) => (found ? `${found.tagName}.${found.className} lies over it` : 'it is outside the screen')).join();
    });
  await expect(part.first()).toBeVisible();
  await expect.poll(hidden).toBe('');
}

/** The rules of axe-core about colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const COLOURS = [
  ['light', { colorScheme: 'light', forcedColors: 'none' }, undefined],
  ['dark', { colorScheme: 'dark', forcedColors: 'none' }, COLOUR_RULES],
  ['forced', { forcedColors: 'active' }, COLOUR_RULES],
] as const;

type Axe = { run: (of?: { runOnly?: readonly string[] }) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };

/**
 * Checks that axe-core finds no error in this state and that nothing is too wide, on this screen and on a narrower one. It checks the colours in dark
 * and forced mode too.
 */
export async function accessible(page: Page, where = ''): Promise<void> {
  const { width, height } = page.viewportSize()!;
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe);
  }
  for (const wide of [width < 700 ? 320 : 768, width]) {
    await page.setViewportSize({ width: wide, height });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${where} ${wide}` }).toBeLessThanOrEqual(wide);
    // Another width changes no colour.
    for (const [name, media, rules] of wide === width ? COLOURS : COLOURS.slice(0, 1)) {
      await page.emulateMedia(media);
      expect(await faults(page, rules), `${where} ${name} ${wide}`).toEqual([]);
    }
  }
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}

async function faults(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { violations } = await (window as unknown as { axe: Axe }).axe.run(rules && { runOnly: rules });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  }, rules);
}
