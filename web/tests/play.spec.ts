import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { accessible, begin, dice, goOn, look, main, openText, playOut, press, putClock, said, score, SHORT, small, tap, test, turn, visit } from './page';

const phone = (page: Page) => (page.viewportSize()?.width ?? 0) < 700;

test('the table fits one screen with nothing scrolled, and says the words of the game', { tag: '@layout' }, async ({ page }) => {
  for (const [rules, title, boxes] of [['hasbro', 'Yahtzee', 13], ['yatzy', 'Yatzy', 15]] as const) {
    // The form of the other rules stays on the page until these rules are solved: wait for the right one.
    await visit(page, `play?rules=${rules}`, `h2:text-is("A new game of ${title}")`);
    await begin(page);
    const all = page.locator('.boxes button, .tray button, .bar .buttons button, .strip b');
    await expect(page.locator('.boxes button')).toHaveCount(boxes);
    await press(page, 'Roll');
    await expect(main(page)).toHaveText(/^Roll all again/);
    for (const part of await all.all()) {
      await expect(part).toBeInViewport({ ratio: 0.99 });
    }
    if (phone(page)) {
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(640);
    }
    // The boxes of all columns have the same height.
    const heights = await page.locator('.boxes button').evaluateAll((boxes) => boxes.map((box) => Math.round(box.getBoundingClientRect().height)));
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
    expect(await page.locator('.boxes i').count()).toBeGreaterThan(5);
    await dice(page).nth(0).click();
    await dice(page).nth(2).click();
    await expect(main(page)).toHaveText(/^Roll 3 again/);
    await page.getByRole('button', { name: 'Keep all' }).click();
    await expect(main(page)).toHaveText('Choose a box');
    await page.getByRole('button', { name: 'Keep none' }).click();
    await expect(main(page)).toHaveText(/^Roll all again/);
    await small(page, 'Chance').click();
    await expect(main(page)).toHaveText(/^Score \d+$/);
  }
});

test('the twenty boxes and six dice of Maxi Yatzy fit one screen too', { tag: '@layout' }, async ({ page }) => {
  // It takes minutes to solve. With its boxes filled in order it looks the same, and is solved at once.
  const maxi = readFileSync(new URL('../../solver/rules/rules/maxi-yatzy.toml', import.meta.url), 'utf8');
  await visit(page, 'rules', '.sets');
  await page.getByText('Your own rules').click();
  await page.getByRole('textbox', { name: 'Your own rules' }).fill(maxi.replace(/^dice = 6$/m, 'dice = 6\norder = "as-listed"').replace('"maxi-yatzy"', '"maxi-in-order"'));
  await page.getByRole('button', { name: 'Check and play' }).click();
  await expect(page.getByRole('heading', { name: /^A new game of/ })).toBeInViewport();
  await begin(page);
  await press(page, 'Roll');
  await expect(main(page)).toHaveText(/^Roll all again/);
  await expect(page.locator('.boxes button')).toHaveCount(20);
  for (const part of await page.locator('.boxes button, .tray button, .bar .buttons button, .strip b').all()) {
    await expect(part).toBeInViewport({ ratio: 0.99 });
  }
  if (phone(page)) {
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(640);
    const heights = await page.locator('.boxes button').evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  }
});

test('the moves of the game so far are a list, and each can be looked at', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { players: ['ann', 'bob'], own: true });
  await tap(page, '11666');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Moves' }).click();
  const moves = page.getByRole('dialog', { name: 'Moves' });
  await expect(moves).toContainText('No move yet.');
  await page.keyboard.press('Escape');
  await dice(page).nth(2).click();
  await dice(page).nth(3).click();
  await dice(page).nth(4).click();
  await press(page, /^Roll 2 again/);
  await tap(page, '25');
  await score(page, 'Sixes');
  await expect(main(page)).toHaveText(/Roll 5 dice/);
  await page.keyboard.press('m');
  // The next player's turn has begun; select the moves of the other one.
  await moves.getByLabel('player').selectOption({ label: 'ann' });
  await expect(moves.getByRole('listitem')).toHaveText([/11666 → 25666\s*Score 18 in Sixes/]);
  await moves.getByRole('listitem').getByRole('button').click();
  await expect(moves).toContainText('turn 1 · 1 of 2');
  await expect(moves).toContainText('Keep 6 6 6');
  await moves.getByRole('button', { name: 'Forward' }).click();
  await expect(moves).toContainText('turn 1 · 2 of 2');
  await moves.getByRole('button', { name: 'All moves' }).click();
  await expect(moves.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  // The game continues where it was.
  await expect(main(page)).toHaveText(/Roll 5 dice/);
});

