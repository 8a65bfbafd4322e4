// SPDX-License-Identifier: MIT
// The settings for a table with others, stored for the next time.
import { bots } from '../../generated/tables';
import type { Asks } from '../../generated/wire';

export interface Others { seats: string[]; clock: string; grace: number; public: boolean; watch: boolean; shared: boolean; practice: boolean }

const KEY = 'boneyard.others', SEATS = 16;
export const clocks = ['none', 'move 30', 'move 60', 'bank 300+5', 'bank 600+10', 'bank 1800+15', 'days 1', 'days 3', 'days 7'] as const;
export const graces = [30, 120, 600, 0] as const;
const usual: Others = { seats: Array.from({ length: SEATS }, () => 'open'), clock: 'none', grace: 30, public: false, watch: true,
  shared: true, practice: false };

/** Open, a built-in bot, or an external bot of the server (its `bot` setting). */
const isSeat = (words: unknown): boolean => words === 'open' || (typeof words === 'string' && /^bot:[a-z][a-z0-9-]{0,10}$/.test(words));

/** The players of the seats, limited to the bots that this server has. */
export function seatOf(words: string, guests: readonly string[], practice: boolean): string {
  const known = [...bots.map(({ key }) => key as string), ...guests].some((key) => words === `bot:${key}`);
  return known ? words : practice ? 'bot:medium' : 'open';
}

/** Reads stored settings; anything invalid gets its default. */
export function readOthers(text: string | null): Others {
  try {
    const found = JSON.parse(text ?? '{}') as Partial<Others>;
    const flag = (key: 'public' | 'watch' | 'shared' | 'practice'): boolean => (typeof found[key] === 'boolean' ? found[key] : usual[key]);
    return {
      seats: usual.seats.map((open, i) => (isSeat(found.seats?.[i]) ? found.seats?.[i] ?? open : open)),
      clock: clocks.find((one) => one === found.clock) ?? usual.clock, grace: graces.find((one) => one === found.grace) ?? usual.grace,
      public: flag('public'), watch: flag('watch'), shared: flag('shared'), practice: flag('practice'),
    };
  } catch {
    return { ...usual };
  }
}

export function recallOthers(): Others {
  try {
    return readOthers(localStorage.getItem(KEY));
  } catch {
    return readOthers(null);
  }
}

export function rememberOthers(others: Others): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(others));
  } catch {
    // Then it is not stored; nothing depends on it.
  }
}

/** The fields of `make`. */
export function makeFields(rules: string, players: number, others: Others, guests: readonly string[] = []): Asks['make'] {
  const { clock, grace, watch, practice } = others;
  const seats = others.seats.slice(0, players).map((seat, i) => (i === 0 ? 'open' : seatOf(seat, guests, practice)));
  return practice ? { rules, seats, clock: 'none', grace: 0, public: false, watch, practice }
    : { rules, seats, clock, grace, public: others.public, watch, practice, ...(others.public ? {} : { shared: others.shared }) };
}
