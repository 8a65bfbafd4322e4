// SPDX-License-Identifier: MIT
// The fields of the account's forms.
import { useId } from 'preact/hooks';
import { tell } from '../../texts';
import type { Deed } from '../together/deed';

interface TextFieldProps { name: string; label: string; auto: string; secret?: boolean; most?: number; value: string; set(value: string): void }

export function TextField({ name, label, auto, secret, most = 100, value, set }: TextFieldProps) {
  const id = useId();
  const rest = { id, name, value, maxLength: most, autocomplete: auto as 'off', autocapitalize: 'none' as const, spellcheck: false,
    onInput: (e: { currentTarget: HTMLInputElement }) => set(e.currentTarget.value) };
  return <>
    <label for={id}>{label}</label>
    {secret ? <input type="password" {...rest} /> : <input type="text" {...rest} />}
  </>;
}

interface Word { value: string; set(value: string): void }

export const CurrentPassword = (word: Word) =>
  <TextField name="password" label={tell('account.current')} auto="current-password" secret {...word} />;
export const FreshPassword = (word: Word) =>
  <TextField name="fresh" label={tell('account.fresh')} auto="new-password" secret {...word} />;

/** Tells a password manager whose password this is. */
export const OwnName = ({ name }: { name: string }) => <input type="text" autocomplete="username" value={name} readOnly hidden />;

/** The state of a form's last request. */
export const Outcome = ({ deed, done }: { deed: Deed; done: string }) => <>
  <p role="alert">{deed.said}</p>
  <p role="status">{done}</p>
</>;
