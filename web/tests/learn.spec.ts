import { expect, test } from '@playwright/test';
import { best, number, tap, visit } from './page';

const GAME = `rules: hasbro
11666 hold 666, 66625 hold 666, 66661 score sixes
22345 score small-straight
13556 hold 55, 55123 hold 55, 55524 score fives
`;

test('a review shows the worst mistakes first, and their positions', async ({ page }) => {
  await visit(page, 'review', 'details');
  await page.getByText(/Review a game/).click();
  await page.getByLabel(/notation of the program/).fill(GAME);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(number(page)).toHaveText('259.47');
  await expect(page.locator('dl')).toContainText('+12.97');
  await expect(page.locator('dl')).toContainText('-8.09');
  const worst = page.locator('.mistakes li').first();
  await expect(worst).toContainText('8.09');
  await expect(worst).toContainText('Score 30 in Small Straight');
  await worst.getByRole('button', { name: 'Why?' }).click();
  await expect(worst).toContainText('What decides');
  await expect(page.locator('figure svg rect.luck')).toHaveCount(3);
  await worst.getByRole('button', { name: 'Show me that position' }).click();
  await expect(best(page)).toHaveText('Keep 2 3 4 5, reroll one');
});

test('a game that is not one is refused in the right line', async ({ page }) => {
  await visit(page, 'review', 'details');
  await page.getByText(/Review a game/).click();
  await page.getByLabel(/notation of the program/).fill('rules: hasbro\n11666 hold 55\n');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('line 2');
});

test('the daily puzzle is the same for everyone, and counts a streak', async ({ page, browser }) => {
  await visit(page, 'quiz', '.card');
  const friends = await browser.newContext();
  const friend = await friends.newPage();
  await friend.goto(page.url());
  await expect(friend.locator('.card')).toBeVisible();
  const dice = (of: typeof page) => of.getByRole('group', { name: 'Dice on the table' }).innerHTML();
  expect(await dice(friend)).toBe(await dice(page));
  await expect(number(page)).toHaveText('0');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText('One of these is the best')).toBeVisible();
  await page.getByRole('button', { name: 'Give up' }).click();
  await expect(page.locator('.verdict')).toContainText('Given up.');
  await expect(page.getByRole('heading', { name: /^The best:/ })).toBeVisible();
  // The friend knows the answer now.
  const answer = (await page.locator('.options li').first().locator('.words').innerText()).trim();
  const faces = /^Keep ([\d ]+),/.exec(answer)?.[1]?.split(' ') ?? [];
  const places = friend.getByRole('group', { name: 'Dice on the table' }).getByRole('button');
  const shown = await places.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')?.[0]));
  if (faces.length > 0) {
    for (const face of faces) {
      const at = shown.indexOf(face);
      shown[at] = undefined;
      await places.nth(at).click();
    }
  } else if (answer.startsWith('Keep nothing')) {
    await friend.getByRole('button', { name: 'Keep nothing' }).click();
  } else {
    const title = answer.replace(/^Score \d+ in |^Scratch | for 0$|,.*$/g, '');
    await friend.locator('.card').getByRole('button', { name: new RegExp(`^${title}[ ,]`) }).click();
  }
  await friend.locator('.actions .primary').first().click();
  await expect(friend.locator('.verdict')).toContainText('Right:');
  await expect(number(friend)).toHaveText('1');
  await friends.close();
});

test('your own mistakes come back as questions', async ({ page }) => {
  await visit(page, 'quiz', '.card');
  const mistakes = [{ position: '22345 rerolls=2 sixes=24', chosen: 'score small-straight', rules: 'hasbro' }];
  await page.evaluate((text) => localStorage.setItem('yahtzee:mistakes', text), JSON.stringify(mistakes));
  await page.reload();
  await page.getByRole('button', { name: 'My mistakes (1)' }).click();
  await page.locator('.card').getByRole('button', { name: /^Small Straight / }).click();
  await page.locator('.actions .primary').first().click();
  await expect(page.locator('.verdict')).toContainText('Your choice: Score 30 in Small Straight.');
  await expect(page.locator('.verdict')).toContainText('It costs');
});

test('other rules, and rules of your own with an error at its line', async ({ page }) => {
  await visit(page, 'rules', '.sets');
  await page.getByRole('button', { name: 'Copy below: Yahtzee', exact: true }).click();
  const area = page.getByLabel('A rule set as TOML');
  await expect(area).toHaveValue(/name = /);
  const toml = await area.inputValue();
  await area.fill('name = "mine"\ndice = 9\n');
  await page.getByRole('button', { name: 'Check and play' }).click();
  await expect(page.getByRole('alert')).toContainText('line 2');
  const marked = await area.evaluate((element: HTMLTextAreaElement) => element.value.slice(element.selectionStart, element.selectionEnd));
  expect(marked).toBe('dice = 9');
  await area.fill(toml.replace(/name = "hasbro"/, 'name = "mine"').replace('points = 35', 'points = 50'));
  await page.getByRole('button', { name: 'Check and play' }).click();
  await expect(page.getByText('Expected score of optimal play')).toBeVisible();
  await page.getByRole('link', { name: 'Advise' }).click();
  await expect(page.locator('.card')).toContainText('Bonus 50');
  await expect(page).toHaveURL(/toml=/);
  await tap(page, '11666');
  await expect(best(page)).toHaveText(/^Keep/);
});

test('categories have their names in another language', async ({ page }) => {
  await visit(page, 'rules', '.sets');
  await page.getByRole('button', { name: 'Choose Yatzy', exact: true }).click();
  await expect(page.locator('.game')).toHaveText('Yatzy');
  await page.getByLabel('Language of the categories').selectOption('sv');
  await page.getByRole('link', { name: 'Advise' }).click();
  await expect(page.locator('.card')).toContainText('Kåk');
  await expect(page).toHaveURL(/rules=yatzy%40sv/);
});

test('a built-in game by its name in the address', async ({ page }) => {
  await visit(page, 'advise?rules=yatzy&dice=11666', '.options');
  await expect(page.locator('.game')).toHaveText(/Yatzy/);
  await expect(page.locator('.card')).toContainText('Two Pairs');
});
