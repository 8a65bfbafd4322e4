// SPDX-License-Identifier: MIT
// From legal moves to places: where a tile can go, in the order of the arrow keys.
import type { Engine } from '../../core/engine';
import type { Layout, Move, Spot, Tile } from '../../core/views';

const SUFFIX = 0xff04_0000;             // claim and announcement (rules.h): what a move declares besides laying the
                                        // tile

/** One way to lay a tile. */
export interface Place {
  key: string;                          // the bare move as text
  tile: Tile;
  spot: Spot;
  opening: number | null;               // its place in layout.openings
  ways: Move[];                         // the bare move, then the same with a claim or an announcement
  makes: number;                        // fives games: the count of the ends afterwards
  points: number;
}

export const sameSpot = (a: Spot, b: Spot): boolean => a.x === b.x && a.y === b.y && a.turn % 4 === b.turn % 4;

function openingOf(layout: Layout, spot: Spot): number | null {
  const at = layout.openings.findIndex((o) => (sameSpot(o.single, spot) || sameSpot(o.twin, spot)));
  return at < 0 ? null : at;
}

/** Clockwise from the top, seen from the middle of the table. */
const bearing = (s: Spot): number => (Math.atan2(s.x, -s.y) + 2 * Math.PI) % (2 * Math.PI);

/** The places of the listed moves in the layout asked for last; scores: tiles score in play. */
export function placesOf(engine: Engine, layout: Layout, moves: readonly Move[], scores: boolean): Place[] {
  const found = new Map<number, Place>();
  for (const move of moves) {
    if ((move.kind !== 'lay' && move.kind !== 'hub') || !move.tile)
      continue;
    const bare = (move.code & ~SUFFIX) >>> 0, known = found.get(bare);
    if (known) {
      known.ways.push(move);
      continue;
    }
    const spot = engine.spot(move.index);
    if (!spot)
      continue;
    found.set(bare, {
      key: move.text, tile: move.tile, spot, opening: openingOf(layout, spot), ways: [move],
      makes: scores ? engine.countAfter(move.index) : 0, points: scores ? engine.points(move.index) : 0,
    });
  }
  const all = [...found.values()];
  return layout.hub ? all : all.sort((a, b) => bearing(a.spot) - bearing(b.spot));
}

/** One place for each opening that some tile of the hand fits. */
export function openingsOf(places: readonly Place[]): Map<number, Place[]> {
  const all = new Map<number, Place[]>();
  for (const place of places)
    if (place.opening !== null)
      all.set(place.opening, [...(all.get(place.opening) ?? []), place]);
  return all;
}

export const fitting = (places: readonly Place[], tile: Tile): Place[] => places.filter((place) => place.tile.id === tile.id);

/** Of one tile both ways round on one spot (L-08) the first: they are told apart when one of them is chosen. */
export const spotsOf = (places: readonly Place[]): Place[] =>
  places.filter((place, i) => places.findIndex((one) => one.tile.id === place.tile.id && sameSpot(one.spot, place.spot)) === i);

/** The half that stays open; the move's text names the touching one first. */
export const openHalf = (place: Place): number => Number(/^\d+-(\d+)/.exec(place.key)?.[1] ?? 0);
export const textOf = (tile: Tile): string => `${tile.high}-${tile.low}`;
