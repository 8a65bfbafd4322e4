// SPDX-License-Identifier: MIT
// What the table shows, as plain data, and how it changes: which tiles came, went and moved; where the picture is seen from.
// Nothing here touches the page.
import { HALF } from '../generated/tables';
import { drawing } from './families';
import { footCircle } from './families/feet';
import type { Ask, Config, Layout, Scene, Spot } from './types';

export interface Size { readonly width: number; readonly height: number }
interface Box { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** Where the picture is seen from: pixels = units * scale + x, y. */
export interface Viewpoint { readonly x: number; readonly y: number; readonly scale: number }

export interface State {
  readonly config: Config;
  readonly scene: Scene | null;
  readonly size: Size;                  // of the drawing, in pixels
  readonly half: number;                // of the layout that was asked for, in pixels
  readonly from: Viewpoint;
  readonly asked: Size | null;          // the size of the drawing when that layout was asked for
  readonly free: boolean;               // moved by hand: it stays where it is
  readonly led: boolean;                // moved to a place out of sight: it stays there until a tile comes
}

export const PAD = 14;                  // pixels round the table
export const SMALLEST = 20;             // pixels of a half tile: below that it scrolls
export const LARGEST = 52;
const NEAREST = 96;                     // as far as one may zoom in
const STEPS = [64, 58, 52, 48, 44, 40, 37, 34, 31, 28, 26, 24, 22, SMALLEST];

export const begin = (config: Config, size: Size): State =>
  ({ config, scene: null, size, half: config.half ?? LARGEST, asked: null, from: { x: 0, y: 0, scale: 1 }, free: false, led: false });

// ---- What changed ----

/** Every tile that lies, the engine on its hub included. */
export function lying(layout: Layout): Spot[] {
  return layout.hub?.tile ? [layout.hub, ...layout.tiles] : layout.tiles;
}

export interface Change { came: Spot[]; gone: number[]; moved: Spot[] }

/** What came, went and moved from one layout to the next, by the tiles' own numbers. */
export function change(before: Layout | null, after: Layout): Change {
  const old = new Map<number, Spot>();
  for (const spot of before ? lying(before) : [])
    if (spot.tile)
      old.set(spot.tile.id, spot);
  const came: Spot[] = [], moved: Spot[] = [];
  for (const spot of lying(after)) {
    if (!spot.tile)
      continue;
    const was = old.get(spot.tile.id);
    old.delete(spot.tile.id);
    if (!was)
      came.push(spot);
    else if (was.x !== spot.x || was.y !== spot.y || was.turn !== spot.turn)
      moved.push(spot);
  }
  return { came, gone: [...old.keys()], moved };
}

// ---- How large ----

export const roomFor = (size: Size, half: number): Size => ({
  width: Math.max(1, Math.floor((size.width - 2 * PAD) * HALF / half)),
  height: Math.max(1, Math.floor((size.height - 2 * PAD) * HALF / half)),
});

/** The layout with the largest tiles that has room, not larger than before unless the table is fresh or has another size. */
export function arrange(state: State, ask: Ask, fresh: boolean): { state: State; layout: Layout } {
  const { asked, size } = state, same = asked?.width === size.width && asked.height === size.height;
  const most = fresh || !same ? state.config.half ?? LARGEST : state.half;
  let half = most, layout: Layout | null = null;
  for (const step of [most, ...STEPS.filter((size) => size < most)]) {
    const room = roomFor(state.size, half = step);
    layout = ask(room.width, room.height);
    if (layout.overX <= 0 && layout.overY <= 0)
      break;
  }
  if (!layout)
    throw new Error('no layout');
  return { state: { ...state, half, asked: size, free: fresh ? false : state.free }, layout };
}

/** What has to be in sight: the tiles, their openings, and what stands beside them. */
function boundsOf(scene: Scene): Box {
  const { layout } = scene;
  let { left, top, right, bottom } = layout;
  for (const { spot } of scene.ghosts) {
    left = Math.min(left, spot.x - HALF); right = Math.max(right, spot.x + HALF);
    top = Math.min(top, spot.y - HALF); bottom = Math.max(bottom, spot.y + HALF);
  }
  for (const { centre } of scene.feet) {
    const { x, y, r } = footCircle(layout, centre);
    left = Math.min(left, x - r); right = Math.max(right, x + r);
    top = Math.min(top, y - r); bottom = Math.max(bottom, y + r);
  }
  const { above, below } = drawing[layout.family];
  return { left, top: top - above, right, bottom: bottom + below };
}

// ---- Where it is seen from ----

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The scale that shows all, within what can be read. */
export function fitting(state: State): number {
  if (!state.scene)
    return 1;
  const box = boundsOf(state.scene), { width, height } = state.size;
  const most = Math.min((width - 2 * PAD) / Math.max(1, box.right - box.left), (height - 2 * PAD) / Math.max(1, box.bottom - box.top));
  return clamp(most, SMALLEST / HALF, (state.config.half ?? LARGEST) / HALF);
}

/** Keeps some of the table in sight: an edge of it comes no further in than the middle. */
function kept(state: State, from: Viewpoint): Viewpoint {
  if (!state.scene)
    return from;
  const box = boundsOf(state.scene), { width, height } = state.size;
  return {
    scale: from.scale,
    x: clamp(from.x, width / 2 - box.right * from.scale, width / 2 - box.left * from.scale),
    y: clamp(from.y, height / 2 - box.bottom * from.scale, height / 2 - box.top * from.scale),
  };
}

/** Seen so that everything is in sight; where that would be too small, the newest tile in the middle as far as need be. */
export function fit(state: State): State {
  if (!state.scene)
    return state;
  const box = boundsOf(state.scene), scale = fitting(state), { width, height } = state.size, newest = newestOf(state.scene);
  const place = (low: number, high: number, room: number, at: number): number =>
    ((high - low) * scale <= room - PAD ? (room - (low + high) * scale) / 2
                                       : clamp(room / 2 - at * scale, room - PAD - high * scale, PAD - low * scale));
  return {
    ...state, free: false,
    from: { scale, x: place(box.left, box.right, width, newest?.x ?? 0), y: place(box.top, box.bottom, height, newest?.y ?? 0) },
  };
}

const newestOf = (scene: Scene): Spot | undefined => (scene.last === null ? scene.layout.hub ?? scene.layout.tiles[0]
  : scene.layout.tiles[scene.last]);

export const pan = (state: State, dx: number, dy: number): State =>
  ({ ...state, free: true, from: kept(state, { ...state.from, x: state.from.x + dx, y: state.from.y + dy }) });

/** Nearer by a factor; the point x, y of the drawing stays where it is. */
export function zoom(state: State, factor: number, x = state.size.width / 2, y = state.size.height / 2): State {
  const least = Math.min(fitting(state), SMALLEST / HALF) * 0.8, scale = clamp(state.from.scale * factor, least, NEAREST / HALF);
  const by = scale / state.from.scale;
  return { ...state, free: true, from: kept(state, { scale, x: x - (x - state.from.x) * by, y: y - (y - state.from.y) * by }) };
}

/** Whether a spot's whole tile is in sight. */
export function seen(state: State, spot: Spot, margin = 0): boolean {
  const { x, y, scale } = state.from, { width, height } = state.size, reach = HALF * scale * 0.5 + margin;
  const at = { x: spot.x * scale + x, y: spot.y * scale + y };
  return at.x >= reach && at.x <= width - reach && at.y >= reach && at.y <= height - reach;
}

/** As little moved as brings a spot well into sight. */
export function bring(state: State, spot: Spot): State {
  const { scale } = state.from, { width, height } = state.size, reach = Math.min(2 * HALF * scale + PAD, width / 2, height / 2);
  const x = clamp(state.from.x, reach - spot.x * scale, width - reach - spot.x * scale);
  const y = clamp(state.from.y, reach - spot.y * scale, height - reach - spot.y * scale);
  return { ...state, led: true, from: { scale, x, y } };
}

/** The place that has to come into sight: the one just stood on, else the nearest of a tile just chosen that shows none. */
export function wanted(state: State, before: Scene | null): Spot | null {
  const { scene, size, from } = state, out = (spot: Spot): boolean => !seen(state, spot, PAD);
  if (!scene)
    return null;
  if (scene.chosen !== null && scene.chosen !== before?.chosen) {
    const stood = scene.ghosts.find((ghost) => ghost.key === scene.chosen)?.spot;
    return stood && out(stood) ? stood : null;
  }
  const lit = ({ ghosts }: Scene): string => ghosts.map((ghost) => ghost.key).join();
  if ((before && lit(before) === lit(scene)) || !scene.ghosts.every(({ spot }) => spot.tile && out(spot)))
    return null;
  const far = ({ x, y }: Spot): number =>
    Math.hypot(x * from.scale + from.x - size.width / 2, y * from.scale + from.y - size.height / 2);
  return scene.ghosts.map(({ spot }) => spot).sort((a, b) => far(a) - far(b))[0] ?? null;
}

export function resize(state: State, size: Size): State {
  const next = { ...state, size };
  return state.free ? { ...next, from: kept(next, state.from) } : fit(next);
}

/** A scene comes in. */
export function show(state: State, scene: Scene): State {
  const before = state.scene, next = { ...state, scene };
  const again = !before || before.layout.family !== scene.layout.family || scene.layout.tiles.length < before.layout.tiles.length;
  if (!again && state.led && before.layout === scene.layout)
    return { ...next, from: kept(next, state.from) };
  if (again || !state.free)
    return { ...fit(next), led: false };
  const newest = newestOf(scene), came = change(before.layout, scene.layout).came.length > 0;
  const held = { ...next, from: kept(next, state.from) };
  return came && newest && !seen(held, newest) ? bring(held, newest) : held;
}

// ---- What is out of sight ----

/** A sign at the edge: an open number out of sight, and the way there; `can`: it may be chosen now. */
export interface Away { spot: Spot; number: number; can: boolean; x: number; y: number; angle: number }

export const NO_NUMBER = 255;           // on a sign: to tiles, not to an open place
const ROUND = 18;                       // pixels: half a sign
const REACH = 26;                       // pixels from a sign's middle to the edge

/** One sign for every open place that is not seen, where the way to it meets the edge; signs never lie on each other. */
export function away(state: State): Away[] {
  const { scene, size, from } = state, out: Away[] = [];
  if (!scene)
    return out;
  const cx = size.width / 2, cy = size.height / 2;
  for (const opening of scene.layout.openings) {
    const spot = opening.single;
    if (seen(state, spot))
      continue;
    const dx = spot.x * from.scale + from.x - cx, dy = spot.y * from.scale + from.y - cy;
    const by = Math.min((cx - REACH) / Math.max(1, Math.abs(dx)), (cy - REACH) / Math.max(1, Math.abs(dy)));
    const can = scene.ghosts.some((ghost) => [opening.single, opening.twin].some((at) => at.x === ghost.spot.x && at.y === ghost.spot.y));
    out.push({ spot, number: opening.number, can, x: cx + dx * by, y: cy + dy * by, angle: Math.atan2(dy, dx) * 180 / Math.PI });
  }
  const lit = scene.ghosts.filter((ghost) => seen(state, ghost.spot)).map(({ spot }) =>
    ({ x: spot.x * from.scale + from.x, y: spot.y * from.scale + from.y, r: HALF * from.scale + ROUND }));
  return [...spread(out, size, lit), ...plain(state, out)];
}

/** Tiles out of sight where no sign stands yet: one arrow for each side, to the furthest of them. */
function plain({ scene, size, from }: State, signs: readonly Away[]): Away[] {
  const sides = [{ key: 'x', way: -1, angle: 180 }, { key: 'x', way: 1, angle: 0 }, { key: 'y', way: -1, angle: -90 },
    { key: 'y', way: 1, angle: 90 }] as const;
  return sides.flatMap(({ key, way, angle }) => {
    const end = way < 0 ? 0 : key === 'x' ? size.width : size.height, stands = signs.some((sign) => Math.abs(sign[key] - end) <= REACH + 1);
    let far = 0, spot: Spot | null = null;
    for (const tile of scene && !stands ? lying(scene.layout) : []) {
      const out = (tile[key] * from.scale + from[key] - end) * way;
      if (out > far)
        [far, spot] = [out, tile];
    }
    const at = { x: size.width / 2, y: size.height / 2, [key]: end - way * REACH };
    return spot ? [{ spot, number: NO_NUMBER, can: false, x: at.x, y: at.y, angle }] : [];
  });
}

/** Moves signs along their edge until each has its own room and covers no lit place; those with none left are dropped. */
function spread(signs: Away[], size: Size, lit: readonly { x: number; y: number; r: number }[]): Away[] {
  const out: Away[] = [], apart = 2 * REACH - 4;
  for (const sign of signs) {
    const along = sign.x <= REACH + 1 || sign.x >= size.width - REACH - 1 ? 'y' : 'x';
    const end = (along === 'y' ? size.height : size.width) - REACH, free = (at: number): boolean =>
      at >= REACH && at <= end && [...out.map(({ x, y }) => ({ x, y, r: apart })), ...lit].every((o) =>
        Math.hypot(o.x - (along === 'x' ? at : sign.x), o.y - (along === 'y' ? at : sign.y)) >= o.r);
    for (let step = 0; step < 24; step++) {
      const at = sign[along] + (step % 2 ? 1 : -1) * Math.ceil(step / 2) * apart / 2;
      if (!free(at))
        continue;
      out.push({ ...sign, [along]: at });
      break;
    }
  }
  return out;
}
