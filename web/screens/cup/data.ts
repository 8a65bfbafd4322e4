// SPDX-License-Identifier: MIT
// A tournament as the server tells it (docs/wire.md), and what a screen asks of it. No Preact here.
import type { Cup, CupTable } from '../../net/wire';

/** The side of a seat: in teams, partners sit opposite each other. */
export const sideOf = (table: CupTable, at: number): number => at % table.sides;

/** Whether a table has finished; with duplicate deals, its score follows once all have. */
export const isOver = (table: CupTable): boolean => table.score !== undefined || table.over === true;

/** The person's table in the last round, with its number; null if there is none. */
export function myTable(cup: Cup): { number: number; table: CupTable } | null {
  const round = cup.state === 'playing' ? cup.played.at(-1) : undefined;
  const at = round?.tables.findIndex(({ players }) => players.includes(cup.you)) ?? -1, table = round?.tables[at];
  return table ? { number: at + 1, table } : null;
}

export const hasBye = (cup: Cup): boolean => cup.state === 'playing' && (cup.played.at(-1)?.byes.includes(cup.you) ?? false);

/** A tie-break as displayed; opponents and difference are sent in twelfths. */
export function tieWords(key: string, value: number): string {
  return key === 'wins' ? String(value) : (value / 12).toFixed(1).replace(/\.0$/, '');
}

/** The names of a table's players, with each pair as one name. */
export const namesAt = (cup: Cup, table: CupTable): string[] => table.players.map((player) => cup.players[player]?.name ?? '');

/** The rules of a full table: a sheet for this many players, alone or in pairs. teams: the sheet has that option. */
export const rulesFor = (sheet: string, teams: boolean, format: string, size: number): string =>
  `${sheet} players=${format === 'singles' ? size : 4}${teams ? ` teams=${format === 'singles' ? 'off' : 'on'}` : ''}`;

/** The value of a datetime-local field, in seconds of Unix time; 0 if it is empty. */
export const secondsOf = (local: string): number => (local === '' ? 0 : Math.floor(new Date(local).getTime() / 1000));
