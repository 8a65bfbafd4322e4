// SPDX-License-Identifier: MIT
// The remaining tiles of a hand, drawn, and read out as words.
import type { Tile } from '../../core/views';
import { tell } from '../../texts';
import { TileMark } from '../mark';

export const wordsOf = (tile: Tile): string => `${tile.high}‑${tile.low}`;

export function Tiles({ tiles, half = 26 }: { tiles: readonly Tile[]; half?: number }) {
  if (tiles.length === 0)
    return <span class="sheet-none">{tell('sheet.none')}</span>;
  return (
    <span class="sheet-tiles" role="img" aria-label={tiles.map(wordsOf).join(', ')}>
      {tiles.map((tile) => <TileMark key={tile.id} tile={tile} half={tiles.length > 8 ? 20 : half} />)}
    </span>
  );
}
