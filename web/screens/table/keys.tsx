// SPDX-License-Identifier: MIT
// The dialog that lists the keys.
import { tell } from '../../texts';
import { useModal } from './use';

const KEYS = ['arrows', 'numbers', 'enter', 'escape', 'd', 'p', 'm', 'h', 'u', 'e', 'c', 'l', 'zoom'] as const;

export function Keys({ onClose }: { onClose(): void }) {
  const dialog = useModal();
  return (
    <dialog class="game-keys" ref={dialog} aria-labelledby="game-keys" onClose={onClose}>
      <h2 id="game-keys" tabIndex={-1} autofocus>{tell('table.keys')}</h2>
      <dl>{KEYS.map((key) => <div key={key}><dt>{tell(`table.key.${key}`)}</dt><dd>{tell(`table.key.${key}.does`)}</dd></div>)}</dl>
      <button type="button" class="btn primary" onClick={onClose}>{tell('table.close')}</button>
    </dialog>
  );
}
