// The page for everyone: keyboard, screen reader, touch, large text, forced colours, languages.
import { expect, type Page } from '@playwright/test';
import { accessible, begin, dice, goOn, look, main, playOut, press, said, score, SHORT, small, tap, test, type, visit, won } from './page';

const status = (page: Page) => page.locator('.sr[role=log] p').last();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

/** Presses a key, after the time that a person needs to see the effect of the last one. */
async function key(page: Page, name: string): Promise<void> {
  await look(page);
  await page.keyboard.press(name);
}

/** Plays a turn without a pointer: throws, and scores in the first open box. */
async function turnByKeys(page: Page): Promise<void> {
  await expect(main(page)).toHaveText(/[rR]oll$/);
  await key(page, 'r');
  await expect(main(page)).toHaveText(/again/);
  // From the main button back to the boxes.
  for (let back = 0; back < 40 && !(await page.evaluate(() => document.activeElement?.matches('.boxes button'))); back += 1) {
    await page.keyboard.press('Shift+Tab');
  }
  await page.keyboard.press('Enter');
  await expect(main(page)).toHaveText(/^(Score|Write)/);
  await key(page, 'r');
  await goOn(page, () => page.keyboard.press('y'));
}

// Phones have no keyboard.
test('a game of two, played to the end by keyboard alone', { tag: '@once' }, async ({ page }) => {
  test.slow();
  await visit(page, `play?${SHORT}`, 'h2:text-is("A new game of Short")');
  await page.getByRole('textbox', { name: 'Player 1' }).focus();
  await page.keyboard.type('ann');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('textbox', { name: 'Player 2' }).focus();
  await page.keyboard.type('bob');
  await page.keyboard.press('Enter');
  // The focus is at the next step.
  await expect.poll(() => focused(page)).toMatch(/: roll$/);
  for (let turns = 0; turns < 8; turns += 1) {
    await turnByKeys(page);
  }
  await won(page);
});

test('a game of two, played to the end by touch alone', async ({ page }, info) => {
  test.skip(info.project.name !== 'phone', 'desktops have no touch');
  test.slow();
  await visit(page, `home?${SHORT}`, '.hello');
  await expect(page.locator('.game')).toHaveText('Short');
  await page.getByRole('link', { name: /With others/ }).tap();
  // Names are typed; everything else is tapped.
  await page.getByRole('textbox', { name: 'Player 1' }).tap();
  await page.keyboard.insertText('ann');
  await page.getByRole('button', { name: 'Add a player' }).tap();
  await page.getByRole('textbox', { name: 'Player 2' }).tap();
  await page.keyboard.insertText('bob');
  await page.getByRole('button', { name: 'Play', exact: true }).tap();
  const touch = async (text: RegExp): Promise<void> => {
    await expect(main(page)).toHaveText(text);
    await look(page);
    await main(page).tap();
  };
  for (let turns = 0; turns < 8; turns += 1) {
    await touch(/^(ann|bob): roll$/);
    await expect(main(page)).toHaveText(/^Roll all again/);
    // Sometimes a die is kept and the others are thrown again.
    if (turns % 3 === 0) {
      await dice(page).nth(turns % 4).tap();
      await touch(/^Roll 4 again/);
      await expect(said(page)).toContainText(/1 roll left|cost/);
    }
    await page.locator('.boxes button[aria-pressed]').last().tap();
    await touch(/^(Score \d+|Write 0)$/);
    await goOn(page, (yes) => yes.tap());
  }
  await won(page);
  await accessible(page, 'result');
});

