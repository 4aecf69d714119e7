// The layout of views at a phone, a tablet that stands, and a desktop.
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { accessible, begin, best, look, main, press, test, visit } from './page';

const TABLET = { width: 820, height: 1180 };
const EXAMPLE = fileURLToPath(new URL('../../docs/example-history.jsonl', import.meta.url));

const boundsOf = async (part: Locator) => (await part.first().boundingBox())!;
const wide = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
/** The words of every choice, with its width and height in pixels. */
const choices = (within: Locator) =>
  within.locator('fieldset label').evaluateAll((all) => all.map((label) => [label.textContent!.trim(), label.getBoundingClientRect().width, label.getBoundingClientRect().height] as const));

test('all settings are seen at once, and each is one tap away', { tag: '@layout' }, async ({ page }) => {
  await visit(page, 'home', '.hello');
  await page.getByRole('button', { name: 'Settings' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('radio')).toHaveCount(10);
  await expect(sheet.getByRole('switch')).toHaveCount(4);
  await expect(sheet.getByRole('combobox')).toHaveCount(0);
  expect(await sheet.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(0);
  (await choices(sheet)).forEach(([words, width, height]) => expect([words, width >= 43.5, height >= 43.5]).toEqual([words, true, true]));
  await sheet.getByRole('radio', { name: 'fast' }).check();
  await sheet.getByRole('switch', { name: 'Sound of the dice' }).check();
  // The keyboard chooses too.
  await sheet.getByRole('radio', { name: 'fast' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(sheet.getByRole('radio', { name: 'normal' })).toBeChecked();
  await accessible(page, 'settings');
  await page.reload();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(sheet.getByRole('radio', { name: 'normal' })).toBeChecked();
  await expect(sheet.getByRole('switch', { name: 'Sound of the dice' })).toBeChecked();
});

test('the topic and the level of puzzles are tapped', { tag: '@layout' }, async ({ page }) => {
  await visit(page, 'quiz?seed=5&number=0', '.bar');
  await page.locator('summary').filter({ hasText: 'Which positions' }).click();
  const topic = page.getByRole('group', { name: 'Topic' });
  await expect(topic.getByRole('radio', { name: 'the obvious is wrong' })).toBeChecked();
  // Positions in which the obvious choice is wrong have no other topic and no level.
  await expect(page.getByRole('group', { name: 'Level' })).toHaveCount(0);
  await topic.getByRole('radio', { name: 'zeros' }).check();
  await expect(page).toHaveURL(/mixed=1&theme=zeros$/);
  await page.getByRole('group', { name: 'Level' }).getByRole('radio', { name: 'clear' }).check();
  await expect(page).toHaveURL(/mixed=1&theme=zeros&level=clear$/);
  await topic.getByRole('radio', { name: 'the obvious is wrong' }).check();
  await expect(page).toHaveURL(/seed=\d+&number=0$/);
  await expect(page.getByText('The obvious choice is a mistake here.')).toBeVisible();
  expect(await wide(page)).toBeLessThanOrEqual(0);
});

test('progress says what to practise beside the number', { tag: '@layout' }, async ({ page }) => {
  await visit(page, 'progress', '.file');
  await page.setInputFiles('input[type=file]', EXAMPLE);
  await expect(page.locator('.bands')).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.locator('.headline .number')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Practise' })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('.headline .number')).toContainText(/95%: [\d.]+ to [\d.]+/);
  expect(await wide(page)).toBeLessThanOrEqual(0);
});

test.describe('on a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test('the card and the dice are seen at once', { tag: '@once' }, async ({ page }) => {
    for (const hash of ['play?now=1', 'quiz']) {
      await visit(page, hash, '.bar');
      for (const part of await page.locator('.boxes button, .boxes .sum, .bar button').all()) {
        await expect(part).toBeInViewport({ ratio: 0.99 });
      }
      expect(await wide(page)).toBeLessThanOrEqual(0);
      await accessible(page, hash);
    }
    await expect(page.getByRole('link', { name: 'Home', exact: true })).toBeInViewport({ ratio: 1 });
  });
});

test('what is read does not move while a view is loaded', async ({ page }) => {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      (list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]).forEach(({ value, hadRecentInput }) => (shift += hadRecentInput ? 0 : value));
      document.documentElement.dataset.shift = String(shift);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [hash, ready] of [['advise?dice=11666', '.options'], ['rules', '.chosen'], ['play?now=1', '.table'], ['quiz', '.bar']] as const) {
    await visit(page, hash, ready);
    await page.waitForTimeout(300);
    expect(Number(await page.locator('html').getAttribute('data-shift')), hash).toBeLessThan(0.1);
    await page.goto('about:blank');
  }
});

test.describe('on a tablet', () => {
  test.use({ viewport: TABLET });

  test('the words of a box fit its size, and the dice are near', { tag: '@once' }, async ({ page }) => {
    await visit(page, 'play');
    await begin(page);
    await press(page, 'Roll');
    const { height } = await boundsOf(page.locator('.boxes button'));
    const size = await page.locator('.boxes .title').first().evaluate((title) => parseFloat(getComputedStyle(title).fontSize));
    expect(height).toBeGreaterThan(70);
    expect(height / size).toBeLessThan(4);
    expect((await boundsOf(page.locator('.tray button'))).width).toBeGreaterThan(100);
    await look(page);
    await expect(main(page)).toBeInViewport({ ratio: 1 });
    await accessible(page, 'tablet');
  });

  test('the card of a question stands beside its answer', { tag: '@once' }, async ({ page }) => {
    await visit(page, 'advise?dice=11666', '.options');
    const [card, answer] = [await boundsOf(page.locator('.boxes')), await boundsOf(best(page))];
    expect(card.x).toBeGreaterThan(answer.x + answer.width);
    await expect(page.locator('.boxes')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.options li').nth(4)).toBeInViewport({ ratio: 1 });
    // What is read is at least as large as on paper.
    const sizes = await page.locator('main').evaluate((main) => [...main.querySelectorAll('button, .title, h2')].map((part) => parseFloat(getComputedStyle(part).fontSize)));
    expect(Math.min(...sizes)).toBeGreaterThan(15);
  });
});
