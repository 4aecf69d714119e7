// With the font doubled, what opens in a view scrolls in one direction only.
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { begin, GAME, openText, press, test, visit } from './page';

const EXAMPLE = fileURLToPath(new URL('../../docs/example-history.jsonl', import.meta.url));
const LATE = '1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40';

/** Opens every section that is closed. */
async function openAll(page: Page): Promise<void> {
  const open = (): Promise<number> =>
    page.evaluate(() => {
      const closed = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open]), dialog details:not([open])')];
      closed.forEach((section) => (section.open = true));
      return closed.length;
    });
  await expect.poll(open).toBe(0);
}

/** Parts that reach beyond the edge of the screen, and dialogs that scroll sideways. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll('main *, dialog *')].filter((part) => part.children.length === 0 && !part.closest('svg, .sr, .scroll'));
    const outside = parts.filter((part) => part.getBoundingClientRect().width > 0 && part.getBoundingClientRect().right > innerWidth + 1);
    const across = [document.documentElement, ...document.querySelectorAll('dialog')].filter((whole) => whole.scrollWidth > whole.clientWidth + 1);
    return [...outside, ...across].map((part) => `${part.tagName} ${part.textContent!.trim().slice(0, 30)}`);
  });

/** What is opened in each view. */
const STATES: [string, string, string, (page: Page) => Promise<void>][] = [
  ['settings', 'home', '.hello', async (page) => {
    await page.locator('.gear').click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }],
  ['topics', 'quiz?seed=5&number=0&mixed=1', '.bar', openAll],
  ['opponents', `advise?${new URLSearchParams({ rules: 'hasbro', dice: '11666', rerolls: '1', card: LATE, against: '231|6s=18 fh=25' })}`, '.boxes', async (page) => {
    await openAll(page);
    await page.locator('details [data-box=chance]').last().click();
    await expect(page.locator('.editor')).toBeVisible();
  }],
  ['progress', 'progress', '.file', async (page) => {
    await page.setInputFiles('input[type=file]', EXAMPLE);
    await expect(page.locator('.bands')).toBeVisible();
    await openAll(page);
  }],
  ['board', 'home', '.tile', (page) => expect(page.getByRole('figure')).toBeVisible()],
  ['games', 'home', '.hello', async (page) => {
    await page.locator('.game').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await openAll(page);
  }],
  ['first steps', 'quiz?steps=1', '.bar', async (page) => {
    await page.getByRole('group').getByRole('button').first().click();
    await page.locator('.bar .primary').click();
    await expect(page.locator('.verdict')).toBeVisible();
  }],
  ['rules', 'rules', '.sets', openAll],
  ['lobby', 'play', '.tiles', async (page) => {
    for (const kind of ['person', 'computer:greedy']) {
      await page.locator(`.tiles [data-kind="${kind}"]`).click();
    }
    await openAll(page);
  }],
];

for (const locale of ['en', 'de', 'sv']) {
  test.describe(() => {
    test.use({ locale });
    test(`nothing that opens scrolls sideways with the font doubled (${locale})`, async ({ page }) => {
      test.slow();
      await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')));
      for (const [name, view, ready, go] of STATES) {
        await page.goto('about:blank');
        await visit(page, view, ready);
        await go(page);
        await expect.poll(() => beyond(page), { message: name }).toEqual([]);
      }
    });
  });
}

test('the menu of a game and a review scroll in one direction only with the font doubled', async ({ page }) => {
  await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')));
  await visit(page, 'review', 'details');
  await openText(page, GAME);
  await expect(page.locator('.viewer')).toBeVisible();
  await openAll(page);
  await expect.poll(() => beyond(page), { message: 'review' }).toEqual([]);
  await visit(page, 'play');
  await begin(page);
  await press(page, 'Roll');
  await page.getByRole('button', { name: 'Menu' }).click();
  await openAll(page);
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect.poll(() => beyond(page), { message: 'menu' }).toEqual([]);
});
