import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { best, GAME, number, openText, small, tap, test, thrown, visit } from './page';

test('a review shows the worst mistakes first, as rows to tap', async ({ page }) => {
  await visit(page, 'review', 'details');
  await openText(page, GAME);
  await expect(number(page)).toHaveText('259.47');
  await expect(page.locator('dl')).toContainText('+12.97');
  await expect(page.locator('dl')).toContainText(/lost\s*8\.09/);
  const worst = page.locator('.mistakes button').first();
  await expect(worst).toContainText('8.09');
  await expect(worst).toContainText('Score 30 in Small Straight');
  await worst.click();
  const step = page.getByRole('region', { name: 'Step through the game' });
  await expect(step).toBeInViewport();
  await expect(step).toContainText('turn 2');
  // A mistake can be tried again before its answer is shown.
  await expect(step.locator('.verdict')).toHaveCount(0);
  await expect(step).not.toContainText('Keep 2 3 4 5');
  await step.getByRole('button', { name: 'Show the answer' }).click();
  await expect(step.locator('.verdict')).toContainText('Best: Keep 2 3 4 5, reroll one');
  await expect(step.locator('.verdict')).toContainText('It cost 8.09 points.');
  await step.getByRole('button', { name: 'Why?' }).click();
  await expect(step).toContainText('What decides');
  await step.getByRole('button', { name: 'Show in Ask' }).click();
  await expect(best(page)).toHaveText('Keep 2 3 4 5, reroll one');
});

test('a list of final rolls gets its best boxes', async ({ page }) => {
  await visit(page, 'review');
  await openText(page, '66666\n66651');
  await expect(page.getByRole('heading', { name: 'at most 74 points' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^1 6 6 6 6 6 Yahtzee 50$/ })).toBeVisible();
  await page.getByLabel(/notation of the program/).fill('66666\n6665');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('4 dice');
});

test('a game is stepped through, and its curve touched', async ({ page }) => {
  await visit(page, 'review', 'details');
  await openText(page, GAME);
  const step = page.getByRole('region', { name: 'Step through the game' });
  await expect(step).toContainText('4 of 7');
  await step.getByRole('button', { name: /Forward/ }).click();
  await expect(step).toContainText('5 of 7');
  await expect(step.getByRole('group', { name: 'Dice' }).getByRole('button').first()).toHaveAccessibleName(/^1/);
  await step.getByRole('button', { name: /Back/ }).click();
  await step.getByRole('button', { name: /Back/ }).click();
  await expect(step).toContainText('3 of 7');
  const curve = page.getByRole('img', { name: 'Expected final score through the game' });
  const { width, height } = (await curve.boundingBox())!;
  await curve.click({ position: { x: width - 4, y: height / 2 } });
  await expect(step).toContainText('7 of 7');
  // On a tablet too, the touched decision opens.
  await page.setViewportSize({ width: 768, height: 1024 });
  const tablet = (await curve.boundingBox())!;
  await curve.click({ position: { x: 0.3 * tablet.width, y: tablet.height / 2 } });
  await expect(step).toContainText('2 of 7');
  const mark = (await curve.locator('.now').boundingBox())!;
  expect(Math.abs(mark.x - tablet.x - 0.3 * tablet.width)).toBeLessThan(tablet.width / 12);
});

test('a game of several shows what decisions cost of the chance to win', { tag: '@layout' }, async ({ page }) => {
  await visit(page, 'review', 'details');
  const game = readFileSync(fileURLToPath(new URL('../../dialogue/front-ends/game-of-two.txt', import.meta.url)), 'utf8');
  await openText(page, game.replace('#! computer: computer', '#! win: challenger'));
  const heading = page.getByRole('heading', { name: 'Chance to win through the game' });
  await expect(heading).toBeVisible();
  await expect(page.getByText(/at the start, now lost/)).toBeVisible();
  const curve = page.getByRole('img', { name: 'Chance to win through the game' });
  const { height } = (await curve.boundingBox())!;
  await curve.click({ position: { x: 12, y: height / 2 } });
  const step = page.getByRole('region', { name: 'Step through the game' });
  await expect(step).toContainText('1 of ');
  await step.getByRole('button', { name: 'Show the answer' }).click();
  await expect(step).toContainText(/The chance to win is then .*It costs .* percentage points of the chance to win. The best to win: /);
  // What cost most of it leads to its step.
  await page.locator('.rows').last().getByRole('button').first().click();
  await expect(step).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  // The other player's chances are the others.
  await page.getByLabel('player').selectOption('rival');
  await expect(page.getByText(/at the start, now won/)).toBeVisible();
});