test('a game alone to its result, its review, and the same dice for a friend', async ({ page, browser }) => {
  await visit(page, 'home?rules=yacht', '.hello');
  await expect(page.locator('.game')).toHaveText('Yacht');
  await page.getByRole('link', { name: 'Play now' }).click();
  await playOut(page);
  const result = page.locator('.result');
  await expect(result.getByRole('heading', { level: 2 })).toHaveText(/^You scored \d+$/);
  await expect(result).toContainText('luck');
  await expect(result).toContainText('Worst decision');
  // The score is shown once.
  await expect(page.locator('.strip b')).toHaveCount(0);
  await expect(result.locator('dl')).toHaveText(/^luck\s*[-+]?[\d.]+\s*lost\s*[\d.]+\s*level\s*[a-z ]+$/);
  const points = (await result.getByRole('heading', { level: 2 }).innerText()).replace(/\D/g, '');

  const send = result.getByRole('button', { name: 'Same dice for a friend' });
  await expect(send).toBeDisabled();
  await page.getByLabel('Your name').fill('ann');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await send.click();
  await expect(result.getByText('The link is copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const saved = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Picture' }).click();
  expect((await saved).suggestedFilename()).toBe('yahtzee.png');

  const context = await browser.newContext({ viewport: page.viewportSize() });
  await putClock(context);
  const friend = await context.newPage();
  await friend.goto(link.slice(0, -9));
  await expect(friend.getByRole('alert')).toHaveText('A part of this link is missing or damaged: copy the whole link again.');
  await friend.goto(link);
  await expect(friend.locator('.sheet')).toContainText('ann has played Yacht with these dice.');
  await expect(friend.locator('.sheet')).not.toContainText(points);
  await accessible(friend, 'invited');
  await friend.getByRole('button', { name: 'Play the same dice' }).click();
  await turn(friend);
  await friend.getByRole('button', { name: 'Undo' }).click();
  await expect(friend.getByText(/you have seen the next throw/)).toBeVisible();
  await playOut(friend);
  const cards = friend.locator('.result table').first();
  await expect(cards.locator('thead th')).toHaveCount(3);
  await expect(cards.getByRole('row', { name: /^Total/ })).toContainText(points);
  // Both scored in the open box with the most points, of the same dice.
  await expect(friend.locator('.result h2')).toHaveText(`ann and you win together with ${points}.`);
  await expect(friend.locator('.result')).toContainText('With these dice the best play scores');
  await accessible(friend, 'side by side');
  await context.close();

  await result.getByRole('button', { name: 'Look it over' }).click();
  await expect(page.locator('.number b').first()).toHaveText(points);
  await expect(page.locator('p.luck')).toContainText('of optimal games', { timeout: 60_000 });
  await page.goBack();
  await page.getByRole('button', { name: 'Again' }).click();
  await expect(main(page)).toHaveText('Roll');
  await expect(page.locator('.strip b')).toHaveText('0');
});

test('only thrown dice move, and kept dice stay where they lie', { tag: '@layout' }, async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  await press(page, 'Roll');
  await expect(page.locator('.tray .thrown')).toHaveCount(5);
  const face = (at: number) => dice(page).nth(at).getAttribute('aria-label');
  await dice(page).nth(1).click();
  // Keeping a die does not throw.
  await expect(page.locator('.tray .thrown')).toHaveCount(0);
  await dice(page).nth(4).click();
  const kept = [await face(1), await face(4)];
  await press(page, /^Roll 3 again/);
  await expect(said(page)).toContainText(/cost|1 roll left/);
  await expect(page.locator('.tray .thrown')).toHaveCount(3);
  expect([await face(1), await face(4)]).toEqual(kept);
  const moves = await page.locator('.tray .thrown').first().evaluate((die) => getComputedStyle(die).animationDuration);
  expect(parseFloat(moves)).toBeLessThanOrEqual(0.4);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.tray .thrown')).toHaveCount(0);
});

