import { expect } from '@playwright/test';
import { dice, press, test, visit } from './page';

test('the first screen offers everything in one look, with an example answered', async ({ page }) => {
  await visit(page, 'home', '.hello');
  await expect(page.getByRole('link', { name: 'Play now' })).toBeInViewport({ ratio: 1 });
  const daily = page.getByRole('link', { name: /Ten of today/ });
  await expect(daily).toBeInViewport({ ratio: 1 });
  const ask = page.getByRole('link', { name: /Ask about a roll/ });
  await expect(ask).toContainText('Keep 6 6 6, reroll two');
  await expect(ask).toBeInViewport({ ratio: 1 });
  const said = await page.locator('.hello p').innerText();
  expect(said.match(/\./g)).toHaveLength(3);
  // The screen of a desktop is not half empty either.
  if (page.viewportSize()!.width > 900) {
    const { y, height } = (await page.locator('.tile').last().boundingBox())!;
    expect(y + height).toBeGreaterThan(0.85 * page.viewportSize()!.height);
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
  }
  await expect(daily.locator('.marks i')).toHaveCount(10);
  await ask.click();
  await expect(page.locator('.headline h2')).toHaveText('Keep 6 6 6, reroll two');
});

test('two taps, and a newcomer has thrown dice', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Play now' }).click();
  await press(page, 'Roll');
  await expect(dice(page).first()).toHaveAccessibleName(/^[1-6]$/);
  // Going back is not another game.
  await page.goBack();
  await expect(page.getByRole('link', { name: /^Continue/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Continue/ })).toBeInViewport({ ratio: 1 });
});
