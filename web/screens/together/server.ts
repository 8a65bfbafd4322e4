// SPDX-License-Identifier: MIT
// The page's server, as the screens use it: connected as long as one of them needs it.
import { useEffect } from 'preact/hooks';
import { mine, server, takeSeats } from '../../net/server';

export { server, takeSeats };

/** Connected while this screen is shown. */
export function useServer(): typeof server {
  useEffect(() => server.hold(), []);
  return server;
}

/** The number of tables at which it is this person's turn; 0 if there is no server to ask. */
export async function waitingTables(): Promise<number> {
  const end = server.hold();
  try {
    await mine.fresh();
    return mine.all.get()?.filter(({ turn }) => turn).length ?? 0;
  } finally {
    end();
  }
}
