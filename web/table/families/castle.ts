// SPDX-License-Identifier: MIT
// Castle Rock, below the tiles: the wall, and the lines that mark removals.
import { HALF } from '../../generated/tables';
import type { Point } from '../geometry';
import { draw } from '../tile';
import type { Layout, Scene } from '../types';
import type { Members } from './members';

const WALL = 4000;                      // units: further than any table

/** The wall below the row; if the row continues below, each part has a ledge. */
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

/** The strokes of a choice: from the left tile over the middle one to the right one, continuing in the next row if necessary. */
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

export const castle: Members = { ground: wall, above: 1.5 * HALF, below: HALF, shrinks: null, leaves: true };
