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
      const list = JSON.stringify(files), version = createHash('sha256').update(list).digest('hex').slice(0, 16), sw = join(folder, 'sw.js');
      writeFileSync(sw, readFileSync(sw, 'utf8').replace('__FILES__', list).replace('__VERSION__', version));
    },
  };
}

/** The first screen's chunk is fetched together with the page. */
function fetchStart(): Plugin {
  return {
    name: 'fetch-start', apply: 'build', enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((part) => part.type === 'chunk');
        const start = chunks.find((part) => part.facadeModuleId?.endsWith('/start/start.tsx'));
        return start ? [{ tag: 'link', attrs: { rel: 'modulepreload', href: `./${start.fileName}` }, injectTo: 'head' }] : [];
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
  plugins: [fetchStart(), listFiles()],
});
