// SPDX-License-Identifier: MIT
// Everything that was played in this browser as one file: games, daily results, best lists, what the coach said, and house rules.
// A file is checked whole before anything of it is saved, and nothing that is here is overwritten or lost.
import type { Engine } from '../../core/engine';
import { dropGame, isGame, keepGame, type SavedGame, savedGames } from '../../core/saves';
import { Session } from '../../core/session';
import { tell } from '../../texts';
import type { Tools } from '../app';
import { KEY as BEST, mergeBest, readBest } from '../castle/best';
import { KEY as DAILY, readResults } from '../daily/results';
import { gameOf } from '../start/catalogue';
import { type House, houseOf, KEY as HOUSES, readHouses } from '../start/house';
import { KEY as COACHED, readCoached } from './coached';

/** Merges two lists: first this browser's entries, then the entries whose names and rules it lacks. */
export const mergeHouses = (ours: readonly House[], theirs: readonly House[]): House[] => [...ours, ...theirs.filter((one) =>
  ours.every((other) => gameOf(other.rules) !== gameOf(one.rules) || other.name !== one.name) && houseOf(ours, one.rules) === null)];

/** The lists in addition to the games: where each is stored, and how two are merged as text; this browser's wins. */
const lists = {
  best: { key: BEST, merge: (ours: string | null, theirs: string) => mergeBest(readBest(ours), readBest(theirs)) },
  daily: { key: DAILY, merge: (ours: string | null, theirs: string) => ({ ...readResults(theirs), ...readResults(ours) }) },
  coached: { key: COACHED, merge: (ours: string | null, theirs: string) => ({ ...readCoached(theirs), ...readCoached(ours) }) },
  houses: { key: HOUSES, merge: (ours: string | null, theirs: string) => mergeHouses(readHouses(ours), readHouses(theirs)) },
};
type List = keyof typeof lists;
const names = Object.keys(lists) as List[];

interface Everything extends Partial<Record<List, unknown>> { 'boneyard-saved': 1; games: SavedGame[] }

/** How every such file begins. */
const BEGINS = '{"boneyard-saved":';
const LARGEST = 2e8;                    // in bytes: a few thousand long games

/** Why a file is refused: a sentence to display. */
class BadFile extends Error {}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;                        // no storage here
  }
}

/** Whether there is more than games. */
export const hasLists = (): boolean => names.some((name) => stored(lists[name].key) !== null);

/** The whole file as text. */
export async function everything(): Promise<string> {
  const games = await savedGames(), parts = names.map((name) => [name, JSON.parse(stored(lists[name].key) ?? 'null') as unknown] as const);
  return JSON.stringify({ 'boneyard-saved': 1, games, ...Object.fromEntries(parts.filter(([, part]) => part !== null)) } satisfies Everything);
}

function read(text: string): Everything {
  let found: Partial<Everything> | null = null;
  try {
    found = JSON.parse(text) as Partial<Everything> | null;
  } catch {
    // said below
  }
  if (found?.['boneyard-saved'] !== 1)
    throw new BadFile(tell(text.startsWith('{"boneyard":') ? 'stats.bad.game' : text.startsWith(BEGINS) ? 'stats.bad.cut' : 'stats.bad.foreign'));
  if (!Array.isArray(found.games))
    throw new BadFile(tell('stats.bad.cut'));
  return found as Everything;
}

/** Replays a game's record, so that its scores and its end come from the core. */
function checked(engine: Engine, game: SavedGame, at: number): SavedGame {
  try {
    if (!isGame(game))
      throw new BadFile(tell('stats.bad.cut'));
    return { ...Session.resume(engine, game).saved(), changed: game.changed };
  } catch (error) {
    throw new BadFile(tell('stats.bad.one', at + 1, error instanceof Error ? error.message : String(error)));
  }
}

/** Saves the contents of a file that this browser lacks; returns the number of games added. Throws BadFile before anything is saved. */
export async function takeEverything(tools: Tools, file: File): Promise<number> {
  if (file.size > LARGEST)
    throw new BadFile(tell('stats.bad.foreign'));
  const all = read(await file.text()), engine = await tools.fresh();
  const games = all.games.map((game, at) => checked(engine, game, at));
  const here = await savedGames();
  let added = 0;
  for (const game of games) {
    // Whether a game has the same moves, or is the beginning of a game that was continued here.
    if (here.some(({ record }) => record.startsWith(game.record)))
      continue;
    const was = here.find(({ id, record }) => id === game.id && game.record.startsWith(record));
    await keepGame({ ...game, version: was?.version ?? 0 });
    added++;
  }
  for (const name of names)
    if (all[name] !== undefined)
      try {
        const { key, merge } = lists[name];
        localStorage.setItem(key, JSON.stringify(merge(stored(key), JSON.stringify(all[name]))));
      } catch {
        // Storage may be full or forbidden; the games last at least as long as the page.
      }
  return added;
}

export async function deleteEverything(): Promise<void> {
  for (const { id } of await savedGames())
    await dropGame(id);
  for (const name of names)
    try {
      localStorage.removeItem(lists[name].key);
    } catch {
      // no storage here
    }
}
