// SPDX-License-Identifier: MIT
// The table's state without a page: what came and went, how large, where it is seen from.
import { describe, expect, it } from 'vitest';
import { HALF } from '../generated/tables';
import * as state from '../table/state';
import type { Ask, Layout, Scene, Spot } from '../table/types';
import { tiles } from '../core/views';

const spot = (id: number, x: number, y: number, turn = 0): Spot =>
  ({ x, y, tile: tiles[id]!, first: tiles[id]!.high, second: tiles[id]!.low, turn, arm: 0, order: id, on: null });
const room = (x: number, y: number): Spot => ({ ...spot(1, x, y), tile: null });
function layoutOf(...all: Spot[]): Layout {
  const xs = all.map((s) => s.x), ys = all.map((s) => s.y);
  return { left: Math.min(...xs) - HALF, right: Math.max(...xs) + HALF, top: Math.min(...ys) - HALF, bottom: Math.max(...ys) + HALF,
    overX: 0, overY: 0, largest: 0, width: 0, height: 0, turned: 0,
           family: 'line', fold: 0, tiles: all, hub: null, openings: [], arms: [] };
}
const sceneOf = (layout: Layout): Scene => ({ layout, signs: [], last: layout.tiles.length - 1, ghosts: [], chosen: null, feet: [],
  takes: [] });
const config = { face: 'auto', oneColour: false, fly: 0 } as const, size = { width: 800, height: 500 };
const begun = (...all: Spot[]): state.State => state.show(state.begin(config, size), sceneOf(layoutOf(...all)));
const onScreen = (s: state.State, at: Spot): [number, number] => [at.x * s.from.scale + s.from.x, at.y * s.from.scale + s.from.y];

describe('what changed', () => {
  const a = spot(3, 0, 0), b = spot(4, 48, 0), c = spot(5, 96, 0);
  it('is what came, went and moved', () => {
    const change = state.change(layoutOf(a, b), layoutOf({ ...a, turn: 2 }, c));
    expect(change.came).toEqual([c]);
    expect(change.gone).toEqual([4]);
    expect(change.moved).toEqual([{ ...a, turn: 2 }]);
  });
  it('is nothing for the same layout, and all for the first', () => {
    expect(state.change(layoutOf(a, b), layoutOf(a, b))).toEqual({ came: [], gone: [], moved: [] });
    expect(state.change(null, layoutOf(a, b)).came).toHaveLength(2);
  });
});

describe('the face of a round', () => {
  const feet = (...all: Spot[]): Layout => ({ ...layoutOf(...all), family: 'feet' }), at = (width: number, height: number, tiles: number, last = 'feet'): string =>
    state.arrange(state.begin({ ...config, tiles }, { width, height }), () => (last === 'feet' ? feet : layoutOf)(spot(3, 0, 0)), true).state.kind;
  it('is digits from the deal on where the tiles of a table that shrinks will be too small for dots', () => {
    expect(at(356, 220, 46)).toBe('large');
    expect(at(356, 220, 9)).toBe('dots');
    expect(at(1140, 640, 46)).toBe('dots');
    expect([at(356, 200, 22, 'line'), at(386, 396, 22, 'line'), at(356, 200, 0, 'line')]).toEqual(['large', 'dots', 'dots']);       // 0: a line that keeps its size
  });
});