test('a mistake of a review is tried again', async ({ page }) => {
  await visit(page, 'review', 'details');
  await openText(page, GAME);
  await page.getByRole('button', { name: 'Try it again' }).click();
  await expect(page.getByRole('heading', { name: 'You erred here once' })).toBeVisible();
  await small(page, 'Small Straight').click();
  await page.locator('.bar .primary').click();
  await expect(page.locator('.verdict')).toContainText('Wrong.');
});

test('a game that is not one is refused in the right line', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'review', 'details');
  await openText(page, 'rules: hasbro\n11666 hold 55\n');
  await expect(page.getByRole('alert')).toContainText('line 2');
});

test('a game by rules of your own is reviewed, whatever their text', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'review', 'details');
  const rules = ['name = "toy"', 'title = "Toy @ home"', 'dice = 1', 'rolls = 1', '[[lower]]', 'name = "chance"', 'any = true', 'points = "all-dice"'];
  const lines = ['#! yahtzee play 1', '#! dice: table', '#! coach: 0.2', ...rules.map((line) => `#| ${line}`), '#! player: ann', 'rules: toy', '4 score chance', '#! end', ''];
  await openText(page, lines.join('\n'));
  await expect(page.getByRole('region', { name: 'Game', exact: true })).toContainText('Final score');
});

test('the bar of the puzzle covers no box', async ({ page }) => {
  // A day whose first answer takes two lines.
  await page.clock.setFixedTime(new Date(2026, 10, 24, 12));
  for (const rules of ['hasbro', 'yatzy']) {
    for (const hash of ['quiz', 'quiz?seed=5&number=0', 'quiz?seed=5&number=3']) {
      await page.goto(`/#${hash}${hash.includes('?') ? '&' : '?'}rules=${rules}`);
      await expect(page.locator('.bar .primary')).toBeVisible();
      for (const answered of [false, true]) {
        if (answered) {
          await page.getByRole('button', { name: 'Give up' }).click();
          await expect(page.locator('.verdict')).toBeVisible();
        }
        const bar = (await page.locator('section.bar').boundingBox())!;
        for (const box of await page.locator('.boxes button, .boxes .sum').all()) {
          const { y, height } = (await box.boundingBox())!;
          // After the answer its reasons are scrolled into view, and the upper boxes out of it.
          expect((answered || y >= 0) && (y + height <= bar.y + 1 || page.viewportSize()!.width > 900), `${rules} ${hash} ${answered}: ${await box.innerText()}`).toBe(true);
        }
      }
      await page.goto('/#home');
    }
  }
});

test('a view takes no taps while a link brings other rules', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'play?rules=hasbro', 'form');
  const follow = (hash: string) =>
    page.evaluate(async (hash) => {
      const followed = new Promise((heard) => addEventListener('hashchange', () => setTimeout(heard), { once: true }));
      location.hash = hash;
      await followed;
      return document.querySelector('main')!.inert;
    }, hash);
  expect(await follow('play?rules=yatzy')).toBe(true);
  await expect(page.locator('main')).not.toHaveAttribute('inert');
  await expect(page.locator('header .game')).toHaveText('Yatzy');
  // Rules that do not exist are refused, and the page goes on with its own.
  await follow('play?rules=nothing');
  await expect(page.getByRole('alert')).toContainText('nothing');
  await expect(page.locator('main')).not.toHaveAttribute('inert');
});

