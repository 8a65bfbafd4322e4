// SPDX-License-Identifier: MIT
// The one connection of this page, begun when it is first wanted, and the tables that are asked for over it.
import { Store } from '../core/store';
import { VERSION } from '../generated/tables';
import { Connection } from './socket';
import type { Asks, Reply, Short } from './wire';

export const server = new Connection(undefined, VERSION);

/** The secret of a seat link: this browser takes the seats over.  False: it has worked already, or is too old. */
export const takeSeats = (secret: string): Promise<boolean> => server.become(secret);

/** Goes into an account; the answer says why not. */
export async function login(name: string, password: string): Promise<Reply> {
  const reply = await server.ask('login', { name, password });
  if (reply.ok && reply.secret !== undefined && !(await server.become(reply.secret)))
    return { key: reply.key, ok: false, code: 'wrong-password' };
  return reply;
}

export const make = (fields: Asks['make']): Promise<Reply> => server.ask('make', fields);
export const quick = (fields: Asks['quick']): Promise<Reply> => server.ask('quick', fields);
export const register = (fields: Asks['register']): Promise<Reply> => server.ask('register', fields);

/** Lists that can be watched; asked for again by fresh(). */
function listed(get: () => Promise<Reply>): { all: Store<Short[] | null>; fresh(): Promise<Reply> } {
  const all = new Store<Short[] | null>(null);
  return {
    all,
    async fresh() {
      const reply = await get();
      if (reply.ok)
        all.set(reply.tables ?? []);
      return reply;
    },
  };
}
export const mine = listed(() => server.ask('mine', {}));
export const tables = listed(() => server.ask('list', {}));

/** The record of a match that is over, as docs/protocol.md has it; null: there is none (yet). */
export async function recordOf(table: string, match: number): Promise<string | null> {
  const answer = await fetch(new URL(`record/${table}/${match}`, document.baseURI), { credentials: 'same-origin', cache: 'no-store' });
  return answer.ok ? answer.text() : null;
}
