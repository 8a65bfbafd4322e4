// SPDX-License-Identifier: MIT
// The service worker: after the first visit the page needs no network.
//
// One version of the page is one cache, filled as a whole when the worker is installed: each file is checked against the
// hash recorded by the build, so that a half-updated server cannot cause a mixture. If one file is missing or
// different, the installation fails and the previous version stays. The build replaces FILES with the list.
const worker = self as unknown as ServiceWorkerGlobalScope;

const files = JSON.parse('__FILES__') as [path: string, hash: string][];
const NAME = 'boneyard-__VERSION__';

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((b) => b.toString(16).padStart(2, '0')).join('');
const at = (path: string): string => new URL(path, worker.registration.scope).href;

async function fill(): Promise<void> {
  const cache = await caches.open(NAME);
  await Promise.all(files.map(async ([path, hash]) => {
    const answer = await fetch(at(path), { cache: 'no-cache' }), body = await answer.arrayBuffer();
    if (!answer.ok || hex(await crypto.subtle.digest('SHA-256', body)) !== hash)
      throw new Error(`${path} is not of this version`);
    await cache.put(at(path), new Response(body, { headers: answer.headers }));
  }));
}

async function dropOthers(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith('boneyard-') && name !== NAME)
      await caches.delete(name);
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(NAME), page = at('index.html'), url = new URL(request.url);
  const home = request.mode === 'navigate' && (url.href.split(/[?#]/)[0] === at('') || url.pathname.endsWith('/index.html'));
  return (await cache.match(home ? page : request, { ignoreSearch: home })) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(fill().catch(async (error: unknown) => {
  await caches.delete(NAME);
  throw error;
})));
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers()));
worker.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(worker.registration.scope))
    event.respondWith(answer(event.request));
});
worker.addEventListener('message', (event) => {
  if (event.data === 'take')
    void worker.skipWaiting();
  else if (event.data === 'take if alone')
    void worker.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((pages) => {
      if (pages.length <= 1)
        void worker.skipWaiting();
    });
});
