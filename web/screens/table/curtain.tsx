// SPDX-License-Identifier: MIT
// Several people at one page: hides the hand until its owner has the device.
import { useEffect, useRef } from 'preact/hooks';
import { tell } from '../../texts';
import { useGame } from './use';
import { nameOf } from './words';

export function Curtain() {
  const { now, play, session } = useGame(), button = useRef<HTMLButtonElement>(null), seat = now.curtain;
  useEffect(() => button.current?.focus(), [seat]);
  if (seat === null)
    return null;
  const name = nameOf(session, seat);
  return (
    <div class="game-curtain" role="group" aria-label={tell('table.curtain', name)}>
      <p>{tell('table.curtain', name)}</p>
      <button type="button" ref={button} class="btn turn big" data-act="unveil" onClick={() => play.driver.unveil()}>
        {tell('table.curtain.open', name)}</button>
    </div>
  );
}
