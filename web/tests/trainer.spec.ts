// The trainer: the ten of a day, quizzes, the player's mistakes, the history and the progress.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { accessible, GAME, goOn, openText, program, score, tap, test, thrown, visit } from './page';

const EXAMPLE = fileURLToPath(new URL('../../docs/example-history.jsonl', import.meta.url));
/** A whole game. */
const WHOLE = `${GAME}23344 hold 33, 13336 hold 333, 33345 score threes
12456 hold 2456, 23456 score large-straight
44411 hold 444, 44416 hold 444, 44446 score fours
11122 score full-house
33366 hold 333, 33345 hold 333, 33351 score three-of-a-kind
22226 score four-of-a-kind
11145 hold 111, 11134 hold 111, 11156 score ones
22356 hold 22, 22256 hold 222, 22245 score twos
55566 hold 555, 55564 hold 555, 55562 score chance
12346 hold 1234, 12344 hold 44, 44561 score yahtzee
`;
const summary = (page: Page) => page.locator('.summary');
const wide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Gives up positions until there is a result. */
async function giveUp(page: Page, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await page.getByRole('button', { name: 'Give up' }).click();
    await expect(page.locator('.verdict')).toContainText('Given up.');
    await page.getByRole('button', { name: /^(Next|Result)$/ }).click();
  }
}

/** Answers positions with the first choice that there is. */
async function answer(page: Page, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await page.getByRole('button', { name: 'Keep none' }).or(page.locator('.boxes button[aria-pressed]').first()).first().click();
    await page.locator('.bar .primary').click();
    await expect(page.locator('.verdict')).toBeVisible();
    await page.getByRole('button', { name: /^(Next|Result)$/ }).click();
  }
}

/** Saves the history as a file, and returns its text. */
async function exported(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  return readFileSync((await download.path())!, 'utf8');
}

/** The progress of a history, by the program. */
function progressOf(history: string): { rating: { games: number; loss: number }; curve: number[]; themes: { name: string }[]; deck: { due: number }; scores: { best: number } } {
  return JSON.parse(execFileSync(program, ['progress', '--history', history, '--json'], { encoding: 'utf8' }));
}

