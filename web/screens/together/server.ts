// SPDX-License-Identifier: MIT
// The page's server, as the screens use it: connected as long as one of them needs it.
import { useEffect } from 'preact/hooks';
import { mine, server, takeSeats } from '../../net/server';
import type { Short } from '../../net/wire';

export { server, takeSeats };

/** Connected while this screen is shown. */
export function useServer(): typeof server {
  useEffect(() => server.hold(), []);
  return server;
}

/** This person's tables that are not over; none if there is no server to ask. */
export async function runningTables(): Promise<readonly Short[]> {
  const end = server.hold();
  try {
    await mine.fresh();
    return mine.all.get()?.filter(({ phase }) => phase !== 'over' && phase !== 'closed') ?? [];
  } finally {
    end();
  }
}
