// Draws the picture of the page that the README shows, and the icon for home screens that take no SVG. Needs a build and Chromium.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const web = fileURLToPath(new URL('..', import.meta.url));
const SITE = 'http://127.0.0.1:4173/';
const CARD = 'ones=3 fours=12 sixes=18 full-house=25 yahtzee=50';
const QUESTION = new URLSearchParams({ rules: 'hasbro', dice: '23344', rerolls: '2', card: CARD });

const server = spawn('npm', ['run', 'serve'], { cwd: web, stdio: 'ignore', detached: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  for (let tries = 0; !(await fetch(SITE).catch(() => undefined)); tries += 1) {
    if (tries > 100) throw new Error('the server does not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', serviceWorkers: 'block', locale: 'en-GB' });
  await page.goto(`${SITE}#advise?${QUESTION}`);
  await page.locator('.risk').first().waitFor();
  await page.waitForTimeout(800);
  await page.screenshot({ path: fileURLToPath(new URL('../../docs/web/advise-desktop-light.png', import.meta.url)) });
  const icon = await browser.newPage({ viewport: { width: 180, height: 180 } });
  await icon.goto(`${SITE}icon.svg`);
  await icon.screenshot({ path: fileURLToPath(new URL('../public/icon.png', import.meta.url)) });
} finally {
  await browser.close();
  // It has ended by itself if another server uses the port.
  if (server.exitCode === null) process.kill(-server.pid);
}
