import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// Two builds of the same page: a site of several files, and (mode `single`) the parts of one file, which scripts/finish.mjs puts together.
export default defineConfig(({ mode }) => {
  const single = mode === 'single';
  const spawn = fileURLToPath(new URL(`src/engine/spawn.${single ? 'single' : 'site'}.ts`, import.meta.url));
  return {
    // Addresses are relative, so that the site works in any folder of any host.
    base: './',
    publicDir: single ? false : 'public',
    plugins: [svelte()],
    resolve: { alias: { '#spawn': spawn } },
    worker: { format: 'iife' },
    build: {
      outDir: single ? 'dist/single' : 'dist/site',
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: single ? Number.MAX_SAFE_INTEGER : 0,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 5000,
    },
    preview: { headers: { 'Cache-Control': 'no-cache' } },
  };
});
