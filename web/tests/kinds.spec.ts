// Games with dice of two kinds: five with six sides and one with ten.
import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { accessible, begin, best, dice, goOn, main, number, openText, own, playOut, press, said, score, small, test, type, visit } from './page';

const TEN = readFileSync(new URL('../../docs/examples/ten-sided.toml', import.meta.url), 'utf8');
const OTHER = '10-sided die';

/** The dice of a view, with those of the other kind. */
const table = (page: Page): Locator => page.getByRole('group', { name: 'Dice on the table' }).getByRole('button');

/** Taps faces of the pad: dice of the first kind, and one of the other. */
async function tapIn(page: Page, first: string, other?: number): Promise<void> {
  for (const face of first) {
    await page.getByRole('button', { name: `Add a ${face}`, exact: true }).click();
  }
  if (other) {
    await page.getByRole('button', { name: `Add a ${other}, ${OTHER}`, exact: true }).click();
  }
}

const goTo = (page: Page, view: string): Promise<void> => page.getByRole('link', { name: view, exact: true }).click();

test('the rules say which dice there are', async ({ page }) => {
  await own(page, TEN);
  await page.goto('/#rules');
  await expect(page.getByText('The game has five dice with 6 sides (1–6), and one die with 10 sides (1–10).')).toBeVisible();
  await page.getByText('How to play').click();
  const example = page.locator('.guide li').filter({ hasText: 'Highway' }).locator('.example');
  await expect(example).toContainText('2 3 4 5 6 / 7');
  await expect(example.locator('.other')).toHaveCount(1);
});

test('wild faces and loaded dice are told', async ({ page }) => {
  await own(page, 'name = "wild"\ndice = 2\nsides = [1, 1, 2, 3]\nwild = 3\n[[lower]]\nname = "pair"\ngroups = [2]\npoints = 9\n');
  await page.goto('/#rules');
  await expect(page.getByText('Each die has 4 sides: 1 1 2 3.')).toBeVisible();
  await expect(page.getByText('A die that shows 3 stands for any face.')).toBeVisible();
});

test('dice of both kinds are asked about, typed, tapped and from a link', async ({ page }) => {
  await own(page, TEN);
  await goTo(page, 'Ask');
  await type(page, '33345/9');
  await expect(best(page)).toHaveText('Keep 3 3 3, reroll three');
  await expect(number(page)).toHaveText('264.09');
  await expect(page).toHaveURL(/dice=33345(%2F|\/)9/);
  await page.reload();
  await expect(number(page)).toHaveText('264.09');
  // The nine is kept too, and is no other nine.
  await expect(table(page).last()).toHaveAccessibleName(`9, ${OTHER}`);
  await table(page).last().click();
  await expect(page.locator('.confirm')).toContainText('Keep 3 3 3 / 9, reroll two');
  await page.locator('.confirm').getByRole('button', { name: 'Do it' }).click();
  await expect(table(page).filter({ has: page.locator('.empty') })).toHaveCount(2);
  await expect(table(page).last()).toHaveAccessibleName(`9, remove, ${OTHER}`);
  // The die of the other kind lies there, so the pad offers six faces.
  await expect(page.getByRole('button', { name: /^Add a/, disabled: false })).toHaveCount(6);
  await tapIn(page, '33');
  await expect(best(page)).toHaveText('Score 50 in Kniffel');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.keyboard.press('4');
  await expect(best(page)).toHaveText(/^(Keep|Score)/);
});

test('keys enter the dice of the first kind, then those of the other', async ({ page }) => {
  await own(page, TEN);
  await goTo(page, 'Ask');
  await expect(table(page)).toHaveCount(6);
  await page.keyboard.type('33345');
  await expect(table(page).last()).toHaveAccessibleName('no die yet');
  await page.keyboard.type('0');
  await expect(page).toHaveURL(/dice=33345(%2F|\/)10/);
  await expect(table(page).last()).toHaveAccessibleName(`10, ${OTHER}`);
});

test('dice without a slash are told about it', async ({ page }) => {
  await own(page, TEN);
  await goTo(page, 'Ask');
  for (const wrong of ['333459', '333451']) {
    await type(page, wrong);
    await expect(page.locator('#mistyped')).toContainText('no dice of the other kind where the game has 1: write them after a slash, like 13356/10');
  }
  await type(page, '33345/11');
  await expect(page.locator('#mistyped')).toContainText('faces are 1 to 10');
});

