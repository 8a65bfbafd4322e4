// SPDX-License-Identifier: MIT
// The service worker: a version is kept as a whole or not at all, and answers with the network off.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const source = ts.transpileModule(readFileSync(new URL('../sw.ts', import.meta.url), 'utf8'),
  { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } }).outputText;
const SCOPE = 'https://table.example/play/';
type Pages = Record<string, string>;
type Shelves = Map<string, Map<string, Response>>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A worker of a version that lists `files`, at a server that gives `served`. */
function start(version: string, files: Pages, served: Pages, shelves: Shelves) {
  const list = JSON.stringify(Object.entries(files).map(([path, text]) => [path, hash(text)]));
  const code = source.replace('__FILES__', () => list).replace('__VERSION__', version);
  const listeners = new Map<string, (event: object) => void>(), asked: string[] = [];
  const shelf = (name: string) => {
    const kept = shelves.get(name) ?? new Map<string, Response>();
    shelves.set(name, kept);
    const key = (request: string | { url: string }) => (typeof request === 'string' ? request : request.url).replace(/#.*$/, '');
    return { put: async (at: string, answer: Response) => void kept.set(at, answer), match: async (at: string) => kept.get(key(at))?.clone() };
  };
  const self = {
    registration: { scope: SCOPE }, skipWaiting: async () => asked.push('skip'), clients: { claim: async () => undefined, matchAll: async () => [{}, {}] },
    addEventListener: (kind: string, heard: (event: object) => void) => listeners.set(kind, heard),
  };
  const caches = { open: async (name: string) => shelf(name), keys: async () => [...shelves.keys()], delete: async (name: string) => shelves.delete(name) };
  const fetching = async (request: string | { url: string }) => {
    const url = typeof request === 'string' ? request : request.url, text = served[url.slice(SCOPE.length)];
    asked.push(url);
    return text === undefined ? new Response('', { status: 404 }) : new Response(text, { headers: { 'content-type': 'text/plain' } });
  };
  new Function('self', 'caches', 'fetch', code)(self, caches, fetching);
  const wait = (kind: string): Promise<unknown> => {
    let done: Promise<unknown> = Promise.resolve();
    listeners.get(kind)?.({ waitUntil: (promise: Promise<unknown>) => (done = promise) });
    return done;
  };
  const get = async (path: string, mode = 'cors'): Promise<string | null> => {
    let answer: Promise<Response> | null = null;
    const url = path.includes('://') ? path : SCOPE + path;
    listeners.get('fetch')?.({ request: { url, mode, method: 'GET' }, respondWith: (promise: Promise<Response>) => (answer = promise) });
    return answer === null ? null : await (await (answer as Promise<Response>)).text();
  };
  return { wait, get, asked, say: (data: string) => listeners.get('message')?.({ data }) };
}

const one: Pages = { 'index.html': 'page one', 'assets/a-1.js': 'code one', 'boneyard.wasm': 'module' };
const two: Pages = { 'index.html': 'page two', 'assets/a-2.js': 'code two', 'boneyard.wasm': 'module' };

test('after the first visit nothing is asked of the network', async () => {
  const shelves: Shelves = new Map(), worker = start('1', one, one, shelves);
  await worker.wait('install');
  await worker.wait('activate');
  worker.asked.length = 0;
  expect(await worker.get('', 'navigate')).toBe('page one');
  expect(await worker.get('?from=icon', 'navigate')).toBe('page one');
  for (const [path, text] of Object.entries(one))
    expect(await worker.get(path)).toBe(text);
  expect(worker.asked).toEqual([]);
  expect(await worker.get('https://elsewhere.example/x.js')).toBeNull();
});

test('a server that is half updated gives no mixture: the version before stays', async () => {
  const shelves: Shelves = new Map();
  await start('1', one, one, shelves).wait('install');
  for (const served of [{ ...two, 'index.html': 'page one' }, { ...two, 'assets/a-2.js': 'code two and a half' }, { 'index.html': 'page two' }]) {
    await expect(start('2', two, served as Pages, shelves).wait('install')).rejects.toThrow(/is not of this version/);
    expect([...shelves.keys()]).toEqual(['boneyard-1']);
  }
});

test('a whole new version waits, and takes the place of the one before', async () => {
  const shelves: Shelves = new Map(), before = start('1', one, one, shelves);
  await before.wait('install');
  const next = start('2', two, two, shelves);
  await next.wait('install');
  expect(await before.get('', 'navigate')).toBe('page one');          // both are there until the new one is taken
  expect(next.asked).not.toContain('skip');
  next.say('take if alone');            // two pages are open
  await Promise.resolve();
  expect(next.asked).not.toContain('skip');
  next.say('take');
  expect(next.asked).toContain('skip');
  await next.wait('activate');
  expect([...shelves.keys()]).toEqual(['boneyard-2']);
  expect(await next.get('', 'navigate')).toBe('page two');
});