test('dice, throws and boxes by keys, and the list of keys', async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  await key(page, 'r');
  await expect(main(page)).toHaveText(/^Roll all again/);
  await page.keyboard.press('2');
  await page.keyboard.press('5');
  await expect(main(page)).toHaveText(/^Roll 3 again/);
  await expect(dice(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('a');
  await expect(main(page)).toHaveText('Choose a box');
  await page.keyboard.press('a');
  // The first arrow goes from the main button to the boxes.
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toContain('Ones');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toContain('Twos');
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toContain('Four of a Kind');
  await page.keyboard.press('Enter');
  await expect(small(page, 'Four of a Kind')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(main(page)).toHaveText(/^Roll all again/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Four of a Kind' })).toBeVisible();
  await page.keyboard.press('Escape');
  await main(page).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText(/1 – 5\s*keep a die/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await expect(page.getByText('One of these is the best:')).toBeVisible();
});

test('a screen reader hears what was thrown, what a box would score and what the coach says, once each', async ({ page }) => {
  await visit(page, 'play');
  await begin(page);
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver((changes) => heard.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((added) => added.textContent!)).filter(Boolean))).observe(document.querySelector('.sr[role=log]')!, { childList: true });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await press(page, 'Roll');
  await expect(status(page)).toHaveText(/^Thrown: \d \d \d \d \d\. 2 rolls left\./);
  await dice(page).nth(0).click();
  await dice(page).nth(0).click();
  await small(page, 'Chance').click();
  await expect(status(page)).toHaveText(/^Chance \d+ now$/);
  await press(page, /^Score/);
  await expect(said(page)).toContainText('cost');
  await expect(status(page)).toHaveText(/^That cost [\d.]+ points\. Better: /);
  await page.waitForTimeout(300);
  expect(await heard()).toHaveLength(3);
});

test('the first tab stop skips to the content, and another view begins at its start', async ({ page }) => {
  await visit(page, 'home', '.hello');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await expect(page.locator('.boxes')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});

test('no box with the focus is behind a bar', async ({ page }) => {
  await visit(page, 'advise?dice=11666', '.options');
  for (let stop = 0; stop < 45; stop += 1) {
    await page.keyboard.press('Tab');
    const hidden = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (!element || element === document.body || element.closest('nav, .skip, dialog')) return '';
      const { left, top, width, height } = element.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, Math.min(innerHeight - 1, top + height / 2));
      return seen && (element.contains(seen) || seen.contains(element)) ? '' : element.outerHTML.slice(0, 120);
    });
    expect(hidden).toBe('');
  }
});

test('a game can be played with the font doubled', async ({ page }) => {
  test.slow();
  await visit(page, 'play');
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await begin(page);
  for (let turns = 0; turns < 3; turns += 1) {
    await press(page, 'Roll');
    await expect(main(page)).toHaveText(/^Roll all again/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()!.width);
    for (const die of await dice(page).all()) {
      await expect(die).toBeInViewport({ ratio: 0.99 });
    }
    await dice(page).nth(turns).click();
    await press(page, /^Roll 4 again/);
    await expect(page.locator('.tray .thrown')).toHaveCount(4);
    await score(page, ['Chance', 'Ones', 'Twos'][turns]!);
    await goOn(page);
  }
  await expect.poll(() => main(page).evaluate((button) => parseFloat(getComputedStyle(button).fontSize))).toBeGreaterThan(30);
  await playOut(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()!.width);
});

for (const locale of ['en', 'de', 'sv']) {
  test.describe(() => {
    test.use({ locale });
    test(`no view scrolls sideways with the font doubled (${locale})`, async ({ page }) => {
      test.slow();
      await page.addInitScript(() => addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')));
      const { width, height } = page.viewportSize()!;
      for (const view of ['home', 'advise?dice=13356', 'rules', 'play', 'quiz', 'review', 'progress', 'cards']) {
        await page.setViewportSize({ width, height });
        await visit(page, view, view === 'home' ? '.begin' : view === 'quiz' ? '.bar' : view === 'cards' ? 'article' : 'main *');
        for (const wide of [width, 320]) {
          await page.setViewportSize({ width: wide, height });
          const across = () => page.evaluate(() => document.documentElement.scrollWidth);
          await expect.poll(across, { message: `${view} at ${wide}` }).toBeLessThanOrEqual(wide);
        }
      }
    });
  });
}

test('targets are at least 44 pixels', async ({ page }) => {
  for (const view of ['home', 'play', 'quiz', 'advise?dice=11666', 'rules', 'review', 'progress', 'table']) {
    if (view === 'table') {
      await visit(page, 'play');
      await begin(page);
      await press(page, 'Roll');
    } else {
      await visit(page, view, '.sheet, .sets, .hello, .boxes, .file');
    }
    const few = await page.locator('button:visible, nav a:visible, select:visible, summary:visible, input:visible:not([type=radio]):not([type=checkbox])').evaluateAll((all) =>
      all.flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 43.5 || height < 43.5 ? [`${Math.round(width)}x${Math.round(height)} ${element.outerHTML.slice(0, 90)}`] : [];
      }),
    );
    expect(few, view).toEqual([]);
  }
});

