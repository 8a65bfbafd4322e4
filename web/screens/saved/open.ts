// SPDX-License-Identifier: MIT
// Resumes a saved game, and describes it in the list.
import { type SavedGame, savedGames } from '../../core/saves';
import { Session } from '../../core/session';
import { namesOf, sittersOf } from '../../core/sitters';
import { go, type Screen, type Tools } from '../app';

/** "You 45 · North 30" */
export const scoreLine = (game: SavedGame): string =>
  namesOf(sittersOf(game.names)).map((name, seat) => `${name} ${game.scores[seat] ?? 0}`).join(' · ');

/** Throws a BadRecord with its sentence. */
export const openedGame = (tools: Tools, game: SavedGame): Screen => ({ at: 'table', session: Session.resume(tools.engine, game) });

export const openGame = (tools: Tools, game: SavedGame): void => go(openedGame(tools, game));

export const findGame = async (id: string): Promise<SavedGame | null> => (await savedGames()).find((game) => game.id === id) ?? null;
