// Writes the service worker of a site, with the names of all files, and a version that changes with each of them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const template = new URL('sw.template.js', import.meta.url);

/** Replaces a text, which must exist. */
export function replace(text, pattern, by) {
  if (!(pattern instanceof RegExp ? pattern.test(text) : text.includes(pattern))) {
    throw new Error(`there is no ${pattern}`);
  }
  return text.replace(pattern, () => by);
}

/** The files of a site that the service worker caches. */
export const filesOf = (site) =>
  readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(site.length).replace(/^\/+/, ''))
    .filter((file) => file !== 'sw.js')
    .sort();

/** The files of the first load: the ones that the page names, and the ones that these name, except dynamic imports, the rest of the engine, and the icon for home screens. */
export function firstFiles(site) {
  const all = filesOf(site).filter((file) => !/engine_rest.*\.wasm$|^icon\.png$/.test(file));
  const first = new Set(all.filter((file) => !file.includes('/')));
  for (const file of first) {
    if (/\.(html|js)$/.test(file)) {
      const text = readFileSync(`${site}/${file}`, 'utf8').replace(/import\(["'`][^)]*\)/g, '').replace(/__vite__mapDeps=.*?\]\)/s, '');
      all.filter((other) => text.includes(other.split('/').at(-1))).forEach((other) => first.add(other));
    }
  }
  return [...first].sort();
}

export function writeServiceWorker(site) {
  const files = filesOf(site);
  const first = firstFiles(site);
  const version = createHash('sha256');
  files.forEach((file) => version.update(file).update(readFileSync(`${site}/${file}`)));
  const worker = replace(readFileSync(template, 'utf8'), '@VERSION@', version.digest('hex').slice(0, 16));
  const list = (names) => names.map((file) => `'${file}'`).join(', ');
  const named = replace(worker, "'@FIRST@'", list(first));
  writeFileSync(`${site}/sw.js`, replace(named, "'@REST@'", list(files.filter((file) => !first.includes(file)))));
}
