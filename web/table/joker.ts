// SPDX-License-Identifier: MIT
// Wild blanks: a small sign in each joint whose numbers differ, so that it does not look like a mistake.
import { HALF } from '../generated/tables';
import { draw } from './tile';
import type { Scene, Spot } from './types';

const halves = ({ x, y, turn }: Spot): { x: number; y: number }[] =>
  [-1, 1].map((side) => ({ x: x + side * Math.cos(turn * Math.PI / 4) * HALF / 2, y: y + side * Math.sin(turn * Math.PI / 4) * HALF / 2 }));

/** Between the halves of two tiles that are nearest to each other. */
function joint(one: Spot, other: Spot): { x: number; y: number } {
  const all = halves(one).flatMap((a) => halves(other).map((b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, far: Math.hypot(a.x - b.x, a.y - b.y) })));
  return all.reduce((best, next) => (next.far < best.far ? next : best));
}

export const jokers = ({ layout: { tiles }, wild = [] }: Scene): SVGGElement[] => wild.flatMap((at) => {
  const spot = tiles[at], on = tiles[spot?.on ?? -1];
  if (!spot || !on)
    return [];
  const { x, y } = joint(spot, on), k = HALF / 40;
  return [draw('g', { class: 'joker', transform: `translate(${Math.round(x)} ${Math.round(y)}) scale(${k})` },
    draw('circle', { r: 9 }), draw('path', { d: 'M0-6L1.6-1.6 6 0 1.6 1.6 0 6-1.6 1.6-6 0-1.6-1.6Z' }))];
});
