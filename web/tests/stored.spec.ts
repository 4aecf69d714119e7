// Data stored on the device: games and solved values.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { begin, countOf, dice, main, openText, press, said, score, small, tap, test, turn, visit } from './page';

const list = (page: Page) => page.getByRole('region', { name: 'Games' });
/** A test whose page solves. */
const solving = test.extend({ solves: true });

test('games are kept as a list, also where the database is slow; the last one can be continued', async ({ page }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      const until = Date.now() + 300;
      const wait = (): void => void (Date.now() < until && (this.count().onsuccess = wait));
      wait();
      return put.apply(this, args);
    };
  });
  await visit(page, 'play');
  await begin(page, { players: ['ann'], own: true });
  await tap(page, '66666');
  await score(page, 'Sixes');
  await expect(page.locator('.strip b')).toHaveText('30');
  await page.goto('/#play');
  await begin(page, { players: ['bob'], own: true });
  await tap(page, '11111');
  await score(page, 'Ones');
  await expect(page.locator('.strip b')).toHaveText('5');
  await page.goto('/#play');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await expect(list(page).getByRole('listitem').first()).toContainText('bob 5');
  await list(page).getByRole('link', { name: /ann 30/ }).click();
  await expect(small(page, 'Sixes')).toHaveAccessibleName('Sixes 30');
});

test('a game that nobody has played is opened again, and is not in the list', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { players: ['ann'] });
  await page.reload();
  await expect(page.locator('.table')).toBeVisible();
  expect(await countOf(page, 'games')).toBe(1);
  await page.goto('/#play');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(list(page).getByRole('listitem')).toHaveCount(0);
  // From the first throw on it is there.
  await page.goBack();
  await press(page, 'Roll');
  await page.goto('/#play');
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
});

test('deleting asks, and can be undone', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { players: ['ann'], own: true });
  await tap(page, '66666');
  await score(page, 'Sixes');
  await expect(page.locator('.strip b')).toHaveText('30');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Delete this game?' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.locator('.strip b')).toHaveText('30');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this game?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The game is deleted.')).toBeVisible();
  await expect(page.getByText('No game yet.')).toBeVisible();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(small(page, 'Sixes')).toHaveAccessibleName('Sixes 30');
  // A new game deletes no other game.
  await page.goto('/#play');
  await begin(page);
  await press(page, 'Roll');
  await page.goto('/#play');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
});

test('two tabs show the same game, and neither erases what the other did', async ({ page, context }) => {
  await visit(page, 'play');
  await begin(page, { own: true });
  await tap(page, '11111');
  await score(page, 'Ones');
  await expect(page.locator('.strip b')).toHaveText('5');
  const other = await context.newPage();
  await visit(other, new URL(page.url()).hash.slice(1), '.boxes');
  await expect(small(other, 'Ones')).toHaveAccessibleName('Ones 5');
  // A browser rarely draws a hidden tab.
  await page.bringToFront();
  for (const [at, [face, title]] of [['2', 'Twos'], ['3', 'Threes'], ['4', 'Fours'], ['5', 'Fives']].entries()) {
    await tap(page, face!.repeat(5));
    await score(page, title!);
    await expect(small(page, title!)).toHaveAccessibleName(new RegExp(`${title} \\d+$`));
    // The other tab follows.
    await expect(small(other, title!), String(at)).toHaveAccessibleName(new RegExp(`${title} \\d+$`));
  }
  await other.bringToFront();
  await tap(other, '66666');
  await score(other, 'Sixes');
  await expect(page.locator('.strip b')).toHaveText('140');
  await page.reload();
  await expect(page.locator('.strip b')).toHaveText('140');
});

test('a tab that did not hear of the other drops its move and shows the game', async ({ page, context }) => {
  for (const tab of [page, await context.newPage()]) {
    await tab.addInitScript(() => ((window as { BroadcastChannel?: unknown }).BroadcastChannel = undefined));
  }
  const other = context.pages()[1]!;
  await page.bringToFront();
  await visit(page, 'play');
  await begin(page, { own: true });
  await visit(other, new URL(page.url()).hash.slice(1), '.boxes');
  await page.bringToFront();
  await tap(page, '11111');
  await score(page, 'Ones');
  await tap(page, '22222');
  await score(page, 'Twos');
  await expect(page.locator('.strip b')).toHaveText('15');
  await other.bringToFront();
  await tap(other, '66666');
  await expect(other.locator('.strip b')).toHaveText('15');
  await expect(small(other, 'Twos')).toHaveAccessibleName('Twos 10');
  await page.reload();
  await expect(page.locator('.strip b')).toHaveText('15');
});

