// A few tiles in a line of text.
import type { Tile } from '../../core/views';
import { tell } from '../../texts';

export const wordsOf = (tile: Tile): string => `${tile.high}‑${tile.low}`;

export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  if (tiles.length === 0)
    return <span class="sheet-none">{tell('sheet.none')}</span>;
  return (
    <span class="sheet-tiles" role="img" aria-label={tiles.map(wordsOf).join(', ')}>
      {tiles.map((tile) => <span key={tile.id} class="sheet-tile">{wordsOf(tile)}</span>)}
    </span>
  );
}
