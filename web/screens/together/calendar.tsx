// SPDX-License-Identifier: MIT
// Games with days for a move, like a calendar: your own moves, the one due first on top, then those that others have to make.
import { settings } from '../../core/settings';
import { namesAround } from '../../core/sitters';
import { texts as together } from '../../generated/texts/with';
import type { Short } from '../../net/wire';
import { learn, tell } from '../../texts';
import { go } from '../app';
import { gameName } from '../start/catalogue';
import { isByDays } from '../start/others';
import './calendar.css';

learn(together);

export const isInCalendar = (table: Short): boolean => isByDays(table) && table.phase !== 'over' && table.phase !== 'closed';

/** Your turns come before those of others, each group ordered by deadline; unknown deadlines come last. */
export function inOrder(tables: readonly Short[]): Short[] {
  const due = (table: Short): number => table.due ?? Infinity;
  return tables.filter(isInCalendar).sort((a, b) => Number(b.turn === true) - Number(a.turn === true) || (due(a) < due(b) ? -1 : Number(due(a) > due(b))));
}

/** "14:00" today, "Tue 14:00" within a week, otherwise "Tue, Nov 3, 14:00"; in the reader's time zone. */
export function dueWords(due: number, now: number): string {
  const days = Math.round((new Date(due).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);
  return new Date(due).toLocaleString(settings.get().language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(days === 0 ? {} : { weekday: 'short' }),
    ...(days > 6 ? { day: 'numeric', month: 'short' } : {}) });
}

/** Whose move it is, and until when. */
export function moveWords(table: Short, now: number): string {
  const who = table.running === undefined ? undefined : namesAround(table.seats)[table.running];
  const by = table.due === undefined ? '' : dueWords(table.due, now);
  if (table.turn)
    return by ? tell('with.move.by', by) : tell('with.move');
  if (table.phase === 'waiting' || who === undefined)
    return tell(table.phase === 'waiting' ? 'with.row.waiting' : 'with.row.playing');
  return by ? tell('with.move.other.by', who, by) : tell('with.move.other', who);
}

export function Calendar({ tables, heading: Heading }: { tables: readonly Short[]; heading: 'h2' | 'h3' }) {
  const all = inOrder(tables), now = Date.now();
  return all.length === 0 ? null : <section class="calendar" data-list="calendar">
    <Heading>{tell('with.calendar')}</Heading>
    <ol>{all.map((table) => {
      const name = gameName(table.rules), others = namesAround(table.seats.filter(({ you }) => !you)).join(', ');
      return <li key={table.table} data-at={table.table} data-turn={table.turn ? '' : undefined}>
        <p><b>{moveWords(table, now)}</b><span>{others ? tell('with.move.game', name, others) : name}</span></p>
        <button type="button" class={table.turn ? 'btn turn' : 'btn'} aria-label={tell('with.row.go.of', name, others)} data-act="go"
          onClick={() => go({ at: 'online', table: table.table })}>{tell('with.row.go')}</button>
      </li>;
    })}</ol>
  </section>;
}