test('a double tap makes one move', async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  const twice = () =>
    main(page).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
      setTimeout(() => button.click(), 200);
    });
  await expect(main(page)).toHaveText('Roll');
  await twice();
  await page.waitForTimeout(600);
  await expect(main(page)).toHaveText(/^Roll all again/);
  await expect(said(page)).toContainText('2 rolls left');
  await dice(page).first().click();
  await page.waitForTimeout(400);
  await twice();
  await page.waitForTimeout(600);
  await expect(main(page)).toHaveText(/^Roll 4 again/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(said(page)).toContainText('2 rolls left');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the coach is the default: quiet until a mistake, then in one sentence with its reason', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { own: true });
  await tap(page, '11666');
  await expect(page.getByText(/Best|Keep 6 6 6/)).toHaveCount(0);
  await score(page, 'Full House');
  await expect(said(page)).toHaveText(/That cost 11\.2 points\. Better: Keep 6 6 6, reroll two, because .+\./);
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('heading', { name: /^The best: Keep 6 6 6/ })).toBeVisible();
  await page.goBack();
  // While the coach speaks, the button tells the rolls that are left.
  await page.getByRole('button', { name: 'Undo' }).click();
  await dice(page).nth(0).click();
  await expect(main(page)).toHaveText('Roll 4 again 2 rolls left.');
});

test('the Back button closes what lies over a game, and then leaves it', async ({ page }) => {
  await visit(page, 'play?rules=hasbro');
  await begin(page, { own: true });
  await tap(page, '11666');
  const back = page.getByRole('button', { name: 'Menu' });
  const url = page.url();
  for (const name of ['Moves', 'How to play']) {
    await back.click();
    await page.getByRole('dialog').getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(main(page)).toHaveText(/^Roll all again/);
    expect(page.url()).toBe(url);
  }
  // What is opened from the menu leads back to the game.
  await back.click();
  await page.getByRole('button', { name: 'Look it over' }).click();
  await expect(page).toHaveURL(/#review/);
  await page.goBack();
  await expect(main(page)).toHaveText(/^Roll all again/);
  await page.goto('/#home');
  await page.getByRole('link', { name: /^Continue/ }).click();
  // Escape closes the sheet, so the Back button leaves the game, also at once: before the browser tells the page that the sheet is closed.
  for (let times = 0; times < 8; times += 1) {
    await back.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.evaluate(() => new Promise<void>((pressed) => requestAnimationFrame(() => pressed())));
    await page.keyboard.press('Escape');
    await page.goBack();
    await expect(page).toHaveURL(/#home$/);
    await page.goForward();
    await expect(main(page)).toHaveText(/^Roll all again/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // A link to the open view leads nowhere else, also after a sheet.
  await page.goto('/#home');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.waitForTimeout(300);
  await expect(page).toHaveURL(/#home$/);
});

test('why a move was a mistake ends with what to remember', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { own: true });
  await tap(page, '13666');
  await score(page, 'Three of a Kind');
  await page.getByRole('button', { name: 'Why?' }).click();
  await expect(page.getByRole('heading', { name: 'To remember' })).toBeVisible();
  await expect(page.getByText('Three alike: keep these three, and nothing else.')).toBeVisible();
});

test('a hint names a few moves, and then the best', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { own: true });
  await tap(page, '11666');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText('One of these is the best:')).toBeVisible();
  await page.getByRole('button', { name: 'Tell me which' }).click();
  await expect(said(page)).toContainText('Best: Keep 6 6 6, reroll two');
  await said(page).getByRole('button', { name: 'Keep 6 6 6' }).click();
  await expect(main(page)).toHaveText(/^Roll 2 again/);
});

test('advice that is always there is not on the main button', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { own: true, advice: /the best move/ });
  await tap(page, '11666');
  await expect(said(page)).toContainText('Best: Keep 6 6 6, reroll two');
  await expect(main(page)).toHaveText(/^Roll all again/);
});

test('a killed tab loses nothing', async ({ page, context }) => {
  await visit(page, 'play');
  await begin(page, { own: true });
  await tap(page, '11666');
  await score(page, 'Full House');
  await expect(said(page)).toContainText('cost');
  // The move is stored soon after it is shown; nobody kills a tab that fast.
  await page.waitForTimeout(360);
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await visit(again, 'home', '.hello');
  await again.getByRole('link', { name: /^Continue/ }).click();
  await expect(small(again, 'Full House')).toHaveAccessibleName('Full House 25');
  await expect(again.locator('.strip b')).toHaveText('25');
});

