// SPDX-License-Identifier: MIT
// The page's side of the service worker: registers it after loading; a new version waits until requested.
//
// A waiting version is activated at the next start, before any play; during a visit only by the button.
import { Store } from '../core/store';
import { tell } from '../texts';
import { screen } from './app';
import { useStore } from './use';

const waiting = new Store<ServiceWorker | null>(null);
let reload = false;                     // the user requested the new version
let touched = false;                    // the page is in use
for (const kind of ['pointerdown', 'keydown'])
  addEventListener(kind, () => void (touched = true), { once: true, capture: true });

async function watch(): Promise<void> {
  const workers = navigator.serviceWorker;
  workers.addEventListener('controllerchange', () => {
    if (reload)
      location.reload();
  });
  const found = await workers.register(new URL('sw.js', document.baseURI)), next = workers.controller ? found.waiting : null;
  waiting.set(next);
  if (next && !touched && screen.get().at !== 'table') {
    reload = true;                      // this is the next start: if no other page is open, activate it now
    next.postMessage('take if alone');
    setTimeout(() => void (reload = false), 1000);
  }
  found.addEventListener('updatefound', () => {
    const coming = found.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed' && workers.controller)
        waiting.set(coming);
    });
  });
}

/** After the page has loaded, so that it delays nothing. */
export function keepOffline(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV)
    return;
  const begin = () => void watch().catch(() => undefined);     // without a service worker, the page needs the network
  if (document.readyState === 'complete')
    begin();
  else
    addEventListener('load', begin);
}

export function UpdateLine() {
  const next = useStore(waiting), now = useStore(screen);
  if (!next || now.at === 'table')
    return null;
  return <p class="update" role="status">{tell('app.update')} <button type="button" class="btn" onClick={() => {
    reload = true;
    next.postMessage('take');
  }}>{tell('app.update.take')}</button></p>;
}
