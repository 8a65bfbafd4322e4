// SPDX-License-Identifier: MIT
// The page's server, as the screens use it: connected as long as one of them needs it.
import { useEffect } from 'preact/hooks';
import { mine, server, takeSeats } from '../../net/server';
import type { Short } from '../../net/wire';
import { above } from '../app';
import { followTurns, isOpen } from './turns';

export { server, takeSeats };

server.notices.watch((all) => {
  if (all.length > 0 && !above.get())
    void import('./notice').then(({ Notices }) => above.set({ Part: Notices }), () => undefined);     // the server sends them again
});

followTurns();

/** Connected while this screen is shown. */
export function useServer(): typeof server {
  useEffect(() => server.hold(), []);
  return server;
}

/** Requests this person's tables and passes on those that are not over, now and after changes, until the function that it
 * returns is called. */
export function followTables(set: (all: readonly Short[]) => void): () => void {
  const end = mine.all.watch((all) => set((all ?? []).filter(isOpen))), release = server.hold();
  void mine.fresh().finally(release);
  return end;
}