test('with forced colours, kept dice and chosen boxes differ by more than weight', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visit(page, 'play');
  await begin(page);
  await press(page, 'Roll');
  await dice(page).nth(0).click();
  const fill = (at: number) => dice(page).nth(at).locator('.body').evaluate((body) => getComputedStyle(body).fill);
  expect(await fill(0)).not.toBe(await fill(1));
  await small(page, 'Chance').click();
  expect(await small(page, 'Chance').evaluate((box) => getComputedStyle(box).outlineStyle)).toBe('solid');
  await accessible(page, 'table');
});

test('axe-core finds nothing in the states of a game', async ({ page }) => {
  test.slow();
  await visit(page, 'play');
  await page.getByText('Dice and coach').click();
  await accessible(page, 'lobby');
  await page.getByText('Dice and coach').click();
  await begin(page, { own: true, players: ['ann'] });
  await accessible(page, 'to roll');
  await tap(page, '11666');
  await score(page, 'Yahtzee');
  const no = page.getByRole('button', { name: 'No', exact: true });
  await expect(no).toBeVisible();
  await accessible(page, 'question');
  await look(page);
  await no.click();
  await score(page, 'Full House');
  await expect(said(page)).toContainText('cost');
  await accessible(page, 'coach');
  await page.getByRole('button', { name: 'Why?' }).click();
  await accessible(page, 'why');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await accessible(page, 'menu');
  await page.getByRole('button', { name: 'Look it over' }).click();
  await expect(page.locator('.mistakes')).toBeVisible();
  await accessible(page, 'review');
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await accessible(page, 'verdict');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(page.viewportSize()!.width);
});

for (const [locale, words] of [
  ['de-DE', { play: 'Jetzt spielen', roll: 'Würfeln', again: 'Alle neu würfeln', box: 'Full House', ones: 'Einser', game: 'Kniffel', number: '245,87' }],
  ['sv-SE', { play: 'Spela nu', roll: 'Slå', again: 'Slå om alla', box: 'Kåk', ones: 'Ettor', game: 'Yatzy', number: '248,44' }],
] as const) {
  test.describe(locale, () => {
    test.use({ locale });
    test('the page speaks the language of the browser, with its numbers, and begins with its game', async ({ page }) => {
      await visit(page, 'home', '.hello');
      await expect(page.locator('.game')).toHaveText(words.game);
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
      await page.getByRole('link', { name: words.play }).click();
      await press(page, words.roll);
      await expect(main(page)).toContainText(words.again);
      await expect(small(page, words.ones)).toBeVisible();
      await expect(small(page, words.box)).toBeVisible();
      await page.goto('/#advise');
      await expect(page.locator('.number b')).toHaveText(words.number);
      await accessible(page);
    });
  });
}

