// SPDX-License-Identifier: MIT
// How many of this person's games wait for a move, other than the one on the screen: for the title and the icon.
//
// While the page is visible, it stays connected and asks once a minute; a hidden page asks less often, and stays connected
// only if a screen needs it: an absent player is told of a turn by push.
import { mine, server } from '../../net/server';
import type { Short, Tell } from '../../net/wire';
import { screen } from '../app';
import { setWaiting } from '../title';

/** Milliseconds. */
const VISIBLE = 60_000, HIDDEN = 300_000, MOVED = 15_000;

const isVisible = (): boolean => document.visibilityState === 'visible';
export const isOpen = ({ phase }: Short): boolean => phase !== 'over' && phase !== 'closed';

/** Tables where it is this person's turn, except the one on the screen. */
export function waitingTables(all: readonly Short[], seen: string | null): readonly Short[] {
  return all.filter((table) => table.turn && isOpen(table) && table.table !== seen);
}

let started = false, asked = 0, timer: ReturnType<typeof setTimeout> | undefined, release: (() => void) | null = null;

function count(): void {
  const now = screen.get();
  setWaiting(waitingTables(mine.all.get() ?? [], now.at === 'online' && isVisible() ? now.table : null).length);
}

/** Requests the list once the wait since the last request is over. */
function plan(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void look(), Math.max(0, asked + wait - Date.now()));
}

async function look(): Promise<void> {
  asked = Date.now();
  plan(isVisible() ? VISIBLE : HIDDEN);
  await mine.fresh();
}

/** Connected while the page is visible and a game is running. */
function stay(all: readonly Short[]): void {
  const wanted = isVisible() && all.some(isOpen);
  if (wanted)
    release ??= server.hold();
  else
    release?.();
  release = wanted ? release : null;
}

function hear({ is }: Tell): void {
  if (is === 'event' || is === 'table')
    plan(MOVED);
}

/** After the first connection, and after a login, the server is told that this device still wants messages. */
let renewedFor: string | null | undefined;
function renewed(account: string | null): void {
  if (renewedFor === account || !('Notification' in window) || Notification.permission !== 'granted')
    return;
  renewedFor = account;
  void import('../../net/push').then(({ renew }) => renew());
}

/** Begins once this browser has had a seat. */
export function followTurns(): void {
  if (started)
    return;
  started = true;
  mine.all.watch((all) => {
    asked = Date.now();
    clearTimeout(timer);                // without a game, there is nothing to request
    if (all?.some(isOpen))
      plan(isVisible() ? VISIBLE : HIDDEN);
    stay(all ?? []);
    count();
  });
  screen.watch(count);
  server.account.watch(renewed);
  server.opened(() => renewed(server.account.get()));
  server.hear(hear);
  document.addEventListener('visibilitychange', () => {
    stay(mine.all.get() ?? []);
    count();
    if (isVisible())
      plan(0);
  });
}
