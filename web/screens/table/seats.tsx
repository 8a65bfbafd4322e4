// SPDX-License-Identifier: MIT
// The plates of the others: where they sit, how many tiles they hold, who plays.
import { tell } from '../../texts';
import { useBeside } from './beside';
import { SeatMark } from './face';
import { Backs } from './marks';
import { useGame } from './use';
import { nameOf, tilesWords } from './words';

/** Clockwise from the seat below: left, top, right. */
const SIDES = [[], ['bottom'], ['bottom', 'top'], ['bottom', 'left', 'right'], ['bottom', 'left', 'top', 'right']] as const;

export function Seats({ row }: { row: boolean }) {
  const { now, view, session } = useGame(), below = now.seat ?? 0, beside = useBeside();
  const playing = now.due.kind === 'over' || now.due.kind === 'round' ? null : (now.due.seat ?? null);
  const watched = now.seat === null && session.people.length === 0;
  const places = view.players > 4 || row || watched ? null : SIDES[view.players];
  const last = session.log.findLast((said) => said.event.kind === 'move')?.event, passed = last?.deed === 'pass' ? last.seat : null;
  const seats = Array.from({ length: view.players }, (_, i) => (below + i) % view.players).filter((seat) => seat !== now.seat);
  return (
    <ul class={`game-seats${places ? '' : ' row'}${view.players > 6 ? ' many' : ''}`} aria-label={tell('table.seats')}>
      {seats.map((seat) => {
        const side = places?.[(seat - below + view.players) % view.players] ?? '', plays = seat === playing;
        return (
          <li key={seat === passed ? `${seat} ${session.log.length}` : seat}
            class={`seat ${side}${plays ? ' now' : ''}${seat === passed ? ' dips' : ''}`} data-seat={seat}>
            <SeatMark seat={seat} sides={session.terms.sides} />
            <b>{nameOf(session, seat)}</b>
            {!plays && <Backs count={view.counts[seat] ?? 0} />}
            {plays && <span class="plays">{tell('table.plays')}</span>}
            <span class="n"><i aria-hidden="true">{view.counts[seat]}</i><span>{tilesWords(view.counts[seat] ?? 0)}</span></span>
            {beside && <beside.Plate seat={seat} />}
          </li>
        );
      })}
    </ul>
  );
}
