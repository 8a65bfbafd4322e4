// SPDX-License-Identifier: MIT
// Castle Rock's best list, stored in the browser: for each set and rule of removal, fewest tiles left, then
// fewest pips, then the shortest time, then who was first.
import type { Game } from '../../core/game';
import { pipsOf } from '../../core/views';

export interface Best {
  id: string;                           // of the game and its round
  list: string;                         // the list it belongs to: the set, and the kind of removals
  tiles: number;
  pips: number;
  ms: number;
  date: string;                         // UTC
}

export const PLACES = 10;
export const KEY = 'boneyard.best';

export const better = (a: Best, b: Best): number => a.tiles - b.tiles || a.pips - b.pips || a.ms - b.ms || a.date.localeCompare(b.date);

/** The list with the game added, best first, and its place from 1; 0 if it is not among the best. */
export function placed(list: readonly Best[], game: Best): { list: Best[]; place: number } {
  const all = [...list.filter((o) => o.id !== game.id), game].sort(better).slice(0, PLACES);
  return { list: all, place: all.findIndex((o) => o.id === game.id) + 1 };
}

const sound = (o: Partial<Best>): o is Best =>
  typeof o.id === 'string' && typeof o.list === 'string' && typeof o.date === 'string' &&
  [o.tiles, o.pips, o.ms].every((n) => typeof n === 'number' && Number.isFinite(n) && n >= 0);

/** Reads the stored list, skipping anything invalid. */
export function readBest(text: string | null): Best[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(found) ? found.filter((o): o is Best => typeof o === 'object' && o !== null && sound(o as Partial<Best>)) : [];
  } catch {
    return [];
  }
}

/** Merges both lists, each cut to its number of places. */
export function mergeBest(ours: readonly Best[], theirs: readonly Best[]): Best[] {
  const lists = [...new Set([...ours, ...theirs].map((o) => o.list))];
  return lists.flatMap((list) => theirs.filter((o) => o.list === list)
    .reduce((all, game) => placed(all, game).list, ours.filter((o) => o.list === list)));
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;                        // no storage here
  }
}

export const listOf = (session: Game): string => `${session.option('set') ?? 6} ${session.option('removals') ?? 'forced'}`;
export const bestOf = (list: string): Best[] => readBest(stored()).filter((o) => o.list === list).sort(better);

/** The round that has just ended. */
export function gameOf(session: Game): Best {
  const { date, times } = session, { round, row } = session.view(null), ms = (times[round - 1] ?? 0) - (times[round - 2] ?? 0);
  return { id: `${date} ${round}`, list: listOf(session), tiles: row.length, pips: pipsOf(row), ms, date };
}

/** Adds a game to its list. */
export function keepBest(game: Best): { list: Best[]; place: number } {
  const all = readBest(stored()), others = all.filter((o) => o.list !== game.list);
  const now = placed(all.filter((o) => o.list === game.list), game);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, ...now.list]));
  } catch {
    // Storage may be full or forbidden; the list then lasts as long as the page is open.
  }
  return now;
}
