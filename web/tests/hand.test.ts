// SPDX-License-Identifier: MIT
// A hand on a phone lying on its side: every tile is in sight and can be pressed, whatever part of it is planned.
import { describe, expect, it } from 'vitest';
import { type Needs, spread } from '../screens/table/spread';
import type { Shape } from '../screens/table/use';

const shape: Shape = { side: false, wide: false, phone: false, lying: true, low: true, tall: false, large: false, width: 844, height: 390, scale: 1 };
/** Every fourth tile is a double. */
const tiles = Array.from({ length: 18 }, (_, i) => ({ id: i, high: 12, low: i % 4 === 0 ? 12 : i % 12 }));

describe('a hand beside the table', () => {
  it.each([12, 15, 18])('shows all of its %i tiles, however many are planned', (n) => {
    for (let planned = 0; planned <= n; planned++) {
      const needs: Needs = { dealt: n, draws: true, plans: true, players: 4, planned: planned > 0, taught: 0 };
      const { parts, rolls } = spread({ tiles: tiles.slice(0, n), planned, turned: [] }, shape, needs, null);
      expect(rolls, `${planned} planned`).toBe(false);
      const cells = parts.flatMap((part) => part.cells.map((cell) => ({ ...cell, y: cell.y + part.y })));
      expect(cells).toHaveLength(n);
      for (const [i, one] of cells.entries()) {
        expect(Math.min(one.width, one.height)).toBeGreaterThanOrEqual(44);
        expect(Math.max(-one.x, one.x + one.width)).toBeLessThanOrEqual(143);
        for (const two of cells.slice(0, i))
          expect(one.x + one.width > two.x + 0.01 && two.x + two.width > one.x + 0.01 && one.y + one.height > two.y && two.y + two.height > one.y).toBe(false);
      }
    }
  });
});
