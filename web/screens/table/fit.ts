// SPDX-License-Identifier: MIT
// How a hand fits on a phone: every tile is whole, or the last visible one is cut in half, which shows that there are
// more.
import type { Tile } from '../../core/views';

/** All in pixels: the minimum width and spacing of touch targets, and the space for a frame at the edge of the
 * screen. */
const TARGET = 52, APART = 2, EDGE = 6;
/** The widths of an upright and a horizontal tile, in halves, and the overlap of horizontal tiles in a train. */
const UPRIGHT = 1.35, LYING = 2.35, OVERLAP = 8;
/** The maximum size of a half with one, two and three rows of tiles. */
const HALVES = [44, 38, 30];

/** The columns, the width of one without its gap, and the size of a half in them and in the train above them. */
export interface Fit { columns: number; rows: number; cell: number; gap: number; half: number; train: number }

/** Fits this many tiles on a screen this wide, in at most this many rows. */
export function fitOf(tiles: number, width: number, most: number): Fit {
  const room = width - 2 * EDGE, whole = Math.max(1, Math.floor((room + APART) / (TARGET + APART)));
  const rows = Math.min(most, Math.ceil(tiles / whole)), cut = tiles > rows * whole;
  const shown = cut ? Math.max(1, Math.floor((width - EDGE) / (TARGET + APART) - 0.5)) + 0.5 : Math.ceil(Math.max(tiles, 1) / Math.max(rows, 1));
  const least = HALVES[Math.max(rows, 1) - 1] ?? 30, wide = least * UPRIGHT + 8;
  const pitch = cut ? (width - EDGE + APART / 2) / shown : Math.min(wide, (room + APART) / shown);
  const gap = Math.min(8, Math.max(APART, pitch - TARGET)), cell = pitch - gap;
  return { columns: cut ? Math.ceil(tiles / rows) : Math.ceil(shown), rows, cell, gap, half: Math.min(least, Math.floor(cell / UPRIGHT)), train: 0 };
}

/** The size of a train's halves: the largest at which it is whole or cut in the middle of a tile. */
export function trainOf(train: readonly Tile[], width: number): number {
  for (let half = 38; half >= 30; half -= 0.5) {
    let from = EDGE, cut = 0;
    for (const { high, low } of train) {
      const wide = Math.max(TARGET + APART, high === low ? 0 : LYING * half - OVERLAP);
      if (from + wide > width - EDGE / 2 && cut === 0)
        cut = (width - from) / wide;
      from += wide;
    }
    if (from <= width - EDGE / 2 || (cut > 0.4 && cut < 0.6))
      return half;
  }
  return 34;
}
