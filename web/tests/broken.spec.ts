// Invalid links, invalid stored data, and failing engines: the page reports them and works.
import { deflateRawSync } from 'node:zlib';
import { chromium, expect, type Page } from '@playwright/test';
import { best, GAME, number, openText, tap, test, visit } from './page';

/** Counts the workers and the requests for the first part of the engine from now on. */
function count(page: Page): { workers: number; engines: number } {
  const made = { workers: 0, engines: 0 };
  page.on('worker', () => (made.workers += 1));
  page.on('request', (request) => {
    if (/engine_first.*\.wasm$/.test(new URL(request.url()).pathname)) {
      made.engines += 1;
    }
  });
  return made;
}

const refused = (page: Page) => page.locator('.notice.wrong');
/** Long enough to detect a page that keeps retrying. */
const settle = (page: Page) => page.waitForTimeout(1500);

test.describe('rules that are not known', () => {
  test('in an address: the page says so, offers others, and works', async ({ page }) => {
    const made = count(page);
    await visit(page, 'advise?rules=nope');
    await expect(refused(page)).toContainText("There are no rules 'nope'");
    await expect(refused(page)).toContainText('This is Yahtzee');
    await tap(page, '11666');
    await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
    await settle(page);
    expect(made.workers).toBeLessThanOrEqual(2);
    expect(made.engines).toBe(1);
    await refused(page).getByRole('button', { name: 'Yatzy', exact: true }).click();
    await expect(page.locator('.game')).toHaveText('Yatzy', { timeout: 50_000 });
    await expect(refused(page)).toBeHidden();
    await page.reload();
    await expect(page.locator('.game')).toHaveText('Yatzy', { timeout: 50_000 });
    await expect(refused(page)).toBeHidden();
  });

  test('in a link that is followed: the game goes on', async ({ page }) => {
    const made = count(page);
    await visit(page, 'advise?rules=yatzy&dice=11666', '.options');
    await page.evaluate(() => (location.hash = '#advise?rules=yatzi'));
    await expect(refused(page)).toContainText("There are no rules 'yatzi': did you mean 'yatzy'? This is Yatzy.");
    await expect(page.locator('.boxes')).toContainText('Two Pairs');
    await settle(page);
    expect(made.workers).toBeLessThanOrEqual(2);
    expect(await page.evaluate(() => localStorage.getItem('yahtzee:rules'))).toBe('yatzy');
  });

  test('kept on the device: the page says so once', async ({ page }) => {
    await page.addInitScript(() => localStorage.getItem('yahtzee:rules') ?? localStorage.setItem('yahtzee:rules', 'yatzy@fr'));
    await visit(page, 'advise');
    await expect(refused(page)).toContainText("language 'fr'");
    await expect(page.locator('.game')).toHaveText('Yahtzee');
    await page.reload();
    await expect(page.locator('.boxes')).toBeVisible();
    await expect(refused(page)).toBeHidden();
  });

  test('in a link that unpacks to more than is read', { tag: '@once' }, async ({ page }) => {
    const packed = (bytes: number) => deflateRawSync('#'.repeat(bytes)).toString('base64url');
    for (const [link, most] of [[`advise?toml=${packed(1e6 + 1)}`, 1], [`review?game=${packed(16e6 + 1)}`, 16]]) {
      await visit(page, link as string, '.notice.wrong');
      await expect(refused(page)).toContainText(`This link holds more than ${most} MB`);
    }
  });

  test('that are read for ever: another question does not wait', { tag: '@once' }, async ({ page }) => {
    await page.addInitScript(() => {
      const stuck = new WeakSet<Worker>();
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (this: Worker, message: { name?: string; args?: unknown[] }, ...rest: unknown[]) {
        if (message.name === 'checkRules' && String(message.args?.[0]).includes('for ever')) {
          stuck.add(this);
        }
        if (!stuck.has(this)) {
          (post as (...args: unknown[]) => void).call(this, message, ...rest);
        }
      } as typeof post;
    });
    const follow = (hash: string) => page.evaluate((hash) => (location.hash = hash), hash);
    await visit(page, 'advise?rules=hasbro&dice=11666', '.options');
    await follow(`advise?toml=${deflateRawSync('# for ever\n').toString('base64url')}`);
    await settle(page);
    await page.evaluate(() => (window as { later?: (milliseconds: number) => void }).later!(11_000));
    await follow('advise?rules=yacht&dice=11666');
    await expect(page.locator('.game')).toHaveText('Yacht');
    await expect(page.locator('.options')).toBeVisible();
    await expect(refused(page)).toHaveCount(0);
  });

  test('in a damaged link', async ({ page }) => {
    for (const toml of ['!!!', 'abcd', 'bmFtZQ']) {
      await visit(page, `advise?toml=${toml}`);
      await expect(refused(page)).toContainText('this link');
      await expect(page.locator('.game')).toHaveText('Yahtzee');
    }
  });
});

