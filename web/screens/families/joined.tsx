// SPDX-License-Identifier: MIT
// What the families share in which tiles are joined and everybody has a hand.
import type { Layout, Spot } from '../../core/views';
import { tell } from '../../texts';
import { Score } from '../sheet/score';
import type { Play } from '../table/play';
import { textOf } from '../table/places';
import type { Members, Seen } from './members';

const SIDES = ['right', 'lower-right', 'bottom', 'lower-left', 'left', 'upper-left', 'top', 'upper-right'] as const;

/** The side to which an arm left the tile it began at. */
function sideOf(layout: Layout, spot: Spot): string {
  const arm = layout.arms[spot.arm];
  return tell(`table.side.${SIDES[(arm?.turn ?? spot.turn) & 7] ?? 'right'}`);
}

const tileAt = (layout: Layout, at: number | null): string => {
  const tile = at === null ? null : layout.tiles[at]?.tile;
  return tile ? textOf(tile) : '';
};

/** a 4, an 8, an 11, an 18. */
const aNumber = (n: number): string => tell([8, 11, 18].includes(n) ? 'table.task.an' : 'table.task.a', n);

function task(play: Play): string {
  const { view } = play.driver.now.get(), { places } = play.laid.get();
  const numbers = new Set(places.map((place) => place.spot.first)), one = numbers.size === 1 ? [...numbers][0] : undefined;
  if (view.must !== null && one !== undefined && view.laid.length > 1)
    return tell('table.task.foot', aNumber(one));
  if (view.openDoubles.some(Boolean) && one !== undefined)
    return tell('table.task.double', aNumber(one));
  if (play.held.get().opening !== null)
    return tell('table.task.which');
  return places.length > 0 ? tell('table.task.choose') : tell('table.task.none');
}

function where({ layout }: Seen, spot: Spot): string {
  const on = tileAt(layout, spot.on);
  return on ? tell('table.where.on', sideOf(layout, spot), on) : tell('table.where.first');
}

export const joined: Members = {
  where, task, end: ({ layout }, { single, laid }) => ({ where: sideOf(layout, single), on: tileAt(layout, laid) }),
  Choices: null, Standing: null, Sheet: ({ session }) => <Score session={session} />, arranges: false, signed: false, high: false,
  words: { undo: 'table.undo', turning: 'review.turning.chance' }, chances: null,
};
