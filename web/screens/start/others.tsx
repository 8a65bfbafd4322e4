// SPDX-License-Identifier: MIT
// The way to the tables where others play; how many wait for you, once this browser has sat at one.
import { useEffect, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { go } from '../app';
import { PARTY } from './games';
import { GamePicture } from './picture';

/** Set when this browser has sat down somewhere: before that nobody is asked. */
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
