// Games with unusual rules: saved throws, boxes in order, other points for the first throw. The figures come from the program.
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { begin, best, goOn, main, number, own, press, said, score, small, tap, test, type, visit } from './page';

const rerolls = (page: Page, left: number) => page.getByRole('group', { name: 'Rerolls left' }).getByRole('button', { name: String(left), exact: true });

async function play(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await begin(page, { own: true });
}

test('saved throws can be asked about and played', async ({ page }) => {
  const upper = (name: string, face: number): string => `[[upper]]\nname = "${name}"\nface = ${face}\n`;
  await own(page, `name = "saved"\ndice = 5\nrolls = 3\nsaved-throws = true\n${upper('ones', 1)}${upper('sixes', 6)}[[lower]]\nname = "chance"\nany = true\npoints = "all-dice"\n`);
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await type(page, '11666 rerolls=3 ones=3 saved=2');
  await expect(best(page)).toHaveText(/^(Keep|Score)/);
  await expect(rerolls(page, 3)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.boxes')).toContainText('Saved throws');
  await play(page);
  await tap(page, '11666');
  await score(page, 'Sixes');
  await tap(page, '12345');
  await expect(said(page)).toContainText('4 rolls left');
});

test('while a game that takes long is being solved, Ask answers about a card', async ({ page }) => {
  const card = '1s=3 2s=6 3s=9 5s=15 6s=18 pair=12 2p=20 3p=24 3k=15 4k=20 full-straight=0 hut=0 house=0 tower=0 yatzy=0';
  await page.goto(`/#advise?${new URLSearchParams({ rules: 'maxi-yatzy', dice: '114446', card })}`);
  await page.getByRole('button', { name: 'Solve it' }).click();
  await expect(best(page)).toHaveText('Keep 4 4 4, reroll three');
  await expect(number(page)).toHaveText('216.2');
  // What follows is solved too.
  await rerolls(page, 0).click();
  await page.getByRole('button', { name: 'Do it' }).click();
  await tap(page, '115566');
  await expect(best(page)).toHaveText(/^(Keep|Score)/);
  // Another card is read at once, and solved for its question.
  await type(page, '114446 1s=3 2s=6 3s=9 5s=15 6s=18 pair=12 2p=20 3p=24 3k=15 4k=20 chance=20 hut=0 house=0 tower=0 yatzy=0');
  await expect(page.getByRole('log').getByText('213.17')).toBeAttached();
  // No answer was said with the dice of the next question.
  await expect(page.getByRole('log')).not.toContainText('1 1 4 4 4 6. Best: Keep 6 6');
  // A new card needs the whole game: no value is known.
  await page.getByRole('button', { name: 'New card' }).click();
  await expect(best(page)).toHaveText('Roll, and tap the dice.');
  await expect(number(page)).toHaveCount(0);
  await tap(page, '114446');
  await expect(page.getByText('This answer needs the whole game.')).toBeVisible();
  // Other views wait.
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect(page.locator('main form')).toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Solving the game' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.game')).toHaveText('Yahtzee');
});

test('boxes in order can be asked about and played', async ({ page }) => {
  await visit(page, 'advise?rules=forced-yatzy&dice=11666', '.options');
  await expect(best(page)).toHaveText('Keep 1 1, reroll three');
  await expect(number(page)).toHaveText('123.7');
  await rerolls(page, 0).click();
  // Only the first box is open.
  await expect(page.locator('.options li')).toHaveCount(1);
  await expect(best(page)).toHaveText('Score 2 in Ones');
  await expect(number(page)).toHaveText('122.4');
  await play(page);
  await tap(page, '11666');
  await score(page, 'Ones');
  await tap(page, '22666');
  await expect(small(page, 'Sixes')).toBeDisabled();
  await score(page, 'Twos');
  await expect(small(page, 'Twos')).toHaveAccessibleName(/Twos 4/);
  await expect(main(page)).toHaveText(/^Roll 5 dice/);
});

test('other points for the first throw can be asked about and played', async ({ page }) => {
  await visit(page, 'advise?rules=generala&dice=12345', '.options');
  await expect(best(page)).toHaveText('Score 25 in Straight');
  await expect(number(page)).toHaveText('162.0');
  await rerolls(page, 1).click();
  await expect(best(page)).toHaveText('Score 20 in Straight');
  await expect(number(page)).toHaveText('157.0');
  await play(page);
  await tap(page, '12345');
  await score(page, 'Straight');
  await expect(small(page, 'Straight')).toHaveAccessibleName(/Straight 25/);
});

