// A new version of the site: the open page keeps the old one, announces the new one, and loads it as a whole.
import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { filesOf, writeServiceWorker } from '../scripts/service-worker.mjs';
import { best, cachedFiles, tap } from './page';

test.use({ serviceWorkers: 'allow' });

const built = fileURLToPath(new URL('../dist/site', import.meta.url));
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Copies the site as another version, with other asset names and another title. */
function secondVersion(site: string): void {
  cpSync(built, site, { recursive: true });
  const assets = filesOf(site).filter((file) => file.startsWith('assets/'));
  const renamed = assets.map((file) => [file.slice('assets/'.length), file.slice('assets/'.length).replace('-', '-second-')] as const);
  for (const file of filesOf(site).filter((file) => /\.(js|css|html)$/.test(file))) {
    let text = readFileSync(`${site}/${file}`, 'utf8');
    renamed.forEach(([before, after]) => (text = text.replaceAll(before, after)));
    writeFileSync(`${site}/${file}`, text.replaceAll('Yahtzee, solved', 'Yahtzee, solved again'));
  }
  renamed.forEach(([before, after]) => renameSync(`${site}/assets/${before}`, `${site}/assets/${after}`));
  writeServiceWorker(site);
}

/** Serves a folder, which may be replaced. */
function serve(site: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://site').pathname;
    const file = `${site}${path === '/' ? '/index.html' : path}`;
    const found = existsSync(file) && statSync(file).isFile();
    response.writeHead(found ? 200 : 404, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' });
    response.end(found ? readFileSync(file) : undefined);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** The files that the page has loaded since its start, apart from the service worker. */
const loaded = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname).filter((path) => path !== '/sw.js'));

test('a new version waits until it is wanted, and then is there whole', { tag: '@once' }, async ({ page }, info) => {
  const site = info.outputPath('site');
  cpSync(built, site, { recursive: true });
  const server = await serve(site);
  try {
    const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const brand = page.locator('.brand');
    const notice = page.getByText('A new version is here.');
    await page.goto(home);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload();
    await expect(brand).toHaveText('Yahtzee, solved');

    const old = filesOf(site);
    // The page is fully cached after it has started.
    await expect.poll(() => cachedFiles(page), { timeout: 30_000 }).toBe(old.length);
    rmSync(site, { recursive: true });
    secondVersion(site);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update());
    await expect(notice).toBeVisible();
    // The page is still the old one, with everything it loads from now on, after a reload too. The server has none of it any more.
    for (const rules of ['kniffel', 'hasbro']) {
      await page.goto(`${home}#advise?rules=${rules}`);
      await tap(page, '11666');
      await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
      await page.reload();
      await expect(notice).toBeVisible();
      await expect(brand).toHaveText('Yahtzee, solved');
      await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
    }
    expect(old).toEqual(expect.arrayContaining((await loaded(page)).map((path) => path.slice(1))));

    await page.getByRole('button', { name: 'Use it' }).click();
    await expect(brand).toHaveText('Yahtzee, solved again');
    await expect(best(page)).toHaveText('Keep 6 6 6, reroll two');
    await expect(notice).toBeHidden();
    const fresh = await loaded(page);
    expect(filesOf(site)).toEqual(expect.arrayContaining(fresh.map((path) => path.slice(1))));
    expect(fresh.filter((path) => path.includes('-second-')).length).toBeGreaterThanOrEqual(4);
    await expect.poll(() => cachedFiles(page), { timeout: 30_000 }).toBe(filesOf(site).length);
    const cached = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return { versions: names.length, files: requests.flat().map((request) => new URL(request.url).pathname.slice(1)) };
    });
    expect(cached.versions).toBe(1);
    expect(cached.files.sort()).toEqual(filesOf(site));
  } finally {
    server.close();
  }
});
