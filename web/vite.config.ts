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

/** What the first screen needs is fetched together with the page, not after it. */
function fetchStart(): Plugin {
  return {
    name: 'fetch-start', apply: 'build', enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks = new Map(Object.values(bundle ?? {}).flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const]
          : [])));
        const wanted = new Set<string>(), want = (name: string): void => {
          if (!wanted.has(name) && chunks.has(name)) {
            wanted.add(name);
            chunks.get(name)?.imports.forEach(want);
          }
        };
        for (const [name, chunk] of chunks)
          if (chunk.facadeModuleId?.endsWith('/start/start.tsx'))
            want(name);
        const module = Object.keys(bundle ?? {}).find((name) => /boneyard-[^/]*\.wasm$/.test(name));
        const styles = [...wanted].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
        const link = (attrs: Record<string, string>) => ({ tag: 'link', attrs, injectTo: 'head' as const });
        const early = module ? [link({ rel: 'preload', as: 'fetch', type: 'application/wasm', crossorigin: '', href: `./${module}` })] : [];
        return [...early, ...[...wanted].map((name) => link({ rel: 'modulepreload', crossorigin: '', href: `./${name}` })),
          ...styles.map((name) => link({ rel: 'stylesheet', crossorigin: '',
            href: `./${name}` }))].filter(({ attrs }) => !html.includes(attrs['href'] ?? ''));
      },
    },
  };
}

// The page is served from the program itself; addresses are relative, so that any folder will do.
export default defineConfig({
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, sourcemap: false,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'sw.ts' },
      output: { entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  // No test is about time: a slow machine may take its own.
  test: { setupFiles: ['tests/texts.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
  plugins: [fetchStart(), listFiles()],
});
