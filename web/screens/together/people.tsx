// SPDX-License-Identifier: MIT
// Who is at the table: present, away or replaced by a bot; their clocks; the spectators.
import { useEffect, useState } from 'preact/hooks';
import type { Sides } from '../../core/views';
import { tell } from '../../texts';
import { SeatMark } from '../mark';
import type { Deed } from './deed';
import { ownName } from './name';
import { isWatching, timeWords } from './words';
import type { AskServer, Seat, Table } from '../../net/wire';

/** takes: milliseconds until a bot takes over the seat of someone absent, or null. */
export function stateWords(seat: Seat, takes: number | null): string {
  if (seat.kind !== 'person')
    return seat.kind === 'bot' ? '' : tell('with.free');
  if (takes !== null)
    return tell('with.takes', takes < 60_000 ? `${Math.ceil(takes / 1000)} s` : timeWords(takes));
  return seat.away ? tell(seat.here ? 'with.bot.plays' : 'with.away.bot') : seat.here ? '' : tell('with.away');
}

/** The current time on each clock, counted from the arrival of the message. */
export function useClocks(table: Table): (number | null)[] {
  const [came, setCame] = useState(() => ({ table, at: performance.now() })), [now, setNow] = useState(() => performance.now());
  const runs = (table.running?.length ?? 0) > 0 && !table.paused && table.clock !== 'none';
  useEffect(() => { setCame({ table, at: performance.now() }); setNow(performance.now()); }, [table]);
  useEffect(() => {
    if (!runs)
      return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [runs]);
  const gone = came.table === table && runs ? Math.max(0, now - came.at) : 0;
  return table.seats.map((_, at) => {
    const left = table.left?.[at] ?? -1;
    return left < 0 ? null : Math.max(0, left - (table.running?.includes(at) ? gone : 0));
  });
}

/** For each seat, how long until a bot takes over from a player who is absent, counted from the arrival of the message;
 * null for all others. */
export function useTakes(table: Table): (number | null)[] {
  const [now, set] = useState(() => performance.now()), { at, seats, paused } = table;
  const counts = !paused && seats.some((seat) => takesOver(seat));
  useEffect(() => {
    set(performance.now());
    if (!counts)
      return;
    const timer = setInterval(() => set(performance.now()), 250);
    return () => clearInterval(timer);
  }, [table]);
  return seats.map((seat) => (takesOver(seat) && !paused ? Math.max(0, (seat.takes ?? 0) - Math.max(0, now - at)) : null));
}
const takesOver = ({ kind, here, away, you, takes }: Seat): boolean => kind === 'person' && !here && !away && !you && takes !== undefined;

export const LOW = 10_000;

/** One clock; screen readers announce it only when little time is left. */
export function ClockFace({ ms, runs, of }: { ms: number; runs: boolean; of: string }) {
  return <span class={`with-clock${runs ? ' runs' : ''}${runs && ms < LOW ? ' low' : ''}`} role="timer" aria-live="off"
    aria-label={tell('with.clock.of', of, timeWords(ms))}>{timeWords(ms)}</span>;
}

interface PeopleProps { table: Table; names: readonly string[]; ask: AskServer; deed: Deed; sides: Sides }

export function People({ table, names, ask, deed, sides }: PeopleProps) {
  const clocks = useClocks(table), takes = useTakes(table), watching = isWatching(table);
  return <section class="with-people" aria-label={tell('with.side')}>
    <ul tabIndex={table.seats.length > 5 ? 0 : undefined}>{table.seats.map((seat, at) => {
      const own = names[at] ?? '', name = seat.you && seat.name ? seat.name : own, state = stateWords(seat, takes[at] ?? null);
      const ms = clocks[at] ?? null, gone = seat.kind === 'person' && !seat.here && !seat.you;
      return <li key={at} data-person={at} data-state={seat.kind !== 'person' ? seat.kind : seat.away ? 'bot-plays' : seat.here ? 'here'
        : 'away'}>
        <SeatMark seat={at} sides={sides} />
        <span><b>{name}</b>{seat.you && <small>{tell('with.room.you')}</small>}{state && <small>{state}</small>}</span>
        {ms !== null && <ClockFace ms={ms} runs={table.running?.includes(at) ?? false} of={name} />}
        {table.host && seat.kind === 'bot' && !table.practice && table.phase === 'over' && <button type="button" class="btn"
          data-act="reopen"
          aria-label={tell('with.reopen.of', name)} onClick={() => void deed.run(ask('seat', { seat: at,
            who: 'open' }))}>{tell('with.reopen')}</button>}
        {seat.kind === 'open' && watching && <button type="button" class="btn" data-act="sit" aria-label={tell('with.sit.of', name)}
          onClick={() => void deed.run(ask('sit', { seat: at, name: ownName.get().trim() || tell('seat.number',
            at + 1) }))}>{tell('with.sit')}</button>}
        {table.host && gone && !seat.away && table.phase !== 'over' && <button type="button" class="btn" data-act="replace"
          aria-label={tell('with.replace.of', name)}
          onClick={() => void deed.run(ask('seat', { seat: at, who: 'bot:medium' }))}>{tell('with.replace')}</button>}
      </li>;
    })}</ul>
    {table.watchers > 0 && <p class="note" data-watchers={table.watchers}>{tell('with.watchers', table.watchers)}</p>}
  </section>;
}
