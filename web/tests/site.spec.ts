import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { filesOf, firstFiles } from '../scripts/service-worker.mjs';
import { accessible, begin, best, cachedFiles, main, number, press, putClock, tap, test, visit } from './page';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const VIEWS = ['home', 'advise?dice=11666', 'play', 'review', 'quiz', 'rules', 'cards', 'progress'];

test.use({ serviceWorkers: 'allow', solves: true });

test('axe-core finds nothing in any view', async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const view of VIEWS) {
    await visit(page, view, '.sheet, .sets, .hello, .boxes, article, .file');
    await accessible(page, view);
  }
  await visit(page, 'play');
  await begin(page);
  await press(page, 'Roll');
  await accessible(page, 'table');
});

test('no request leaves for another host, and the policy forbids it', { tag: '@once' }, async ({ page }) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1:4173/') && !/^(blob|data):/.test(request.url())) {
      outside.push(request.url());
    }
  });
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  for (const view of VIEWS) {
    await visit(page, view, '.sheet, .sets, .hello, .boxes, article, .file');
  }
  expect(errors).toEqual([]);
  expect(outside).toEqual([]);
  const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|http|\*/);
  const refused = await page.evaluate(() => fetch('http://127.0.0.1:1/').then(() => '', (error: Error) => error.message));
  expect(refused).not.toBe('');
  expect(errors.join()).toContain('Content Security Policy');
  expect(await page.context().cookies()).toEqual([]);
});

test('it works without a network after the first visit', { tag: '@once' }, async ({ page, context }) => {
  await visit(page, 'advise');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await expect(page.locator('.boxes')).toBeVisible();
  // The rest of the page is cached after it has started.
  await expect.poll(() => cachedFiles(page), { timeout: 30_000 }).toBe(filesOf(`${dist}/site`).length);
  await context.setOffline(true);
  await page.goto('/#review');
  await expect(page.getByText('Review a game')).toBeVisible();
  await page.goto('/#advise');
  await page.reload();
  await tap(page, '11666');
  await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
});

test('the single file works from a disk', { tag: '@once' }, async ({ browser }) => {
  const file = `${dist}/yahtzee.html`;
  expect(existsSync(file) && statSync(file).size > 100_000).toBe(true);
  const context = await browser.newContext();
  await putClock(context);
  await context.setOffline(true);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`file://${file}#advise?dice=11666`);
  await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
  // The file is on this disk alone: there is no link for friends.
  await page.getByText('More', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'New card' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
  await page.goto(`file://${file}#play`);
  await begin(page);
  await press(page, 'Roll');
  await page.reload();
  await expect(main(page)).toContainText('Roll all again');
  expect(errors).toEqual([]);
  await context.close();
});

/** A device with three cores, so slow that all of them solve a game of this work: at twelve seconds for one. */
async function slowDevice(page: Page, work: number): Promise<void> {
  await page.addInitScript((speed) => {
    localStorage.setItem('yahtzee:solving-speed', speed);
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 3 });
  }, String(work / 12));
}

/** The work to solve Yacht. */
const YACHT = 4.8e8;

test('several workers solve what takes long, and all but one end', { tag: '@once' }, async ({ page }) => {
  await slowDevice(page, YACHT);
  await page.addInitScript(() => {
    const solving = new Set<number>();
    let made = 0;
    window.Worker = class extends Worker {
      number = ++made;

      override postMessage(message: { name?: string }, given: unknown = []): void {
        if (message.name === 'computePart') {
          document.documentElement.dataset.solving = String(solving.add(this.number).size);
        }
        super.postMessage(message, given as Transferable[]);
      }
    };
  });
  await visit(page, 'advise?rules=yacht&dice=11666');
  await expect(number(page)).toHaveText('176.2');
  await expect(page.locator('html')).toHaveAttribute('data-solving', '3');
  // One is for long work.
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(2);
});

