// SPDX-License-Identifier: MIT
// The way to other people's tables; once this browser has had a seat, the way back to the one that is running.
import { useEffect, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { namesAround } from '../../core/sitters';
import type { Short } from '../../net/wire';
import { go } from '../app';
import { gameName, gameOf } from './catalogue';
import { PARTY } from './games';
import { GamePicture } from './picture';

/** Set once this browser has had a seat; before that, the server is not contacted. */
const SAT = 'boneyard.sat';

export const hasSat = (): boolean => {
  try {
    return localStorage.getItem(SAT) !== null;
  } catch {
    return false;
  }
};

/** From now on the start screen asks whether a table is waiting, and shows invitations. */
export function remember(): void {
  try {
    localStorage.setItem(SAT, '1');
  } catch {
    // Then it does not.
  }
}

/** This browser's tables that are not over, as they change. */
export function useTables(): readonly Short[] {
  const [running, set] = useState<readonly Short[]>([]);
  useEffect(() => {
    let wanted = true, end = (): void => undefined;
    if (hasSat())
      void import('../together/server').then(({ followTables }) => {
        if (wanted)
          end = followTables(set);
      });
    return () => {
      wanted = false;
      end();
    };
  }, []);
  return running;
}

export const isByDays = ({ clock }: Short): boolean => clock.startsWith('days ');

/** Returns to the table that is waiting for this person, or to the last one. Tables with clocks in days have a list of
 * their own. */
export function Running({ tables }: { tables: readonly Short[] }) {
  const live = tables.filter((one) => !isByDays(one)), table = live.find(({ turn }) => turn) ?? live[0];
  return table ? <section class="start-continue">
    <GamePicture game={gameOf(table.rules).key} />
    <div><h2>{tell('start.others')}: {gameName(table.rules)}</h2><p>{namesAround(table.seats).join(', ')}</p></div>
    <button type="button" class={table.turn ? 'btn turn' : 'btn primary'} data-act="continue"
      onClick={() => go({ at: 'online', table: table.table })}>{tell('start.continue')}</button>
  </section> : null;
}

export function Others({ tables }: { tables: readonly Short[] }) {
  const waiting = tables.filter(({ turn }) => turn).length;
  return <section class="start-others">
    <GamePicture game={PARTY} />
    <div><h2>{tell('start.others')}</h2><p>{tell('start.others.about')}</p></div>
    <button type="button" class={waiting > 0 ? 'btn turn' : 'btn'} data-act="tables"
      onClick={() => go({ at: 'tables' })}>{tell('start.others.tables')}</button>
    <p role="status">{waiting === 0 ? '' : tell('start.others.wait', waiting)}</p>
  </section>;
}
