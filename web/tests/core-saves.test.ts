// SPDX-License-Identifier: MIT
// Games that are kept: what happens without storage, with a full disk, with two tabs; and the game's own keeping.
import { describe, expect, it } from 'vitest';
import { dropGame, type Keeping, keeping, type SavedGame, savedGames, Saves } from '../core/saves';
import { Session } from '../core/session';
import { MapShelf, type Shelf } from '../core/shelf';
import { Store } from '../core/store';
import { asker, freshEngine, freshThinker, playOn, table } from './core';

const game = (id: string, moves: number, version = 0): SavedGame => ({
  id, version, rules: 'draw:basics', names: ['you', 'bot:easy'], date: '2026-01-01T00:00:00Z', changed: `2026-01-01T00:00:0${moves}Z`, round: 1,
  scores: [0, 0], over: false, record: 'x'.repeat(moves),
});

class Broken implements Shelf {
  readonly inner = new MapShelf();
  error: Error | null = null;
  private turn<T>(done: () => Promise<T>): Promise<T> { return this.error ? Promise.reject(this.error) : done(); }
  all(): Promise<SavedGame[]> { return this.turn(() => this.inner.all()); }
  put(one: SavedGame, seen: number): Promise<boolean> { return this.turn(() => this.inner.put(one, seen)); }
  drop(id: string): Promise<void> { return this.turn(() => this.inner.drop(id)); }
}

const open = (shelf: Shelf): { saves: Saves; state: Store<Keeping> } => {
  const state = new Store<Keeping>('kept');
  return { saves: new Saves(shelf, state, () => undefined), state };
};

describe('kept games', () => {
  it('come back newest first, in another page as well', async () => {
    const shelf = new MapShelf(), { saves } = open(shelf);
    await saves.keep(game('a', 1));
    await saves.keep(game('b', 2));
    expect((await open(shelf).saves.all()).map((one) => one.id)).toEqual(['b', 'a']);
    await saves.drop('b');
    expect((await open(shelf).saves.all()).map((one) => one.id)).toEqual(['a']);
  });

  it('of two tabs that play the same game stay two', async () => {
    const shelf = new MapShelf(), one = open(shelf).saves, other = open(shelf).saves;
    const kept = await one.keep(game('a', 1));
    await one.keep({ ...kept, record: 'one' });
    const copy = await other.keep({ ...kept, record: 'other' });
    expect(copy.id).not.toBe('a');
    await other.keep({ ...copy, record: 'other, again' });
    expect((await one.all()).map((g) => g.record).sort()).toEqual(['one', 'other, again']);
  });

  it('are still there when the disk is full, and the new one lasts as long as the page', async () => {
    const shelf = new Broken(), { saves, state } = open(shelf);
    const kept = await saves.keep(game('a', 1));
    shelf.error = new DOMException('no room', 'QuotaExceededError');
    const next = await saves.keep({ ...kept, record: 'longer', changed: '2026-01-01T00:00:09Z' });
    expect(state.get()).toBe('full');
    shelf.error = null;
    expect((await open(shelf).saves.all()).map((g) => g.record)).toEqual(['x']);
    expect((await saves.all()).map((g) => g.record)).toEqual(['longer']);
    await saves.keep({ ...next, record: 'longer still' });          // room was made
    expect(state.get()).toBe('kept');
    expect((await open(shelf).saves.all()).map((g) => g.record)).toEqual(['longer still']);
  });

  it('last as long as the page where the browser keeps nothing', async () => {
    const shelf = new Broken(), { saves, state } = open(shelf);
    shelf.error = new DOMException('forbidden', 'SecurityError');
    const kept = await saves.keep(game('a', 1));
    expect(state.get()).toBe('page');
    await saves.keep({ ...kept, record: 'more' });
    expect((await saves.all()).map((g) => g.record)).toEqual(['more']);
  });

  it('that are broken are left out', async () => {
    const shelf = new MapShelf(), { saves } = open(shelf);
    await shelf.put({ id: 'z', version: 1 } as SavedGame, 0);
    await saves.keep(game('a', 1));
    expect((await saves.all()).map((g) => g.id)).toEqual(['a']);
  });
});

describe('a session', () => {
  it('keeps itself after every move and goes on from there', async () => {
    const engine = await freshEngine(), ask = asker(await freshThinker());
    const session = Session.begin(engine, { rules: 'draw:basics', seats: table(2, [0]) }, 'abc'.padStart(64, '0'));
    for (const { id } of await savedGames())                         // of other tests
      await dropGame(id);
    expect(await savedGames()).toEqual([]);
    await playOn(session, ask, 30);
    await session.settled();
    expect(keeping.get()).toBe('page');                              // Node has no IndexedDB
    const [kept] = await savedGames();
    expect(kept?.record).toBe(session.record());
    const view = session.view(0), again = Session.resume(await freshEngine(), kept!);
    expect(again.view(0)).toEqual(view);
    await playOn(again, ask, 5);
    await again.settled();
    expect((await savedGames()).length).toBe(1);
    expect((await savedGames())[0]?.record).toBe(again.record());
    await dropGame(kept!.id);
    expect(await savedGames()).toEqual([]);
  });
});
