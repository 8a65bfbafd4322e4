// SPDX-License-Identifier: MIT
// What the playing screen says about places, tiles and turns: built from the catalogue, to be read and heard.
import { MEXICAN, NO_TILE } from '../../generated/tables';
import type { Game } from '../../core/game';
import type { Layout, Tile, View } from '../../core/views';
import { tell } from '../../texts';
import { showing } from '../families';
import { type Place, spotsOf } from './places';

/** The only person at this page is "You", also where the others know a name. */
export const nameOf = (session: Game, seat: number): string => (seat === session.you ? tell('seat.you') : session.names[seat] ?? '');
export const tilesWords = (count: number): string => tell('table.tiles', count);

export function trainOf(session: Game, view: View, train: number): string {
  if (train === MEXICAN)
    return tell('table.train.mexican');
  return train === view.seat ? tell('table.train.own') : tell('table.train.of', nameOf(session, train));
}

/** "left, on 5-5", "the Mexican Train", "on the empty table". */
const whereOf = (session: Game, view: View, layout: Layout, { spot, opening }: Place): string =>
  showing[view.family].where({ session, view, layout }, spot, layout.openings[opening ?? -1]);

/** The label of a ghost, for screen readers. */
export function placeWords(session: Game, view: View, layout: Layout, place: Place, counted: boolean): string {
  const where = whereOf(session, view, layout, place);
  return counted ? tell('table.place.makes', where, place.makes) : where;
}

export interface End { opening: number; words: string; short: string; number: number | null }

/** Every open end: "Left: 5, on 5-5". */
export function endsOf(session: Game, view: View, layout: Layout): End[] {
  return layout.openings.map((o, opening) => {
    const number = o.number === NO_TILE ? null : o.number, { where, on } = showing[view.family].end({ session, view, layout }, o);
    const words = number === null ? tell('table.end.any') : on ? tell('table.end.on', where, number, on) : tell('table.end', where, number);
    return { opening, number, words, short: number === null ? tell('table.end.any') : tell('table.end.short', where, number) };
  });
}

/** A spinner whose free sides do not count yet: a double that lies between two tiles and has places of its own. */
export function idleOf(view: View, layout: Layout): Tile | null {
  const joined = (at: number): number => view.laid.filter((tile, i) => tile.on === at || (i === at && tile.on !== null)).length;
  const at = layout.openings.find(({ laid }) => laid !== null && view.laid[laid]?.tile.high === view.laid[laid]?.tile.low && joined(laid) > 1)?.laid;
  return view.laid[at ?? -1]?.tile ?? null;
}

/** "fits left, right", "fits nowhere now". */
export function fitsWords(session: Game, view: View, layout: Layout, fits: readonly Place[]): string {
  if (fits.length === 0)
    return tell('table.fits.nowhere');
  const where = spotsOf(fits).map((place) => whereOf(session, view, layout, place));
  return tell('table.fits', where.join(', '));
}
