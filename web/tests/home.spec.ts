import { expect } from '@playwright/test';
import { accessible, dice, main, press, small, test, visit } from './page';

test('the first screen offers everything in one look, with an example answered', async ({ page }) => {
  await visit(page, 'home', '.hello');
  await expect(page.getByRole('link', { name: 'Play now' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('link', { name: /^First steps/ }).first()).toBeInViewport({ ratio: 1 });
  const daily = page.getByRole('link', { name: /Ten of today/ });
  await expect(daily).toBeInViewport({ ratio: 1 });
  const ask = page.getByRole('link', { name: /Ask about a roll/ });
  await expect(ask).toContainText('Keep 6 6 6, reroll two');
  await expect(ask).toBeInViewport({ ratio: 1 });
  const said = await page.locator('.hello p').innerText();
  expect(said.match(/\./g)).toHaveLength(3);
  // The screen of a desktop is not half empty either.
  if (page.viewportSize()!.width > 900) {
    const { y, height } = (await page.locator('.two > *').last().boundingBox())!;
    expect(y + height).toBeGreaterThan(0.85 * page.viewportSize()!.height);
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
  }
  await expect(daily.locator('.marks i')).toHaveCount(10);
  // The game is changed where its name is, the best known ones first.
  await page.getByRole('button', { name: 'Change the game: Yahtzee' }).click();
  const sheet = page.getByRole('dialog', { name: 'You play Yahtzee.' });
  await expect(sheet.getByRole('button', { name: /^Cho/ })).toHaveText(['Yahtzee', 'Kniffel', 'Yatzy']);
  await sheet.getByText('More games').click();
  await sheet.getByRole('button', { name: 'Choose Crag' }).click();
  await expect(page.locator('.game')).toHaveText('Crag');
  // Its boxes are others: it has no first steps.
  await expect(page.getByRole('link', { name: /^First steps/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Change the game: Crag' }).click();
  await page.getByRole('button', { name: 'Choose Yahtzee', exact: true }).click();
  await ask.click();
  await expect(page.locator('.headline h2')).toHaveText('Keep 6 6 6, reroll two');
});

test('a newcomer takes the first steps, and two taps throw dice', async ({ page }) => {
  await page.goto('/#quiz?steps=1&rules=crag');
  // They do not fit: these are the ten of today.
  await expect(page.getByRole('button', { name: 'Ten of today' })).toHaveAttribute('aria-pressed', 'true', { timeout: 50_000 });
  await page.goto('/#home?rules=hasbro');
  await page.getByRole('link', { name: /^First steps/ }).first().click();
  await expect(page.getByText('Which dice are worth keeping?')).toBeVisible();
  const die = (at: number) => page.getByRole('group', { name: 'Dice on the table' }).getByRole('button').nth(at);
  await die(4).click();
  await main(page).click();
  await expect(page.locator('.verdict')).toContainText('Best: Keep 4 4 4, reroll two');
  await expect(page.locator('.verdict')).toContainText(/It cost [1-9][.\d]+ points/);
  await expect(page.getByText('Three alike: keep these three, and nothing else.', { exact: true })).toBeVisible();
  await main(page).click();
  await die(3).click();
  await die(4).click();
  await main(page).click();
  await expect(page.locator('.verdict')).toContainText('Right!');
  for (const box of ['Fours', 'Ones', 'Large Straight']) {
    await main(page).click();
    await small(page, box).click();
    await main(page).click();
    await expect(page.locator('.verdict')).toContainText('Right!');
  }
  await accessible(page, 'first steps');
  await main(page).click();
  await page.getByRole('link', { name: 'Play with the coach' }).click();
  await expect(page.locator('.table')).toBeVisible();
  await page.goto('/#quiz?steps=1');
  await page.getByRole('link', { name: 'Skip', exact: true }).click();
  await page.getByRole('link', { name: 'Play now' }).click();
  await press(page, 'Roll');
  await expect(dice(page).first()).toHaveAccessibleName(/^[1-6]$/);
  // Going back is not another game.
  await page.goBack();
  await expect(page.getByRole('link', { name: /^Continue/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Continue/ })).toBeInViewport({ ratio: 1 });
});