test('the ten of today: verdict first, where one left off, a result to share and a streak', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.setFixedTime(new Date(2026, 10, 22, 23, 30));
  await visit(page, 'quiz', '.boxes');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText('One of these is the best')).toBeVisible();
  await page.getByRole('button', { name: 'Give up' }).click();
  await expect(page.locator('.verdict')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Next' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: /^The best:/ })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await giveUp(page, 2);
  // It continues where it was left.
  const fourth = await thrown(page);
  await page.reload();
  await expect(page.getByText('4 of 10')).toBeVisible();
  expect(await thrown(page)).toBe(fourth);
  await page.goto('/#home');
  await expect(page.getByRole('link', { name: /Ten of today/ })).toContainText('3 of 10 answered');
  await page.getByRole('link', { name: /Ten of today/ }).click();
  await answer(page, 7);
  await expect(summary(page)).toContainText('Yahtzee, ten of 2026-11-22');
  await expect(summary(page)).toContainText('1 day in a row');
  await accessible(page, 'result');
  expect(await wide(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('The result is copied.')).toBeVisible();
  const shared = await page.evaluate(() => navigator.clipboard.readText());
  expect(shared).toMatch(/^Yahtzee, ten of 2026-11-22\n⬜⬜⬜[🟩🟨🟥]{7}\n\d of 10 best, [\d.]+ points lost, 3 given up\nhttp:\S+#quiz\?rules=hasbro&day=20261122\n$/u);
  // Any of them can be opened again.
  await summary(page).getByRole('button', { name: /^4/ }).click();
  await expect(page.locator('.verdict')).toBeVisible();
  expect(await thrown(page)).toBe(fourth);
  // A day given up is none of a row, and says so. Answers alone show in the progress, too.
  await page.goto('/#quiz?day=20261105');
  await expect.poll(() => thrown(page)).not.toBe(fourth);
  await giveUp(page, 10);
  await expect(summary(page)).toContainText('given up: 10 of 10');
  await expect(summary(page).getByRole('listitem').filter({ hasText: /days? with 0 best/ })).toBeVisible();
  await page.goto('/#progress');
  await expect(page.getByText(/^Quizzes: 7 answers, [\d.]+ points lost in each/)).toBeVisible();
});

test('the tens of earlier days are in a calendar', async ({ page }) => {
  await page.clock.setFixedTime(new Date(2026, 10, 22, 12));
  await visit(page, 'quiz', '.boxes');
  const todays = await thrown(page);
  const calendar = page.getByRole('dialog', { name: 'Tens of earlier days' });
  const open = async (): Promise<void> => page.getByRole('button', { name: 'Tens of earlier days' }).click();
  await open();
  await expect(calendar.getByRole('button', { name: 'November 23' })).toBeDisabled();
  await accessible(page, 'calendar');
  await calendar.getByRole('button', { name: 'The month before' }).click();
  await calendar.getByRole('button', { name: /^October 5, 2026/ }).click();
  await expect(page).toHaveURL(/quiz\?day=20261005$/);
  await expect.poll(() => thrown(page)).not.toBe(todays);
  await giveUp(page, 10);
  await expect(summary(page)).toContainText('Yahtzee, ten of 2026-10-05');
  await open();
  await expect(calendar.getByRole('button', { name: 'October 5, 2026, 0 of 10 best' })).toHaveText('50/10');
  await calendar.getByRole('button', { name: 'The month after' }).click();
  await calendar.getByRole('button', { name: 'November 22, 2026, 0 of 10 answered' }).click();
  await expect.poll(() => thrown(page)).toBe(todays);
});

test('a link to a day that has not begun, or to nothing, opens those of today and says so', { tag: '@once' }, async ({ page }) => {
  await page.clock.setFixedTime(new Date(2026, 10, 22, 12));
  for (const [link, says] of [
    ['day=20261123', 'The day of this link, November 23, 2026, has not begun here: these are the ten of today.'],
    ['day=20261131', 'A part of this link is missing or damaged'],
    ['seed=x', 'A part of this link is missing or damaged'],
    ['seed=5&number=0&mixed=1&theme=x', 'A part of this link is missing or damaged'],
  ]) {
    await visit(page, `quiz?${link}`, '.boxes');
    await expect(page.getByRole('alert')).toContainText(says!);
    await page.goto('/#home');
  }
});

test('a choice that costs little is close, and not wrong', async ({ page }) => {
  await visit(page, `quiz?position=${encodeURIComponent('11345 rerolls=2')}`, '.boxes');
  await page.getByRole('button', { name: '5', exact: true }).click();
  await page.locator('.bar .primary').click();
  await expect(page.locator('.verdict')).toContainText('Close.');
  await expect(page.locator('.verdict')).toContainText('It cost 0.68 points.');
  await expect(page.locator('.verdict')).not.toContainText('Wrong');
  await accessible(page, 'close');
});

test('a quiz of a topic ends with the points lost, and a link shows a friend the same position', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, 'quiz?seed=5&number=0&mixed=1', '.boxes');
  const first = await thrown(page);
  await page.locator('summary').filter({ hasText: 'Which positions' }).click();
  await accessible(page, 'topics');
  await page.getByRole('radio', { name: 'straights' }).check();
  await page.getByRole('radio', { name: 'clear' }).check();
  await expect(page).toHaveURL(/theme=straights/);
  await expect(page).toHaveURL(/level=clear/);
  // Until the position is found, the previous one stays, and cannot be answered.
  await expect(page.getByRole('button', { name: 'Give up' })).toBeEnabled();
  await page.getByRole('button', { name: 'Keep none' }).or(page.locator('.boxes button[aria-pressed]').first()).first().click();
  await page.locator('.bar .primary').click();
  await expect(page.locator('.verdict')).toBeVisible();
  await expect(page.getByText(/^The obvious choice( is right: .*|: .* It costs [\d.]+ points)\.$/).or(page.getByText('Right!')).first()).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  const friend = await context.newPage();
  await friend.goto(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(friend.locator('.boxes')).toBeVisible();
  expect(await thrown(friend)).toBe(await thrown(page));
  await friend.close();
  await page.getByRole('button', { name: 'Next' }).click();
  await giveUp(page, 9);
  await expect(summary(page)).toContainText(/[01] of 10 best\. 9 given up\./);
  await expect(summary(page)).toContainText(/You lost [\d.]+ points; the obvious choices lose [\d.]+\./);
  await accessible(page, 'summary');
  await page.goto('/#home');
  await page.goto('/#quiz?seed=5&number=0&mixed=1');
  await expect(page.locator('.boxes')).toBeVisible();
  expect(await thrown(page)).toBe(first);
});

