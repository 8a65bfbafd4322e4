// SPDX-License-Identifier: MIT
// The part of a view that only one family has, and how it is read.
import type { Kind, View } from '../views';

/** The module's memory, for reading. */
export interface Memory {
  u8(place: number): number;
  u16(place: number): number;
  u32(place: number): number;
}

export interface Members {
  /** The family's own part of the view at `v`. */
  view(memory: Memory, v: number, players: number): Partial<View>;
  /** The last tile laid after these moves of a round, as an index into Layout.tiles, or null. */
  last(view: View, deeds: readonly Kind[]): number | null;
  /** Trains leave a hub. */
  hub: boolean;
  /** Deals can be requested and judged by whether they can be cleared. */
  clears: boolean;
}

export const upTo = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));
export const orNull = (n: number, none: number): number | null => (n === none ? null : n);