test('all games are exported and imported', { tag: '@once' }, async ({ page, browser }) => {
  await visit(page, 'play');
  for (const name of ['ann', 'bob']) {
    await begin(page, { players: [name], own: true });
    await tap(page, '66666');
    await score(page, 'Sixes');
    await expect(page.locator('.strip b')).toHaveText('30');
    await page.goto('/#play');
  }
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export all games' }).click()]);
  const text = readFileSync(await download.path(), 'utf8');
  const elsewhere = await browser.newContext(test.info().project.use);
  const device = await elsewhere.newPage();
  await visit(device, 'play');
  const take = (name: string, text: string) => device.getByLabel('Import games').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await take('games.json', text);
  await expect(device.getByText('2 games added.')).toBeVisible();
  await take('again.json', text);
  await expect(device.getByText('0 games added.')).toBeVisible();
  await expect(list(device).getByRole('listitem')).toHaveCount(2);
  await take('wrong.json', '{"games": 3}');
  await expect(device.getByText('This file has no games of this page.')).toBeVisible();
  await list(device).getByRole('link', { name: /ann 30/ }).click();
  await expect(small(device, 'Sixes')).toHaveAccessibleName('Sixes 30');
  await elsewhere.close();
});

/** Stores a game in the database of the page, as another tab might. */
const store = (page: Page, saved: string): Promise<void> =>
  page.evaluate(
    (text) =>
      new Promise<void>((resolve, reject) => {
        const opened = indexedDB.open('yahtzee');
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const game = { id: crypto.randomUUID(), revision: 1, saved: text, title: '', players: [], turn: 0, turns: 0, over: false, changed: Date.now() };
          const stored = opened.result.transaction('games', 'readwrite').objectStore('games').put(game);
          stored.onerror = () => reject(stored.error);
          stored.onsuccess = () => {
            opened.result.close();
            resolve();
          };
        };
      }),
    saved,
  );

test('damaged games are reported, and each is set aside', async ({ page }) => {
  await visit(page, 'home', '.hello');
  const damaged = (face: number) => `#! yahtzee play 1\n#! dice: table\n#! player: you\nrules: hasbro\n${face}366`;
  for (const face of [1, 2]) {
    await store(page, damaged(face));
    await page.reload();
    await expect(page.getByRole('link', { name: /^Continue/ })).toBeVisible();
    await page.getByRole('link', { name: /^Continue/ }).click();
    await expect(page.getByRole('alert').first()).toContainText("a part of it is missing: its last line is not '#! end'");
    await page.goto('/#home');
  }
  await page.goto('/#play');
  const items = list(page).getByRole('listitem');
  await expect(items).toHaveCount(2);
  const [download] = await Promise.all([page.waitForEvent('download'), items.first().getByRole('button', { name: 'Save as a file' }).click()]);
  expect(readFileSync(await download.path(), 'utf8')).toBe(damaged(2));
});

solving('solved values are kept: a second visit solves nothing', { tag: '@once' }, async ({ page }) => {
  const called = (): Promise<string[]> => page.evaluate(() => (window as unknown as { called: string[] }).called);
  await page.addInitScript(() => {
    const called: string[] = [];
    Object.assign(window, { called });
    // One worker solves, also where it is slow.
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 1 });
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { name?: string }, ...rest: unknown[]) {
      called.push(message.name ?? '');
      (post as (...args: unknown[]) => void).call(this, message, ...rest);
    } as typeof post;
  });
  await visit(page, 'advise?rules=yatzy&dice=11666', '.options');
  expect(await called()).toContain('solve');
  const first = await page.locator('.number b').innerText();
  await expect.poll(() => countOf(page, 'solved')).toBeGreaterThan(0);
  await page.reload();
  await expect(page.locator('.number b')).toHaveText(first);
  expect(await called()).not.toContain('solve');
  // Damaged values are solved again.
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)));
    const database = await done(indexedDB.open('yahtzee'));
    const store = (): IDBObjectStore => database.transaction('solved', 'readwrite').objectStore('solved');
    for (const key of await done(store().getAllKeys())) {
      const bytes = new Uint8Array(await (await done<Blob>(store().get(key))).arrayBuffer());
      bytes[bytes.length - 9]! ^= 1;
      await done(store().put(new Blob([bytes]), key));
    }
    database.close();
  });
  await page.reload();
  await expect(page.locator('.number b')).toHaveText(first, { timeout: 50_000 });
  expect(await called()).toContain('solve');
});

