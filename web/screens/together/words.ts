// SPDX-License-Identifier: MIT
// Words shared by the screens of games with others: clocks, names, times.
import { settings } from '../../core/settings';
import { tell } from '../../texts';
import type { Table } from '../../net/wire';

/** "bank 300+5" in words. */
export function clockWords(clock: string): string {
  const [kind = 'none', amount = ''] = clock.split(' '), [first = 0, more = 0] = amount.split('+').map(Number);
  switch (kind) {
    case 'move':
      return first % 60 !== 0 ? tell('with.clock.seconds', first) : first === 60 ? tell('with.clock.minute') : tell('with.clock.minutes',
        first / 60);
    case 'bank': {
      const minutes = Math.round(first / 6) / 10;
      return more > 0 ? tell('with.clock.bank', minutes, more) : tell('with.clock.bank.only', minutes);
    }
    case 'days': return tell('with.clock.days', first);
    default: return tell('with.clock.none');
  }
}

export const graceWords = (grace: number): string =>
  grace === 0 ? tell('with.grace.never') : grace < 60 ? tell('with.grace.seconds', grace) : tell('with.grace.minutes',
    Math.round(grace / 60));

/** "5:07", or with hours or days if longer. */
export function timeWords(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= 86400)
    return tell('with.time.days', Math.floor(s / 86400), Math.floor((s % 86400) / 3600));
  return s >= 3600 ? tell('with.time.hours', Math.floor(s / 3600), Math.floor((s % 3600) / 60))
    : `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}`;
}

/** "5 min. ago", "yesterday" */
export function agoWords(minutes: number): string {
  if (minutes < 1)
    return tell('with.row.now');
  const words = new Intl.RelativeTimeFormat(settings.get().language, { numeric: 'auto', style: 'short' });
  return minutes < 60 ? words.format(-minutes, 'minute') : minutes < 1440 ? words.format(-Math.floor(minutes / 60), 'hour')
    : words.format(-Math.floor(minutes / 1440), 'day');
}

/** Whether this page was opened at an address that works only on this machine. */
export const isHere = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
export const linkOf = (table: string): string => `${location.origin}${location.pathname}#at=${table}`;
export const isWatching = (table: Table): boolean => table.seats.every((seat) => !seat.you);