test('mistakes of a game come back when they are due, by theme', async ({ page }) => {
  await visit(page, 'review', 'details');
  await openText(page, WHOLE);
  await expect(page.locator('.mistakes button').first()).toBeVisible();
  await page.getByRole('button', { name: 'It is mine' }).click();
  await page.getByRole('link', { name: 'Puzzle' }).click();
  await page.getByRole('button', { name: /My mistakes \([1-9]/ }).click();
  await expect(page.getByRole('heading', { name: 'You erred here once' })).toBeAttached();
  await giveUp(page, 1);
  // Positions just seen are due later; two days on, they are.
  await page.clock.setFixedTime(Date.now() + 2 * 86_400_000);
  await page.goto('/#home');
  await page.goto('/#quiz?deck=1');
  await expect(page.getByRole('button', { name: /My mistakes \([1-9]/ })).toBeVisible();
  await page.goto('/#progress');
  await expect(page.getByText(/positions: \d+ due, 0 mastered/)).toBeVisible();
  // What was given up in another quiz comes back, too.
  const due = async (): Promise<number> => Number(/\d+/.exec(await page.getByRole('button', { name: /My mistakes/ }).innerText())![0]);
  await page.goto('/#quiz?deck=1');
  await expect.poll(due).toBeGreaterThan(0);
  const before = await due();
  await page.goto('/#quiz?seed=5&number=8');
  await giveUp(page, 2);
  await page.clock.setFixedTime(Date.now() + 4 * 86_400_000);
  await page.goto('/#home');
  await page.goto('/#quiz?deck=1');
  await expect.poll(due).toBe(before + 2);
});

test('progress of nobody says what to do', async ({ page }) => {
  await visit(page, 'progress', '.nothing');
  await expect(page.getByText('There is no game yet that counts.')).toBeVisible();
  await page.locator('.nothing').getByRole('link', { name: 'Ten of today' }).click();
  await expect(page.locator('.boxes')).toBeVisible();
});

test('a history goes from the program to the page and back, is shown as by the program, and is deleted and brought back', async ({ page }, info) => {
  await visit(page, 'progress', '.file');
  await page.setInputFiles('input[type=file]', EXAMPLE);
  await expect(page.getByText('10 of 10 records are new.')).toBeVisible();
  const theirs = progressOf(EXAMPLE);
  await expect(page.locator('.number b')).toHaveText(theirs.rating.loss.toFixed(2));
  await expect(page.getByRole('img', { name: /Points lost, means of five games/ })).toHaveAccessibleName(new RegExp(`${theirs.curve.map((mean) => mean.toFixed(1)).join(', ')}$`));
  await expect(page.locator('.parts').first().locator('li')).toHaveCount(theirs.themes.length);
  await expect(page.getByText('last boxes').first()).toBeVisible();
  // The records are beside the best play.
  const records = page.locator('.sheet', { has: page.getByRole('heading', { name: 'Records' }) });
  await expect(records).toContainText(`Best game${theirs.scores.best}`, { ignoreCase: true });
  await expect(records).toContainText('best play: 254.6');
  await expect(records.getByRole('img', { name: /^Your scores, beside those of the best play: .*–.*%/ })).toBeVisible({ timeout: 50_000 });
  await accessible(page, 'progress');
  expect(await wide(page)).toBeLessThanOrEqual(0);
  await page.setInputFiles('input[type=file]', EXAMPLE);
  await expect(page.getByText('0 of 10 records are new.')).toBeVisible();
  const text = await exported(page);
  expect(text.trim().split('\n').sort()).toEqual(readFileSync(EXAMPLE, 'utf8').trim().split('\n').sort());
  const copy = info.outputPath('copy.jsonl');
  const file = info.outputPath('exported.jsonl');
  writeFileSync(file, text);
  execFileSync(program, ['progress', '--history', copy, '--import', file]);
  expect(progressOf(copy)).toMatchObject({ rating: theirs.rating, curve: theirs.curve });
  // Two tabs show the same.
  const other = await page.context().newPage();
  await visit(other, 'progress', '.bands');
  await page.getByRole('button', { name: 'Delete the history' }).click();
  await accessible(page, 'question');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('There is no game yet that counts.')).toBeVisible();
  await expect(other.getByText('There is no game yet that counts.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.number b')).toHaveText(theirs.rating.loss.toFixed(2));
  await page.reload();
  await expect(page.locator('.number b')).toHaveText(theirs.rating.loss.toFixed(2));
  await page.setInputFiles('input[type=file]', { name: 'x.jsonl', mimeType: 'text/plain', buffer: Buffer.from('no history') });
  await expect(page.getByText('This file is no history.')).toBeVisible();
  // The board of today has both.
  await page.goto('/#home');
  await expect(page.getByRole('link', { name: /^Your rating/ })).toContainText(theirs.rating.loss.toFixed(1));
  await expect(page.getByRole('link', { name: /^My mistakes/ })).toContainText(`${theirs.deck.due} due today`);
  await accessible(page, 'board');
  expect(await wide(page)).toBeLessThanOrEqual(0);
  await page.goto('/#progress');
  // The theme to practise is a tap away.
  await page.getByRole('button', { name: 'Practise', exact: true }).click();
  await expect(page.locator('.boxes')).toBeVisible();
  await expect(page).toHaveURL(/theme=endgame/);
});

test('games by other built-in rules have a link to their progress; those by rules of your own have none', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'progress', '.file');
  const games = readFileSync(EXAMPLE, 'utf8').split('\n').filter((line) => line.includes('"game"'));
  const [yatzy, own] = (['yatzy', 'three-dice'] as const).map((rules, at) => {
    const { history, game } = JSON.parse(games[at]!);
    return JSON.stringify({ history, game: { ...game, rules, fingerprint: `000000000000000${at}` } });
  });
  await page.setInputFiles('input[type=file]', { name: 'x.jsonl', mimeType: 'text/plain', buffer: Buffer.from(`${yatzy}\n${own}\n`) });
  const others = page.getByText('Games by other rules:');
  await expect(others).toContainText('three-dice (1)');
  await expect(others).toContainText('Yatzy (1)');
  await expect(others.getByRole('link')).toHaveText(['Yatzy']);
});

