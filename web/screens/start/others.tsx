// SPDX-License-Identifier: MIT
// The link to other people's tables, with how many wait for you once this browser has had a seat.
import { useEffect, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { go } from '../app';
import { PARTY } from './games';
import { GamePicture } from './picture';

/** Set once this browser has had a seat; before that the server is not asked. */
export const SAT = 'boneyard.sat';

const hasSat = (): boolean => {
  try {
    return localStorage.getItem(SAT) !== null;
  } catch {
    return false;
  }
};

export function Others() {
  const [waiting, set] = useState(0);
  useEffect(() => {
    let wanted = true;
    if (hasSat())
      void import('../together/server').then(({ waitingTables }) => waitingTables()).then((n) => wanted && set(n));
    return () => void (wanted = false);
  }, []);
  return <section class="start-others">
    <GamePicture game={PARTY} />
    <div><h2>{tell('start.others')}</h2><p>{tell('start.others.about')}</p></div>
    <button type="button" class={waiting > 0 ? 'btn turn' : 'btn'} data-act="tables"
      onClick={() => go({ at: 'tables' })}>{tell('start.others.tables')}</button>
    <p role="status">{waiting === 0 ? '' : tell('start.others.wait', waiting)}</p>
  </section>;
}
