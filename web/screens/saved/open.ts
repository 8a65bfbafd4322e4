// SPDX-License-Identifier: MIT
// Resumes a saved game, and describes it in the list. The session is loaded on first use.
import { type SavedGame, savedGames } from '../../core/saves';
import { namesOf, sittersOf } from '../../core/sitters';
import { go, type Screen, type Tools } from '../app';

/** "You 45 · North 30" */
export const scoreLine = (game: SavedGame): string =>
  namesOf(sittersOf(game.names)).map((name, seat) => `${name} ${game.scores[seat] ?? 0}`).join(' · ');

/** Rejects with a BadRecord and its sentence. */
export async function openedGame(tools: Tools, game: SavedGame): Promise<Screen> {
  const { Session } = await import('../../core/session');
  return { at: 'table', session: Session.resume(tools.engine, game) };
}

export const openGame = async (tools: Tools, game: SavedGame): Promise<void> => go(await openedGame(tools, game));

export const findGame = async (id: string): Promise<SavedGame | null> => (await savedGames()).find((game) => game.id === id) ?? null;
