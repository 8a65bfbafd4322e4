// SPDX-License-Identifier: MIT
/// <reference types="vitest/config" />
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** Writes into the service worker what the build has made, with the hash of each file. */
function listFiles(): Plugin {
  let folder = 'dist';
  const all = (under: string): string[] => readdirSync(join(folder, under)).flatMap((name) => {
    const path = under ? `${under}/${name}` : name;
    return statSync(join(folder, path)).isDirectory() ? all(path) : [path];
  });
  return {
    name: 'list-files', apply: 'build', enforce: 'post',
    configResolved(config) { folder = config.build.outDir; },
    closeBundle() {
      const files = all('').filter((path) => path !== 'sw.js').sort()
        .map((path) => [path, createHash('sha256').update(readFileSync(join(folder, path))).digest('hex')]);
      const list = JSON.stringify(files), version = createHash('sha256').update(list).digest('hex').slice(0, 16), sw = join(folder,
        'sw.js');
      writeFileSync(sw, readFileSync(sw, 'utf8').replace('__FILES__', list).replace('__VERSION__', version));
    },
  };
}

/** The module is fetched together with the page, not after its script. */
function fetchModule(): Plugin {
  return {
    name: 'fetch-module', apply: 'build', enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const module = Object.keys(bundle ?? {}).find((name) => /boneyard-[^/]*\.wasm$/.test(name));
        return module ? [{ tag: 'link', injectTo: 'head-prepend' as const,
          attrs: { rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: '', href: `./${module}` } }] : [];
      },
    },
  };
}

const firstLoad = new Set<string>();

/** What the first screen needs, in one piece: main.tsx and what it imports. A screen that is loaded with import() stays
 *  out of it, with everything that only it imports. */
function ofStart(id: string, build: { getModuleInfo(id: string): { importedIds: readonly string[] } | null }): string | null {
  const want = (one: string): void => {
    if (!firstLoad.has(one)) {
      firstLoad.add(one);
      build.getModuleInfo(one)?.importedIds.forEach(want);
    }
  };
  if (/\/main\.tsx$/.test(id))
    want(id);
  return firstLoad.has(id) ? 'start' : null;
}

// The page is served from the program itself; addresses are relative, so that any folder will do.
export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, sourcemap: false,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'sw.ts' },
      output: { codeSplitting: { groups: [{ name: ofStart, debugName: 'start' }] }, entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  // No test is about time: a slow machine may take its own.
  test: { setupFiles: ['tests/texts.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
  plugins: [fetchModule(), listFiles()],
});
