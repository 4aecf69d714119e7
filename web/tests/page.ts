// What the tests share.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Opens the page at an address, and waits until the game is solved. */
export async function visit(page: Page, hash: string, ready = '.card, .sheet, .sets'): Promise<void> {
  await page.goto(`/#${hash}`);
  // The largest games take a while to solve where other programs run.
  await expect(page.locator(ready).first()).toBeVisible({ timeout: 50_000 });
}

/** Taps the faces of the pad. */
export async function tap(page: Page, dice: string): Promise<void> {
  for (const face of dice) {
    await page.getByRole('button', { name: `Add a ${face}` }).click();
  }
}

export const best = (page: Page) => page.locator('.headline h2');
export const number = (page: Page) => page.locator('.headline .number b');
export const box = (page: Page, title: string) => page.locator('.card').getByRole('button', { name: new RegExp(`^${title}[ ,]`) });

/** Checks that axe-core finds nothing wrong. */
export async function accessible(page: Page): Promise<void> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    type Axe = { run: () => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
  });
  expect(found).toEqual([]);
}

/** Plays a whole game of virtual dice by the advice. */
export async function playOut(page: Page): Promise<void> {
  const main = page.locator('.actions .primary').first();
  for (let move = 0; move < 120; move += 1) {
    const text = await main.innerText();
    if (text === 'Review') {
      return;
    }
    // The button may say something else by now, such as 'Review': then it is read again.
    await main
      .filter({ hasText: text })
      .click({ timeout: 1_000 })
      .catch(() => undefined);
    await expect(main.or(page.getByRole('button', { name: 'Yes, write 0' })).first()).toBeEnabled();
  }
  throw new Error('the game did not end');
}
