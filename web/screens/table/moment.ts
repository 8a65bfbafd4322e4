// SPDX-License-Identifier: MIT
// The moments of a game that are announced: Muggins!, Domino!, one tile left, a train opens.  All follow from the log and
// the view before and after; nothing hidden is announced.
import type { Said } from '../../core/game';
import type { View } from '../../core/views';
import type { TextKey } from '../../texts';

export type Moment = 'called' | 'caught' | 'domino' | 'one' | 'train';

export const momentWords = {
  called: 'table.muggins', caught: 'table.caught', domino: 'table.moment.domino', one: 'table.moment.one', train: 'table.moment.train',
} as const satisfies Record<Moment, TextKey>;

/** The moment that these sentences report; the greatest, if there are several. claims: a call takes points (L-25). */
export function momentOf(said: readonly Said[], before: View, now: View, out: boolean, claims: boolean): Moment | null {
  if (now.players === 1)
    return null;
  if (said.some(({ event }) => event.kind === 'round-end'))
    return out ? 'domino' : null;
  if (said.some(({ event }) => event.deed === 'call'))
    return claims ? 'called' : 'caught';
  if (said.some(({ event: { kind, deed, seat } }) => kind === 'move' && deed === 'lay' && seat !== null && now.counts[seat] === 1))
    return 'one';
  return now.markers.some((open, train) => open && !before.markers[train]) ? 'train' : null;
}
