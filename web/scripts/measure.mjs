// Measures the page: the bytes transferred on the first load, and the times until it is ready and until it answers a tap. `--lighthouse` adds
// Lighthouse, from npm. Needs a build, Chromium and a quiet machine. Exits with status 1 if a figure exceeds its limit.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { firstFiles } from './service-worker.mjs';

const web = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const SITE = 'http://127.0.0.1:4173/';
const RUNS = 10;
const LIMITS = {
  'first load, KB gzipped': 650,
  'hasbro cold, ms': 800,
  'hasbro warm, ms': 300,
  'yatzy warm, ms': 400,
  'answer after a tap, ms': 50,
  'the same at a sixth of the CPU': 250,
  'slow 3G, first text, ms': 3000,
};
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const figures = {};

function sizes() {
  const site = `${web}/dist/site`;
  let all = 0;
  for (const file of [...firstFiles(site), 'sw.js']) {
    const packed = gzipSync(readFileSync(`${site}/${file}`), { level: 9 }).length;
    all += packed;
    console.log(`  ${file.padEnd(48)} ${String(statSync(`${site}/${file}`).size).padStart(9)} bytes ${String(packed).padStart(8)} gzipped`);
  }
  figures['first load, KB gzipped'] = all / 1000;
}

// The times from navigation until the answer is on the screen: on the first visit, and on a visit with stored values.
async function ready(browser, rules) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const answered = () =>
    page.evaluate(async () => {
      while (!document.querySelector('.number b')) await new Promise(requestAnimationFrame);
      return performance.now();
    });
  await page.goto(`${SITE}#advise?rules=${rules}&dice=11666`);
  const cold = await answered();
  await page.waitForTimeout(4000);
  await page.reload();
  const warm = await answered();
  await context.close();
  return { cold, warm };
}

async function tap(browser, slower) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${SITE}#advise?rules=hasbro&dice=1166`);
  await page.locator('.pad button').first().waitFor();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slower });
  // The long work after an answer, in another worker, is part of the measurement.
  const taken = await page.evaluate(async () => {
    document.querySelectorAll('.pad button')[5].click();
    const start = performance.now();
    while (!document.querySelector('.options')) await new Promise((resolve) => setTimeout(resolve, 1));
    return performance.now() - start;
  });
  await context.close();
  return taken;
}

// The time from navigation until the first text, on a slow network: 400 kbit/s, and 400 ms of round-trip time.
async function firstText(browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
  await page.goto(SITE, { waitUntil: 'commit' });
  const painted = await page.evaluate(async () => {
    let entry;
    while (!(entry = performance.getEntriesByName('first-contentful-paint')[0])) await new Promise((resolve) => setTimeout(resolve, 20));
    return entry.startTime;
  });
  await context.close();
  return painted;
}

async function tenTimes(measure) {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) times.push(await measure());
  return median(times);
}

const server = spawn('npm', ['run', 'serve'], { cwd: web, stdio: 'ignore', detached: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  for (let tries = 0; tries < 100 && !(await fetch(SITE).catch(() => undefined)); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  sizes();
  for (const rules of ['hasbro', 'yatzy']) {
    const times = [];
    for (let run = 0; run < RUNS; run += 1) times.push(await ready(browser, rules));
    if (rules === 'hasbro') figures['hasbro cold, ms'] = median(times.map(({ cold }) => cold));
    figures[`${rules} warm, ms`] = median(times.map(({ warm }) => warm));
  }
  figures['answer after a tap, ms'] = await tenTimes(() => tap(browser, 1));
  figures['the same at a sixth of the CPU'] = await tenTimes(() => tap(browser, 6));
  figures['slow 3G, first text, ms'] = await tenTimes(() => firstText(browser));
  if (process.argv.includes('--lighthouse')) {
    const flags = ['--yes', 'lighthouse@12', SITE, '--quiet', '--output=json', '--only-categories=performance,accessibility', '--chrome-flags=--headless --no-sandbox'];
    const report = JSON.parse(execFileSync('npx', flags, { env: { ...process.env, CHROME_PATH: executablePath }, maxBuffer: 2 ** 28 }));
    for (const { title, score } of Object.values(report.categories)) console.log(`  Lighthouse, ${title}: ${Math.round(100 * score)}`);
  }
} finally {
  await browser.close();
  // It has ended by itself if another server uses the port.
  if (server.exitCode === null) process.kill(-server.pid);
}
for (const [name, value] of Object.entries(figures)) {
  const over = value > LIMITS[name];
  console.log(`${name.padEnd(31)} ${value.toFixed(0).padStart(6)}   at most ${LIMITS[name]}${over ? '   TOO MUCH' : ''}`);
  if (over) process.exitCode = 1;
}
