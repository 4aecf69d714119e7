import { expect } from '@playwright/test';
import { best, box, number, tap, test, type, visit } from './page';

test('a damaged link says so, and answers no other question', async ({ page }) => {
  for (const link of ['dice=11666&card=ones%3D3+chan', 'dice=11666&rerolls=7', 'dice=11669', 'dice=11666&target=x']) {
    await page.goto('/#home');
    await visit(page, `advise?${link}`);
    await expect(page.getByRole('alert')).toContainText('A part of this link is missing or damaged');
    await expect(page.locator('.headline h2')).not.toContainText('Keep');
  }
});

test('a wish that cannot be answered says why', async ({ page }) => {
  for (const wish of ['goal=ones&card=ones%3D3', 'against=nonsense']) {
    await page.goto('/#home');
    await visit(page, `advise?dice=11666&${wish}`);
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await page.waitForTimeout(400);
    await expect(page.getByText('Working it out')).toHaveCount(0);
  }
});

test('dice are tapped, and the best move is the biggest thing', async ({ page }) => {
  await visit(page, 'advise');
  await expect(number(page)).toHaveText('254.59');
  await tap(page, '11666');
  await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
  await expect(number(page)).toHaveText('265.1');
  await expect(page.getByRole('log')).toContainText('1 1 6 6 6. Best: Keep 6 6 6, reroll two.');
  const sizes = await page.evaluate(() => [...document.querySelectorAll('body *:not(.sr)')].map((element) => parseFloat(getComputedStyle(element).fontSize)));
  const biggest = await best(page).evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
  expect(biggest).toBe(Math.max(...sizes));
  await expect(best(page).locator('.die')).toHaveCount(3);
  // One decimal is enough, unless more is asked for.
  const second = page.locator('.options li').nth(1);
  await expect(second.locator('.loss')).toHaveText(/\d\.\d$/);
  await page.getByRole('button', { name: 'More exactly' }).click();
  await expect(second.locator('.loss')).toHaveText(/\d\.\d\d$/);
  await expect(second.locator('.amount')).toContainText(/\d\.\d\d$/);
});

test('an option says what it costs, and can be done and undone', async ({ page }) => {
  await visit(page, 'advise?dice=11666');
  await page.getByRole('button', { name: /^Score 25 in Full House/ }).first().click();
  // The loss and the button for it are within reach.
  await expect(page.locator('.confirm')).toContainText('It costs 11.20 points: the expected final score is then 253.91.');
  await expect(page.locator('.confirm .primary')).toBeInViewport({ ratio: 1 });
  await page.locator('.confirm .primary').click();
  await expect(box(page, 'Full House')).toContainText('25');
  await expect(best(page)).toHaveText('Roll, and tap the dice.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
  await page.getByRole('button', { name: 'Do it' }).click();
  // The held dice are worth more than the start of the turn.
  await expect(number(page)).toHaveText('265.11');
  // A die tapped by mistake is taken away again.
  await tap(page, '3');
  await page.getByRole('group', { name: 'Dice on the table' }).getByRole('button').nth(3).click();
  await expect(number(page)).toHaveText('265.11');
  await tap(page, '36');
  await expect(best(page)).toHaveText('Keep 6 6 6 6, reroll one');
  await expect(page.getByRole('group', { name: 'Rerolls left' }).getByRole('button', { name: '1' })).toHaveAttribute('aria-pressed', 'true');
});

test('a tap on a die keeps it, and dice are changed on purpose', async ({ page }) => {
  await visit(page, 'advise?dice=11666');
  await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
  const dice = page.getByRole('group', { name: 'Dice on the table' }).getByRole('button');
  await expect(dice.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await dice.nth(0).click();
  await expect(page.locator('.confirm')).toContainText('Keep 1 6 6 6, reroll one');
  await expect(page.locator('.confirm')).toContainText('It costs 3.84 points');
  await dice.nth(0).click();
  await expect(page.locator('.confirm')).toHaveCount(0);
  await page.getByRole('button', { name: 'Change the dice' }).click();
  await dice.nth(0).click();
  await tap(page, '6');
  await expect(best(page)).toHaveText('Keep 6 6 6 6, reroll one');
  await page.getByRole('button', { name: 'Change the dice' }).click();
  await page.getByRole('button', { name: 'Remove all' }).click();
  await expect(best(page)).toHaveText('Roll, and tap the dice.');
  await tap(page, '55555');
  await expect(best(page)).toHaveText('Score 50 in Yahtzee');
  await dice.nth(0).click();
  await expect(page.locator('.confirm')).toContainText('Keep 5, reroll four');
});

test('the reasons are shown', async ({ page }) => {
  await visit(page, 'advise?dice=11666');
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('heading', { name: 'Why: Keep 6 6 6, reroll two' })).toBeVisible();
  await expect(page.locator('.answer')).toContainText('You score in Sixes');
  // Each part of the difference has a bar, to the left if it speaks against the best move.
  const bars = await page.locator('.bars .bar').evaluateAll((all) => all.map((bar) => [bar.previousElementSibling!.textContent!, bar.classList.contains('behind'), bar.getBoundingClientRect().width] as const));
  expect(bars.map(([words]) => words)).toEqual(['this turn', 'later']);
  expect(bars.map(([, behind, width]) => [behind, width > 1])).toEqual([[false, true], [false, true]]);
  await expect(page.locator('.answer').getByText('You score in Sixes').first()).toBeHidden();
  await page.getByText('More exactly', { exact: true }).first().click();
  await expect(page.locator('.answer').getByText('You score in Sixes').first()).toBeVisible();
  // What it costs later is to the left.
  await visit(page, 'advise?dice=44446&rerolls=0&card=ones=1 twos=6 sixes=24 three-of-a-kind=22 four-of-a-kind=0 yahtzee=0');
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.locator('.bars .bar.behind')).toHaveCount(1);
});