test('other rules, and rules of your own with an error at its line', async ({ page }) => {
  await visit(page, 'rules', '.sets');
  await page.getByText('Your own rules').click();
  await page.getByLabel(/^House rules/).selectOption('hasbro');
  await page.getByLabel('Points of the upper bonus').fill('thirty');
  await expect(page.getByRole('alert')).toContainText('points: cannot read thirty');
  await page.getByLabel('Points of the upper bonus').fill('35');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByLabel('A further Yahtzee').selectOption('nothing special');
  await page.getByRole('button', { name: 'What it scores' }).click();
  // That is Kniffel.
  await expect(page.getByText('You play Yahtzee by house rules.')).toBeVisible();
  await expect(page.getByText('The best play scores 245.87 on average.').last()).toBeVisible();
  const area = page.getByRole('textbox', { name: 'Your own rules' });
  await expect(area).toHaveValue(/name = /);
  const toml = await area.inputValue();
  await area.fill(toml.replace('points = 35', 'points = thirty'));
  await page.getByRole('button', { name: 'Check and play' }).click();
  await expect(page.getByRole('alert')).toContainText('points: cannot read thirty: a number is in digits');
  await area.fill('name = "mine"\ndice = 9\n');
  await page.getByRole('button', { name: 'Check and play' }).click();
  await expect(page.getByRole('alert')).toContainText('line 2');
  const marked = await area.evaluate((element: HTMLTextAreaElement) => element.value.slice(element.selectionStart, element.selectionEnd));
  expect(marked).toBe('dice = 9');
  await area.fill(toml.replace(/name = "my-hasbro"\ntitle = .*/, 'name = "mine"').replace('points = 35', 'points = 50'));
  await page.getByRole('button', { name: 'Check and play' }).click();
  await expect(page.getByRole('heading', { name: 'A new game of Mine' })).toBeVisible();
  // The game stays in the list.
  await page.goto('/#rules');
  await page.getByRole('button', { name: 'Choose Yahtzee', exact: true }).click();
  await expect(page.getByText('You play Yahtzee.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose Mine' }).click();
  await expect(page.getByText('You play Mine.')).toBeInViewport();
  await page.getByRole('link', { name: 'Ask' }).click();
  await expect(page.locator('.boxes')).toContainText('Bonus 50');
  await expect(page).toHaveURL(/toml=/);
  await tap(page, '11666');
  await expect(best(page)).toHaveText(/^Keep/);
});

test('boxes have their names in another language', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'rules', '.sets');
  await page.getByRole('button', { name: 'Choose Yatzy', exact: true }).click();
  await expect(page.locator('.game')).toHaveText('Yatzy', { timeout: 50_000 });
  await page.getByLabel('Language of the boxes').selectOption('sv');
  await page.getByRole('link', { name: 'Ask' }).click();
  await expect(page.locator('.boxes')).toContainText('Kåk');
  await expect(page).toHaveURL(/rules=yatzy%40sv/);
});

test('a link to the open view is followed', { tag: '@once' }, async ({ page }) => {
  const follow = (hash: string) => page.evaluate((hash) => (location.hash = hash), hash);
  const dice = () => thrown(page);
  await visit(page, 'quiz?seed=5&number=0&mixed=1', '.boxes');
  const first = await dice();
  await follow('#quiz?seed=5&number=3&mixed=1');
  await expect(page.getByText('4 of 10')).toBeVisible();
  await expect.poll(dice).not.toBe(first);
  await page.goBack();
  await expect(page.getByText('1 of 10')).toBeVisible();
  await expect.poll(dice).toBe(first);
  await page.getByRole('link', { name: 'Puzzle' }).click();
  await expect(page.getByRole('button', { name: 'Ten of today' })).toHaveAttribute('aria-pressed', 'true');

  const game = (text: string) => `#review?game=${deflateRawSync(text).toString('base64url')}`;
  await follow(game(GAME));
  await expect(number(page)).toHaveText('259.47');
  await follow(game('rules: hasbro\n11666 hold 666, 66625 hold 666, 66661 score sixes\n'));
  await expect(number(page)).toHaveText('268.23');

  await follow('#cards?card=card-12');
  await expect(page.getByRole('button', { name: 'The full card' })).toHaveAttribute('aria-pressed', 'false');
  await follow('#cards?card=card-30');
  await expect(page.getByRole('button', { name: 'The full card' })).toHaveAttribute('aria-pressed', 'true');

  // With dice or without: a link shows its content.
  await follow('#advise?dice=11666');
  await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
  await follow('#advise?dice=12345');
  await expect(best(page)).toHaveText('Score 40 in Large Straight');
});
