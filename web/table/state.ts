// SPDX-License-Identifier: MIT
// What the table shows, as plain data, and how it changes: which tiles came, left and moved, and the viewpoint.
// Nothing here touches the page.
import { HALF } from '../generated/tables';
import { drawing } from './families';
import { footCircle } from './families/feet';
import { CHIPS, DOTS, faceOf } from './tile';
import type { Family } from '../generated/tables';
import type { Ask, Config, Kind, Layout, Lying, Scene, Spot, Viewpoint } from './types';

export interface Size { readonly width: number; readonly height: number }
interface Box { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

export interface State {
  readonly config: Config;
  readonly scene: Scene | null;
  readonly size: Size;                  // of the drawing, in pixels
  readonly from: Viewpoint;
  readonly asked: (Size & { lying: Lying }) | null;     // the size of the drawing when the layout was requested, and the new tiles
  readonly kind: Kind;                  // of this round: tiles that have been small keep their face
  readonly free: boolean;               // moved by hand: it stays where it is
  readonly led: boolean;                // moved to a place that was not visible: it stays there until a tile is added
}

export const PAD = 10;                  // pixels round the table
const LEAST_PAD = 6;                    // pixels: the table is fitted again if a new tile is closer to the edge
const GROWS = 1.04;                     // the enlargement that is worth a new fit
export const LARGEST = 52;
const NEAREST = 96;                     // as far as one may zoom in

export const begin = (config: Config, size: Size): State =>
  ({ config, scene: null, size, asked: null, kind: faceOf(config), from: { x: 0, y: 0, scale: 1 }, free: false, led: false });

/** What the tiles of a round show on a felt: large digits from the deal on if they will become too small for dots. */
function startOf(config: Config, { width, height }: Size, family: Family | undefined): Kind {
  const { shrinks } = family ? drawing[family] : { shrinks: null }, { tiles = 0 } = config;
  return shrinks !== null && tiles > 0 && shrinks * Math.min(width, height) / Math.sqrt(tiles) < DOTS ? 'large' : faceOf(config);
}

// ---- What changed ----

/** Every tile on the table, including the engine. */
export function lying(layout: Layout): Spot[] {
  return layout.hub?.tile ? [layout.hub, ...layout.tiles] : layout.tiles;
}

export interface Change { came: Spot[]; gone: number[]; moved: Spot[] }

/** The tiles added, removed and moved from one layout to the next, by tile number. */
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

/** The layout with the largest tiles that fits; tiles keep their places if the round continues and the felt is unchanged. */
export function arrange(state: State, ask: Ask, fresh: boolean): { state: State; layout: Layout } {
  const { asked, size, config, scene } = state, same = !fresh && asked?.width === size.width && asked.height === size.height;
  const lies = same && !(scene && drawing[scene.layout.family].leaves);      // a row that closes moves anyway
  const layout = ask({ width: Math.max(1, size.width - 2 * PAD), height: Math.max(1, size.height - 2 * PAD),
    half: config.half ?? LARGEST, last: lies ? asked.lying : null });
  const { width, height, turned } = layout;
  return { state: { ...state, asked: { ...size, lying: { width, height, turned } }, free: fresh ? false : state.free,
    kind: same ? state.kind : startOf(config, size, layout.family) }, layout };
}

/** The areas that must be visible: tiles, open places, and the labels next to them. */
export function boundsOf(scene: Scene): Box {
  const { layout } = scene;
  let { left, top, right, bottom } = layout;
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

/** The scale that shows all. */
export function fitting(state: State): number {
  if (!state.scene)
    return 1;
  const box = boundsOf(state.scene), { width, height } = state.size;
  const most = Math.min((width - 2 * PAD) / Math.max(1, box.right - box.left), (height - 2 * PAD) / Math.max(1, box.bottom - box.top));
  return clamp(most, 1e-3, (state.config.half ?? LARGEST) / HALF);
}

/** The face of tiles at this scale. Within a round on one felt it changes only from dots to digits to chips; back to digits only where tiles
 *  leave the table (show). */
function kindAt(was: Kind, scale: number): Kind {
  const half = HALF * scale + 0.01;
  return half < CHIPS || was === 'chips' ? 'chips' : half < DOTS ? 'large' : was;
}

/** Keeps part of the table visible: no edge of it moves past the middle. */
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

/** A centred view in which everything is visible. */
export function fit(state: State): State {
  if (!state.scene)
    return state;
  const box = boundsOf(state.scene), scale = fitting(state), { width, height } = state.size;
  return {
    ...state, free: false, kind: kindAt(state.kind, scale),
    from: { scale, x: (width - (box.left + box.right) * scale) / 2, y: (height - (box.top + box.bottom) * scale) / 2 },
  };
}

/** The share of the felt's width or height, whichever is larger, taken up by tiles and open places. */
export function used({ scene, size, from }: State): number {
  const box = scene && boundsOf(scene);
  return box ? from.scale * Math.max((box.right - box.left) / size.width, (box.bottom - box.top) / size.height) : 0;
}

/** Fits the table again only if something is not visible or everything could be larger; otherwise nothing moves. */
function settle(state: State): State {
  if (!state.scene)
    return state;
  const box = boundsOf(state.scene), { x, y, scale } = state.from, { width, height } = state.size;
  const holds = box.left * scale + x >= LEAST_PAD && box.right * scale + x <= width - LEAST_PAD && box.top * scale + y >= LEAST_PAD
    && box.bottom * scale + y <= height - LEAST_PAD;
  return holds && fitting(state) <= scale * GROWS ? { ...state, free: false, kind: kindAt(state.kind, scale) } : fit(state);
}

const newestOf = (scene: Scene): Spot | undefined => (scene.last === null ? scene.layout.hub ?? scene.layout.tiles[0]
  : scene.layout.tiles[scene.last]);

export const pan = (state: State, dx: number, dy: number): State =>
  ({ ...state, free: true, from: kept(state, { ...state.from, x: state.from.x + dx, y: state.from.y + dy }) });

/** Zooms by a factor; the point x, y of the drawing stays in place. */
export function zoom(state: State, factor: number, x = state.size.width / 2, y = state.size.height / 2): State {
  const least = fitting(state), scale = clamp(state.from.scale * factor, least, NEAREST / HALF);
  if (scale <= least)
    return fit(state);
  const by = scale / state.from.scale;
  return { ...state, free: true, from: kept(state, { scale, x: x - (x - state.from.x) * by, y: y - (y - state.from.y) * by }) };
}

/** Whether a spot's whole tile is visible. */
export function seen(state: State, spot: Spot, margin = 0): boolean {
  const { x, y, scale } = state.from, { width, height } = state.size, reach = HALF * scale * 0.5 + margin;
  const at = { x: spot.x * scale + x, y: spot.y * scale + y };
  return at.x >= reach && at.x <= width - reach && at.y >= reach && at.y <= height - reach;
}

/** Moves as little as needed to make a spot clearly visible. */
export function bring(state: State, spot: Spot): State {
  const { scale } = state.from, { width, height } = state.size, reach = Math.min(2 * HALF * scale + PAD, width / 2, height / 2);
  const x = clamp(state.from.x, reach - spot.x * scale, width - reach - spot.x * scale);
  const y = clamp(state.from.y, reach - spot.y * scale, height - reach - spot.y * scale);
  return { ...state, led: true, from: { scale, x, y } };
}

/** The place to scroll to: the one under the cursor, else the nearest for a newly chosen tile with none visible. */
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

/** After a change of settings, all tiles get the face that these require. */
export function configure(state: State, config: Config): State {
  const next = { ...state, config, kind: startOf(config, state.size, state.scene?.layout.family) };
  return state.free ? { ...next, kind: kindAt(next.kind, fitting(next)) } : fit(next);
}

/** The face of the tiles as viewed: enlarged chips have numerals, those only dragged do not. */
export const kindOf = (state: State): Kind => (state.kind === 'chips' && state.free && HALF * state.from.scale >= CHIPS
  && state.from.scale > fitting(state) * GROWS ? 'large' : state.kind);

/** On another felt, tiles that were small may have room for their face again. */
export function resize(state: State, size: Size): State {
  const next = { ...state, size, kind: startOf(state.config, size, state.scene?.layout.family) };
  return state.free ? { ...next, kind: kindAt(next.kind, fitting(next)), from: kept(next, state.from) } : fit(next);
}

/** A scene comes in. */
export function show(state: State, scene: Scene): State {
  const before = state.scene, { leaves } = drawing[scene.layout.family], fewer = before && scene.layout.tiles.length < before.layout.tiles.length;
  const next: State = { ...state, scene, kind: (fewer || leaves) && state.kind === 'chips' ? 'large' : state.kind };     // fit decides whether they stay chips
  const again = !before || before.layout.family !== scene.layout.family || fewer || (!state.free && leaves && before.layout !== scene.layout);
  if (!again && state.led && before.layout === scene.layout)
    return { ...next, from: kept(next, state.from) };
  if (again || !state.free)
    return { ...(again ? fit(next) : settle(next)), led: false };
  const newest = newestOf(scene), came = change(before.layout, scene.layout).came.length > 0;
  const held = { ...next, from: kept(next, state.from) };
  return came && newest && !seen(held, newest) ? bring(held, newest) : held;
}

// ---- What is out of sight ----

/** A sign at the edge: an open number that is not visible, and its direction; `can`: it may be chosen now. */
export interface Away { spot: Spot; number: number; can: boolean; x: number; y: number; angle: number }

export const NO_NUMBER = 255;           // on a sign: to tiles, not to an open place
const ROUND = 18;                       // pixels: half a sign
const REACH = 26;                       // pixels from a sign's middle to the edge

/** One sign for every open place that is not visible, where its direction meets the edge; signs never overlap. */
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

/** For hidden tiles without a sign: one arrow per side, to the furthest of them. */
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

/** Moves signs along their edge until none overlap or cover a highlighted place; drops those without space. */
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