test('a bonus in steps shows the next one, and colours are played', async ({ page }) => {
  const sum = page.locator('.boxes .sum').first();
  const ask = async (dice: string, card: string): Promise<void> => {
    await type(page, `${dice} rerolls=0 ${card}`);
  };
  await visit(page, 'advise?rules=kismet&dice=44333', '.options');
  await expect(sum).toContainText('Bonus 35, 55, 75');
  // Threes and fours have the same colour.
  await expect(page.locator('.tray [data-colour="2"]')).toHaveCount(5);
  await ask('44333', 'ones=4 twos=8 fours=16 fives=20 sixes=18');
  await expect(sum).toContainText('Bonus 55, 75');
  await expect(sum).toContainText('66/71');
  await expect(sum).toContainText(/35\s*$/);
  await expect(best(page)).toHaveText('Score 37 in Full House Same Color');
  await ask('44333', 'ones=5 twos=8 fours=16 fives=20 sixes=30');
  await expect(sum).toHaveText(/Bonus 75\s*✓$/);
  await play(page);
  await tap(page, '55552');
  await score(page, 'Flush');
  await expect(small(page, 'Flush')).toHaveAccessibleName(/Flush 35/);
});

test('dice with twelve sides can be asked about and played', async ({ page }) => {
  const upper = (name: string, face: number): string => `[[upper]]\nname = "${name}"\nface = ${face}\n`;
  await own(page, `name = "twelve"\ndice = 4\nsides = 12\n${upper('threes', 3)}${upper('twelves', 12)}[[lower]]\nname = "triple"\ngroups = [3]\npoints = "all-dice"\n`);
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await type(page, '3 10 12, 12');
  await expect(best(page)).toHaveText('Keep 12 12, reroll two');
  const kept = page.getByRole('group', { name: 'Dice on the table' }).getByRole('button', { pressed: true });
  await expect(kept).toHaveText([/12/, /12/]);
  await expect(page).toHaveURL(/dice=3.{1,3}10.{1,3}12.{1,3}12/);
  await page.reload();
  await expect(best(page)).toHaveText('Keep 12 12, reroll two');
  await play(page);
  for (const face of [12, 3, 12, 10]) {
    await page.getByRole('button', { name: `Add a ${face}`, exact: true }).click();
  }
  await score(page, 'Threes');
  await expect(small(page, 'Threes')).toHaveAccessibleName(/Threes 3/);
});

test('a box that is filled several times can be asked about and played', async ({ page }) => {
  await own(page, readFileSync(new URL('../../docs/examples/balut.toml', import.meta.url), 'utf8'));
  await play(page);
  await tap(page, '44441');
  await page.getByRole('button', { name: 'Fours 16 now' }).click();
  await press(page, /^Score 16$/);
  await tap(page, '44412');
  await expect(page.getByRole('button', { name: /^Fours 16/ })).toBeDisabled();
  await score(page, 'Fours II');
  await expect(small(page, 'Fours II')).toHaveAccessibleName(/Fours II 12/);
});

test('a stock of extra throws is counted on the card, and goes down', async ({ page }) => {
  await own(page, 'name = "stock"\ndice = 2\nrolls = 1\nextra-throws = 2\n[[upper]]\nname = "sixes"\nface = 6\n[[lower]]\nname = "chance"\nany = true\npoints = "all-dice"\n');
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  const left = page.locator('.count').filter({ hasText: 'Extra throws left' });
  await expect(left).toContainText('2');
  await tap(page, '11');
  await expect(best(page)).toHaveText('Keep nothing, reroll both');
  // A card with a filled box may have fewer left.
  await type(page, '11 sixes=6 throws=1');
  await expect(left).toContainText('1');
  await left.getByRole('button', { name: /one less/i }).click();
  await expect(left).toContainText('0');
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await begin(page);
  await press(page, 'Roll');
  await expect(said(page)).toContainText('2 rolls left');
  await press(page, /^Roll all again/);
  await score(page, 'Chance');
  await goOn(page);
  await expect(page.locator('p.sum').filter({ hasText: 'Extra throws left' })).toContainText('1');
});

