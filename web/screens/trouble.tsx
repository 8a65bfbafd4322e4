// SPDX-License-Identifier: MIT
// Errors outside of rendering: a line on top, and nothing is removed.
import { Store } from '../core/store';
import { tell } from '../texts';
import { useStore } from './use';

const trouble = new Store<string | null>(null);

/** From now on, uncaught errors are reported. */
export function hearTrouble(): void {
  addEventListener('error', (event) => {
    if (!event.message.startsWith('ResizeObserver loop'))         // only says that sizes are checked again in the next
                                                                  // frame
      trouble.set(event.message);
  });
  window.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof DOMException && event.reason.name === 'AbortError'))
      trouble.set(event.reason instanceof Error ? event.reason.message : String(event.reason));
  });
}

export function TroubleLine() {
  const words = useStore(trouble);
  return words === null ? null : <p class="update" role="alert">
    {tell('app.unexpected')} <span class="note">{words}</span>
    <button type="button" class="btn" onClick={() => location.reload()}>{tell('app.reload')}</button>
    <button type="button" class="btn" onClick={() => trouble.set(null)}>{tell('app.hide')}</button>
  </p>;
}
