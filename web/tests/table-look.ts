// SPDX-License-Identifier: MIT
// Shows one position of a real game, or the sheet of tiles, as the address says; for tests/table-look.mjs.
import { Engine } from '../core/engine';
import { createRows } from '../table/rows';
import { createTable } from '../table/table';
import { seatMark } from '../table/marks';
import { type Mark, tileElement } from '../table/tile';
import type { Config, Face } from '../table/types';
import { begin, chance, rowsOf, sceneOf, step, until } from './table-scenes';
import moduleUrl from '../generated/boneyard.wasm?url';

const asked = new URL(location.href).searchParams, host = document.getElementById('host')!;
const text = (key: string, none: string): string => asked.get(key) ?? none,
  number = (key: string, none: number): number => Number(asked.get(key) ?? none);
if (asked.has('theme'))
  document.documentElement.dataset['theme'] = text('theme', 'light');
if (asked.has('palette'))
  document.documentElement.dataset['palette'] = text('palette', '');
const config: Config = { face: text('face', 'auto') as Face, oneColour: asked.has('mono'), fly: number('fly', 0),
  half: number('half', 52) };
const handlers = { choose: (key: string) => void (document.title = `chosen ${key}`), look: () => {} };

function sheet(): void {
  host.className = 'felt sheet';
  const row = (page: boolean, ...items: Element[]): void => {
    const line = document.createElement('div');
    line.className = page ? 'row page' : 'row';
    line.append(...items);
    host.append(line);
  };
  for (const face of ['dots', 'auto', 'numerals', 'large'] as const)
    row(true, ...[[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11], [12, 13], [14, 15], [16, 17], [18, 9], [6, 6]].map(([a, b]) =>
      tileElement(a!, b!, { face, half: 46 })));
  row(false, ...(['', 'play', 'selected', 'rest', 'ghost', 'last', 'hint', 'down', 'ghost hint', 'ghost selected'] as const).map((marks) =>
    tileElement(5, 3, { face: 'auto', half: 46, marks: marks.split(' ').filter(Boolean) as Mark[],
      turn: marks.startsWith('ghost') ? 0 : 2 })));
  row(true, ...[16, 19, 22, 26, 34, 52].flatMap((half) => [[6, 4], [12, 7],
    [9, 8]].map(([a, b]) => tileElement(a!, b!, { face: 'auto', half }))));
  row(false, ...[0, 1, 2, 3, 4, 5, 6, 7].map((turn) => tileElement(6, 12, { face: 'auto', half: 40, turn })));
  row(false, ...[...Array(16).keys(), null].map((seat) => seatMark(seat, 26)));
}

async function board(): Promise<void> {
  const engine = await Engine.load(await WebAssembly.compileStreaming(fetch(moduleUrl)));
  let pick = chance(1);
  for (let seed = number('seed', 1), found = false; !found; seed++) {
    pick = chance(seed);
    begin(engine, text('rules', 'muggins:number'), seed);
    until(engine, number('tiles', 12), pick);
    found = sceneOf(engine, (ask) => ask({ width: 0, height: 0, half: 0, last: null }), false).takes.length >= number('takes', 0);
  }
  if (asked.has('rows')) {
    createRows(host, config, handlers).show(rowsOf(engine));
    return;
  }
  const table = createTable(host, config, handlers);
  const show = (fresh: boolean): void => table.show(sceneOf(engine, (ask, f) => table.arrange(ask, f), asked.has('tile'), fresh),
    { x: innerWidth / 2, y: innerHeight });
  show(true);
  if (asked.has('zoom'))
    table.zoom(number('zoom', 1));
  if (asked.has('chosen')) {
    const scene = sceneOf(engine, (ask, f) => table.arrange(ask, f), asked.has('tile'), false), keys = [...scene.ghosts, ...scene.takes];
    table.show({ ...scene, chosen: keys[number('chosen', 0)]?.key ?? null,
      ghosts: scene.ghosts.map((g, i) => ({ ...g, hint: asked.has('hint') && i === 0 })) });
  }
  const scene = sceneOf(engine, (ask, f) => table.arrange(ask, f), asked.has('tile'), false);
  Object.assign(window, { table, scene, step: () => (step(engine, pick), show(false)), engine });
}
if (asked.has('sheet'))
  sheet();
else
  await board();
document.documentElement.dataset['ready'] = 'yes';