test('a game with one’s own dice is played, kept, reopened and reviewed', async ({ page }) => {
  await own(page, TEN);
  await goTo(page, 'Play');
  await begin(page, { own: true });
  await tapIn(page, '33345', 9);
  // Two threes and the nine stay.
  for (const place of [0, 1, 5]) {
    await dice(page).nth(place).click();
  }
  await press(page, /^Roll 3 again/);
  await expect(main(page)).toHaveText('Roll 3 dice, tap what fell');
  await expect(dice(page).last()).toHaveAccessibleName(`9, kept, ${OTHER}`);
  await expect(page.getByRole('button', { name: `Add a 9, ${OTHER}` })).toBeDisabled();
  await tapIn(page, '126');
  await expect(dice(page).last()).toHaveAccessibleName(`9, ${OTHER}`);
  await expect(said(page)).toContainText('1 roll left');
  await page.reload();
  await expect(dice(page).last()).toHaveAccessibleName(`9, ${OTHER}`);
  await score(page, 'Super chance');
  await expect(small(page, 'Super chance')).toHaveAccessibleName(/Super chance 48/);
  // The same dice again, but for the kinds of two of them.
  await tapIn(page, '33346', 5);
  await expect(dice(page).last()).toHaveAccessibleName(`5, ${OTHER}`);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Look it over' }).click();
  await expect(page.getByRole('region', { name: 'Step through the game' }).or(page.locator('.step')).first()).toBeVisible();
  await page.getByText('All moves').click();
  await expect(page.getByText('33345/9 → 12336/9')).toBeVisible();
  await expect(page.locator('.viewer .other').first()).toBeVisible();
});

test('a whole game with virtual dice and a coach has a result', async ({ page }) => {
  await own(page, TEN);
  await goTo(page, 'Play');
  await begin(page);
  await press(page, 'Roll');
  await expect(dice(page)).toHaveCount(6);
  await expect(dice(page).last()).toHaveAccessibleName(new RegExp(`^\\d+, ${OTHER}`));
  await dice(page).last().click();
  await press(page, /^Roll 5 again/);
  await expect(dice(page).last()).toHaveAttribute('aria-pressed', 'true');
  await accessible(page, 'table');
  await score(page, 'Super chance');
  await goOn(page);
  await playOut(page);
  await expect(page.locator('.result')).toContainText(/\d \/ \d/);
});

test('a game of two kinds from text is reviewed, and its positions asked again', async ({ page }) => {
  await visit(page, 'review', 'details');
  const rules = TEN.trimEnd().split('\n').map((line) => `#| ${line}`);
  const turns = ['33345/9 hold 345/9, 12345/9 hold 12345, 12345/7 score large-straight', '11123/4 hold /4, 11123/4 hold 111, 11123/9 score super-chance'];
  await openText(page, ['#! yahtzee play 1', '#! dice: table', '#! coach: 0.2', ...rules, '#! player: ann', 'rules: ten-sided', ...turns, '#! end', ''].join('\n'));
  const worst = page.locator('.mistakes button').filter({ hasText: 'Keep 4 on the 10-sided die, reroll five' });
  await expect(worst.locator('.other')).toHaveCount(1);
  await worst.click();
  await page.getByRole('button', { name: 'Show the answer' }).click();
  // Only the die of the other kind was kept.
  const step = page.getByRole('region', { name: 'Step through the game' });
  await expect(step.locator('.kept .other')).toHaveCount(1);
  await expect(step.locator('button.kept')).toHaveCount(1);
  await step.getByRole('button', { name: 'Show in Ask' }).click();
  await expect(page).toHaveURL(/dice=11123(%2F|\/)4/);
  await expect(table(page).last()).toHaveAccessibleName(new RegExp(`^4, ${OTHER}`));
  await expect(best(page)).toHaveText(/^Keep/);
});

test('puzzles with dice of two kinds are answered', async ({ page }) => {
  await own(page, TEN);
  await page.goto('/#quiz?seed=1&number=3&mixed=1');
  await expect(table(page)).toHaveCount(6);
  await expect(table(page).last()).toHaveAccessibleName(new RegExp(OTHER));
  await table(page).last().click();
  const answer = page.locator('.bar .primary');
  await expect(answer).toHaveText(/^Keep \d+ on the 10-sided die, reroll five$/);
  await answer.click();
  await expect(page.locator('.verdict')).toContainText(/Right|Close|Wrong/);
});

test('a computer throws dice of both kinds, and is watched', async ({ page }) => {
  await page.addInitScript(() => (localStorage['yahtzee:pace'] = 'slow'));
  await own(page, TEN);
  await goTo(page, 'Play');
  await begin(page, { players: ['ann'], computer: 'computer:greedy' });
  // Whoever begins, the computer has played once after a turn of ann.
  await expect(main(page)).toHaveText(/^(ann: roll|Roll|Skip)$/);
  if (/Skip/.test((await main(page).textContent()) ?? '')) {
    await press(page, 'Skip');
  }
  await press(page, /[rR]oll$/);
  await score(page, 'Super chance');
  await expect(said(page)).toContainText('gambler');
  await expect(page.locator('.bar .other')).toHaveCount(1);
  await press(page, 'Skip');
  await expect(said(page)).toContainText(/gambler: [1-6]{5}\/\d+/);
});

test('no card of rules is for dice of two kinds', { tag: '@once' }, async ({ page }) => {
  await own(page, TEN);
  await page.goto('/#cards');
  await expect(page.getByText('The cards are for other boxes or other dice than these rules have.')).toBeVisible();
  // Who plays by a card is not offered.
  await page.goto('/#play');
  const offered = page.locator('.tiles button');
  await expect(offered).toHaveText([/Add a player/, /Computer/, /rival/, /gambler/]);
  await page.goto('/#play?rules=hasbro');
  await expect(offered).toHaveCount(6);
});
