// SPDX-License-Identifier: MIT
// How a hand fits on a phone: every tile is whole, or the last visible one is cut in half, which shows that there are
// more.
import type { Tile } from '../../core/views';

/** All in pixels: the minimum width and spacing of touch targets, and the space for a frame at the edge of the
 * screen. */
export const TARGET = 52, EDGE = 6;
const APART = 2;
/** The sides of a tile's picture, in halves, and the width of an upright tile with its spacing. */
export const SHORT = 1.31, LONG = 2.31;
const UPRIGHT = 1.35;
/** The width of a horizontal tile, in halves, and how far those of a train overlap. */
export const LYING = 2.21, OVERLAP = 8;
/** Pixels between two rows, and above and below them: a chosen tile rises, and the mark of one that fits is below it. */
export const BETWEEN = 14, MARGIN = 14;
/** The maximum size of a half with one, two and three rows of tiles. */
const HALVES = [44, 38, 30];

/** The columns, the width of one without its gap, and the size of a half in them. */
interface Fit { columns: number; rows: number; cell: number; gap: number; half: number }

/** The height of so many rows of upright tiles. */
export const heightOf = (rows: number, half: number): number => rows * Math.max(TARGET, LONG * half) + Math.max(0, rows - 1) * BETWEEN + 2 * MARGIN;

/** Fits this many tiles on a screen this wide, in at most this many rows and this height. */
export function fitOf(tiles: number, width: number, most: number, height = Infinity): Fit {
  const room = width - 2 * EDGE, whole = Math.max(1, Math.floor((room + APART) / (TARGET + APART)));
  const high = Math.max(1, Math.floor((height - 2 * MARGIN + BETWEEN) / (TARGET + BETWEEN)));
  const rows = Math.min(most, high, Math.ceil(tiles / whole)), cut = tiles > rows * whole;
  const shown = cut ? Math.max(1, Math.floor((width - EDGE) / (TARGET + APART) - 0.5)) + 0.5 : Math.ceil(Math.max(tiles, 1) / Math.max(rows, 1));
  const least = HALVES[Math.max(rows, 1) - 1] ?? 30, wide = least * UPRIGHT + 8;
  const pitch = cut ? (width - EDGE + APART / 2) / shown : Math.max(TARGET + APART, Math.min(wide, (room + APART) / shown));
  const gap = Math.min(8, Math.max(APART, pitch - TARGET)), cell = pitch - gap;
  const low = (height - 2 * MARGIN - (rows - 1) * BETWEEN) / Math.max(rows, 1) / LONG;
  return { columns: cut ? Math.ceil(tiles / rows) : Math.ceil(shown), rows, cell, gap, half: Math.min(least, Math.floor(cell / UPRIGHT), low) };
}

/** The size of a train's halves and the minimum width of its tiles: the largest halves, then the closest spacing, at
 * which the train is whole or cut in the middle of a tile. */
export function trainOf(train: readonly Tile[], width: number, most = 38): { half: number; least: number } {
  const fits = (half: number, least: number): boolean => {
    let from = EDGE, cut = 0;
    for (const { high, low } of train) {
      const wide = Math.max(least, high === low ? 0 : LYING * half - OVERLAP);
      if (from + wide > width - EDGE / 2 && cut === 0)
        cut = (width - from) / wide;
      from += wide;
    }
    return from <= width - EDGE / 2 || (cut > 0.4 && cut < 0.6);
  };
  for (let half = most; half >= 22; half -= 0.5)
    if (fits(half, TARGET + APART))
      return { half, least: TARGET + APART };
  let least = TARGET + APART;
  while (least < 2 * TARGET && !fits(most, least))
    least++;
  return { half: most, least };
}
