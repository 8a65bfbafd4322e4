// SPDX-License-Identifier: MIT
// The page's only connection, opened when first needed, and the tables requested over it.
import { Store } from '../core/store';
import { VERSION } from '../generated/tables';
import { Connection } from './socket';
import type { Asks, Invitation, Invited, Reply, Short } from './wire';

export const server = new Connection(undefined, VERSION);

/** The invitations that wait for an answer, and those that this person has sent to the table where they are.  On each connection
 * the server tells them if there are any. */
export const invitations = new Store<readonly Invitation[]>([]);
export const invited = new Store<Invited>({ table: '', invited: [] });
server.opened(() => invitations.set([]));
server.hear((told) => {
  if (told.is === 'invitations')
    invitations.set(told.invitations);
  else if (told.is === 'invited')
    invited.set(told);
});

/** Uses the secret of a seat link, so that this browser takes over the seats; false if it was used before or has
 * expired. */
export const takeSeats = (secret: string): Promise<boolean> => server.become(secret);

/** Makes this browser the person whose secret the reply contains. The result has the reason for a refusal. */
async function become(reply: Reply): Promise<Reply> {
  const { key, ok, secret } = reply;
  return !ok || secret === undefined || (await server.become(secret)) ? reply : { key, ok: false, code: 'not-now' };
}

export const login = async (name: string, password: string): Promise<Reply> => become(await server.ask('login', { name, password }));

/** Sets a new password with a recovery code and logs in. */
export const recover = async (name: string, code: string, fresh: string): Promise<Reply> =>
  become(await server.ask('recover', { name, code, fresh }));

export const make = (fields: Asks['make']): Promise<Reply> => server.ask('make', fields);
export const quick = (fields: Asks['quick']): Promise<Reply> => server.ask('quick', fields);
export const register = (fields: Asks['register']): Promise<Reply> => server.ask('register', fields);

/** Lists that can be watched; fresh() requests them again. */
function listed(get: () => Promise<Reply>): { all: Store<Short[] | null>; fresh(): Promise<Reply> } {
  const all = new Store<Short[] | null>(null);
  return {
    all,
    async fresh() {
      const reply = await get();
      if (reply.ok)
        all.set((reply.tables ?? []).map((table) => (table.left === undefined ? table : { ...table, due: Date.now() + table.left })));
      return reply;
    },
  };
}
export const mine = listed(() => server.ask('mine', {}));
export const tables = listed(() => server.ask('list', {}));

/** The record of a finished match (docs/protocol.md); null if there is none yet. */
export async function recordOf(table: string, match: number): Promise<string | null> {
  const answer = await fetch(server.where(`record/${table}/${match}`), { credentials: 'same-origin', cache: 'no-store' });
  return answer.ok ? answer.text() : null;
}
