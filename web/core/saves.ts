// SPDX-License-Identifier: MIT
// Games saved in the browser, each as its record (docs/protocol.md), so that it can be exported and checked.
// If the browser forbids storage or is full, a game lasts as long as the page; `keeping` reports this.
import { type Shelf, browserShelf, MapShelf } from './shelf';
import { Store } from './store';

export interface SavedGame {
  id: string;
  version: number;                      // incremented at each save; shows that another tab has continued the game
  rules: string;                        // canonical
  names: string[];                      // as in the record's header: "you", "Anna", "bot:medium"
  date: string;                         // when it began, UTC
  changed: string;                      // time of the last move, in UTC
  round: number;
  scores: number[];
  over: boolean;
  record: string;
}

/** kept: stored in the browser; page: lasts as long as the page; full: no space, but the earlier version is still
 * stored. */
export type Keeping = 'kept' | 'page' | 'full';
export const keeping = new Store<Keeping>('kept');

/** Increases when games are saved or deleted, here or in another tab, so that displayed lists are reloaded. */
export const changes = new Store(0);

export const freshId = (): string => [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, '0')).join('');

/** Whether a stored value is a game. */
export const isGame = (g: SavedGame | null | undefined): g is SavedGame =>
  typeof g?.id === 'string' && typeof g.record === 'string' && typeof g.rules === 'string' && typeof g.changed === 'string' &&
  Array.isArray(g.names) && Array.isArray(g.scores);
const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/** Games in storage, and games in memory that did not fit there. */
export class Saves {
  private readonly pile = new MapShelf();

  constructor(private readonly shelf: Shelf, private readonly keeping: Store<Keeping>, private readonly changed: () => void) {}

  /** Newest first. */
  async all(): Promise<SavedGame[]> {
    const there = await this.shelf.all().catch(() => {
      this.keeping.set('page');
      return [];
    });
    const all = new Map([...there, ...(await this.pile.all())].filter(isGame).map((game) => [game.id, game]));
    return [...all.values()].sort((a, b) => b.changed.localeCompare(a.changed));
  }

  /** Saves a game and returns it with its id and version: if another tab has continued the same game, this one becomes
   * a copy. Never fails: a game that does not fit is kept as long as the page is open. */
  async keep(game: SavedGame): Promise<SavedGame> {
    let next = { ...game, version: game.version + 1 };
    try {
      if (!(await this.shelf.put(next, game.version))) {
        next = { ...game, id: freshId(), version: 1 };
        await this.shelf.put(next, 0);
      }
      await this.pile.drop(game.id);
      this.keeping.set('kept');
    } catch (error) {
      next = { ...game };               // storage still has the previous version
      await this.pile.put(next, -1);
      this.keeping.set(isFull(error) ? 'full' : 'page');
    }
    this.changed();
    return next;
  }

  async drop(id: string): Promise<void> {
    await this.pile.drop(id);
    await this.shelf.drop(id).catch(() => this.keeping.set('page'));
    this.changed();
  }
}

// ---- The page's own storage ----

const channel = typeof indexedDB === 'undefined' || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('boneyard');
const told = (): void => changes.set(changes.get() + 1);
channel?.addEventListener('message', told);

const saves = new Saves(browserShelf(), keeping, () => {
  told();
  channel?.postMessage('games');
});

/** Newest first. */
export const savedGames = (): Promise<SavedGame[]> => saves.all();
export const keepGame = (game: SavedGame): Promise<SavedGame> => saves.keep(game);
export const dropGame = (id: string): Promise<void> => saves.drop(id);

/** Claims a game for this tab: other tabs that play it are notified and stop. Calls `lost` when another tab claims
 *  it. */
export function takeGame(id: string, lost: () => void): () => void {
  const hear = ({ data }: MessageEvent): void => { if ((data as { take?: string }).take === id) lost(); };
  channel?.addEventListener('message', hear);
  channel?.postMessage({ take: id });
  return () => channel?.removeEventListener('message', hear);
}
