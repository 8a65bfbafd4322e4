// SPDX-License-Identifier: MIT
/// <reference types="vitest/config" />
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { build, defineConfig, type Plugin, type Rolldown } from 'vite';
import { languages } from './generated/languages';

/** Writes the list of built files, with their hashes, into the service worker. */
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

/** Builds one file that imports nothing at run time, and returns its text. */
async function inOne(input: string, format: 'iife' | 'es'): Promise<string> {
  const made = await build({
    configFile: false, logLevel: 'warn', oxc, build: { write: false, target: 'es2022', ssr: format === 'es', rolldownOptions: { input, output: { format, codeSplitting: false } } },
    ...(format === 'es' ? { ssr: { noExternal: true } } : {}),
  }) as Rolldown.RolldownOutput | Rolldown.RolldownOutput[];
  return [made].flat()[0]!.output[0].code;
}

type Drawing = { start: string; lost: string };
type Drawings = [Drawing, ...Drawing[]];

/** Renders the start screen in each language with drawn.tsx. */
async function drawStart(): Promise<Drawings> {
  const window = new Window({ url: 'http://127.0.0.1/' });
  for (const name of ['window', 'document', 'navigator', 'location', 'history', 'localStorage', 'addEventListener', 'Element', 'HTMLElement', 'Node', 'SVGElement'] as const)
    Object.defineProperty(globalThis, name, { value: name === 'window' ? window : name === 'addEventListener' ? () => undefined : window[name], configurable: true });
  const code = await inOne('drawn.tsx', 'es');
  const { drawn } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`) as { drawn(language: string): Drawing };
  return languages.map((language) => drawn(language)) as Drawings;
}

/** The document, with the start screen rendered into it. The server sends the one in the browser's language: index.html, index.es.html. */
function firstPaint(): Plugin {
  let early = '', hash = '', drawings: Drawings = [{ start: '', lost: '' }];
  return {
    name: 'first-paint', apply: 'build', enforce: 'post',
    async buildStart() {
      early = await inOne('early.ts', 'iife');
      hash = `sha256-${createHash('sha256').update(early).digest('base64')}`;
    },
    writeBundle({ dir = 'dist' }) {
      const page = readFileSync(join(dir, 'index.html'), 'utf8'), [usual] = drawings;
      languages.forEach((language, i) => {
        const drawing = drawings[i];
        if (i > 0 && drawing)
          writeFileSync(join(dir, `index.${language}.html`), page.replace('<html lang="en">', `<html lang="${language}">`).replace(usual.start, () => drawing.start)
            .replace(usual.lost, () => drawing.lost));
      });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const module = Object.keys(bundle ?? {}).find((name) => /boneyard-[^/]*\.wasm$/.test(name)), [{ start, lost }] = drawings = await drawStart();
        const [, script = ''] = /<script type="module" crossorigin src="([^"]*start[^"]*)"><\/script>/.exec(html) ?? [], [styles = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
        // The first frame needs the styles and the document with the early script, which fetches everything else after it. The
        // server's policy allows that script by its hash (src/server/net/reply.c).
        return html.replace(/<script type="module"[^>]*><\/script>\n/g, '').replace(styles, '')
          .replace('<head>', `<head>\n${styles}\n<link rel="expect" href="#drawn" blocking="render">`)
          .replace('<div id="app"></div>', () => `<div id="app" data-drawn>${start}</div>\n<template id="lost">${lost}</template>\n` +
            `<script data-hash="${hash}" data-script="${script}" data-module="./${module}">${early}</script><i id="drawn" hidden></i>`);
      },
    },
  };
}

const firstLoad = new Set<string>();

/** The first screen in one piece: main.tsx and its imports. A screen loaded with import() is not included, nor is anything that only it
 *  imports. */
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

const oxc = { jsx: { runtime: 'automatic' as const, importSource: 'preact' } };

// The page is served from the program itself; addresses are relative, so that any folder will do.
export default defineConfig({
  base: './',
  oxc,
  build: {
    target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false }, sourcemap: false,
    rolldownOptions: {
      input: { index: 'index.html', sw: 'sw.ts' },
      output: { codeSplitting: { groups: [{ name: ofStart, debugName: 'start' }] }, entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  worker: { format: 'es' },
  // No test measures time, so the timeouts are generous for slow machines.  Files of tests share a thread and its modules:
  // loading them again for each file would take a quarter of the processor time.
  test: { pool: 'threads', isolate: false, setupFiles: ['tests/texts.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
  plugins: [firstPaint(), listFiles()],
});