describe('how large', () => {
  it('asks for the whole felt, and for what lay before unless a round begins or the felt is another', () => {
    const asked: unknown[] = [], ask: Ask = (felt) => (asked.push(felt.last), { ...layoutOf(spot(3, 0, 0)), width: 700, height: 400, turned: 1 });
    const first = state.arrange(state.begin(config, size), ask, true), lay = { width: 700, height: 400, turned: 1 };
    const later = state.arrange(first.state, ask, false);
    state.arrange(later.state, ask, true);
    state.arrange({ ...later.state, size: { width: 500, height: 500 } }, ask, false);
    expect(asked).toEqual([null, lay, null, null]);
  });
  it('keeps one kind of face, also when there is more room again', () => {
    const far = (s: state.State, by: number): state.State => state.show(s, sceneOf(layoutOf(spot(3, -by, 0), spot(4, by, 0))));
    const first = far(state.begin(config, size), 400), small = far(first, 800);
    expect([first.kind, small.kind, far(small, 400).kind, far(small, 1200).kind]).toEqual(['dots', 'large', 'large', 'chips']);
    expect(far(far(small, 1200), 400).kind).toBe('chips');       // chips do not turn back into digits
    expect(state.kindOf(state.zoom(far(small, 1200), 3))).toBe('large');
    const roomy = far(far(small, 1200), 400);
    expect([state.pan(roomy, 30, 0), state.zoom(roomy, 1.5)].map(state.kindOf)).toEqual(['chips', 'large']);     // a drag enlarges nothing
    expect(state.begin({ ...config, high: true }, size).kind).toBe('numerals');
  });
  it('turns chips back into digits where tiles leave the table, by undo or in Castle Rock', () => {
    const row = (s: state.State, n: number, family: Layout['family'], long = 48): state.State =>
      state.show(s, sceneOf({ ...layoutOf(...Array.from({ length: n }, (_, i) => spot(3 + i, i * long, 0))), family }));
    const at = (family: Layout['family'], ...counts: number[]): string[] => {
      let s = state.begin(config, size);
      return counts.map((n) => (s = row(s, n, family)).kind);
    };
    expect(at('line', 60, 61, 59, 20)).toEqual(['chips', 'chips', 'chips', 'large']);
    expect(at('castle', 60, 58, 20)).toEqual(['chips', 'chips', 'large']);
    const parted = (family: Layout['family']): string => row(row(state.begin(config, size), 60, family), 61, family, 16).kind;
    expect([parted('castle'), parted('line')]).toEqual(['large', 'chips']);      // more rows, larger tiles
  });
  it('takes the larger face again when the felt grows', () => {
    const wide = begun(spot(3, -400, 0), spot(4, 400, 0)), small = state.resize(wide, { width: 200, height: 500 });
    expect([wide.kind, small.kind, state.resize(small, size).kind]).toEqual(['dots', 'chips', 'dots']);
    const ask: Ask = () => small.scene!.layout, asked = state.arrange(small, ask, false).state;
    const back = state.arrange({ ...asked, size }, ask, false).state;
    expect(state.show(back, sceneOf(layoutOf(spot(3, -400, 0), spot(4, 400, 0)))).kind).toBe('dots');
  });
});

describe('where it is seen from', () => {
  it('shows everything, in the middle', () => {
    const s = begun(spot(3, -400, -100), spot(4, 400, 100)), [left, top] = onScreen(s, room(-400, -100)),
      [right, bottom] = onScreen(s, room(400, 100));
    expect(left + right).toBeCloseTo(size.width);
    expect(top + bottom).toBeCloseTo(size.height);
    expect(left - HALF * s.from.scale).toBeGreaterThanOrEqual(state.PAD - 0.01);
  });
  it('shows everything however far it goes', () => {
    const s = begun(spot(3, -3000, 0), spot(4, 3000, 0));
    expect(state.seen(s, spot(4, 3000, 0)) && state.seen(s, spot(3, -3000, 0))).toBe(true);
  });
  it('moves nothing as long as a new tile is in sight and none could be larger', () => {
    const s = begun(spot(3, -400, 0), spot(4, 400, 0)), near = state.show(s, sceneOf(layoutOf(spot(3, -400, 0), spot(4, 400, 0), spot(5, 0, 24))));
    expect(near.from).toEqual(s.from);
    expect(state.show(s, sceneOf(layoutOf(spot(3, -400, 0), spot(4, 400, 0), spot(5, 0, 480)))).from).not.toEqual(s.from);
  });
  it('stays where a hand put it, but goes to a tile that came out of sight', () => {
    const s = state.zoom(begun(spot(3, -400, 0), spot(4, 400, 0)), 3),
      next = state.show(s, sceneOf(layoutOf(spot(3, -400, 0), spot(4, 400, 0), spot(5, 0, 24))));
    expect(next.from).toEqual(s.from);
    const far = state.show(s, sceneOf(layoutOf(spot(3, -400, 0), spot(4, 400, 0), spot(5, 448, 0))));
    expect(state.seen(far, spot(5, 448, 0))).toBe(true);
    expect(state.fit(far).free).toBe(false);
  });
  it('zooms about a point, within limits', () => {
    const s = begun(spot(3, -400, -100), spot(4, 400, 100)), x = 420, y = 260;
    const before = [(x - s.from.x) / s.from.scale, (y - s.from.y) / s.from.scale], near = state.zoom(s, 1.5, x, y);
    expect((x - near.from.x) / near.from.scale).toBeCloseTo(before[0]!);
    expect((y - near.from.y) / near.from.scale).toBeCloseTo(before[1]!);
    expect(state.zoom(s, 1e6).from.scale * HALF).toBeCloseTo(96);
    expect(state.zoom(near, 1e-6)).toMatchObject({ free: false, from: s.from });
  });
  it('pans no further than the table', () => {
    const s = begun(spot(3, 0, 0), spot(4, 48, 0)), far = state.pan(s, 1e6, -1e6), [x] = onScreen(far, room(far.scene!.layout.left, 0));
    expect(x).toBeCloseTo(size.width / 2);
  });
  it('shows all again when the page changes its size, unless moved by hand', () => {
    const s = begun(spot(3, -400, 0), spot(4, 400, 0)), small = state.resize(s, { width: 400, height: 500 });
    expect(small.from.scale).toBeLessThan(s.from.scale);
    expect(state.resize(state.zoom(s, 2), { width: 700, height: 500 }).from.scale).toBeCloseTo(s.from.scale * 2);
  });
});