test('a zero is asked about first, and a double tap is no answer', { tag: '@layout' }, async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { own: true });
  await tap(page, '11666');
  await score(page, 'Yahtzee');
  const yes = page.getByRole('button', { name: 'Yes, write 0' });
  await yes.click();
  await page.waitForTimeout(100);
  await expect(yes).toBeInViewport({ ratio: 1 });
  await expect(said(page)).toContainText(/^Write 0 in Yahtzee\? It costs [\d.]+ points\./);
  await look(page);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(small(page, 'Yahtzee')).toHaveAccessibleName('Yahtzee 0 now');
  await score(page, 'Yahtzee');
  await expect(yes).toBeVisible();
  await look(page);
  await yes.click();
  await expect(small(page, 'Yahtzee')).toHaveAccessibleName('Yahtzee 0');
});

test('a wrong name is named where it was typed, a long one is not cut, and without one the shown one is taken', { tag: '@layout' }, async ({ page }) => {
  await visit(page, 'play');
  const names = page.locator('form input[autocomplete=off]');
  const start = page.getByRole('button', { name: 'Play', exact: true });
  await names.first().fill('a'.repeat(25));
  await start.click();
  await expect(page.getByRole('alert')).toContainText('is longer than 24 letters');
  for (const [index, name] of ['Maximilian Oberhofer', 'Wilhelmina van der Berg', 'Maximilian Oberhofer'].entries()) {
    if (index > 0) {
      await page.getByRole('button', { name: 'Add a player' }).click();
    }
    await names.nth(index).fill(name);
  }
  await start.click();
  await expect(page.getByRole('alert')).toContainText("two players are called 'Maximilian Oberhofer'");
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  // What was typed stays.
  await expect(names).toHaveCount(3);
  await names.nth(2).fill('');
  await start.click();
  await expect(page.locator('.strip .name')).toHaveCount(3);
  await expect(page.locator('.strip')).toContainText('Maximilian Oberhofer');
  await expect(page.locator('.strip')).toContainText('Player 3');
  await expect(main(page)).toHaveText(/^(Maximilian Oberhofer|Wilhelmina van der Berg|Player 3): roll$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()!.width);
});

test('undo before the first throw throws nothing', async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  await expect(main(page)).toHaveText('Roll');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(said(page)).toContainText(/[Nn]othing/);
  await expect(main(page)).toHaveText('Roll');
});

/** Collects what a screen reader hears. */
async function listening(page: Page): Promise<() => string> {
  const heard: string[] = [];
  await page.exposeFunction('hear', (text: string) => void heard.push(text));
  await page.evaluate(() => {
    const { hear } = window as unknown as { hear: (text: string) => void };
    const added = (changes: MutationRecord[]): string[] => changes.flatMap(({ addedNodes }) => [...addedNodes].map(({ textContent }) => textContent ?? ''));
    new MutationObserver((changes) => added(changes).filter(Boolean).forEach(hear)).observe(document.querySelector('.sr[role=log]')!, { childList: true });
  });
  return () => heard.join(' ');
}

test('the throw, the remark of the coach, the turn of a computer and the result are all announced', async ({ page }) => {
  await visit(page, `play?${SHORT}`, 'h2:text-is("A new game of Short")');
  const heard = await listening(page);
  await begin(page, { computer: 'computer' });
  // A mistake, of which the coach speaks while the computer plays.
  await press(page, 'Roll');
  await small(page, 'Ones').click();
  await press(page, /^(Score \d+|Write 0)$/);
  await goOn(page);
  await turn(page);
  await expect.poll(heard).toMatch(/Thrown: /);
  await expect.poll(heard).toMatch(/That cost [\d.]+ points?\. Better: /);
  await expect.poll(heard).toMatch(/omputer: \d{5}/);
  await playOut(page);
  await expect.poll(heard).toMatch(/wins? by \d+ points?|a tie at/);
  // Nothing was lost on the way, and the result is the last: it has the focus.
  expect(heard().match(/omputer: \d{5}/g)).toHaveLength(4);
  expect(heard()).toMatch(/(wins? by \d+ points?|a tie at [^.]*)[^.]*\.?$/);
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();
});