test('the card is tapped', async ({ page }) => {
  await visit(page, 'advise');
  await box(page, 'Fours').click();
  await page.getByRole('button', { name: '12', exact: true }).click();
  await expect(box(page, 'Fours')).toHaveAccessibleName(/Fours 12/);
  await expect(page.locator('.total')).toContainText('12');
  await box(page, 'Yahtzee').click();
  await page.getByRole('button', { name: '50', exact: true }).click();
  await page.getByRole('button', { name: 'Extra bonus: one more' }).click();
  // No other category can have caused it.
  await expect(page.getByRole('alert')).toBeVisible();
  await box(page, 'Fours').click();
  await page.getByRole('button', { name: 'open', exact: true }).click();
  await expect(box(page, 'Fours')).toHaveAccessibleName(/Fours.* open/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(box(page, 'Fours')).toHaveAccessibleName(/Fours 12/);
});

test('everything works from the keyboard', async ({ page }) => {
  await visit(page, 'advise');
  await page.keyboard.type('13356');
  await expect(best(page)).toHaveText(/^Keep/);
  await page.keyboard.press('Backspace');
  await expect(best(page)).toHaveText('Roll, and tap the dice.');
  await page.keyboard.press('u');
  await expect(best(page)).toHaveText(/^Keep/);
  await page.getByRole('button', { name: 'Do it' }).focus();
  await page.keyboard.press('Enter');
  await expect(best(page)).toHaveText('Roll the others, and tap what falls.');
});

test.describe('with risks', () => {
  test.use({ risks: true });
  test('a position is typed, or refused with what is wrong', async ({ page }) => {
    await visit(page, 'advise');
    await type(page, '11666 rerolls=0 ones=3 yahtzee=50');
    await expect(best(page)).toHaveText(/^Score/);
    await expect(best(page)).toBeInViewport({ ratio: 1 });
    await expect(box(page, 'Ones')).toHaveAccessibleName(/Ones 3/);
    await type(page, '11666 ones=7');
    await expect(page.getByRole('alert')).toContainText('no roll');
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    // The slow part of the previous answer arrives now, and leaves the error.
    await page.getByRole('button', { name: 'More exactly' }).click();
    await expect(page.locator('.risk').first()).toContainText('upper bonus', { timeout: 60_000 });
    await expect(page.getByRole('alert')).toContainText('no roll');
  });
});

test('a copied score sheet fills the card, wherever it is pasted', async ({ page }) => {
  await visit(page, 'advise');
  const paste = (text: string, where = 'body'): Promise<void> =>
    page.locator(where).evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('Aces\t3\nTwos\t-\nYahtzee\t50\nTotal\t53\n');
  await expect(box(page, 'Ones')).toHaveAccessibleName(/Ones 3/);
  await expect(box(page, 'Yahtzee')).toHaveAccessibleName(/Yahtzee 50/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await paste('Einser 4\nChance 20\nSumme 25\n', '#typed');
  await expect(box(page, 'Ones')).toHaveAccessibleName(/Ones 4/);
  await expect(page.getByRole('alert')).toHaveText('Summe is 25 on the sheet, but its boxes make 24: a difference of 1');
  await paste('Name\tAnn\tBob\nAces\t3\t2\n');
  await expect(page.getByText('Whose card?')).toBeVisible();
  await page.getByRole('button', { name: 'Bob' }).click();
  await expect(box(page, 'Ones')).toHaveAccessibleName(/Ones 2/);
  await expect(page.getByText('Whose card?')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await type(page, 'Aces=1, Twos=-, Chance=20');
  await expect(box(page, 'Ones')).toHaveAccessibleName(/Ones 1/);
});

test('the points of this turn', async ({ page }) => {
  await visit(page, 'advise?dice=22336&rerolls=1&card=1s%3D3 2s%3D6 3s%3D9 4s%3D12 5s%3D15 6s%3D18 3k%3D20 4k%3D0 ch%3D20');
  await expect(best(page)).toHaveText('Keep 2 2 3 3, reroll one');
  await page.getByText('Play for something else').click();
  await page.getByLabel('Rank by').selectOption('turn');
  await expect(best(page)).toHaveText('Keep 2 3, reroll three');
  await expect(number(page)).toHaveText('8.75');
  expect(page.url()).toContain('turn=1');
  await page.reload();
  await expect(number(page)).toHaveText('8.75');
});

test('exactly so many points, and the fewest', async ({ page }) => {
  await visit(page, 'advise?dice=22566&rerolls=1&card=1s%3D3 2s%3D6 3s%3D9 4s%3D12 5s%3D15 6s%3D18 3k%3D22 4k%3D0 fh%3D25 ss%3D30 ls%3D40');
  await page.getByText('Play for something else').click();
  await page.getByText('Expert', { exact: true }).click();
  await page.getByRole('button', { name: 'the chance of an exact final score' }).click();
  await page.getByRole('spinbutton', { name: 'Exactly' }).fill('236');
  await page.getByRole('spinbutton', { name: 'Exactly' }).blur();
  await expect(best(page)).toHaveText('Score 21 in Chance');
  expect(page.url()).toContain('exactly=236');
  await page.reload();
  await expect(best(page)).toHaveText('Score 21 in Chance');
  await page.getByLabel('Rank by').selectOption('fewest');
  await expect(page.getByRole('alert')).toContainText('which makes the fewest points trivial');
  await visit(page, 'advise?dice=22566&exactly=236');
  await expect(page.getByRole('alert')).toContainText('only solved exactly');
});

test('the odds of each box, before the first throw and with dice', async ({ page }) => {
  await visit(page, 'advise');
  await page.getByText('The chance of each box in this turn').click();
  const yahtzee = page.locator('details li', { hasText: 'Yahtzee' });
  await expect(yahtzee).toContainText('4.60%');
  await expect(yahtzee).toContainText('throws 11.09');
  await yahtzee.getByRole('button').click();
  await expect(yahtzee).toContainText('At least once in 13 turns: 45.80%.');
  await expect(yahtzee).toContainText('5: 4.60%');
  await yahtzee.getByRole('button').click();
  await tap(page, '444');
  await expect(yahtzee).toContainText('9.34%');
  await expect(page.getByText('You keep these dice and throw the others again.')).toBeVisible();
  await tap(page, '13');
  await expect(yahtzee).toContainText('9.34%');
  await yahtzee.getByRole('button').click();
  await expect(yahtzee).toContainText('Yahtzee: Keep 4 4 4, reroll two: 9.34%.');
});

test('a goal, a target and an opponent', async ({ page }) => {
  const late = '1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40';
  await visit(page, `advise?${new URLSearchParams({ dice: '11666', rerolls: '1', card: late })}`);
  await page.getByText('Play for something else').click();
  await page.getByLabel('A chance this turn').selectOption({ label: 'Yahtzee' });
  await expect(page.locator('.answer')).toContainText('This turn, points in Yahtzee: Keep 6 6 6, reroll two: 2.78%.');
  await page.getByLabel('Rank by').selectOption('target');
  await page.getByLabel('At least').first().fill('280');
  await page.getByLabel('At least').first().press('Tab');
  await expect(page.locator('.answer')).toContainText('At least 280 points: the chance is', { timeout: 60_000 });
  await expect(number(page)).toHaveText(/^\d+\.\d\d%$/);
  await page.getByLabel('Rank by').selectOption('against');
  await page.getByText('Type the opponents').click();
  await page.getByLabel(/Opponents/).fill(`${late} 6s=18`);
  await page.getByLabel(/Opponents/).press('Tab');
  await expect(page.locator('.answer')).toContainText('Winning against a card with', { timeout: 60_000 });
  await expect(number(page)).toHaveText('65.70%');
  // Against an opponent who plays to win too, the chance is lower, and it is in the address.
  await page.getByLabel('The opponent sees both cards').check();
  await expect(number(page)).toHaveText('63.71%', { timeout: 60_000 });
  await page.reload();
  await expect(page.getByLabel('The opponent sees both cards')).toBeChecked();
});

test('a box of the card that is chosen far below is confirmed where the hand is', async ({ page }) => {
  await visit(page, 'advise?dice=11666');
  await box(page, 'Chance').scrollIntoViewIfNeeded();
  await box(page, 'Chance').click();
  await expect(page.locator('.confirm .primary')).toBeInViewport({ ratio: 1 });
  await page.locator('.confirm .primary').click();
  await expect(box(page, 'Chance')).toHaveAccessibleName('Chance 20, change');
});

test('a long question takes the old answer away, shows its progress and can be stopped', async ({ page }) => {
  await visit(page, 'advise?dice=11666&target=300');
  await expect(page.getByText('Working it out…')).toBeVisible();
  await expect(number(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(number(page)).toHaveText('265.1');
  await expect(page.getByText('Working it out…')).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a link shows a friend the very question', async ({ page, context }) => {
  await visit(page, 'advise?dice=11666&card=ones%3D3');
  await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
  await page.getByRole('group', { name: 'Rerolls left' }).getByRole('button', { name: '1' }).click();
  await expect(page).toHaveURL(/rerolls=1/);
  const friend = await context.newPage();
  await friend.goto(page.url());
  await expect(best(friend)).toHaveText(/^Keep/);
  await expect(friend).toHaveURL(page.url());
  expect(await number(friend).innerText()).toBe(await number(page).innerText());
});