describe('what is out of sight', () => {
  const open = (x: number, y: number, number: number): Layout['openings'][number] => ({ number, laid: 0, train: 0, single: room(x, y),
    twin: room(x, y) });
  const s = state.begin(config, size);
  const withOpenings = (...openings: Layout['openings']): state.State =>
    ({ ...s, free: true, from: { x: 400, y: 250, scale: 2 }, scene: sceneOf({ ...layoutOf(spot(3, 0, 0)), openings }) });
  it('has a sign at the edge with its number, and what is seen has none', () => {
    const signs = state.away(withOpenings(open(900, 0, 5), open(40, 0, 3), open(0, -700, 2)));
    expect(signs.map((sign) => sign.number)).toEqual([5, 2]);
    expect(signs[0]).toMatchObject({ angle: 0, y: 250 });
    expect(signs[0]!.x).toBeGreaterThan(760);
    expect(signs[1]!.y).toBeLessThan(40);
  });
  it('is gold where a tile may be laid', () => {
    const all = withOpenings(open(900, 0, 5), open(0, -700, 2)), ghost = { key: 'a', spot: room(900, 0), label: '', scores: false,
      hint: false, words: '' };
    expect(state.away({ ...all, scene: { ...all.scene!, ghosts: [ghost] } }).map((sign) => sign.can)).toEqual([true, false]);
  });
  it('signs never lie on each other, and lead there', () => {
    const all = withOpenings(...Array.from({ length: 7 }, (_, i) => open(900, i * 3, i))), signs = state.away(all);
    expect(signs.length).toBe(7);
    signs.forEach((a, i) => signs.slice(i + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(40)));
    expect(state.seen(state.bring(all, signs[3]!.spot), signs[3]!.spot)).toBe(true);
  });
  it('tiles out of sight have an arrow without a number', () => {
    const all = withOpenings(), lost = { ...all, from: { x: -900, y: 250, scale: 2 } };
    expect(state.away(all)).toEqual([]);
    expect(state.away(lost)).toMatchObject([{ number: state.NO_NUMBER, angle: 180 }]);
  });
});

describe('what has to come into sight', () => {
  const far = spot(3, -3000, 0), near = spot(4, 3000, 0), s = begun(far, near), { layout } = s.scene!;
  const lit = (...spots: Spot[]): Scene => ({ ...sceneOf(layout), ghosts: spots.map((one, i) => ({ key: `${i}`, spot: one, label: '',
    scores: false, hint: false, words: '' })) });
  const away = { ...s, from: { x: 400, y: 250, scale: 1 } };
  it('is the nearest place of a tile just chosen, if none is seen', () => {
    const scene = lit(spot(5, -900, 0), spot(5, 700, 0));
    expect(state.wanted({ ...away, scene }, s.scene)?.x).toBe(700);
    expect(state.wanted({ ...away, scene }, scene)).toBeNull();
    expect(state.wanted({ ...away, scene: lit(spot(5, -900, 0), spot(5, 0, 0)) }, s.scene)).toBeNull();
    expect(state.wanted({ ...away, scene: lit(room(-900, 0)) }, s.scene)).toBeNull();
  });
  it('stays in sight until a tile comes', () => {
    const scene = lit(spot(5, 700, 0)), led = state.bring({ ...away, scene }, spot(5, 700, 0));
    expect(state.show(led, { ...scene, chosen: '0' }).from).toEqual(led.from);
    expect(state.show(led, sceneOf(layoutOf(far, near))).from).not.toEqual(led.from);
  });
});
