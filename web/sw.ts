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

// ---- Messages ----

/** The server's message (docs/wire.md), and the texts that the page stores for it (net/push.ts). */
interface Note { is: 'turn' | 'soon'; table: string; game: string; due: number }
interface Words { language: string; turn: string; soon: string; by: string; off: string; games: Record<string, string> }

async function wordsFor(): Promise<Words> {
  const kept = await (await caches.open('push-words')).match(at('words'));
  return kept ? await kept.json() as Words : { language: 'en', turn: '{0}', soon: '{0}', by: '{0}', off: 'Switch off', games: {} };
}

async function show(note: Note): Promise<void> {
  const words = await wordsFor(), due = new Date(note.due * 1000), game = words.games[note.game] ?? note.game;
  const by = due.toLocaleString(words.language, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  await worker.registration.showNotification(words[note.is].replace('{0}', game), { body: words.by.replace('{0}', by), tag: note.table, lang: words.language,
    icon: at('icon-192.png'), data: note.table, actions: [{ action: 'off', title: words.off }] } as NotificationOptions);
}

/** The push service tells the server that the device has been switched off. */
async function switchOff(): Promise<void> {
  await (await worker.registration.pushManager.getSubscription())?.unsubscribe();
}

async function open(table: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' }), url = at(`#at=${table}`);
  const shown = await page?.navigate(url).catch(() => null);
  await (shown ? shown.focus() : worker.clients.openWindow(url));
}

worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() as Note)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(event.action === 'off' ? switchOff() : open(String(event.notification.data)));
});
