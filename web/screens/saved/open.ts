// Going on with a saved game, and what stands about it in a list.
import { type SavedGame, savedGames } from '../../core/saves';
import { Session, type Sitter } from '../../core/session';
import { go, type Screen, type Tools } from '../app';
import { botList } from '../start/catalogue';

/** A name as a record has it: "bot:medium:North" is a bot, anything else a person. */
export function sitterOf(name: string): Sitter {
  const [, key, own] = /^bot:([^:]*):?(.*)$/.exec(name) ?? [], bot = botList.find((one) => one.key === key);
  return bot ? { name: own || bot.key, bot: bot.id } : { name, bot: null };
}

export const namesOf = (game: SavedGame): string[] => game.names.map((name) => sitterOf(name).name);

/** "You 45 · North 30" */
export const scoreLine = (game: SavedGame): string =>
  namesOf(game).map((name, seat) => `${name} ${game.scores[seat] ?? 0}`).join(' · ');

export const openedGame = (tools: Tools, game: SavedGame): Screen =>
  ({ at: 'table', session: Session.load(tools.engine, game.record, sitterOf) });

export async function openGame(tools: Tools, game: SavedGame): Promise<void> {
  go(openedGame(tools, game));
}

export const findGame = async (id: string): Promise<SavedGame | null> => (await savedGames()).find((game) => game.id === id) ?? null;
