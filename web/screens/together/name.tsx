// SPDX-License-Identifier: MIT
// The name that other players see, remembered in this browser.
import { useId } from 'preact/hooks';
import { Store } from '../../core/store';
import { tell } from '../../texts';
import { useStore } from '../use';

const KEY = 'boneyard.name';

function kept(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';                          // no storage
  }
}

export const ownName = new Store(kept());
ownName.watch((name) => {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Then it lasts as long as the page.
  }
});

const FIELD = 'with-name';

/** The name, trimmed as the server does; '' if the field has been focused with the reason. */
export function nameOrAsk(): string {
  const name = ownName.get().trim();
  if (name === '')
    document.getElementById(FIELD)?.focus();
  return name;
}

export function NameField({ missing }: { missing?: boolean }) {
  const name = useStore(ownName), about = useId();
  return <div class="with-name">
    <label for={FIELD}>{tell('with.name')}</label>
    <input id={FIELD} type="text" value={name} maxLength={40} autocomplete="nickname" aria-describedby={about}
      aria-invalid={missing === true && name.trim() === ''}
      onInput={(e) => ownName.set(e.currentTarget.value)} />
    <p class="note" id={about}>{tell('with.name.about')}</p>
  </div>;
}
