// SPDX-License-Identifier: MIT
// Storage of saved games: IndexedDB in a browser, otherwise a plain map.
import type { SavedGame } from './saves';

export interface Shelf {
  all(): Promise<SavedGame[]>;
  /** Stores a game and returns true, unless the stored version differs from `seen` (0 if none was seen). */
  put(game: SavedGame, seen: number): Promise<boolean>;
  drop(id: string): Promise<void>;
}

export class MapShelf implements Shelf {
  private readonly games = new Map<string, SavedGame>();

  async all(): Promise<SavedGame[]> { return [...this.games.values()]; }

  /** seen -1 overwrites any version. */
  async put(game: SavedGame, seen: number): Promise<boolean> {
    const there = this.games.get(game.id);
    if (there && seen >= 0 && there.version !== seen)
      return false;
    this.games.set(game.id, game);
    return true;
  }

  async drop(id: string): Promise<void> { this.games.delete(id); }
}

const answer = <T>(request: IDBRequest<T>): Promise<T> => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error ?? new Error('the browser keeps nothing'));
});

const settled = (work: IDBTransaction): Promise<void> => new Promise((done, failed) => {
  work.oncomplete = () => done();
  work.onabort = work.onerror = () => failed(work.error ?? new Error('the browser kept nothing'));
});

class DatabaseShelf implements Shelf {
  private opened: Promise<IDBDatabase> | null = null;

  private open(): Promise<IDBDatabase> {
    if (this.opened)
      return this.opened;
    const asked = indexedDB.open('boneyard', 1), opened = answer(asked);
    asked.onupgradeneeded = () => void asked.result.createObjectStore('games', { keyPath: 'id' });
    asked.onblocked = () => asked.dispatchEvent(new Event('error'));
    opened.then((base) => {
      base.onversionchange = () => base.close();
      base.onclose = () => void (this.opened = null);           // the browser discarded it: open it again next time
    }, () => void (this.opened = null));
    return (this.opened = opened);
  }

  private async games(mode: IDBTransactionMode): Promise<{ store: IDBObjectStore; end: Promise<void> }> {
    let base = await this.open(), work: IDBTransaction;
    try {
      work = base.transaction('games', mode);
    } catch {                           // closed meanwhile
      this.opened = null;
      base = await this.open();
      work = base.transaction('games', mode);
    }
    const end = settled(work);
    end.catch(() => undefined);         // reported to the caller that awaits it
    return { store: work.objectStore('games'), end };
  }

  async all(): Promise<SavedGame[]> { return answer((await this.games('readonly')).store.getAll()); }

  async put(game: SavedGame, seen: number): Promise<boolean> {
    const { store, end } = await this.games('readwrite');
    const there = await answer<SavedGame | undefined>(store.get(game.id));
    if (there && there.version !== seen)
      return false;
    store.put(game);
    await end;
    return true;
  }

  async drop(id: string): Promise<void> {
    const { store, end } = await this.games('readwrite');
    store.delete(id);
    await end;
  }
}

/** Storage that always fails, for browsers without any; games are then kept in memory. */
class NoShelf implements Shelf {
  async all(): Promise<SavedGame[]> { return this.refuse(); }
  async put(): Promise<boolean> { return this.refuse(); }
  async drop(): Promise<void> { return this.refuse(); }
  private refuse(): never { throw new Error('the browser keeps nothing'); }
}

export const browserShelf = (): Shelf => (typeof indexedDB === 'undefined' ? new NoShelf() : new DatabaseShelf());
