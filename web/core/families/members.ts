// SPDX-License-Identifier: MIT
// What of a view only one family has, and how it is read.
import type { Kind, View } from '../views';

/** The module's memory, for reading. */
export interface Memory {
  u8(place: number): number;
  u16(place: number): number;
  u32(place: number): number;
}

export interface Members {
  /** The family's own part of the view that lies at `v`. */
  view(memory: Memory, v: number, players: number): Partial<View>;
  /** After these moves of a round, the tile that came last: a place in Layout.tiles; null: none has. */
  last(view: View, deeds: readonly Kind[]): number | null;
  /** Trains leave a hub. */
  hub: boolean;
  /** A deal can be asked for, or judged, by whether everything can be cleared. */
  clears: boolean;
}

export const upTo = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
export const orNull = (n: number, none: number): number | null => (n === none ? null : n);