test('a tap that throws only throws, with any advice', async ({ page }) => {
  await visit(page, 'play');
  for (const advice of [/a coach: quiet/, /the best move/, /no advice/]) {
    await begin(page, { players: ['ann', 'bob'], advice });
    for (let turns = 0; turns < 3; turns += 1) {
      await press(page, /^(ann|bob): roll$/);
      await expect(main(page)).toHaveText(/^Roll all again/);
      await expect(page.locator('.tray .thrown')).toHaveCount(5);
      await score(page, turns < 2 ? 'Chance' : 'Threes');
      await goOn(page);
      await expect(page.getByText(/\bTab\b/)).toHaveCount(0);
    }
    await page.goto('/#play');
  }
});

test('what a computer did is seen below the remark of the coach', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { players: ['ann'], computer: 'computer' });
  for (let turns = 0; turns < 3; turns += 1) {
    await press(page, /[rR]oll$/);
    await score(page, ['Yahtzee', 'Large Straight', 'Small Straight'][turns]!);
    if (await goOn(page)) {
      await expect(said(page)).toContainText(/cost [\d.]+ points/);
      if (await said(page).locator('.then').isVisible()) {
        await expect(said(page)).toContainText(/computer: [1-6]{5}/);
        return;
      }
    }
  }
  throw new Error('the computer never played after a mistake');
});

test('it is said who begins, and what a computer did that began', async ({ page }) => {
  // With this seed the computer throws a higher sum.
  await page.addInitScript((seed) => (crypto.getRandomValues = (array) => ((array as unknown as Uint32Array).fill(seed), array)), 3);
  await visit(page, 'play');
  await begin(page, { players: ['ann'], computer: 'computer' });
  const [, ann, computer] = /ann (\d+), computer (\d+)\. computer begins\./.exec((await said(page).textContent()) ?? '') ?? [];
  expect(Number(computer)).toBeGreaterThan(Number(ann));
  await expect(said(page).locator('.then')).toContainText(/computer: [1-6]{5}.*: (Score|Scratch)/);
  await press(page, /[rR]oll$/);
  await expect(said(page)).toContainText('2 rolls left');
});

test('against the computer: it is you who begin, and who throw', async ({ page }) => {
  // The chances of Yacht are computed in a moment.
  await visit(page, 'play?rules=yacht', 'h2:text-is("A new game of Yacht")');
  await begin(page, { computer: 'computer' });
  await expect(main(page)).toHaveText('Roll');
  await expect(page.locator('body')).not.toContainText('you begins');
  await turn(page);
  // The computer has played, and its move is shown.
  await expect(said(page)).toContainText(/computer: \d{5}.*: (Keep|Score|Scratch)|cost/);
  await turn(page);
  await expect(page.locator('.strip button').filter({ hasText: 'computer' })).toBeVisible();
  await page.locator('.strip button').filter({ hasText: 'computer' }).click();
  await expect(page.locator('.boxes .filled')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('Numbers').click();
  await expect(page.getByRole('row', { name: /^you/ })).toContainText('%', { timeout: 60_000 });
});

test('a computer plays by a card of rules', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { computer: 'computer:card-12' });
  await turn(page);
  await expect(page.locator('.strip button').filter({ hasText: 'beginner' })).toBeVisible();
  await page.reload();
  await expect(page.locator('.strip button').filter({ hasText: 'beginner' })).toBeVisible();
});

test('a game with a player who plays to win is opened again', async ({ page }) => {
  await visit(page, 'play?rules=yacht', 'h2:text-is("A new game of Yacht")');
  await begin(page, { computer: 'computer:win' });
  await expect(main(page)).toHaveText('Roll');
  await turn(page);
  await page.reload();
  await expect(page.locator('.strip button').filter({ hasText: 'rival' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Look it over' }).click();
  await expect(page.getByText('expected at the start').first()).toBeVisible({ timeout: 60_000 });
});

test('a game is saved as a file and opened again', { tag: '@once' }, async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { own: true });
  await tap(page, '13356');
  await expect(said(page)).toContainText('2 rolls left');
  await page.getByRole('button', { name: 'Menu' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as a file' }).click()]);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text).toContain('#! yahtzee play 1');
  expect(text).toContain('13356');
  await page.getByRole('button', { name: 'Games' }).click();
  await openText(page, text);
  await expect(main(page)).toHaveText(/^Roll all again/);
});
