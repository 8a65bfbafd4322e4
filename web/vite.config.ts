import { defineConfig } from 'vite';

// The page is served from the program itself; addresses are relative, so that any folder will do.
export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, sourcemap: false },
  worker: { format: 'es' },
});
