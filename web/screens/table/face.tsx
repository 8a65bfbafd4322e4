// SPDX-License-Identifier: MIT
// A tile outside the table: in a hand, a list, a sentence.  Drawn by the same hand as on the table.
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { settings } from '../../core/settings';
import { sideOf, type Sides, type Tile } from '../../core/views';
import { Store } from '../../core/store';
import { seatMark } from '../../table/marks';
import { type Mark, tileElement } from '../../table/tile';
import type { Config, Kind } from '../../table/types';
import { useStore } from '../use';
import type { Play } from './play';
import { Playing } from './use';

/** What the tiles in the hand show: the same as the tiles on the table if those are large enough. */
function useFace(play: Play | null): Config['face'] {
  const { face } = useStore(settings), kind = useStore(play?.face ?? none);
  return face !== 'auto' || !play ? face : kind !== 'dots' || play.high ? 'numerals' : 'dots';
}

const none = new Store<Kind>('dots');

export function Face({ tile, half, lying = false, turned = false, mark }:
  { tile: Tile | null; half: number; lying?: boolean; turned?: boolean; mark?: Mark | undefined }) {
  const host = useRef<HTMLSpanElement>(null), { oneColour } = useStore(settings), face = useFace(useContext(Playing));
  const [first, second] = tile ? (turned ? [tile.low, tile.high] : [tile.high, tile.low]) : [null, null];
  useLayoutEffect(() => {
    const look = { face, half, turn: lying ? 0 : 2, marks: mark ? [mark] : [] };
    host.current?.replaceChildren(tileElement(first, second, look));
  }, [first, second, half, lying, mark, face]);
  return <span class={`face${oneColour ? ' mono' : ''}`} ref={host} />;
}

/** The mark of the seat that owns something; null for the Mexican Train. */
export function SeatMark({ seat, sides = [] }: { seat: number | null; sides?: Sides }) {
  const host = useRef<HTMLSpanElement>(null), first = seat === null ? null : (sideOf(sides, seat)[0] ?? seat);
  useLayoutEffect(() => host.current?.replaceChildren(seatMark(first, 18, seat !== first)), [seat, first]);
  return <span class="markbox" ref={host} />;
}
