// SPDX-License-Identifier: MIT
// Mexican Train, below the tiles: the hub and its rails.
import { HALF } from '../../generated/tables';
import { aside, pathOf, type Point } from '../geometry';
import { draw } from '../tile';
import type { Arm, Layout } from '../types';
import type { Members } from './members';

const LINE = 2 * HALF;                  // from one line of a train to the next

/** Whether trains leave the hub on both sides; otherwise they are rows that begin with the names. */
export const star = (layout: Layout): boolean => layout.arms.some((arm) => arm.nameY !== arm.y);

/** Points of a curve from a to b with two handles. */
const curve = (a: Point, b: Point, c: Point, d: Point): Point[] => Array.from({ length: 15 }, (_, i) => {
  const t = i / 14, s = 1 - t, w = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] as const;
  return { x: w[0] * a.x + w[1] * b.x + w[2] * c.x + w[3] * d.x, y: w[0] * a.y + w[1] * b.y + w[2] * c.y + w[3] * d.y };
});

/** The length of the lanes, the same for all. */
function lengthOf(layout: Layout): number {
  const first = Math.max(...layout.arms.map((arm) => arm.x));
  return Math.max(4 * HALF, layout.right - first);
}

/** The number of lines in a train's lane. */
function linesOf(layout: Layout, arm: number): number {
  const lane = layout.arms[arm], low = layout.tiles.filter((spot) => spot.arm === arm).map((spot) => spot.y);
  const rooms = layout.openings.filter((opening) => opening.single.arm === arm).map((opening) => opening.single.y);
  return lane ? 1 + Math.max(0, ...[...low, ...rooms].map((y) => Math.floor((y - lane.y + HALF / 4) / LINE))) : 1;
}

/** The middle of a train's track: from the hub along its lane, and back below it if the lane has more lines. */
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

/** The wooden hub below the engine. */
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

export const trains: Members = { ground: ({ layout }) => [rails(layout), hub(layout)], above: 0, below: 0, shrinks: null, leaves: false };
