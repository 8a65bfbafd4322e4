// Games kept in the browser: each as its record (docs/protocol.md), so that it can be carried elsewhere and checked.

export interface SavedGame {
  id: string;
  rules: string;                        // canonical
  names: string[];                      // as in the record's header: "You", "bot:medium:North"
  date: string;                         // when it began, UTC
  changed: string;                      // when it was last played, UTC
  round: number;
  scores: number[];
  over: boolean;
  record: string;
}

const kept = new Map<string, SavedGame>();

/** Newest first. */
export const savedGames = async (): Promise<SavedGame[]> => [...kept.values()].sort((a, b) => b.changed.localeCompare(a.changed));
export const keepGame = async (game: SavedGame): Promise<void> => void kept.set(game.id, game);
export const dropGame = async (id: string): Promise<void> => void kept.delete(id);
