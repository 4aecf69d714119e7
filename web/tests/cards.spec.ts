// Cards of rules: to read, to print, and to question.
import { expect } from '@playwright/test';
import { accessible, test, visit } from './page';

test('a card is shown with its exact score, says what it does in a position, and is printed', async ({ page }) => {
  await visit(page, 'home', '.hello');
  await page.getByRole('link', { name: 'Cards of rules' }).click();
  const card = page.getByRole('article');
  // The values of the program: yahtzee card card-12, yahtzee card card-30.
  await expect(card).toContainText('230.73 points a game on average in Yahtzee', { timeout: 60_000 });
  await expect(card.getByRole('listitem').first()).toHaveText('A run of five, if Large Straight is open: keep them.');
  await page.getByLabel(/What does the card say/).fill('11345 rerolls=2');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.locator('.says')).toContainText('Keep 1 1, reroll three');
  await expect(page.locator('.says')).toContainText('By rule 5. It costs 1.45 points. Best: Keep 3 4 5, reroll two.');
  await expect(card.locator('.decides')).toHaveText(/^A die whose box is open/);
  await page.getByLabel(/What does the card say/).fill('23456');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.locator('.says')).toContainText('By rules 1 and 6. No move is better.');
  await accessible(page, 'card');
  await page.getByLabel(/What does the card say/).fill('1134x');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.locator('#refused')).toContainText('no die face');
  await page.getByRole('button', { name: 'The full card' }).click();
  await expect(card).toContainText('243.91 points', { timeout: 60_000 });
  await expect(page).toHaveURL(/cards\?card=card-30$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()!.width);
  // On paper there is only the card.
  await page.emulateMedia({ media: 'print' });
  await expect(card).toBeVisible();
  for (const other of ['header', 'nav', 'form', '.kinds', 'button']) {
    await expect(page.locator(other).first()).toBeHidden();
  }
});

test('a card for other rules has their boxes, and rules with other boxes have none', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'cards?rules=kniffel', 'article');
  await expect(page.getByRole('article')).toContainText('points a game on average in Kniffel', { timeout: 60_000 });
  await page.goto('/#cards?rules=crag');
  await expect(page.getByText('The cards are for other boxes or other dice than these rules have.')).toBeVisible();
});
