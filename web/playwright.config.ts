import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';
if (!existsSync(executablePath)) {
  throw new Error(`no browser: ${executablePath} is missing (apt-get install chromium-headless-shell, or set CHROMIUM)`);
}

// At desktop size, the gate runs only the layout tests (`@layout`, and the files of the home view and the site) and tests that run once. With
// DEEP all tests run there too, with more positions, more random sequences and every language.
const deep = !!process.env.DEEP;

export default defineConfig({
  testDir: 'tests',
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Two leave a core idle at times, because a test waits too.
  workers: 3,
  // The browser shares two cores with other builds: a failed test is tried again, and reported as flaky.
  retries: 2,
  fullyParallel: true,
  reporter: 'line',
  // Pretending that there is a graphics card costs a tenth of the processor time.
  // A service worker answers instead of the server, and fetches the whole site again. Its own tests allow it.
  use: { serviceWorkers: 'block', baseURL: 'http://127.0.0.1:4173/', screenshot: 'only-on-failure', launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu'] } },
  projects: [
    // Tests that do not depend on the size of the screen run once.
    { name: 'phone', grepInvert: /@once/, use: { viewport: { width: 360, height: 640 }, hasTouch: true } },
    { name: 'desktop', grep: deep ? undefined : /@once|@layout|home\.spec|site\.spec/, use: { viewport: { width: 1280, height: 800 } } },
  ],
  webServer: { command: 'npm run serve', url: 'http://127.0.0.1:4173/', reuseExistingServer: !process.env.CI },
});