test('a finished game is recorded once, with the right of way of two tabs; nothing, if that is wanted', async ({ page }) => {
  await visit(page, 'play');
  // A game before its last turn.
  await openText(page, `#! yahtzee play 1\n#! dice: table\n#! coach: 0.2\n#! player: ann\n${WHOLE.replace(/.*\n$/, '')}#! end\n`);
  await tap(page, '66661');
  await score(page, 'Yahtzee');
  await goOn(page);
  await page.locator('.result').getByRole('button', { name: 'Progress' }).click();
  await expect(page.getByText('1 game.')).toBeVisible();
  const one = await exported(page);
  expect(one.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(one)).toMatchObject({ history: 1, game: { player: 'ann', rules: 'hasbro' } });
  // Two tabs add at once, and nothing is lost.
  const other = await page.context().newPage();
  await visit(other, 'quiz', '.boxes');
  await Promise.all([giveUp(other, 3), page.setInputFiles('input[type=file]', EXAMPLE)]);
  await expect(page.getByText('10 of 10 records are new.')).toBeVisible();
  await expect.poll(async () => (await exported(page)).trim().split('\n').length).toBe(14);
  await other.close();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel(/Keep a history/).uncheck();
  await page.keyboard.press('Escape');
  await page.goto('/#quiz?day=20261005');
  await giveUp(page, 1);
  await page.goto('/#progress');
  await expect(page.getByText('Nothing is recorded: the settings say so.')).toBeVisible();
  expect((await exported(page)).trim().split('\n')).toHaveLength(14);
});

