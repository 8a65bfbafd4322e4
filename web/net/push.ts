// SPDX-License-Identifier: MIT
// This device's subscription to the messages of its server: whose turn it is in correspondence games (docs/wire.md).
import { settings } from '../core/settings';
import { games } from '../generated/tables';
import { texts } from '../generated/texts/push';
import { learn, pick, tell } from '../texts';
import { server } from './server';

learn(texts);

/** The service worker reads its texts from here, in the language chosen last (sw.ts). */
const WORDS = 'push-words';

/** The reason why the device cannot be notified: the user, the browser or the server refuses. */
export type Outcome = 'on' | 'off' | 'denied' | 'failed' | 'none';

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const toBytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const toText = (bytes: ArrayBuffer | null): string => btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replace(/\+/g, '-')
  .replace(/\//g, '_').replace(/=+$/, '');

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export const isOn = async (): Promise<boolean> => canPush() && Notification.permission === 'granted' && (await subscription()) !== null;

async function keepWords(): Promise<void> {
  const words = { language: settings.get().language, turn: tell('push.turn', '{0}'), soon: tell('push.soon', '{0}'), by: tell('push.by', '{0}'), off: tell('push.off'),
    games: Object.fromEntries(games.map(({ key, name }) => [key, pick(name)])) };
  await (await caches.open(WORDS)).put(new URL('words', document.baseURI), new Response(JSON.stringify(words)));
}

/** Subscribes with the server's key, which may have changed, and tells the server. */
async function subscribe(): Promise<Outcome> {
  const { push } = await server.ask('push', {}), worker = await navigator.serviceWorker.ready;
  if (push === undefined)
    return 'none';
  let made = await worker.pushManager.getSubscription();
  if (made && toText(made.options.applicationServerKey) !== push) {
    await made.unsubscribe();
    made = null;
  }
  made ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(push) });
  await keepWords();
  const reply = await server.ask('subscribe', { endpoint: made.endpoint, p256dh: toText(made.getKey('p256dh')), auth: toText(made.getKey('auth')),
    language: settings.get().language });
  return reply.ok ? 'on' : reply.code === 'no-push' ? 'none' : 'failed';
}

/** Call it only on the user's request, since the browser then asks for permission. */
export async function switchOn(): Promise<Outcome> {
  if (await Notification.requestPermission() !== 'granted')
    return 'denied';
  return subscribe().catch(() => 'failed' as const);
}

export async function switchOff(): Promise<Outcome> {
  const made = await subscription();
  if (made) {
    await made.unsubscribe();
    await server.ask('unsubscribe', { endpoint: made.endpoint });
  }
  return 'off';
}

/** Renews the subscription for the person to whom this browser now belongs. */
export async function renew(): Promise<void> {
  if (await isOn())
    await subscribe().catch(() => 'failed' as const);
}