test.describe('an engine that fails', () => {
  for (const rules of ['hasbro', 'nope']) {
    test(`its file cannot be loaded, with the rules ${rules}`, async ({ page }) => {
      const made = count(page);
      const file = /\.wasm$/;
      await page.route(file, (route) => route.fulfill({ status: 503 }));
      await page.goto(`/#advise?rules=${rules}&dice=11666`);
      await expect(refused(page)).toContainText('The engine could not be loaded (status 503).');
      await settle(page);
      expect(made.engines).toBeLessThanOrEqual(2);
      expect(made.workers).toBeLessThanOrEqual(4);
      await expect(refused(page)).toHaveCount(1);
      await page.unroute(file);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.locator('.game')).toHaveText('Yahtzee');
      await expect(number(page)).toHaveText('265.1');
    });
  }

  const rest = /engine_rest.*\.wasm$/;

  test('the rest of the engine cannot be loaded beside other work: it is loaded when it is needed', { tag: '@once' }, async ({ page }) => {
    let asked = 0;
    await page.route(rest, (route) => ((asked += 1) === 1 ? route.abort() : route.continue()));
    await visit(page, 'review', 'details');
    await expect.poll(() => asked).toBe(1);
    await openText(page, GAME);
    await expect(number(page)).toHaveText('259.47');
    expect(asked).toBeGreaterThan(1);
  });

  test('the rest of the engine cannot be loaded: the page says so, and the next question has another engine', { tag: '@once' }, async ({ page }) => {
    await page.route(rest, (route) => route.fulfill({ status: 503 }));
    await visit(page, 'advise?dice=11666');
    await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
    await page.goto('/#review');
    await openText(page, GAME);
    await expect(page.getByText('The engine could not be loaded (status 503).')).toBeVisible();
    await page.unroute(rest);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(number(page)).toHaveText('259.47');
  });

  test('without vector instructions: one sentence', { tag: '@once' }, async ({ baseURL }, info) => {
    const { executablePath } = info.project.use.launchOptions!;
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--js-flags=--no-enable-sse4-1 --no-enable-avx'] });
    const page = await browser.newPage({ baseURL });
    await page.goto('/#advise');
    await expect(page.getByText('This browser is too old')).toHaveCount(1);
    await expect(page.getByText(/CompileError|WebAssembly\./)).toHaveCount(0);
    await browser.close();
  });
});

test('a position of a quiz that there cannot be', async ({ page }) => {
  for (const wrong of ['-1', '3000000', '1e300', '0.5']) {
    await visit(page, `quiz?rules=hasbro&seed=7&number=${wrong}`, '.notice.wrong, .boxes');
    await expect(page.getByText('a quiz has no position')).toBeVisible();
    await page.getByRole('button', { name: 'Ten of today' }).click();
    await expect(page.locator('.boxes')).toBeVisible();
    await page.goto('/#home');
  }
});

test('a view that cannot be loaded says so, and can be tried again', async ({ page }) => {
  await visit(page, 'home', '.hello');
  const part = /assets\/Rules-.*\.js$/;
  await page.route(part, (route) => route.abort());
  await page.goto('/#rules');
  await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded.');
  await page.unroute(part);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.sets').first()).toBeVisible();
});
