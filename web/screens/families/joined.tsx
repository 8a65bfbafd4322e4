// SPDX-License-Identifier: MIT
// Shared by the families in which tiles join and players have hands.
import type { Layout, Spot } from '../../core/views';
import { tell } from '../../texts';
import { Score } from '../sheet/score';
import { textOf } from '../table/places';
import type { Members, Seen } from './members';

const SIDES = ['right', 'lower-right', 'bottom', 'lower-left', 'left', 'upper-left', 'top', 'upper-right'] as const;

/** The side on which an arm leaves its first tile. */
function sideOf(layout: Layout, spot: Spot): string {
  const arm = layout.arms[spot.arm];
  return tell(`table.side.${SIDES[(arm?.turn ?? spot.turn) & 7] ?? 'right'}`);
}

const tileAt = (layout: Layout, at: number | null): string => {
  const tile = at === null ? null : layout.tiles[at]?.tile;
  return tile ? textOf(tile) : '';
};

function where({ layout }: Seen, spot: Spot): string {
  const on = tileAt(layout, spot.on);
  return on ? tell('table.where.on', sideOf(layout, spot), on) : tell('table.where.first');
}

export const joined: Members = {
  where, end: ({ layout }, { single, laid }) => ({ where: sideOf(layout, single), on: tileAt(layout, laid) }),
  Choices: null, look: null, Standing: null, Sheet: ({ session }) => <Score session={session} />, arranges: false, signed: false, high: false,
  turning: 'review.turning.chance', chances: null,
};
