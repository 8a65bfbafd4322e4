// SPDX-License-Identifier: MIT
// What a move of Castle Rock removes from the row, for drawing: the three tiles and the number the outer two share.
import type { Engine } from '../../core/engine';
import type { Move, Tile } from '../../core/views';
import type { Take } from '../../table/types';

/** Null if the move removes nothing, or nothing from this row. */
export function takeOf(engine: Engine, row: readonly Tile[], { kind, tile }: Move): Pick<Take, 'tiles' | 'all' | 'number'> | null {
  const at = row.findIndex((one) => one.id === tile?.id), left = row[at - 1], right = row[at + 1], all = kind === 'take3';
  if ((kind !== 'take' && !all) || !tile || !left || !right)
    return null;
  return { tiles: [at - 1, at, at + 1], all, number: engine.shared(left, right) ?? 0 };
}
