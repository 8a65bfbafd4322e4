// SPDX-License-Identifier: MIT
// Chickenfoot, below the tiles: a circle around each foot that needs toes.
import { HALF } from '../../generated/tables';
import { circleRound, type Room, roomOf, round } from '../geometry';
import { draw } from '../tile';
import type { Layout, Spot } from '../types';
import type { Members } from './members';

/** The usual places of a double's toes: ahead and at its corners, on the side away from the tile it is on. */
function toesOf(double: Spot, behind: Spot | undefined): Room[] {
  const turn = double.turn + 2, ux = Math.cos(turn * Math.PI / 4), uy = Math.sin(turn * Math.PI / 4);
  const ahead = behind && (double.x - behind.x) * ux + (double.y - behind.y) * uy < 0 ? -1 : 1, reach = HALF * Math.SQRT1_2;
  return (behind ? [ahead] : [1, -1]).flatMap((side) => [-1, 0, 1].map((corner): Room => {
    const along = side * (corner ? HALF / 2 + reach : 1.5 * HALF), across = corner * (HALF + reach);
    return { x: double.x + ux * along - uy * across, y: double.y + uy * along + ux * across, long: HALF, broad: HALF / 2,
      turn: (turn + side * corner + 8) & 7 };
  }));
}

/** The areas of an unfinished foot: the double, its toes, and the missing ones. */
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

export const feet: Members = {
  ground: ({ layout, feet: waiting }) => waiting.map(({ centre }) => {
    const { x, y, r } = footCircle(layout, centre);
    return draw('circle', { class: 'foot', cx: round(x), cy: round(y), r: round(r) });
  }),
  above: 0, below: 0, shrinks: 0.25, leaves: false,        // measured (docs/felt.md)
};
