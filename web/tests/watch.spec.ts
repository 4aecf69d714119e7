// A game of several as its players see it: the turns of computers, the chance to win, events, the end.
import { expect, type Page } from '@playwright/test';
import { begin, goOn, main, playOut, press, said, score, SHORT, small, test, visit } from './page';

/** What is seen at a moment of a computer's turn. */
type Seen = { dice: string; kept: string; said: string; marked: string; now: string; score: string };

/** Watches until the person has to throw again, and returns what was seen, each moment once. */
const watched = (page: Page): Promise<Seen[]> =>
  page.evaluate(
    () =>
      new Promise<Seen[]>((resolve) => {
        const text = (of: string): string => document.querySelector(of)?.textContent?.trim() ?? '';
        const seen: Seen[] = [];
        const look = (): void => {
          if (text('.bar .primary') !== 'Skip') {
            return resolve(seen);
          }
          const dice = [...document.querySelectorAll('.tray button')];
          const now: Seen = {
            dice: dice.map((die) => die.getAttribute('aria-label')?.[0] ?? '').join(''),
            kept: dice.map((die) => (die.classList.contains('kept') ? '1' : '0')).join(''),
            said: text('.said'),
            marked: text('.boxes .marked'),
            now: text('.strip .now .name'),
            score: text('.strip .now b'),
          };
          if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) {
            seen.push(now);
          }
          requestAnimationFrame(look);
        };
        look();
      }),
  );

/** A turn of a person, scored in a box. */
async function playIn(page: Page, title: string): Promise<void> {
  await press(page, /[rR]oll$/);
  await score(page, title);
  const yes = page.getByRole('button', { name: 'Yes, write 0' });
  await expect(yes.or(main(page).filter({ hasText: /Skip|[rR]oll$/ })).first()).toBeVisible();
  if (await yes.isVisible()) {
    await page.evaluate(() => (window as { later?: (by: number) => void }).later!(360));
    await yes.click();
    await expect(main(page)).toHaveText(/Skip|[rR]oll$/);
  }
}

test.describe('the turn of a computer', () => {
  test.use({ prefs: { pace: 'slow', chances: 'off' } });

  test('is played out: its dice fall, some stay at their places, and a box is filled', async ({ page }) => {
    await visit(page, 'play');
    await begin(page, { computer: 'computer' });
    await watched(page);
    for (const box of ['Chance', 'Ones', 'Twos']) {
      await playIn(page, box);
      const seen = await watched(page);
      expect(seen.every(({ now }) => now === 'computer'), JSON.stringify(seen)).toBe(true);
      // A kept die has the same face at the same place in the next moment.
      seen.slice(1).forEach(({ dice }, at) => {
        const before = seen[at]!;
        [...before.kept].forEach((kept, place) => kept === '1' && expect(dice[place], JSON.stringify(seen)).toBe(before.dice[place]));
      });
      const [last, first] = [seen.at(-1)!, seen[0]!];
      expect(last.said).toMatch(/computer: (Score|Scratch)/);
      const [, points = '0'] = /computer: Score (\d+)/.exec(last.said) ?? [];
      expect(seen.map(({ marked }) => marked), JSON.stringify(seen)).toContainEqual(expect.stringMatching(new RegExp(`${points}$`)));
      expect(Number(last.score) - Number(first.score)).toBeGreaterThanOrEqual(Number(points));
      // Afterwards the turn stands in a line.
      await expect(said(page)).toContainText(/computer: [1-6]{5}/);
    }
  });

  test('goes on at a tap on a die, and is skipped by the button', async ({ page }) => {
    await visit(page, 'play');
    await begin(page, { computer: 'computer' });
    for (const how of ['Skip', 'die']) {
      if ((await main(page).innerText()) === 'Skip') {
        await main(page).click();
      }
      await playIn(page, how === 'Skip' ? 'Chance' : 'Ones');
      await expect(main(page)).toHaveText('Skip');
      const start = Date.now();
      for (let taps = 0; taps < 20 && (await main(page).innerText()) === 'Skip'; taps += 1) {
        await (how === 'Skip' ? main(page) : page.locator('.tray button').first()).click({ timeout: 2_000 }).catch(() => {});
      }
      await expect(main(page)).toHaveText('Roll');
      expect(Date.now() - start).toBeLessThan(5_000);
    }
  });

  test('between two people is played out once', async ({ page }) => {
    // With this seed ann begins, so the computer moves between two turns of people.
    await page.addInitScript((seed) => (crypto.getRandomValues = (array) => ((array as unknown as Uint32Array).fill(seed), array)), 1);
    await visit(page, 'play');
    await page.locator('.tiles [data-kind=computer]').click();
    await page.locator('.tiles [data-kind=person]').click();
    await page.getByRole('textbox', { name: 'Player 1' }).fill('ann');
    await page.getByRole('textbox', { name: 'Player 2' }).fill('bob');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(page.locator('.strip .name')).toHaveText(['ann', 'computer', 'bob']);
    await playIn(page, 'Chance');
    expect(await watched(page)).not.toEqual([]);
    await press(page, 'bob: roll');
    await expect(main(page)).toHaveText(/^(Skip|Roll all again.*)$/);
    expect(await main(page).innerText()).toMatch(/^Roll all again/);
    await expect(page.locator('.strip .now .name')).toHaveText('bob');
  });

  test('is not played out if the settings say so', async ({ page }) => {
    await visit(page, 'home', '.tile');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'only the result' }).check();
    await page.keyboard.press('Escape');
    await page.goto('/#play');
    await begin(page, { computer: 'computer' });
    await expect(main(page)).toHaveText('Roll');
    await playIn(page, 'Chance');
    expect(await watched(page)).toEqual([]);
    await page.reload();
    await expect(main(page)).toHaveText('Roll');
  });
});

