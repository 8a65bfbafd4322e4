// SPDX-License-Identifier: MIT
// Buttons to look at the table more closely, where its tiles are small or the player has moved it.  The keys are + - 0.
import { tell } from '../../texts';
import { useStore } from '../use';
import { dragging } from './drag';
import { useGame } from './use';

export function Zoom() {
  const zoomed = useStore(useGame().play.zoomed);
  return (
    <span class="game-zoom">
      <button type="button" class="btn onfelt" aria-label={tell('table.zoom.in')} onClick={() => dragging.table?.zoom?.(1.25)}>+</button>
      {zoomed && <button type="button" class="btn onfelt" aria-label={tell('table.zoom.out')} onClick={() => dragging.table?.zoom?.(0.8)}>−</button>}
      {zoomed && <button type="button" class="btn onfelt" onClick={() => dragging.table?.fit?.()}>{tell('table.zoom.fit')}</button>}
    </span>
  );
}

/** Over the table while the player looks at a part of it; where tiles are chips the strip of ends has the same buttons. */
export function Zoomed() {
  const { play } = useGame(), chips = useStore(play.kind) === 'chips', zoomed = useStore(play.zoomed);
  return zoomed && !chips ? <Zoom /> : null;
}
