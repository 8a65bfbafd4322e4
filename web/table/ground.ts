// What lies under the tiles: the hub and its rails, the feet that wait for toes, the wall of Castle Rock.
import { HALF } from '../generated/tables';
import { aside, circleRound, pathOf, type Point, type Room, roomOf, round } from './geometry';
import { draw } from './tile';
import type { Arm, Layout, Scene, Spot } from './types';

const LINE = 2 * HALF;                  // from one line of a train to the next

/** Whether trains leave the hub to both sides; else they are rows, with the names before them. */
export const star = (layout: Layout): boolean => layout.family === 'trains' && layout.arms.some((arm) => arm.nameY !== arm.y);

// ---- Mexican Train ----

/** Points of a curve from a to b with two handles. */
const curve = (a: Point, b: Point, c: Point, d: Point): Point[] => Array.from({ length: 15 }, (_, i) => {
  const t = i / 14, s = 1 - t, w = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] as const;
  return { x: w[0] * a.x + w[1] * b.x + w[2] * c.x + w[3] * d.x, y: w[0] * a.y + w[1] * b.y + w[2] * c.y + w[3] * d.y };
});

/** How long the lanes are: the same for all. */
function lengthOf(layout: Layout): number {
  const first = Math.max(...layout.arms.map((arm) => arm.x));
  return Math.max(4 * HALF, layout.right - first);
}

/** How many lines a train's lane has come to. */
function linesOf(layout: Layout, arm: number): number {
  const lane = layout.arms[arm], low = layout.tiles.filter((spot) => spot.arm === arm).map((spot) => spot.y);
  const rooms = layout.openings.filter((opening) => opening.single.arm === arm).map((opening) => opening.single.y);
  return lane ? 1 + Math.max(0, ...[...low, ...rooms].map((y) => Math.floor((y - lane.y + HALF / 4) / LINE))) : 1;
}

/** The middle of a train's track: from the hub along its lane, and back below where the lane has more lines. */
function track(layout: Layout, arm: Arm, lines: number): Point[] {
  const side = arm.turn === 4 ? -1 : 1, far = arm.x + side * (lengthOf(layout) - HALF / 2), line: Point[] = [];
  if (star(layout)) {
    const dy = arm.y, out = Math.abs(dy) < HALF;
    line.push(...(out ? [{ x: 0, y: dy }] : curve({ x: side * 30, y: dy * 0.28 }, { x: side * 58, y: dy * 0.55 }, { x: side * 46, y: dy },
      { x: arm.x, y: dy })));
  } else
    line.push({ x: arm.x - 2, y: arm.y });
  let x = far;
  for (let i = 0; i < lines; i++) {
    const y = arm.y + i * LINE, ahead = (i % 2 === 0) === (side > 0) ? 1 : -1;
    line.push({ x, y });
    if (i + 1 < lines) {
      for (let k = 1; k < 10; k++) {
        const t = k / 10 * Math.PI;
        line.push({ x: x + ahead * Math.sin(t) * 9, y: y + LINE / 2 - Math.cos(t) * LINE / 2 });
      }
      line.push({ x, y: y + LINE });
    }
    x = x === far ? arm.x : far;
  }
  return line;
}

function rails(layout: Layout): SVGGElement {
  const group = draw('g', { class: 'rails' });
  layout.arms.forEach((arm, i) => {
    const line = track(layout, arm, linesOf(layout, i));
    group.append(draw('path', { class: 'sleepers', d: pathOf(line) }),
                 draw('path', { class: 'rail', d: pathOf(aside(line, 3)) + pathOf(aside(line, -3)) }));
  });
  return group;
}

/** The wooden hub the engine stands on. */
function hub(layout: Layout): SVGGElement {
  const rows = !star(layout), flat = layout.hub?.turn === 0, w = rows ? flat ? 40 : 32 : 58, h = rows ? flat ? 22 : 44 : 58,
    cut = Math.min(w, h) * 0.55;
  const octagon = (w1: number, h1: number, c: number): string => pathOf([
    { x: -w1 + c, y: -h1 }, { x: w1 - c, y: -h1 }, { x: w1, y: -h1 + c }, { x: w1, y: h1 - c }, { x: w1 - c, y: h1 }, { x: -w1 + c, y: h1 },
    { x: -w1, y: h1 - c }, { x: -w1, y: -h1 + c },
  ]) + 'Z';
  const at = layout.hub ?? { x: 0, y: 0 };
  return draw('g', { class: 'hub', transform: `translate(${at.x} ${at.y})` },
    draw('path', { class: 'shade', d: octagon(w, h, cut), transform: 'translate(0 3)' }),
    draw('path', { class: 'rim', d: octagon(w, h, cut) }),
    draw('path', { class: 'top', d: octagon(w - 7, h - 7, cut - 3) }));
}

// ---- Chickenfoot ----

