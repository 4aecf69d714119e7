import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { best, box, number, playOut, tap, visit } from './page';

const begin = (page: Page) => page.locator('form').getByRole('button', { name: 'Play' }).click();

test('a game alone with virtual dice, to its review', async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  await expect(best(page)).toHaveText('turn 1 of 13');
  await playOut(page);
  const score = await number(page).innerText();
  await page.locator('.actions .primary').first().click();
  await expect(page.locator('.number b').first()).toHaveText(score);
  await expect(page.locator('p.luck')).toContainText('of optimal games', { timeout: 60_000 });
});

test('dice are kept by tapping, and a move is taken back', async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  const first = page.getByRole('group', { name: 'Dice on the table' }).getByRole('button').first();
  await first.click();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  const main = page.locator('.actions .primary').first();
  await expect(main).toHaveText(/^Keep \d, reroll four$/);
  await main.click();
  await expect(page.getByText('1 reroll left')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 rerolls left')).toBeVisible();
});

test('own dice, a coach, and a killed tab', async ({ page, context }) => {
  await visit(page, 'play');
  await page.getByLabel('our own dice').check();
  await page.getByLabel('a coach').check();
  await begin(page);
  await tap(page, '11666');
  await expect(page.locator('.options')).toHaveCount(0);
  await box(page, 'Full House').click();
  await expect(page.locator('.actions .primary').first()).toHaveText('Score 25 in Full House');
  await page.locator('.actions .primary').first().click();
  await expect(page.locator('.remark.coach')).toContainText('which cost 11.20 points: better was to keep 6 6 6');
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('heading', { name: /^The best: Keep 6 6 6/ })).toBeVisible();
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await visit(again, 'play', '.card');
  await expect(best(again)).toHaveText('turn 2 of 13');
  await expect(box(again, 'Full House')).toHaveAccessibleName(/Full House 25/);
});

test('a zero is asked about first', async ({ page }) => {
  await visit(page, 'play');
  await page.getByLabel('our own dice').check();
  await begin(page);
  await tap(page, '11666');
  await box(page, 'Yahtzee').click();
  await page.locator('.actions .primary').first().click();
  await expect(page.locator('.remark.question')).toContainText('Write 0 in Yahtzee?');
  await expect(page.locator('.remark.question')).not.toContainText('Enter');
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(box(page, 'Yahtzee')).toHaveAccessibleName(/Yahtzee.* open/);
});

test('two people and the computer, with their chances to win', async ({ page }) => {
  await visit(page, 'play');
  await page.getByLabel(/^Players/).fill('ann, bob');
  await page.getByLabel('Computer').selectOption('computer');
  await begin(page);
  await expect(page.locator('.remark').first()).toContainText('begins');
  await expect(page.getByRole('row', { name: /^ann/ })).toContainText('%', { timeout: 60_000 });
  for (let move = 0; move < 12; move += 1) {
    await page.locator('.actions .primary').first().click();
  }
  await expect(page.getByRole('row', { name: /^computer/ })).toBeVisible();
});

test('a game is exported and opened again', async ({ page }) => {
  await visit(page, 'play');
  await page.getByLabel('our own dice').check();
  await begin(page);
  await tap(page, '13356');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain('#! yahtzee play 1');
  expect(text).toContain('13356');
  await page.getByRole('button', { name: 'Leave this game' }).click();
  await page.getByText(/from text or a file/).click();
  await page.getByLabel(/notation of the program/).fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('2 rerolls left')).toBeVisible();
});

test('a damaged game is reported and set aside', async ({ page }) => {
  await visit(page, 'play');
  const text = '#! yahtzee play 1\n#! dice: table\n#! player: you\nrules: hasbro\n1366';
  await page.evaluate((damaged) => localStorage.setItem('yahtzee:game', damaged), text);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText("a part of it is missing: its last line is not '#! end'");
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save it as a file' }).click()]);
  expect(readFileSync(await download.path(), 'utf8')).toBe(text);
  await expect(page.locator('form').getByRole('button', { name: 'Play' })).toBeVisible();
});

const dice = (page: Page) => page.getByRole('group', { name: 'Dice on the table' }).getByRole('button');
const main = (page: Page) => page.locator('.actions .primary').first();

for (const advice of ['always there', 'a coach']) {
  test(`a tap that throws only throws (advice: ${advice})`, async ({ page }) => {
    await visit(page, 'play');
    await page.getByLabel(/^Players/).fill('ann, bob');
    await page.getByLabel(advice).check();
    await begin(page);
    for (let turn = 0; turn < 3; turn += 1) {
      await box(page, turn < 2 ? 'Chance' : 'Ones').click();
      await main(page).click();
      const yes = page.getByRole('button', { name: 'Yes, write 0' });
      await expect(yes.or(page.getByRole('button', { name: / throws$/ }))).toBeVisible();
      if (await yes.isVisible()) {
        await yes.click();
      }
      await page.getByRole('button', { name: / throws$/ }).click();
      await expect(page.getByText('2 rerolls left')).toBeVisible();
      await expect(dice(page)).toHaveCount(5);
      await expect(page.locator('.remark')).toHaveCount(0);
      await expect(page.getByText(/\bTab\b/)).toHaveCount(0);
    }
  });
}

test('a double tap makes one move', async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  await dice(page).first().click();
  await expect(main(page)).toHaveText(/^Keep \d, reroll four$/);
  // Both taps come before the page has drawn what the first one did.
  await main(page).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await expect(page.getByText('1 reroll left')).toBeVisible();
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByText('1 reroll left')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a game with a player who plays to win is opened again', async ({ page }) => {
  await visit(page, 'play');
  await page.getByLabel('Computer').selectOption('computer:win');
  await begin(page);
  await box(page, 'Chance').click();
  await main(page).click();
  await expect(page.getByRole('row', { name: /^challenger/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: /^challenger/ })).toBeVisible({ timeout: 60_000 });
  await page.locator('.actions').getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText('expected at the start').first()).toBeVisible({ timeout: 60_000 });
});
