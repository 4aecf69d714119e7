import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { filesOf } from './scripts/service-worker.mjs';

const site = fileURLToPath(new URL('dist/site', import.meta.url));
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

const packed = new Map<string, Buffer>();

/** A file of the site, compressed once per version. */
function packedFile(file: string): Buffer {
  const path = `${site}/${file}`;
  const version = `${file} ${statSync(path).mtimeMs}`;
  const bytes = packed.get(version) ?? gzipSync(readFileSync(path));
  packed.set(version, bytes);
  return bytes;
}

/** `npm run serve` compresses what it serves, as static hosts do. */
const compressed: Plugin = {
  name: 'compressed',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const file = new URL(request.url ?? '', 'http://site').pathname.slice(1) || 'index.html';
      const type = TYPES[extname(file)];
      if (!type || (file !== 'sw.js' && !filesOf(site).includes(file)) || !/\bgzip\b/.test(String(request.headers['accept-encoding']))) {
        next();
        return;
      }
      response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip', 'Cache-Control': 'no-cache' });
      response.end(packedFile(file));
    });
  },
};

/** The browser fetches the first part of the engine before it has read the script that needs it, but after the files that draw the page. */
const preloaded: Plugin = {
  name: 'preloaded',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle }) {
      const engines = Object.keys(bundle ?? {}).filter((file) => /engine_first.*\.wasm$/.test(file));
      return engines.map((href) => ({ tag: 'link', attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', href, crossorigin: '', fetchpriority: 'low' }, injectTo: 'head-prepend' }));
    },
  },
};

// Two builds of the same page: a site of several files, and (mode `single`) the parts of one file, which scripts/finish.mjs combines.
export default defineConfig(({ mode }) => {
  const single = mode === 'single';
  const engine = fileURLToPath(new URL('src/engine/generated/yahtzee_web_engine_bg.wasm', import.meta.url));
  const spawn = fileURLToPath(new URL(`src/engine/spawn.${single ? 'single' : 'site'}.ts`, import.meta.url));
  return {
    // Addresses are relative, so that the site works in any folder of any host.
    base: './',
    publicDir: single ? false : 'public',
    plugins: [svelte(), preloaded, compressed],
    define: { __ENGINE__: JSON.stringify(createHash('sha256').update(readFileSync(engine)).digest('hex').slice(0, 16)) },
    resolve: { alias: { '#spawn': spawn } },
    worker: { format: 'iife' },
    build: {
      outDir: single ? 'dist/single' : 'dist/site',
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: single ? Number.MAX_SAFE_INTEGER : 0,
      cssCodeSplit: !single,
      ...(single ? { rolldownOptions: { output: { codeSplitting: false } } } : {}),
      chunkSizeWarningLimit: 5000,
    },
    preview: { headers: { 'Cache-Control': 'no-cache' } },
  };
});
