// The card of an opponent, in a question about the chance to win.
import { expect } from '@playwright/test';
import { accessible, box, inSight, number, test, visit } from './page';

// In Yacht, for which a chance to win is computed in a moment. The figure comes from the program.
const LATE = '1s=3 2s=6 3s=9 4s=12 5s=15 4k=22 fh=25 ls=30 bs=30';
const QUESTION = `advise?${new URLSearchParams({ rules: 'yacht', dice: '11666', rerolls: '1', card: LATE })}`;

test('the card of an opponent is tapped, box by box', { tag: '@layout' }, async ({ page }) => {
  await visit(page, QUESTION);
  await page.getByText('Play for something else').click();
  await page.getByLabel('Rank by').selectOption('against');
  const opponent = page.getByRole('group', { name: 'Opponent 1', exact: true }).first();
  const theirs = (title: string) => opponent.getByRole('button', { name: new RegExp(`^${title}( |,)`) });
  await expect(theirs('Sixes')).toHaveAccessibleName('Sixes, open, change');
  for (const [title, points] of [['Sixes', '18'], ['Yacht', '50'], ['Big Straight', '30']] as const) {
    await theirs(title).click();
    await inSight(opponent.getByRole('button', { name: points, exact: true }));
    await opponent.getByRole('button', { name: points, exact: true }).click();
    await expect(theirs(title)).toHaveAccessibleName(`${title} ${points}, change`);
    await expect(theirs(title)).toBeFocused();
  }
  await expect(opponent.locator('summary')).toContainText('98');
  expect(new URL(page.url()).hash).toContain(new URLSearchParams({ against: 'sixes=18 big-straight=30 yacht=50' }).toString());
  // The player's own card is another one.
  await expect(page.getByRole('region', { name: 'Scorecard' }).getByRole('button', { name: /^Sixes/ })).toHaveAccessibleName(/^Sixes, open|^Sixes 18 now/);
  await theirs('Yacht').click();
  await opponent.getByRole('button', { name: 'open', exact: true }).click();
  await expect(opponent.locator('summary')).toContainText('48');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await accessible(page, 'the card of an opponent');
});

test('a card that is tapped is the same question as one that is typed', async ({ page }) => {
  await visit(page, `${QUESTION}&against=${encodeURIComponent(LATE)}`);
  const opponent = page.getByRole('group', { name: 'Opponent 1', exact: true }).first();
  await opponent.getByRole('button', { name: /^Sixes/ }).click();
  await opponent.getByRole('button', { name: '18', exact: true }).click();
  await expect(number(page)).toHaveText('65.73%', { timeout: 60_000 });
  await page.getByText('Type the opponents').click();
  await expect(page.getByLabel(/^Opponents, one a line/)).toHaveValue(/sixes=18/);
});

test('opponents are added and removed, with a card or a final score', async ({ page }) => {
  await visit(page, `${QUESTION}&against=${encodeURIComponent(`${LATE} 6s=18`)}`);
  await page.getByRole('button', { name: 'Add an opponent' }).click();
  const second = page.getByRole('group', { name: 'Opponent 2', exact: true }).first();
  await second.getByText('Final score').click();
  const score = second.getByRole('spinbutton', { name: 'Final score' });
  await score.fill('-5');
  await score.press('Tab');
  expect(await score.evaluate((field: HTMLInputElement) => field.validationMessage)).toMatch(/greater than or equal to 0/);
  expect(page.url()).not.toContain('-5');
  await score.fill('231');
  await score.press('Tab');
  await expect(page.locator('.answer')).toContainText('a card with 170 points so far and a final score of 231', { timeout: 60_000 });
  await page.reload();
  await expect(second.locator('summary')).toContainText('231');
  await second.getByRole('radio', { name: 'Scorecard' }).check();
  await expect(page.locator('.answer')).toContainText('one who has not begun', { timeout: 60_000 });
  await second.getByRole('button', { name: 'remove: Opponent 2' }).click();
  await expect(second).toHaveCount(0);
  await expect(number(page)).toHaveText('65.73%', { timeout: 60_000 });
});

test('points that no roll gives are refused beside the card, and an unreadable opponent says so', async ({ page }) => {
  await visit(page, `${QUESTION}&against=nonsense`);
  await expect(page.getByRole('group', { name: 'Opponent 1', exact: true }).first()).toContainText("cannot read 'nonsense'");
  await visit(page, 'advise?rules=hasbro&against=ones%3D3');
  const opponent = page.getByRole('group', { name: 'Opponent 1', exact: true }).first();
  await opponent.getByRole('button', { name: 'Extra bonus: one more' }).click();
  await inSight(opponent.getByRole('alert'));
  await opponent.getByRole('button', { name: /^Ones/ }).click();
  await expect(opponent.getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(box(page, 'Ones').last()).toBeFocused();
});

test("one's own card shows a change at once, while the answer takes long", async ({ page }) => {
  await visit(page, 'advise?dice=11666&card=ones%3D3 twos%3D6&target=300');
  await expect(page.getByText('Working it out…')).toBeVisible();
  for (const [title, points] of [['Ones', '4'], ['Twos', '8']] as const) {
    await box(page, title).click();
    await page.locator('.editor').getByRole('button', { name: points, exact: true }).click();
    await expect(box(page, title)).toHaveAccessibleName(`${title} ${points}, choose`, { timeout: 2000 });
  }
  await expect(box(page, 'Ones')).toHaveAccessibleName('Ones 4, choose');
  await expect(page.getByText('Working it out…')).toBeVisible();
});
