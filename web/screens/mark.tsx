// SPDX-License-Identifier: MIT
// Drawings of table/ inside components: tiles, and the mark of a seat.
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { settings } from '../core/settings';
import { sideOf, type Sides, type Tile } from '../core/views';
import { seatMark } from '../table/marks';
import { type Mark, tileElement } from '../table/tile';
import { useStore } from './use';

/** A drawing that is redrawn when `of` changes. */
function Drawn({ make, of }: { make(): Element; of: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(make()), [of]);
  return <span ref={place} class="drawn" aria-hidden="true" />;
}

/** Partners share the shape, one filled and one hollow. */
export function SeatMark({ seat, sides = [], size = 18 }: { seat: number; sides?: Sides | undefined; size?: number }) {
  const first = sideOf(sides, seat)[0] ?? seat;
  return <Drawn of={`${seat} ${first} ${size}`} make={() => seatMark(first, size, seat !== first)} />;
}

/** Whether the set is larger than double-9, so that all its tiles show numerals, as on the table. */
export const High = createContext(false);

/** A tile in a line of text, drawn as in the settings; turn in eighths: 0 horizontal, 2 upright. */
export function TileMark({ tile, half = 22, turn = 0, marks = [] }: { tile: Tile; half?: number; turn?: number; marks?: readonly Mark[] }) {
  const { face: chosen, oneColour } = useStore(settings), face = useContext(High) && chosen === 'auto' ? 'numerals' : chosen;
  return (
    <span class={oneColour ? 'mono' : ''}>
      <Drawn of={`${tile.id} ${half} ${turn} ${face} ${marks.join(' ')}`}
        make={() => tileElement(tile.high, tile.low, { face, half, turn, marks })} />
    </span>
  );
}
