// SPDX-License-Identifier: MIT
// What the player did on each day, stored in the browser.
import { type Daily, dayAfter, isDate } from '../../core/daily';
import { dailies } from '../../generated/tables';

/** castle: the saved game, and its result once it is over; train: the heaviest so far, and the heaviest possible once they have been
 * compared; puzzle: the position and the first move there, which no later list of puzzles changes. */
export interface DayResult {
  castle?: { id: string; tiles?: number; pips?: number; ms?: number };
  train?: { pips: number; best?: number; tiles?: number[] };
  puzzle?: { position: string; move: string; right: boolean; ms: number };
}

export const KEY = 'boneyard.daily';
/** Older days are dropped. */
const KEPT = 400;

type All = Record<string, DayResult>;

/** Reads the stored results, skipping anything invalid. */
export function readResults(text: string | null): All {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    if (typeof found !== 'object' || found === null || Array.isArray(found))
      return {};
    return Object.fromEntries(Object.entries(found as All).filter(([date, day]) => isDate(date) && typeof day === 'object' && day !== null));
  } catch {
    return {};
  }
}

let page: All | null = null;            // if nothing can be stored, results last as long as the page is open

function all(): All {
  try {
    return page ?? readResults(localStorage.getItem(KEY));
  } catch {
    return page ?? {};
  }
}

export const resultOf = (date: string): DayResult => all()[date] ?? {};

export function keepResult(date: string, result: DayResult): void {
  const days = { ...all(), [date]: { ...resultOf(date), ...result } };
  const kept = Object.fromEntries(Object.entries(days).sort(([a], [b]) => b.localeCompare(a)).slice(0, KEPT));
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    page = kept;
  }
}

const done: Record<Daily, (day: DayResult) => boolean> = {
  castle: ({ castle }) => castle?.tiles !== undefined, train: ({ train }) => train?.best !== undefined, puzzle: ({ puzzle }) => puzzle !== undefined,
};
export const isDone = (what: Daily, date: string): boolean => done[what](resultOf(date));

/** The number of consecutive days with a finished daily, up to this day or the day before. */
export function daysInARow(date: string): number {
  const played = (day: string): boolean => dailies.some((what) => isDone(what, day));
  const last = played(date) ? date : dayAfter(date, -1);
  let days = 0;
  while (days < KEPT && played(dayAfter(last, -days)))
    days++;
  return days;
}
