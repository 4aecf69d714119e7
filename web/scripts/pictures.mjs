// Draws the pictures of the page for docs/web: each view at four sizes, light and dark. Needs a build and Chromium.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const web = fileURLToPath(new URL('..', import.meta.url));
const out = fileURLToPath(new URL('../../docs/web', import.meta.url));
const HISTORY = fileURLToPath(new URL('../../docs/example-history.jsonl', import.meta.url));
const only = process.argv[2];
const SITE = 'http://127.0.0.1:4173/';
const SIZES = {
  phone: { width: 360, height: 640 },
  tall: { width: 412, height: 915 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
};
const CARD = 'ones=3 fours=12 sixes=18 full-house=25 yahtzee=50';
const GAME = `#! yahtzee play 1
#! dice: seed 42
#! player: ann
rules: hasbro
11666 hold 666, 66625 hold 666, 66661 score sixes
22345 score small-straight
13556 hold 55, 55123 hold 55, 55524 score fives
23344 hold 33, 13336 hold 333, 33345 score three-of-a-kind
12456 hold 2456, 23456 score large-straight
#! end
`;

/** The game, played to its end by scoring every roll in the first open box. */
const OVER = `rules: hasbro
11666 hold 666, 66625 hold 666, 66661 score sixes
22345 hold 2345, 12345 score large-straight
13556 hold 55, 55123 hold 55, 55524 score fives
23344 hold 33, 13336 hold 333, 33345 score threes
12456 hold 2456, 23456 score small-straight
44411 hold 444, 44416 hold 444, 44446 score fours
11122 score full-house
33366 hold 333, 33345 hold 333, 33351 score three-of-a-kind
22226 score four-of-a-kind
11145 hold 111, 11134 hold 111, 11156 score ones
22356 hold 22, 22256 hold 222, 22245 score twos
55566 hold 555, 55564 hold 555, 55562 score chance
12346 hold 1234, 12344 hold 44, 44561 score yahtzee
`;

const SCENES = {
  home: { hash: 'home', wait: '.tile .dice' },
  play: { game: GAME, wait: '.boxes .filled' },
  result: { game: OVER, wait: '.result .decision' },
  quiz: { hash: 'quiz?seed=5&number=0&rules=hasbro', wait: '.boxes' },
  verdict: { hash: 'quiz?seed=5&number=0&rules=hasbro', go: (page) => page.getByRole('button', { name: 'Give up' }).click(), wait: '.verdict' },
  advise: { hash: `advise?${new URLSearchParams({ rules: 'hasbro', dice: '23344', rerolls: '2', card: CARD })}`, wait: '.risk' },
  review: { game: GAME, go: (page) => page.goto(SITE + '#review'), wait: '.mistakes button' },
  games: { game: GAME, go: (page) => page.goto(SITE + '#play'), wait: 'form' },
  moves: {
    game: GAME,
    go: async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('button', { name: 'Moves' }).click();
    },
    wait: '.moves li',
  },
  ten: { hash: 'quiz?rules=hasbro&day=20261122', wait: '.boxes' },
  progress: { hash: 'progress?rules=hasbro', go: (page) => page.setInputFiles('input[type=file]', HISTORY), wait: '.bands' },
  calendar: { hash: 'quiz?rules=hasbro', go: (page) => page.getByRole('button', { name: 'Tens of earlier days' }).click(), wait: '.month' },
  cards: { hash: 'cards?rules=hasbro', wait: 'article > p:has-text("230.73")' },
  rules: { hash: 'rules', wait: '.sets > li:has-text("Generala")' },
};

async function draw(browser, name, size, scheme) {
  const { hash = 'play', wait, game, go } = SCENES[name];
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, reducedMotion: 'reduce', serviceWorkers: 'block', locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(SITE + '#' + hash);
  if (game) {
    await page.getByText(/from text or a file/).click();
    await page.getByLabel(/notation of the program/).fill(game);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('.boxes, .result').first().waitFor();
  }
  await go?.(page);
  await page.locator(wait).first().waitFor();
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${out}/${name}-${size}-${scheme}.png` });
  await context.close();
}

mkdirSync(out, { recursive: true });
const server = spawn('npm', ['run', 'serve'], { cwd: web, stdio: 'ignore', detached: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  for (let tries = 0; !(await fetch(SITE).catch(() => undefined)); tries += 1) {
    if (tries > 100) throw new Error('the server does not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const name of Object.keys(SCENES).filter((name) => !only || name === only)) {
    for (const size of Object.keys(SIZES)) {
      // The dark colours are checked on the two most different sizes.
      for (const scheme of ['phone', 'desktop'].includes(size) ? ['light', 'dark'] : ['light']) await draw(browser, name, size, scheme);
    }
  }
} finally {
  await browser.close();
  // It has ended by itself if another server uses the port.
  if (server.exitCode === null) process.kill(-server.pid);
}
