// What the playing screen says about places, tiles and turns: put together from the catalogue, for eyes and for ears.
import { MEXICAN, NO_TILE } from '../../generated/tables';
import type { Game } from '../../core/game';
import type { Layout, Opening, Spot, View } from '../../core/views';
import { tell } from '../../texts';
import { type Place, spotsOf, textOf } from './places';

const SIDES = ['right', 'lower-right', 'bottom', 'lower-left', 'left', 'upper-left', 'top', 'upper-right'] as const;

/** The only person's name is "You". */
export const nameOf = (session: Game, seat: number): string => session.names[seat] ?? '';
export const tilesWords = (count: number): string => tell(count === 1 ? 'table.tile' : 'table.tiles', count);

export function trainOf(session: Game, view: View, train: number): string {
  if (train === MEXICAN)
    return tell('table.train.mexican');
  return train === view.seat ? tell('table.train.own') : tell('table.train.of', nameOf(session, train));
}

/** The side to which an arm left the tile it began at. */
function sideOf(layout: Layout, spot: Spot): string {
  const arm = layout.arms[spot.arm];
  return tell(`table.side.${SIDES[(arm?.turn ?? spot.turn) & 7] ?? 'right'}`);
}

const tileAt = (layout: Layout, at: number | null): string => {
  const tile = at === null ? null : layout.tiles[at]?.tile;
  return tile ? textOf(tile) : '';
};

/** "left, on 5-5", "the Mexican Train", "on the empty table". */
function whereOf(session: Game, view: View, layout: Layout, opening: Opening | undefined, spot: Spot): string {
  if (view.family === 'trains')
    return opening ? trainOf(session, view, opening.train) : tell('table.where.hub');
  const on = tileAt(layout, spot.on);
  return on ? tell('table.where.on', sideOf(layout, spot), on) : tell('table.where.first');
}

/** The label of a ghost, for those who cannot see it. */
export function placeWords(session: Game, view: View, layout: Layout, place: Place, counted: boolean): string {
  const where = whereOf(session, view, layout, layout.openings[place.opening ?? -1], place.spot);
  return counted ? tell('table.place.makes', where, place.makes) : where;
}

export interface End { opening: number; words: string; short: string; number: number | null }

/** Every open end: "Left: 5, on 5-5". */
export function endsOf(session: Game, view: View, layout: Layout): End[] {
  return layout.openings.map((o, opening) => {
    const number = o.number === NO_TILE ? null : o.number, spot = o.single;
    const where = view.family === 'trains' ? trainOf(session, view, o.train) : sideOf(layout, spot);
    const on = view.family === 'trains' ? '' : tileAt(layout, o.laid);
    const words = number === null ? tell('table.end.any') : on ? tell('table.end.on', where, number, on) : tell('table.end', where, number);
    return { opening, number, words, short: number === null ? tell('table.end.any') : tell('table.end.short', where, number) };
  });
}

/** "fits left, right", "fits nowhere now". */
export function fitsWords(session: Game, view: View, layout: Layout, fits: readonly Place[]): string {
  if (fits.length === 0)
    return tell('table.fits.nowhere');
  const where = spotsOf(fits).map((place) => whereOf(session, view, layout, layout.openings[place.opening ?? -1], place.spot));
  return tell('table.fits', where.join(', '));
}
