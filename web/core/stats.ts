// SPDX-License-Identifier: MIT
// The player's own record: what the saved games say about the person who played them.  The winner and each round's points are in
// the record, as the core wrote them.
import type { GameKey } from '../generated/tables';
import { bots, games } from '../generated/tables';
import type { Engine } from './engine';
import type { Line } from './record';
import type { SavedGame } from './saves';
import { onlyPerson, sittersOf } from './sitters';
import { sideOf } from './views';

/** A finished game of one person against bots. */
export interface Finished {
  game: GameKey;
  low: boolean;                         // the lowest total wins
  opponents: string[];                  // keys of bots, each once; partners are left out
  won: boolean;
  gains: number[];                      // the person's points, by round
}

/** The last games, and those before them. */
export interface Tally { games: number; won: number; last: number; lastWon: number; rounds: number; points: number }

export const LAST = 10;

const isNumbers = (value: unknown): value is number[] => Array.isArray(value) && value.every((n) => typeof n === 'number');

/** How a record ends: null if the game is not over. */
function endOf(record: string): { winners: number[]; gains: number[][] } | null {
  const gains: number[][] = [];
  for (const text of record.split('\n').slice(1)) {
    if (!/"(round|game)-end"/.test(text))
      continue;
    const line = JSON.parse(text) as Line;
    if (isNumbers(line['gains']))
      gains.push(line['gains']);
    if (isNumbers(line['winners']))
      return { winners: line['winners'], gains };
  }
  return null;
}

/** null if the game is not over, not one person’s, or unreadable. */
function finishedOf(engine: Engine, { rules, names, record }: SavedGame): Finished | null {
  const seats = sittersOf(names), you = onlyPerson(seats), game = games.find(({ key }) => key === rules.split(/[: ]/, 1)[0])?.key;
  if (you === null || !game)
    return null;
  try {
    const end = endOf(record);
    if (!end)
      return null;
    engine.rules(rules);
    const { sides, low } = engine.terms(seats.length), own = sideOf(sides, you);
    const others = seats.flatMap(({ bot }, seat) => (own.includes(seat) ? [] : bots.filter(({ id }) => id === bot).map(({ key }) => key)));
    return { game, low, opponents: [...new Set(others)], won: end.winners.includes(you), gains: end.gains.map((all) => all[you] ?? 0) };
  } catch {
    return null;                        // rules or lines that this version cannot read
  }
}

/** The finished games, oldest first. A record saved twice counts once. Changes the engine's rules. */
export function finishedGames(engine: Engine, saved: readonly SavedGame[]): Finished[] {
  const once = new Map(saved.map((game) => [game.record, game]));
  const sorted = [...once.values()].sort((a, b) => a.date.localeCompare(b.date) || a.changed.localeCompare(b.changed));
  return sorted.flatMap((game) => finishedOf(engine, game) ?? []);
}

export function tallyOf(all: readonly Finished[]): Tally {
  const wins = (some: readonly Finished[]): number => some.filter(({ won }) => won).length, last = all.slice(-LAST);
  const gains = all.flatMap((one) => one.gains);
  return {
    games: all.length, won: wins(all), last: last.length, lastWon: wins(last), rounds: gains.length, points: gains.reduce((sum, n) => sum + n, 0),
  };
}