/** Where the toes of a double lie as a rule, ahead and from its corners, on the side away from what it lies on. */
function toesOf(double: Spot, behind: Spot | undefined): Room[] {
  const turn = double.turn + 2, ux = Math.cos(turn * Math.PI / 4), uy = Math.sin(turn * Math.PI / 4);
  const ahead = behind && (double.x - behind.x) * ux + (double.y - behind.y) * uy < 0 ? -1 : 1, reach = HALF * Math.SQRT1_2;
  return (behind ? [ahead] : [1, -1]).flatMap((side) => [-1, 0, 1].map((corner): Room => {
    const along = side * (corner ? HALF / 2 + reach : 1.5 * HALF), across = corner * (HALF + reach);
    return { x: double.x + ux * along - uy * across, y: double.y + uy * along + ux * across, long: HALF, broad: HALF / 2,
      turn: (turn + side * corner + 8) & 7 };
  }));
}

/** The rooms of a foot in progress: the double, its toes and those to come. */
function footRooms(layout: Layout, centre: number): Room[] {
  const double = layout.tiles[centre];
  if (!double)
    return [];
  const behind = double.on === null ? undefined : layout.tiles[double.on];
  return [roomOf(double), ...toesOf(double, behind), ...layout.tiles.filter((spot) => spot.on === centre).map((spot) => roomOf(spot)),
          ...layout.openings.filter((opening) => opening.laid === centre).map((opening) => roomOf(opening.single))];
}

export function footCircle(layout: Layout, centre: number): { x: number; y: number; r: number } {
  const circle = circleRound(footRooms(layout, centre));
  return { ...circle, r: circle.r + HALF / 4 };
}

// ---- Castle Rock ----

const WALL = 4000;                      // units: further than any table

/** The wall the row stands on; where the row goes on below, each part has a ledge. */
function wall(scene: Scene): Element[] {
  const rows = [...new Set(scene.layout.tiles.map((spot) => spot.y))].sort((a, b) => a - b), last = rows.at(-1) ?? 0;
  const out: Element[] = [], course = 12, long = 36, top = last + HALF + 4;
  for (const y of rows.slice(0, -1))
    out.push(draw('rect', { class: 'ledge', x: scene.layout.left - HALF, y: y + HALF + 4,
      width: scene.layout.right - scene.layout.left + 2 * HALF, height: 3, rx: 1.5 }));
  out.push(draw('rect', { class: 'wall', x: -WALL, y: top, width: 2 * WALL, height: WALL }));
  let d = '';
  for (let i = 0; i < 24; i++)
    for (let x = scene.layout.left - 40 * long + (i % 2 ? long / 2 : 0); x < scene.layout.right + 40 * long; x += long)
      d += `M${x + 2} ${top + 10 + i * (course + 4)}h${long - 6}v${course}h-${long - 6}z`;
  out.push(draw('path', { class: 'bricks', d }));
  return out;
}

/** The strokes of a choice: from the left tile over the middle to the right one; at the end of a row it goes on at the next one. */
export function arc(layout: Layout, tiles: readonly number[]): { path: string; disc: Point } | null {
  const [a, m, b] = tiles.map((i) => layout.tiles[i]);
  if (!a || !m || !b)
    return null;
  const foot = HALF + 4, peak = HALF + 20;
  if (a.y === b.y)
    return { path: `M${a.x} ${a.y - foot}C${a.x} ${a.y - peak - 7} ${b.x} ${b.y - peak - 7} ${b.x} ${b.y - foot}`,
             disc: { x: m.x, y: m.y - peak - 1 } };
  const rise = foot + 12;
  return { path: `M${a.x} ${a.y - foot}q0 -12 12 -12h${m.y === a.y ? 34 : 8}M${b.x} ${b.y - foot}q0 -12 -12 -12h${m.y === a.y ? -8 : -34}`,
           disc: { x: m.x, y: m.y - rise } };
}

/** The bracket below three tiles. */
export function bracket(layout: Layout, tiles: readonly number[]): string {
  const spots = tiles.flatMap((i) => layout.tiles[i] ?? []), rows = [...new Set(spots.map((spot) => spot.y))];
  return rows.map((y) => {
    const xs = spots.filter((spot) => spot.y === y).map((spot) => spot.x), left = Math.min(...xs) - HALF / 2,
      right = Math.max(...xs) + HALF / 2;
    const open = rows.length > 1, first = y === Math.min(...rows);
    const begin = open && !first ? `M${left} ${y + HALF + 15}` : `M${left} ${y + HALF + 9}v6`;
    return `${begin}H${right}${open && first ? '' : 'v-6'}`;
  }).join('');
}

/** All that lies under the tiles of a scene. */
export function ground(scene: Scene): Element[] {
  const { layout } = scene;
  if (layout.family === 'castle')
    return wall(scene);
  if (layout.family === 'trains')
    return [rails(layout), hub(layout)];
  return scene.feet.map(({ centre }) => {
    const { x, y, r } = footCircle(layout, centre);
    return draw('circle', { class: 'foot', cx: round(x), cy: round(y), r: round(r) });
  });
}