// Phones have no keyboard.
test('the ten of a day, from the start to the result by keyboard alone', { tag: '@once' }, async ({ page }) => {
  const main = '.bar .primary';
  const on = (selector: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  const go = async (key: 'Tab' | 'Shift+Tab', selector: string): Promise<void> => {
    for (let stop = 0; stop < 60 && !(await on(selector)); stop += 1) {
      await page.keyboard.press(key);
    }
    expect(await on(selector), `${key} to ${selector}`).toBe(true);
  };
  await visit(page, 'home', '.hello');
  await go('Tab', 'a[href*=quiz]');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 10')).toBeVisible();
  await go('Tab', main);
  for (let number = 1; number <= 10; number += 1) {
    await expect(page.getByText(`${number} of 10`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Give up' })).toBeEnabled();
    // The focus is at the next step: the dice and boxes are before it.
    await expect.poll(() => on(main)).toBe(true);
    if (number === 5) {
      await go('Tab', '.bar .actions button:last-of-type');
      await page.keyboard.press('Enter');
    } else {
      await go('Shift+Tab', number % 2 === 0 ? '.boxes button[aria-pressed]' : '.bar .tray button:not(:disabled), .boxes button[aria-pressed]');
      await page.keyboard.press('Space');
      await go('Tab', main);
      await page.keyboard.press('Enter');
    }
    await expect(page.locator('.verdict')).toBeVisible();
    await expect.poll(() => on(main)).toBe(true);
    await page.keyboard.press('Enter');
  }
  await expect(summary(page)).toContainText('of 10 best');
  await expect(page.getByRole('heading', { name: 'Result' })).toBeFocused();
  // One of them again, and the progress.
  await go('Tab', '.looks button');
  await page.keyboard.press('Enter');
  await expect(page.locator('.verdict')).toBeVisible();
  await expect.poll(() => on(main)).toBe(true);
  await go('Shift+Tab', 'nav a[href="#home"]');
  await page.keyboard.press('Enter');
  await expect(page.locator('.hello')).toBeVisible();
  await go('Tab', 'a[href="#progress"]');
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is no game yet that counts.')).toBeVisible();
  await go('Tab', '.nothing a[href="#quiz"]');
  await page.keyboard.press('Enter');
  await expect(summary(page)).toBeVisible();
});

/** Text that is cut off or leaves the screen or its button, and overlapping controls. */
const unreadable = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const of = (element: Element) => element.outerHTML.slice(0, 120);
    const shown = [...document.querySelectorAll<HTMLElement>('main *, nav *')].filter((element) => element.checkVisibility() && !element.closest('.sr, svg'));
    const texts = shown.flatMap((element) => [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent!.trim() !== '').map((node) => ({ element, node })));
    for (const { element, node } of texts) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (getComputedStyle(element).clipPath !== 'none') continue;
      if (text.left < -1 || text.right > innerWidth + 1) faults.push(`off the screen: ${of(element)}`);
      const around = element.closest('button, a, select, td, th')?.getBoundingClientRect();
      if (around && (text.left < around.left - 1 || text.right > around.right + 1 || text.top < around.top - 2 || text.bottom > around.bottom + 2)) faults.push(`out of its place: ${of(element)}`);
      if (getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) faults.push(`cut off: ${of(element)}`);
    }
    const controls = shown.filter((element) => element.matches('button, a, select, summary, input'));
    for (const [index, one] of controls.entries()) {
      for (const other of controls.slice(index + 1)) {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const [across, down] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        // Bars stay in place while the rest scrolls below them.
        if (across > 1 && down > 1 && one.closest('.bar, nav') === other.closest('.bar, nav') && !one.contains(other)) faults.push(`one on the other: ${of(one)} ${of(other)}`);
      }
    }
    return faults;
  });

test('the views of the trainer with the font doubled', async ({ page }) => {
  test.slow();
  const check = async (where: string): Promise<void> => {
    expect(await unreadable(page), where).toEqual([]);
    expect(await wide(page), where).toBeLessThanOrEqual(0);
    await accessible(page, where);
  };
  await visit(page, 'progress', '.file');
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await check('nothing');
  await page.setInputFiles('input[type=file]', EXAMPLE);
  await expect(page.locator('.number b')).toBeVisible();
  await check('progress');
  await page.evaluate(() => (location.hash = '#quiz?day=20261005'));
  await expect(page.locator('.boxes')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Give up' })).toBeEnabled();
  await check('question');
  // The bar leaves room for the boxes above it.
  const bar = await page.locator('.bar').first().evaluate((element) => element.getBoundingClientRect().height);
  expect(bar).toBeLessThan(0.75 * page.viewportSize()!.height);
  await page.getByRole('button', { name: 'Give up' }).click();
  await expect(page.locator('.verdict')).toContainText('Given up.');
  await check('answer');
  await page.getByRole('button', { name: 'Next' }).click();
  await giveUp(page, 9);
  await expect(summary(page)).toBeVisible();
  await check('result');
  await page.getByRole('button', { name: 'Tens of earlier days' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await wide(page)).toBeLessThanOrEqual(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Quiz', exact: true }).click();
  await page.locator('summary').filter({ hasText: 'Which positions' }).click();
  await check('quiz');
  await page.getByRole('button', { name: /My mistakes/ }).click();
  await expect(page.getByRole('button', { name: 'Give up' })).toBeEnabled();
  await check('mistakes');
});
