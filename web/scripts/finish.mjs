// Finishes the two builds: the policy and the service worker of the site, and the single file.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replace, writeServiceWorker } from './service-worker.mjs';

const web = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const site = `${web}/dist/site`;
const single = `${web}/dist/single`;
const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const policy = (rules) => {
  const all = { 'default-src': "'none'", 'base-uri': "'none'", 'form-action': "'none'", ...rules };
  const text = Object.entries(all).map(([name, value]) => `${name} ${value}`).join('; ');
  return `<meta http-equiv="Content-Security-Policy" content="${text}" />`;
};

function finishSite() {
  const csp = policy({
    'script-src': "'self' 'wasm-unsafe-eval'",
    'worker-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
  });
  const html = `${site}/index.html`;
  writeFileSync(html, replace(readFileSync(html, 'utf8'), '<!-- csp -->', csp));
  writeServiceWorker(site);
}

function writeSingle() {
  const assets = readdirSync(`${single}/assets`);
  const [script, ...scripts] = assets.filter((name) => name.endsWith('.js'));
  const [style, ...styles] = assets.filter((name) => name.endsWith('.css'));
  if (!script || !style || scripts.length + styles.length > 0) {
    throw new Error(`one script and one style sheet were expected: ${assets}`);
  }
  // A script ends at the first closing tag, even inside a string.
  const code = readFileSync(`${single}/assets/${script}`, 'utf8').replaceAll('</script', '<\\/script');
  const css = readFileSync(`${single}/assets/${style}`, 'utf8');
  const csp = policy({ 'script-src': `${sha256(code)} 'wasm-unsafe-eval' blob:`, 'worker-src': 'blob:', 'connect-src': 'data:', 'style-src': sha256(css), 'img-src': 'data:' });
  const icon = readFileSync(`${web}/public/icon.svg`).toString('base64');
  let html = readFileSync(`${single}/index.html`, 'utf8');
  html = replace(html, '<!-- csp -->', csp);
  html = replace(html, /<link rel="icon"[^>]*>/, `<link rel="icon" href="data:image/svg+xml;base64,${icon}" type="image/svg+xml" />`);
  html = replace(html, /<link rel="manifest"[^>]*>/, '');
  html = replace(html, /<link rel="apple-touch-icon"[^>]*>/, '');
  html = replace(html, /<link rel="stylesheet"[^>]*>/, `<style>${css}</style>`);
  html = replace(html, /<script type="module"[^>]*><\/script>/, '');
  html = replace(html, '</body>', `<script type="module">${code}</script></body>`);
  writeFileSync(`${web}/dist/yahtzee.html`, html);
  rmSync(single, { recursive: true });
}

finishSite();
mkdirSync(`${web}/dist`, { recursive: true });
writeSingle();
