import { render } from 'preact';
import { Bots } from './core/bots';
import { Engine } from './core/engine';
import { App } from './screens/app';
import { tell } from './texts';
import './style/tokens.css';
import './style/parts.css';
import moduleUrl from './generated/boneyard.wasm?url';

const host = document.getElementById('app');
if (!host)
  throw new Error('no place for the page');

async function load(place: HTMLElement): Promise<void> {
  render(<App tools={null} />, place);
  const module = await WebAssembly.compileStreaming(fetch(moduleUrl));
  render(<App tools={{ engine: await Engine.load(module), bots: new Bots(module), fresh: () => Engine.load(module) }} />, place);
}
load(host).catch((error: unknown) => {
  host.textContent = tell('app.failed', String(error));
});