test('values are kept where the database refuses large arrays; where it keeps none, the page says so', { tag: '@once' }, async ({ page }) => {
  // So slow a device that the page asks first. A browser may refuse an array of 235 MB in the same way.
  await page.addInitScript(() => {
    localStorage['yahtzee:solving-speed'] = '1e6';
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, ...key) {
      if (value instanceof Uint8Array || (value instanceof Blob && localStorage['full'])) {
        throw new DOMException('Maximum IPC message size exceeded', 'DataError');
      }
      return put.call(this, value, ...key);
    };
  });
  const solve = () => page.getByRole('button', { name: 'Solve it' });
  const lost = page.getByText('This browser has not kept the values');
  await page.goto('/#advise?rules=yacht&dice=11666');
  await solve().click();
  await expect(page.locator('.number b')).toBeVisible();
  await expect.poll(() => countOf(page, 'solved')).toBe(1);
  await expect(lost).toHaveCount(0);
  await page.reload();
  await expect(page.locator('.number b')).toBeVisible();
  await expect(solve()).toHaveCount(0);
  await page.evaluate(() => (localStorage['full'] = '1'));
  await page.goto('/#advise?rules=crag&dice=116');
  await solve().click();
  await expect(lost).toBeVisible();
});

test('solving that takes long is said beforehand, shows its progress and can be cancelled', async ({ page }) => {
  await visit(page, 'rules', '.sets');
  await page.getByText('More games').click();
  await page.getByRole('button', { name: 'Choose Maxi Yatzy', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(/Solving Maxi Yatzy takes about \d+ (seconds|minutes?) on this device/);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.locator('.game')).toHaveText('Yahtzee');
  await page.getByRole('button', { name: 'Choose Maxi Yatzy', exact: true }).click();
  await page.getByRole('button', { name: 'Solve it' }).click();
  await expect(page.getByRole('progressbar', { name: 'Solving the game' })).toBeVisible();
  await expect(page.locator('.progress')).toContainText(/Solving the game… about \d+ (seconds|minutes?) left/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.game')).toHaveText('Yahtzee');
  await page.reload();
  await expect(page.locator('.game')).toHaveText('Yahtzee');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a game whose rules nobody wants to wait for changes no rules', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'review', 'details');
  await openText(page, 'rules: maxi-yatzy\n116666 score sixes\n');
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/#home');
  await page.reload();
  await expect(page.locator('.game')).toHaveText('Yahtzee');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a kept game whose rules nobody wants to wait for is not damaged', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'home', '.hello');
  await store(page, '#! yahtzee play 1\n#! dice: table\n#! player: you\nrules: maxi-yatzy\n#! end\n');
  await page.reload();
  await page.getByRole('link', { name: /^Continue/ }).click();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await list(page).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Not now' })).toBeVisible();
});

test('a game with virtual dice shows the same dice after a reload', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  await press(page, 'Roll');
  await expect(main(page)).toHaveText(/^Roll all again/);
  const faces = async () => (await dice(page).evaluateAll((all) => all.map((die) => die.getAttribute('aria-label')?.[0]))).sort().join('');
  const first = await faces();
  await page.reload();
  await expect(main(page)).toHaveText(/^Roll all again/);
  expect(await faces()).toBe(first);
  await dice(page).nth(0).click();
  await press(page, /^Roll 4 again/);
  await expect(main(page)).toHaveText(/again/);
  // The coach may speak of the choice instead.
  await expect(said(page)).toContainText(/1 roll left|cost/);
  const before = await faces();
  await page.reload();
  await expect(main(page)).toHaveText(/again/);
  expect(await faces()).toBe(before);
  await score(page, 'Chance');
  await turn(page);
});

solving('a tiny game of one’s own, or a speed of an older version, makes no estimate absurd', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('yahtzee:speed', '1'));
  await visit(page, 'rules', '.sets');
  const estimate = async () => {
    await page.getByText('More games').click();
    await page.getByRole('button', { name: 'Choose Maxi Yatzy', exact: true }).click();
    const said = await page.getByRole('dialog').innerText();
    await page.getByRole('button', { name: 'Not now' }).click();
    return said;
  };
  // The first visit solves the usual game, which tells the speed.
  await expect(page.getByText('You play Yahtzee')).toBeVisible({ timeout: 50_000 });
  await page.reload();
  await expect(page.getByText('You play Yahtzee')).toBeVisible({ timeout: 50_000 });
  const before = await estimate();
  expect(before).toMatch(/about (\d\d? seconds|[1-9] minutes?|1\d minutes) on this device/);
  await page.getByText('Your own rules').click();
  await page.getByRole('textbox', { name: 'Your own rules' }).fill('name = "tiny"\ndice = 1\nrolls = 1\n[[upper]]\nname = "fives"\nface = 5\n');
  await page.getByRole('button', { name: 'Check and play' }).click();
  await expect(page.locator('.game')).toHaveText(/tiny/i);
  await page.goto('/#rules');
  expect(await estimate()).toBe(before);
});
