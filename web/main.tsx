// SPDX-License-Identifier: MIT
// Starts the page: settings, the first screen, then the module, then the service worker.
import { render } from 'preact';
import { Bots } from './core/bots';
import { Engine } from './core/engine';
import { settings } from './core/settings';
import { followHistory } from './screens/address';
import { App, bring, Guard, type Tools } from './screens/app';
import { Failure, Known } from './screens/failure';
import Start from './screens/start/start';
import { wearSettings } from './screens/wear';
import { hearTrouble, TroubleLine } from './screens/trouble';
import { keepOffline, UpdateLine } from './screens/update';
import './style/tokens.css';
import './style/parts.css';
import './style/page.css';
import moduleUrl from './generated/boneyard.wasm?url';

const host = document.getElementById('app');
if (!host)
  throw new Error('no place for the page');
const place: HTMLElement = host;

const paint = (tools: Tools | null): void => render(<Guard><TroubleLine /><UpdateLine /><App tools={tools} /></Guard>, place);

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
  setTimeout(() => bots.warm(), 1000);  // the bots' module is loaded once the page is usable
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
  paint(null);                          // a resumed game needs the module; no other screen may flash up first
Promise.all([tools, arrived]).then(([made]) => paint(made)).catch((error: unknown) => render(<Failure error={error} />, place));
keepOffline();
