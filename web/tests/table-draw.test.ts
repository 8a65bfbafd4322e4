// SPDX-License-Identifier: MIT
// What the table draws is exactly what the layout says, for positions of all games from the real module.  What is drawn is
// read back from the elements alone: dots are counted, numerals read, places taken from transforms.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../core/engine';
import { createTable } from '../table/table';
import { lying } from '../table/state';
import type { Config, Face, Scene, Spot, Table } from '../table/types';
import { hostOf } from './table-page';
import { freshEngine } from './core';
import { begin, chance, sceneOf, step, until } from './table-scenes';

const LONG = Boolean(process.env['BONEYARD_LONG']);
const GAMES = ['block:basics players=3', 'muggins:number players=4', 'fiveup:online players=4', 'chickenfoot:number players=4',
  'mexicantrain:number players=5', 'mexicantrain:hub players=4', 'castlerock:number', ...(LONG ? ['draw:basics players=4', 'muggins:classic',
    'allfives:online players=3', 'chickenfoot:classic players=6', 'mexicantrain:classic players=9 set=15'] : [])];

interface Drawn { x: number; y: number; turn: number; first: number | null; second: number | null }

const numbers = (words: string | null): number[] => (words ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
const child = (of: Element, name: string): Element[] => [...of.querySelectorAll(name)];

const along = (half: Element): number => numbers(half.getAttribute('transform'))[0] ?? NaN;

/** The number on a half: its dots, its numeral, or nothing for a blank. */
function read(half: Element | undefined): number | null {
  if (!half)
    return null;
  const text = half.querySelector('text')?.textContent, dots = half.querySelector('.dots')?.getAttribute('d') ?? '';
  return text ? Number(text) : (dots.match(/M/g) ?? []).length;
}

/** A tile as it is drawn. */
function tileOf(group: Element): Drawn {
  const [x = NaN, y = NaN] = numbers(group.getAttribute('transform')), face = group.querySelector('.face'),
    [angle = NaN] = numbers(face?.getAttribute('transform') ?? null);
  const halves = face ? child(face, '.half').sort((a, b) => along(a) - along(b)) : [];
  return { x, y, turn: angle / 45, first: read(halves[0]), second: read(halves[1]) };
}

const key = (o: Drawn): string => `${o.x} ${o.y} ${o.turn} ${o.first} ${o.second}`;
const expected = (spot: Spot): Drawn => ({ x: spot.x, y: spot.y, turn: spot.turn, first: spot.first, second: spot.second });

/** All differences between a drawing and a scene. */
function differences(host: Element, scene: Scene): string[] {
  const drawn = child(host, '.tiles > .tile, .air > .tile').map(tileOf).map(key).sort(),
    said = lying(scene.layout).map(expected).map(key).sort();
  const ghosts = child(host, '.ghosts > .ghost').map(tileOf).map(key).sort();
  const places = scene.ghosts.map(({ spot }) => key(spot.tile ? expected(spot) : { ...expected(spot), first: null, second: null })).sort();
  const discs = child(host, '.ghosts .disc').map((o) => Number(o.textContent)).sort(),
    wanted = scene.ghosts.filter(({ spot }) => !spot.tile && spot.first <= 18).map(({ spot }) => spot.first).sort();
  const frame = numbers(host.querySelector('.rings .last')?.getAttribute('transform') ?? null),
    last = scene.last === null ? undefined : scene.layout.tiles[scene.last];
  const labels = child(host, '.label').map((o) => o.textContent).sort(),
    texts = scene.ghosts.map((ghost) => ghost.label).filter(Boolean).sort();
  const out: string[] = [];
  const same = (what: string, a: unknown, b: unknown): void => {
    if (JSON.stringify(a) !== JSON.stringify(b))
      out.push(`${what}: ${JSON.stringify(a)} is drawn for ${JSON.stringify(b)}`);
  };
  same('tiles', drawn, said);
  same('ghosts', ghosts, places);
  same('discs', discs, wanted);
  same('last', frame, last ? [last.x, last.y, last.turn * 45] : []);
  same('labels', labels, texts);
  same('signs', child(host, '.sign').length, scene.signs.length);
  same('flags', child(host, '.sign .flag').length, scene.signs.filter((sign) => sign.flag).length);
  const waiting = new Set(scene.signs.filter((sign) => sign.waits).map((sign) => sign.arm));
  same('waiting', child(host, '.tiles > .rest').length, scene.layout.tiles.filter((spot) => waiting.has(spot.arm)).length);
  same('feet', child(host, '.foot').length, scene.feet.length);
  same('takes', child(host, '.arc, .bracket').map((o) => o.getAttribute('data-key')), scene.takes.map((take) => take.key));
  same('ground', [child(host, '.hub').length, child(host, '.sleepers').length, child(host, '.wall').length],
       [scene.layout.family === 'trains' ? 1 : 0, scene.layout.family === 'trains' ? scene.layout.arms.length : 0,
         scene.layout.family === 'castle' ? 1 : 0]);
  return out;
}

let engine: Engine;
beforeAll(async () => void (engine = await freshEngine()));
const configOf = (face: Face): Config => ({ face, oneColour: false, fly: 0 });

const make = (host: HTMLElement, face: Face = 'auto'): Table => createTable(host, configOf(face), { choose: () => {}, look: () => {} });

describe.each(GAMES)('%s', (rules) => {
  it('is drawn as the layout says, move after move', () => {
    const host = hostOf(), pick = chance(rules.length * 7919), faces: Face[] = ['auto', 'dots', 'numerals', 'large'];
    const table = make(host);
    let positions = 0;
    for (let seed = 1; seed <= (LONG ? 3 : 2); seed++) {
      begin(engine, rules, seed);
      for (let i = 0, fresh = true; positions < seed * 8; i++, fresh = false) {
        const scene = sceneOf(engine, (ask, again) => table.arrange(ask, again), i % 2 === 1, fresh);
        table.show(scene);
        expect(differences(host, scene), `seed ${seed}, position ${i}`).toEqual([]);
        positions++;
        if (i % 8 === 5) {
          table.configure(configOf(faces[seed]!));
          table.zoom(seed === 2 ? 1.7 : 0.4);
          table.skip();
          expect(differences(host, scene), `seed ${seed}, position ${i}, another face and size`).toEqual([]);
        }
        if (![...Array(1 + pick(4))].every(() => step(engine, pick)))
          break;
      }
    }
    expect(positions).toBeGreaterThan(10);
    table.destroy();
    expect(host.childElementCount).toBe(0);
  }, 20000);
});

describe('a drawing that is wrong is found', () => {
  const faults: [string, (host: Element) => void][] = [
    ['a tile skipped', (host) => host.querySelector('.tiles > .tile')!.remove()],
    ['a tile twice', (host) => host.querySelector('.tiles')!.append(host.querySelector('.tiles > .tile')!.cloneNode(true))],
    ['a tile flipped', (host) => host.querySelectorAll('.tiles > .tile').forEach((o) => o.querySelector('.face')!.setAttribute('transform',
      'rotate(180)'))],
    ['a tile moved', (host) => host.querySelector('.tiles > .tile')!.setAttribute('transform', 'translate(1 0)')],
    ['a dot lost', (host) => host.querySelectorAll('.dots').forEach((o) => o.setAttribute('d',
      o.getAttribute('d')!.replace(/^M\S+ \S+h0/, '')))],
    ['halves exchanged', (host) => host.querySelectorAll('.tiles .half').forEach((o) => o.setAttribute('transform',
      `translate(${-numbers(o.getAttribute('transform'))[0]!} 0)`))],
    ['a ghost elsewhere', (host) => host.querySelector('.ghosts > .ghost')!.setAttribute('transform', 'translate(0 0)')],
    ['the frame elsewhere', (host) => host.querySelector('.rings .last')!.setAttribute('transform', 'translate(0 0) rotate(0)')],
    ['a label lost', (host) => host.querySelector('.label')!.remove()],
  ];
  it.each(faults)('%s', (_, fault) => {
    const host = hostOf(), table = make(host, 'dots');
    begin(engine, 'muggins:number players=4', 3);
    until(engine, 9, chance(3));
    const scene = sceneOf(engine, (ask, fresh) => table.arrange(ask, fresh), true);
    table.show(scene);
    expect(differences(host, scene)).toEqual([]);
    fault(host);
    expect(differences(host, scene)).not.toEqual([]);
  });
});

describe('a table', () => {
  it('keeps the elements of tiles that lie', () => {
    const host = hostOf(), table = make(host), pick = chance(5);
    begin(engine, 'chickenfoot:number players=4', 5);
    until(engine, 10, pick);
    const ask = (fresh: boolean): Scene => sceneOf(engine, (make2, again) => table.arrange(make2, again), false, fresh);
    table.show(ask(true));
    const before = child(host, '.tiles > .tile');
    until(engine, 11, pick);
    table.show(ask(false));
    const after = child(host, '.tiles > .tile');
    expect(after).toHaveLength(before.length + 1);
    expect(before.every((tile) => after.includes(tile))).toBe(true);
    const places = after.map((tile) => numbers(tile.getAttribute('transform'))[1]!);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
  it('shows the number at the end of every line where tiles are chips, also of those that wait for a double', () => {
    const host = hostOf(300, 160), table = make(host);
    let waited = 0;
    for (let seed = 1; seed <= 6; seed++) {
      begin(engine, 'chickenfoot:number players=4', seed);
      const pick = chance(seed);
      until(engine, 34, pick);
      for (let i = 0, fresh = true; i < 5 && step(engine, pick); i++, fresh = false) {
        const scene = sceneOf(engine, (ask, again) => table.arrange(ask, again), false, fresh), { tiles, openings } = scene.layout;
        table.show(scene);
        expect(child(host, '.tiles .num, .tiles .dots')).toEqual([]);
        const ends = tiles.filter((spot, at) => spot.first !== spot.second && !tiles.some(({ on }) => on === at)).map(({ second }) => second);
        const more = openings.filter(({ laid }) => tiles[laid ?? -1]?.first === tiles[laid ?? -1]?.second).map(({ number }) => number);
        expect(child(host, '.ghosts .disc').map((o) => Number(o.textContent)).sort()).toEqual([...ends, ...more].sort());
        waited += scene.feet.length;
      }
    }
    expect(waited).toBeGreaterThan(0);
  });
  it('marks no end in a row of Castle Rock, where none is open', () => {
    const host = hostOf(120, 80), table = make(host);
    begin(engine, 'castlerock:classic set=18', 1);
    until(engine, 16, chance(1));
    table.show(sceneOf(engine, (ask, fresh) => table.arrange(ask, fresh), true));
    expect(child(host, '.tiles > .tile').length).toBeGreaterThan(12);
    expect(child(host, '.tiles .num, .tiles .dots, .ghosts .disc')).toEqual([]);
  });
  it('puts a label next to its place, shortened if necessary, or else on it', () => {
    const host = hostOf(386, 396), table = make(host), far: string[] = [], pick = chance(7);
    const words = { full: 0, short: 0 };
    for (let seed = 1; seed <= 12; seed++) {
      begin(engine, 'muggins:number players=4', seed);
      until(engine, 12, pick);
      const made = sceneOf(engine, (ask, again) => table.arrange(ask, again), true), scene = { ...made,
        ghosts: made.ghosts.map((ghost) => ({ ...ghost, short: `=${ghost.label.slice(6)}` })) };
      table.show(scene);
      const [,, scale = 1] = numbers(host.querySelector('.world')!.getAttribute('transform'));
      for (const label of child(host, '.label')) {
        const [x = 0, y = 0] = numbers(label.getAttribute('transform')), { spot } = scene.ghosts.find(({ key: of }) => of === label.getAttribute('data-key'))!;
        const wide = numbers(label.querySelector('rect')!.getAttribute('width'))[0]! / scale / 2, upright = spot.turn % 4 === 2;
        const dx = Math.abs(x - spot.x) - wide - (upright ? 12 : 24), dy = Math.abs(y - spot.y) - 14 / scale - (upright ? 24 : 12);
        words[label.textContent.startsWith('=') ? 'short' : 'full']++;
        if (Math.hypot(Math.max(0, dx), Math.max(0, dy)) * scale > 14)
          far.push(`seed ${seed}: ${label.textContent}`);
      }
    }
    expect(far).toEqual([]);
    expect(Math.min(words.full, words.short)).toBeGreaterThan(0);
  });
  it('finds the ghost under a finger, and none far away', () => {
    const host = hostOf(), table = make(host);
    begin(engine, 'muggins:number players=4', 3);
    until(engine, 9, chance(3));
    const scene = sceneOf(engine, (ask, fresh) => table.arrange(ask, fresh), true), ghost = scene.ghosts[0]!;
    table.show(scene);
    const [x = 0, y = 0, scale = 1] = numbers(host.querySelector('.world')!.getAttribute('transform'));
    expect(table.at(ghost.spot.x * scale + x, ghost.spot.y * scale + y)).toBe(ghost.key);
    expect(table.at(5, 5)).toBeNull();
  });
});
