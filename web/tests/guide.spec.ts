// How a game is played, and what a box pays.
import { expect, type Page } from '@playwright/test';
import { accessible, test, visit } from './page';

/** Presses a place for longer than a tap. */
async function hold(page: Page, title: string): Promise<void> {
  const { x, y, width, height } = (await page.locator('.boxes button').filter({ hasText: title }).boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.mouse.up();
  // The end of the press does not close what it has opened.
  await page.waitForTimeout(100);
  await expect(page.getByRole('dialog')).toBeVisible();
}

test('a box that is held tells what it pays, also before the first throw', async ({ page }) => {
  await visit(page, 'play?now=1', '.table');
  await hold(page, 'Full House');
  const dialog = page.getByRole('dialog', { name: 'Full House' });
  await expect(dialog).toContainText('Needs three alike and two alike, of different faces. Pays 25 points; as a joker 25.');
  await accessible(page, 'box');
  await page.keyboard.press('Escape');
  await page.locator('.bar .primary').click();
  await hold(page, 'Large Straight');
  await expect(page.getByRole('dialog', { name: 'Large Straight' })).toContainText('Needs five in a row. Pays 40 points');
  await page.keyboard.press('Escape');
  // The box was not chosen, and a tap still chooses it.
  await expect(page.locator('.boxes .marked')).toHaveCount(0);
  await page.locator('.boxes button').filter({ hasText: 'Large Straight' }).click();
  await expect(page.locator('.boxes .marked')).toHaveCount(1);
  // The keyboard asks for the box that has the focus.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Large Straight' })).toBeVisible();
});

test('the menu explains the whole game, from the data of its rules', async ({ page }) => {
  await visit(page, 'play?now=1', '.table');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'How to play' }).click();
  const dialog = page.getByRole('dialog', { name: 'How to play' });
  await expect(dialog.getByRole('listitem')).toHaveCount(13);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Small Straight' }).locator('.sr')).toHaveText('1 2 3 4 6');
  await expect(dialog).toContainText('may throw the others up to 2 more times');
  await expect(dialog).toContainText('Upper bonus: 35 points for 63 or more in the upper boxes.');
  await expect(dialog).toContainText('Once Yahtzee holds points, each further one earns 100 points more, wherever it is written.');
  await accessible(page, 'how to play');
});

test('every rule set has its page', { tag: '@once' }, async ({ page }) => {
  for (const [rules, says] of [
    ['crag', 'may throw the others 1 more time'],
    ['forced-yatzy', 'The boxes are filled from top to bottom.'],
    ['kismet', '35 from 63 on, 55 from 71 on, 75 from 78 on'],
  ] as const) {
    await visit(page, `rules?rules=${rules}`, '.sets');
    await page.getByText('How to play').click();
    await expect(page.locator('main')).toContainText(says);
    await page.goto('/#home');
  }
});
