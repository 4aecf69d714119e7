// What a tap causes is on the screen, and not behind a bar, in every view.
import type { Page } from '@playwright/test';
import { begin, GAME, inSight, look, main, openText, press, said, small, test, visit } from './page';

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

/** Opens each section that is closed, and looks at its content. */
async function inSightOnceOpen(page: Page): Promise<void> {
  for (const section of await page.locator('main details').all()) {
    const title = section.locator('summary').first();
    if ((await section.getAttribute('open')) === null && (await title.isVisible())) {
      await title.click();
      await inSight(title.locator('xpath=following-sibling::*').first());
    }
  }
}

test('Ask: an answer, its reasons, and errors', async ({ page }) => {
  await visit(page, 'advise');
  await page.getByText('More', { exact: true }).click();
  await page.getByLabel('Type dice or a position').fill('77');
  await page.keyboard.press('Enter');
  await inSight(alert(page));
  await page.getByLabel('Type dice or a position').fill('13356');
  await page.keyboard.press('Enter');
  await inSight(page.locator('.headline h2'));
  await inSightOnceOpen(page);
});

test('Rules: solving, and an error in rules of one’s own', async ({ page }) => {
  await visit(page, 'rules');
  await page.getByText('Your own rules').click();
  const own = page.getByRole('textbox', { name: 'Your own rules' });
  await inSight(own);
  await own.fill('name = "mine"\n');
  await page.getByRole('button', { name: 'Check and play' }).click();
  await inSight(alert(page));
  await own.fill('name = "mine"\ndice = 2\nrolls = 2\n[[upper]]\nname = "fives"\nface = 5\n');
  await page.getByRole('button', { name: 'Check and play' }).click();
  await inSight(page.getByRole('heading', { name: 'A new game of Mine' }));
  await page.goto('/#rules');
  await page.getByText('More games').click();
  await page.getByRole('button', { name: /Choose Maxi Yatzy$/i }).click();
  await page.getByRole('button', { name: 'Solve it' }).click();
  await inSight(page.getByRole('progressbar'));
});

test('Puzzle: the step, a hint, the verdict and its reasons, and the choice of a topic', async ({ page }) => {
  await visit(page, 'quiz', '.bar');
  await inSight(page.locator('.step').filter({ hasText: '1/10' }));
  await page.getByRole('button', { name: 'Hint' }).click();
  await inSight(page.getByText('One of these is the best:'));
  await page.getByRole('button', { name: 'Give up' }).click();
  await inSight(page.locator('.verdict'));
  await inSight(page.getByText(/^The obvious choice|^The best/));
  await look(page);
  await main(page).click();
  // Without a hint before it, the reasons are seen too.
  await page.getByRole('button', { name: 'Give up' }).click();
  await inSight(page.getByText(/^The obvious choice|^The best/));
  await inSight(page.locator('.verdict'));
  await page.getByRole('button', { name: 'Quiz', exact: true }).click();
  await inSight(page.locator('.step').filter({ hasText: '1/10' }));
  await page.locator('summary').filter({ hasText: 'Which positions' }).click();
  await page.getByRole('radio', { name: 'everything' }).check();
  await page.locator('summary').filter({ hasText: 'Which positions' }).scrollIntoViewIfNeeded();
  await inSight(page.getByRole('group', { name: 'Topic' }));
  await page.getByRole('radio', { name: 'straights' }).check();
  await inSight(page.locator('.step').filter({ hasText: '1/10' }));
  await page.getByRole('button', { name: /My mistakes/ }).click();
  await inSight(page.locator('.summary'));
});

test('Play: a wrong name, the coach, a hint, and the question before a zero', async ({ page }) => {
  await visit(page, 'play');
  await page.getByRole('textbox', { name: 'Player 1' }).fill('a'.repeat(25));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await inSight(alert(page));
  await page.getByRole('textbox', { name: 'Player 1' }).fill('');
  await page.getByText('Dice and coach').click();
  await inSight(page.getByLabel('our own dice'));
  await begin(page);
  await press(page, 'Roll');
  await page.keyboard.press('h');
  await inSight(page.getByText('One of these is the best:'));
  await page.keyboard.press('Escape');
  await small(page, 'Chance').click();
  await press(page, /^Score/);
  await inSight(said(page));
});

test('Review: the mistakes of a game, and an error in it', async ({ page }) => {
  await visit(page, 'review', '.sheet');
  await openText(page, `${GAME}1234 score chance\n`);
  await inSight(alert(page));
  await page.getByLabel(/notation of the program/).fill(GAME);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await inSight(page.locator('section.felt'));
  await inSightOnceOpen(page);
});

test('Progress and the cards: errors', async ({ page }) => {
  await visit(page, 'progress', '.nothing');
  await page.setInputFiles('input[type=file]', { name: 'x.jsonl', mimeType: 'text/plain', buffer: Buffer.from('no history') });
  await inSight(page.getByText('This file is no history.'));
  await visit(page, 'cards', 'article');
  await page.locator('#asked').fill('99');
  await page.keyboard.press('Enter');
  await inSight(alert(page));
});
