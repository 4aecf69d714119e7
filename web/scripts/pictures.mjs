// Draws the pictures of the page for docs/web: each view at two sizes, light and dark. Needs a build and Chromium.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const web = fileURLToPath(new URL('..', import.meta.url));
const out = fileURLToPath(new URL('../../docs/web', import.meta.url));
const only = process.argv[2];
const SITE = 'http://127.0.0.1:4173/';
const SIZES = { phone: { width: 360, height: 640 }, desktop: { width: 1280, height: 800 } };
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

const SCENES = {
  advise: { hash: `advise?${new URLSearchParams({ rules: 'hasbro', dice: '23344', rerolls: '2', card: CARD })}`, wait: '.risk' },
  play: { hash: 'play', wait: '.card', kept: GAME },
  review: { hash: 'review', wait: '.mistakes', kept: GAME },
  quiz: { hash: 'quiz?seed=5&number=0&rules=hasbro', wait: '.card' },
  rules: { hash: 'rules', wait: '.game:has-text("Yahtzee")' },
};

async function draw(browser, name, size, scheme) {
  const { hash, wait, kept } = SCENES[name];
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript((game) => game && localStorage.setItem('yahtzee:game', game), kept);
  await page.goto(SITE + '#' + hash);
  await page.locator(wait).first().waitFor();
  await page.waitForTimeout(500);
  await page.locator('progress').waitFor({ state: 'detached', timeout: 60_000 });
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
      for (const scheme of ['light', 'dark']) await draw(browser, name, size, scheme);
    }
  }
} finally {
  await browser.close();
  // It has ended by itself if another one serves the page already.
  if (server.exitCode === null) process.kill(-server.pid);
}
