// SPDX-License-Identifier: MIT
// The players' plates: who they are, their score, how many tiles they hold, who plays.
import type { Game } from '../../core/game';
import { bots } from '../../generated/tables';
import { sideOf, type View } from '../../core/views';
import { tell } from '../../texts';
import { useBeside } from './beside';
import { Portrait } from '../portrait';
import { SeatMark } from './face';
import { useGame } from './use';
import { nameOf, tilesWords } from './words';

/** Corners of the table, clockwise from the seat below: up the left side, down the right. */
const CORNERS = [[], [], ['low left', 'top left'], ['low left', 'top left', 'top right'], ['low left', 'top left', 'top right', 'low right']] as const;

/** What the last move, or the round it ended, has brought each seat. The page draws for the player at once, so these draws do not count. */
export function gainsOf(session: Game, view: View): number[] {
  const last = session.log.findLastIndex(({ event }) => event.kind === 'move' && !(event.deed === 'draw' && event.seat === session.you)), now = session.log.slice(Math.max(0, last));
  const gains = Array.from({ length: view.players }, (_, seat) =>
    now.reduce((sum, said) => sum + (said.event.kind === 'score' && said.event.seat === seat ? said.event.points : 0), 0));
  if (now.some((said) => said.event.kind === 'round-end') && view.last)
    view.last.gains.forEach((gain, seat) => (gains[seat] = (gains[seat] ?? 0) + gain));
  return gains;
}

/** The named player in a seat has a face. */
const keyOf = ({ setup }: Game, seat: number): string | null => bots.find(({ id }) => id === setup.seats[seat]?.bot)?.key ?? null;

/** On a phone a name with more letters takes two lines. */
const LONG = 8;

/** row: all plates stand in rows of their own, not in the corners of the table. */
export function Seats({ row }: { row: boolean }) {
  const { now, view, session } = useGame(), below = now.seat ?? 0, beside = useBeside(), { sides } = session.terms;
  const playing = now.due.kind === 'over' || now.due.kind === 'round' ? null : (now.due.seat ?? null);
  const corners = view.players > 4 || row ? null : CORNERS[view.players];
  const last = session.log.findLast((said) => said.event.kind === 'move')?.event, passed = last?.deed === 'pass' ? last.seat : null;
  const seats = Array.from({ length: view.players }, (_, i) => (below + i) % view.players), gains = gainsOf(session, view);
  return (
    <ul class={`game-seats${corners ? '' : ' row'}${view.players > 8 ? ' many crowd' : view.players > 4 ? ' many' : ''}`} aria-label={tell('table.seats')}>
      {seats.map((seat, i) => {
        const side = sideOf(sides, seat), score = view.scores[side[0] ?? seat] ?? 0, plays = seat === playing,
          name = nameOf(session, seat);
        const scored = side.some((one) => (gains[one] ?? 0) > 0), count = view.counts[seat] ?? 0;
        return (
          <li key={seat === passed ? `${seat} ${session.log.length}` : seat}
            class={`seat ${corners?.[i] ?? ''}${plays ? ' now' : ''}${seat === passed ? ' dips' : ''}`} data-seat={seat}>
            <span class="who"><SeatMark seat={seat} sides={sides} /><Portrait bot={keyOf(session, seat)} size={26} /><b class={name.length > LONG ? 'long' : ''}>{name}</b></span>
            <b class={`score${scored ? ' new' : ''}`} data-score={score}><span class="game-sr">{tell('table.scores')} </span>{score}</b>
            <span class="n"><i aria-hidden="true">{count}</i><span class="game-sr">{tilesWords(count)}{plays && `, ${tell('table.plays')}`}</span></span>
            {beside && <beside.Plate seat={seat} />}
          </li>
        );
      })}
    </ul>
  );
}
