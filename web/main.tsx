// SPDX-License-Identifier: MIT
// Starts the page: settings, the first screen, then the module, then the service worker.
import { hydrate, render } from 'preact';
import type { Deed } from './early';
import { Bots } from './core/bots';
import { Engine } from './core/engine';
import { settings } from './core/settings';
import { followHistory } from './screens/address';
import { Page } from './page';
import { bring, type Tools } from './screens/app';
import { Failure, Known } from './screens/failure';
import Start from './screens/start/start';
import { wearSettings } from './screens/wear';
import { hearTrouble } from './screens/trouble';
import { keepOffline } from './screens/update';
import './style/tokens.css';
import './style/parts.css';
import './style/page.css';
import moduleUrl from './generated/boneyard.wasm?url';

const host = document.getElementById('app');
if (!host)
  throw new Error('no place for the page');
const place: HTMLElement = host;

let drawn = place.hasAttribute('data-drawn');           // by the build (drawn.tsx)

/** Replays the actions from before the script was loaded (early.ts), each after the page has responded to the previous
 *  one. */
async function catchUp(deeds: readonly Deed[]): Promise<void> {
  for (const { on } of deeds)
    if (on instanceof HTMLInputElement)
      on.checked = on.defaultChecked;   // the press below changes it
  for (const { on, value } of deeds) {
    if (value === null) {
      on.click();
    } else if (on instanceof HTMLInputElement || on instanceof HTMLSelectElement) {
      on.value = value;
      on.dispatchEvent(new Event('input', { bubbles: true }));
      on.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await new Promise((done) => setTimeout(done));
  }
}

/** Takes over what the build has drawn if that is the screen to be shown. */
function paint(tools: Tools | null): void {
  const page = <Page tools={tools} />;
  if (!drawn)
    return render(page, place);
  const deeds = window.early?.take() ?? [];
  drawn = false;
  place.removeAttribute('data-drawn');
  if (window.early?.fresh && location.hash === '') {
    hydrate(page, place);
    void catchUp(deeds);
  } else {
    place.replaceChildren();
    render(page, place);
  }
}

async function compile(): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== 'object')
    throw new Known('app.nowasm');
  const answer = await fetch(moduleUrl).catch((error: unknown) => {
    throw new Known('app.unfetched', error);
  });
  if (!answer.ok)
    throw new Known('app.unfetched', `${answer.status} ${answer.statusText}`);
  // Not every server sends the media type that streaming requires.
  return answer.headers.get('content-type') === 'application/wasm' ? WebAssembly.compileStreaming(answer)
    : WebAssembly.compile(await answer.arrayBuffer());
}

/** Engines use the chosen language from the start and after every change. */
const speaking: WeakRef<Engine>[] = [];
settings.watch(({ language }) => speaking.forEach((engine) => engine.deref()?.language(language)));

function speaks<Kind extends Engine>(engine: Kind): Kind {
  engine.language(settings.get().language);
  speaking.push(new WeakRef(engine));
  return engine;
}

async function makeTools(): Promise<Tools> {
  const bots = new Bots(), module = await compile();
  setTimeout(() => {                    // once the page is usable: what the first game needs
    bots.warm();
    void Promise.all([import('./core/session'), import('./screens/table/table')]).catch(() => undefined);
  }, 1000);
  const fresh = async () => speaks(await Engine.load(module));
  const seen = async () => speaks(await (await import('./core/seen')).Seen.load(module));
  return { engine: await fresh(), bots, fresh, seen };
}

bring('start', Start);
wearSettings();
hearTrouble();
const tools = makeTools();
const arrived = followHistory(() => tools);
if (!arrived)
  paint(null);                          // a resumed game needs the module, and no other screen may flash up first
Promise.all([tools, arrived]).then(([made]) => paint(made)).catch((error: unknown) => {
  place.removeAttribute('data-drawn');
  render(<Failure error={error} />, place);
});
keepOffline();
