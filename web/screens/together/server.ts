// SPDX-License-Identifier: MIT
// The server of this page, as the screens use it: connected as long as one of them wants it.
import { useEffect } from 'preact/hooks';
import { mine, server, takeSeats } from '../../net/server';

export { server, takeSeats };

/** Connected while this screen is shown. */
export function useServer(): typeof server {
  useEffect(() => server.hold(), []);
  return server;
}

/** At how many tables it is this person's turn; 0 where nobody can be asked. */
export async function waitingTables(): Promise<number> {
  const end = server.hold();
  try {
    await mine.fresh();
    return mine.all.get()?.filter(({ turn }) => turn).length ?? 0;
  } finally {
    end();
  }
}