test.describe('the chance to win', () => {
  test.use({ prefs: { chances: 'on' } });
  test('is a bar and a number of two digits, until it is switched off', async ({ page }) => {
    await visit(page, 'play?rules=yacht', 'h2:text-is("A new game of Yacht")');
    await begin(page, { players: ['ann', 'bob'] });
    const bar = page.getByRole('img', { name: /^Chance to win: ann \d+%, bob \d+%$|^Chance to win: bob \d+%, ann \d+%$/ });
    await expect(bar).toBeVisible({ timeout: 60_000 });
    const shares = async (): Promise<number[]> => ((await bar.getAttribute('aria-label')) ?? '').match(/\d+(?=%)/g)!.map(Number);
    const [one = 0, other = 0] = await shares();
    expect(Math.abs(one + other - 100)).toBeLessThanOrEqual(1);
    // A zero in a good box costs some of it.
    await playIn(page, 'Yacht');
    await expect.poll(async () => (await shares())[0], { timeout: 60_000 }).toBeLessThan(one);
    await expect(page.locator('.strip small').first()).toHaveText(/^\d+%$/);
    await page.goto('/#home');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('The chance to win').uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Continue/ }).click();
    await expect(main(page)).toHaveText(/roll$/);
    await expect(page.locator('.strip small')).toHaveCount(0);
  });
});

test('the coach gives a reason, praises what was hard, and is changed within a game', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { own: true });
  const enter = async (dice: string): Promise<void> => {
    for (const face of dice) {
      await page.getByRole('button', { name: `Add a ${face}` }).click();
    }
  };
  await enter('11345');
  await expect(main(page)).toHaveText(/^Roll all again/);
  for (const place of [2, 3, 4]) {
    await page.locator('.tray button').nth(place).click();
  }
  await press(page, /^Roll 2 again/);
  await expect(said(page)).toHaveText('Well seen: keep 1 1 would have cost 1.45 points.');
  await enter('26');
  await press(page, /^Roll all again/);
  await expect(said(page)).toContainText('Better: Score 40 in Large Straight, because it takes 40 points in Large Straight now');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByLabel('Advice').selectOption('the best move, always there');
  await page.keyboard.press('Escape');
  await enter('23456');
  await expect(said(page)).toContainText('Best: Score 40 in Large Straight');
});

test('a hint leaves the dice as they lie', async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  await press(page, 'Roll');
  await page.locator('.tray button').nth(1).click();
  await page.locator('.tray button').nth(3).click();
  const lying = (): Promise<(string | null)[]> => page.locator('.tray button').evaluateAll((dice) => dice.map((die) => die.getAttribute('aria-label')));
  const before = await lying();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText('One of these is the best:')).toBeVisible();
  expect(await lying()).toEqual(before);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByLabel('Advice').selectOption('no advice');
  await page.keyboard.press('Escape');
  expect(await lying()).toEqual(before);
});

test('a further Yahtzee is an event', async ({ page }) => {
  await visit(page, 'play');
  await begin(page, { own: true });
  const enter = async (face: string): Promise<void> => {
    for (let die = 0; die < 5; die += 1) {
      await page.getByRole('button', { name: `Add a ${face}` }).click();
    }
    await expect(said(page)).toContainText('All alike!');
  };
  await enter('6');
  await score(page, 'Yahtzee');
  await enter('1');
  await score(page, 'Ones');
  await expect(said(page)).toContainText('Extra bonus: 100 points!');
});

test('the end names what decided the game', async ({ page }) => {
  await visit(page, `play?${SHORT}`, 'h2:text-is("A new game of Short")');
  await begin(page, { players: ['ann', 'bob'] });
  await playOut(page);
  // A tie has no winner.
  if (/tie/.test(await page.locator('.result h2').innerText())) {
    return;
  }
  await expect(page.locator('.result')).toContainText(/What decided it/, { timeout: 60_000 });
  await expect(page.locator('.result')).toContainText(/The chance of (ann|bob) to win: from ≈?\d+% to (≈?\d+%|won)/);
});

test('what was taken back stands beside "no mistake"', async ({ page }) => {
  await visit(page, `play?${SHORT}`, 'h2:text-is("A new game of Short")');
  await begin(page);
  await press(page, 'Roll');
  await score(page, 'Sixes');
  await goOn(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await small(page, 'Chance').click();
  await press(page, /^Score \d+$/);
  await playOut(page);
  await expect(page.locator('.result')).toContainText(/1 move taken back; it cost \d+\.\d\d points\./);
});
