// SPDX-License-Identifier: MIT
// What moderators can do, with which reasons, and words for it. No Preact here.
import { acts, reasons, reportReasons } from '../../generated/wire';
import { settings } from '../../core/settings';
import { momentWords } from '../../net/wire';
import { pick, tell } from '../../texts';

export type Act = 'nothing' | 'warn' | 'close' | 'suspend' | 'suspend-address' | 'lift';
export type Reason = keyof typeof reasons;

export const openActs: readonly Act[] = ['nothing', 'warn', 'close', 'suspend', 'suspend-address'];
/** The numbers of days for which a person can be suspended. */
export const spans = [1, 3, 7, 30] as const;

const wrongs: readonly Reason[] = ['stalling', 'leaving', 'program', 'partners', 'accounts', 'name', 'phrases'];
/** The reasons that make sense for an act. */
export const reasonsFor = (act: Act): readonly Reason[] =>
  act === 'nothing' ? ['unproven', 'connection'] : act === 'lift' ? ['mistake', 'unproven', 'connection'] : wrongs;

/** The reason suggested by the reports, if it applies to this act. */
export const firstReason = (act: Act, reported: string): Reason => reasonsFor(act).find((one) => one === reported) ?? reasonsFor(act)[0]!;

const known = <T extends object>(all: T, id: string): id is string & keyof T => id in all;
export const reportWords = (id: string): string => (known(reportReasons, id) ? pick(reportReasons[id]) : id);
export const actWords = (id: string): string => (known(acts, id) ? pick(acts[id]) : id);

/** "Suspend for 3 days" */
export const deedWords = (act: Act, days: number): string =>
  act === 'suspend' ? tell('moderate.suspend', days) : act === 'suspend-address' ? tell('moderate.suspend.address') : actWords(act);

/** "14:06" today, with the date on another day. */
export function whenWords(seconds: number): string {
  const at = new Date(seconds * 1000);
  return at.toDateString() === new Date().toDateString() ? new Intl.DateTimeFormat(settings.get().language, { timeStyle: 'short' }).format(at)
    : new Intl.DateTimeFormat(settings.get().language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

export const untilWords = (seconds: number): string => tell('moderate.until', momentWords(seconds));
export const secondsWords = (ms: number): string => tell('moderate.seconds', ms < 10_000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000));

/** The median of some times, in milliseconds; null if there are none. */
export function middleOf(times: readonly number[]): number | null {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
