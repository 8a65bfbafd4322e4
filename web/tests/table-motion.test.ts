// SPDX-License-Identifier: MIT
// Flights: a tile is in the air until it has landed, a flight can be skipped, and without motion nothing flies.  Rows.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../core/engine';
import { createRows } from '../table/rows';
import { createTable } from '../table/table';
import type { Scene, Table } from '../table/types';
import { freshEngine } from './core';
import { hostOf, page } from './table-page';
import { begin, chance, rowsOf, sceneOf, until } from './table-scenes';

let engine: Engine;
beforeAll(async () => void (engine = await freshEngine()));

/** Animations that last until they are finished. */
const begun: { element: Element; frames: Keyframe[]; finish: () => void }[] = [];
function animate(this: Element, frames: Keyframe[]): Animation {
  const heard = new Map<string, () => void>();
  const animation = { element: this, frames, finish: () => heard.get('finish')?.(),
    addEventListener: (name: string, f: () => void) => heard.set(name, f) };
  begun.push(animation);
  return animation as unknown as Animation;
}
Object.assign(page.Element.prototype, { animate });
beforeEach(() => void (begun.length = 0));

const count = (host: Element, what: string): number => host.querySelectorAll(what).length;

function position(table: Table, tiles: number, fresh: boolean): Scene {
  if (fresh)
    begin(engine, 'chickenfoot:number players=4', 7);
  until(engine, tiles, chance(tiles));
  return sceneOf(engine, (ask, again) => table.arrange(ask, again), false, fresh);
}

function laid(fly: number): { host: HTMLElement; table: Table; scene: Scene } {
  const host = hostOf(), table = createTable(host, { face: 'auto', oneColour: false, fly }, { choose: () => {}, look: () => {} });
  table.show(position(table, 8, true));
  begun.length = 0;
  const scene = position(table, 9, false);
  table.show(scene, { x: 500, y: 600 });
  return { host, table, scene };
}

describe('a tile that came', () => {
  it('flies from the hand to its place, above the others; its frame waits', () => {
    const { host } = laid(320), [flight] = begun;
    expect(count(host, '.air > .tile')).toBe(1);
    expect(host.querySelector('.rings')!.classList.contains('waiting')).toBe(true);
    const place = host.querySelector('.air > .tile')!.getAttribute('transform')!.match(/-?[\d.]+/g)!;
    expect(flight!.element).toBe(host.querySelector('.air > .tile'));
    expect(flight!.frames.at(-1)!['transform']).toBe(`translate(${place[0]}px, ${place[1]}px) rotate(0deg) scale(1)`);
    flight!.finish();
    expect(count(host, '.air > .tile')).toBe(0);
    expect(count(host, '.tiles > .tile')).toBe(9);
    expect(host.querySelector('.rings')!.classList.contains('waiting')).toBe(false);
  });
  it('lands at once when skipped, and when the next one comes', () => {
    const { host, table } = laid(320);
    table.skip();
    expect(count(host, '.air > .tile')).toBe(0);
    table.show(position(table, 10, false), { x: 0, y: 0 });
    table.show(position(table, 11, false), { x: 0, y: 0 });
    expect(count(host, '.air > .tile')).toBe(1);
    expect(count(host, '.tiles > .tile')).toBe(10);
  });
  it('goes on flying while something else is shown', () => {
    const { host, table, scene } = laid(320);
    table.show({ ...scene, ghosts: [] });
    expect(count(host, '.air > .tile')).toBe(1);
  });
  it('lies there at once without motion', () => {
    const { host } = laid(0);
    expect(begun).toEqual([]);
    expect(count(host, '.tiles > .tile')).toBe(9);
  });
});

describe('rows', () => {
  const shown = (row: Element): string[] => [...row.querySelectorAll('.row-train .tile:not(.ghost)')].map((tile) =>
    [...tile.querySelectorAll('.half')].map((half) => half.querySelector('text')?.textContent).join('-'));
  it('show every train, or its last tiles and how many more, the wanted number, and the whole train on request', () => {
    const host = hostOf(390, 230), chosen: string[] = [];
    begin(engine, 'mexicantrain:number players=4', 2);
    for (let tiles = 30; tiles === 30 || !rowsOf(engine).rows.some((row) => row.key !== null); tiles++)
      until(engine, tiles, chance(2));
    const scene = rowsOf(engine), rows = createRows(host, { face: 'numerals', oneColour: false, fly: 0 },
      { choose: (key) => chosen.push(key), look: () => {} });
    rows.show(scene);
    const items = [...host.querySelectorAll('li')];
    expect(items).toHaveLength(scene.rows.length);
    const text = ({ first, second }: { first: number; second: number }): string => `${first}-${second}`;
    scene.rows.forEach((row, i) => {
      const last = shown(items[i]!), hidden = row.tiles.length - last.length;
      expect(last).toEqual(row.tiles.slice(hidden).map(text));
      expect(last.length >= Math.min(3, row.tiles.length)).toBe(true);
      expect(items[i]!.querySelector('.row-wanted')!.textContent).toBe(String(row.wanted ?? ''));
      expect(items[i]!.querySelector('.row-more')?.textContent ?? '').toBe(hidden > 0 ? `…${hidden}` : '');
      expect(count(items[i]!, '.row-target')).toBe(row.key === null ? 0 : 1);
      expect(count(items[i]!, '.ghost')).toBe(row.ghost ? 1 : 0);
    });
    const long = items.findIndex((item) => item.querySelector('.row-more')), can = scene.rows.findIndex((row) => row.key !== null);
    items[long]!.querySelector<HTMLButtonElement>('.row-more')!.click();
    expect(shown(host.querySelectorAll('li')[long]!)).toEqual(scene.rows[long]!.tiles.map(text));
    host.querySelectorAll('li')[can]!.querySelector<HTMLButtonElement>('.row-target')!.click();
    expect(chosen).toEqual([scene.rows[can]!.key]);
    rows.destroy();
    expect(host.childElementCount).toBe(0);
  });
});