/** Ends a worker when it is to do this, as a browser does for lack of memory. Workers are numbered as they are made. */
const failAt = (page: Page, failing: number, at: string): Promise<unknown> =>
  page.addInitScript(
    ([failing, at]) => {
      let made = 0;
      window.Worker = class extends Worker {
        number = ++made;

        override postMessage(message: { name?: string }, given: unknown = []): void {
          if (this.number === failing && message.name === at) {
            this.terminate();
            this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
            document.documentElement.dataset.failed = at;
          } else {
            super.postMessage(message, given as Transferable[]);
          }
        }
      };
    },
    [failing, at] as const,
  );

test.describe('a worker that fails', () => {
  test.use({ risks: true });
  for (const [failing, at] of [[1, 'solve'], [2, 'open'], [1, 'unsolved'], [2, 'takePart'], [3, 'takePart'], [4, 'computePart']] as const) {
    test(`if worker ${failing} fails when it is to ${at}, another one takes its place`, { tag: '@once' }, async ({ page }) => {
      if (at !== 'solve' && at !== 'open') {
        await slowDevice(page, YACHT);
      }
      await failAt(page, failing, at);
      await visit(page, 'advise?rules=yacht&dice=11666');
      await expect(number(page)).toHaveText('176.2');
      await expect(page.locator('html')).toHaveAttribute('data-failed', at);
      // The next answer has risks, which only the worker for long work knows.
      await page.getByRole('group', { name: 'Rerolls left' }).getByRole('button', { name: '1', exact: true }).click();
      await page.getByRole('button', { name: 'More exactly' }).click();
      await expect(page.locator('.options')).toContainText('±');
    });
  }
});

test('if a worker fails that solves what may follow a card, another one does it alone', { tag: '@once' }, async ({ page }) => {
  await slowDevice(page, 2.4e9);
  // The first reads cards, the next three solve the whole game, and the next three what the question needs.
  await failAt(page, 6, 'computePart');
  const card = '1s=3 2s=6 3s=9 5s=15 6s=18 pair=12 2p=20 3p=24 3k=15 4k=20 full-straight=0 hut=0 house=0 tower=0 yatzy=0';
  await page.goto(`/#advise?${new URLSearchParams({ rules: 'maxi-yatzy', dice: '114446', card })}`);
  await page.getByRole('button', { name: 'Solve it' }).click();
  await expect(number(page)).toHaveText('216.2');
  await expect(page.locator('html')).toHaveAttribute('data-failed', 'computePart');
  await expect(page.getByRole('progressbar', { name: 'Solving the game' })).toBeVisible();
});

test('while a link to a table is downloaded, the table is drawn, and one can go elsewhere', { tag: '@once' }, async ({ page }) => {
  let arrives = (): void => {};
  const arrived = new Promise<void>((resolve) => (arrives = resolve));
  await page.route(/engine_first.*\.wasm$/, async (route) => (await arrived, route.continue()));
  await page.goto('/#play?now=1');
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeVisible();
  await expect(page.locator('.laid svg')).toHaveCount(5);
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeVisible();
  arrives();
  await expect(page.locator('.table')).toBeVisible();
  await expect(page.locator('.laid')).toHaveCount(0);
});

test('the first load is at most 485 KB', { tag: '@once' }, () => {
  const files = [...firstFiles(`${dist}/site`), 'sw.js'];
  const bytes = files.map((file) => gzipSync(readFileSync(`${dist}/site/${file}`), { level: 9 }).length);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(485_000);
});

test('the first part of the engine is fetched by a preload, once, and compiled while it streams', { tag: '@once' }, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  await page.addInitScript(() => {
    const stream = WebAssembly.compileStreaming;
    WebAssembly.compileStreaming = (source) => {
      document.documentElement.dataset.streamed = 'yes';
      return stream(source);
    };
  });
  await visit(page, 'advise');
  await expect(page.locator('html')).toHaveAttribute('data-streamed', 'yes');
  const engines = requests.filter((url) => /engine_first.*\.wasm$/.test(url));
  expect(engines).toHaveLength(1);
  expect(requests.indexOf(engines[0]!)).toBeLessThan(4);
  expect(warnings.join()).not.toContain('preload');
});