test('the language is changed without solving again, and is kept', async ({ page }) => {
  await visit(page, 'advise?rules=yatzy', '.boxes');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Svenska' }).check();
  await expect(page.getByRole('dialog', { name: 'Inställningar' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv');
  await expect(page.locator('.boxes')).toContainText('Kåk', { timeout: 5_000 });
  await page.reload();
  await expect(page.locator('nav')).toContainText('Spela');
});

test.describe('with risks', () => {
  test.use({ risks: true });
  test('axe-core finds nothing in the states of the other views', async ({ page }) => {
    test.slow();
    await visit(page, 'quiz?seed=5&number=0', '.boxes');
    await dice(page).or(page.locator('.tray button')).first().click();
    await page.getByRole('button', { name: 'Hint' }).click();
    await accessible(page, 'puzzle');
    await page.locator('.bar .primary').click();
    await expect(page.locator('.verdict')).toBeVisible();
    await accessible(page, 'verdict');

    await visit(page, 'advise?rules=hasbro', '.boxes');
    await accessible(page, 'empty');
    await type(page, '11666 rerolls=9');
    await expect(page.locator('#mistyped')).toBeVisible();
    await accessible(page, 'mistyped');
    await tap(page, '11666');
    await page.locator('.options li button').nth(2).click();
    await page.getByText('Play for something else').click();
    await page.getByRole('button', { name: 'More exactly' }).click();
    await expect(page.locator('.risk').first()).toBeVisible({ timeout: 60_000 });
    await accessible(page, 'selected');

    await visit(page, 'rules', '.sets');
    await page.getByText('Your own rules').click();
    await page.getByLabel(/^House rules/).selectOption('hasbro');
    await page.getByText('Boxes', { exact: true }).click();
    await accessible(page, 'rules');
    await page.goto('/#advise?rules=nope');
    await expect(page.locator('.notice.wrong')).toBeVisible();
    await expect(page.locator('main[inert]')).toHaveCount(0);
    await accessible(page, 'refused');
  });
});

/** The contrast of two colours, by WCAG. */
function contrast(a: string, b: string): number {
  const [x, y] = [a, b].map((colour) => {
    const [red, green, blue] = colour.match(/[\d.]+/g)!.map((part) => (Number(part) / 255 <= 0.04045 ? Number(part) / 255 / 12.92 : ((Number(part) / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05;
  }) as [number, number];
  return Math.max(x, y) / Math.min(x, y);
}

test('the focus ring stands out from whatever is behind it', async ({ page }) => {
  await visit(page, 'advise?rules=hasbro&dice=11666', '.options');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    /** The computed colours of an element. */
    const colours = (of: string, ...names: string[]) =>
      page.locator(of).first().evaluate((element, names) => {
        const probe = element.appendChild(document.createElement('i'));
        const found = names.map((name) => ((probe.style.color = `var(--${name})`), getComputedStyle(probe).color));
        probe.remove();
        return found;
      }, names);
    const [onPaper, ...papers] = await colours('main', 'ring', 'table', 'paper', 'filled', 'gold-soft');
    const [onFelt, dice, ...felts] = await colours('.felt', 'ring', 'gold', 'felt', 'felt-dark');
    papers.forEach((paper) => expect(contrast(onPaper!, paper), `${colorScheme} ${paper}`).toBeGreaterThan(3));
    felts.forEach((felt) => expect(Math.min(contrast(onFelt!, felt), contrast(dice!, felt)), `${colorScheme} ${felt}`).toBeGreaterThan(3));
  }
});

test('axe-core finds nothing in the sheets', async ({ page }) => {
  await visit(page, 'home', '.hello');
  await page.getByRole('button', { name: 'Settings' }).click();
  await accessible(page, 'settings');
  await page.keyboard.press('Escape');
  await visit(page, 'play');
  await begin(page);
  await page.keyboard.press('?');
  await accessible(page, 'keys');
  await page.keyboard.press('Escape');
  await press(page, 'Roll');
  await page.keyboard.press('h');
  await expect(page.getByText('One of these is the best:')).toBeVisible();
  await accessible(page, 'hint');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await accessible(page, 'delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The game is deleted.')).toBeVisible();
  await accessible(page, 'deleted');
});

test('light, dark, or as the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await visit(page, 'home', '.hello');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('dark', { exact: true }).check();
  const dark = await paper();
  expect(dark).not.toBe(light);
  await page.reload();
  await expect(page.locator('.hello')).toBeVisible();
  expect(await paper()).toBe(dark);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('as the system').check();
  expect(await paper()).toBe(light);
  await expect(page.getByLabel('Sound of the dice')).not.toBeChecked();
  await expect(page.getByLabel('Vibration')).not.toBeChecked();
});
