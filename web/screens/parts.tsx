// SPDX-License-Identifier: MIT
// Parts of forms that several screens use.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export function Switch(props: { id: string; on: boolean; says?: string; bad?: boolean; set(on: boolean): void }) {
  return <input id={props.id} class="switch" type="checkbox" role="switch" checked={props.on} aria-describedby={props.says}
    aria-invalid={props.bad ?? false} onChange={(e) => props.set(e.currentTarget.checked)} />;
}

interface FieldProps { id: string; name: string; about: string; wide?: boolean; children: ComponentChildren; below?: ComponentChildren }

/** A name, a control next to it, and a sentence below. */
export function Field(props: FieldProps) {
  return <div class={props.wide ? 'field wide' : 'field'}>
    <label for={props.id}>{props.name}</label>
    <div class="field-control">{props.children}</div>
    <p id={`${props.id}-about`}>{props.about}</p>
    {props.below}
  </div>;
}

/** A switch with a name and a sentence. */
export function SwitchField({ name, about, on, set }: { name: string; about: string; on: boolean; set(on: boolean): void }) {
  const id = useId();
  return <Field id={id} name={name} about={about}><Switch id={id} on={on} says={`${id}-about`} set={set} /></Field>;
}

/** A choice among a few values, shown side by side. */
export function OneOf<T extends string>(props: { name: string; about?: string; value: T; all: readonly (readonly [T,
  string])[]; set(value: T): void }) {
  const id = useId();
  return <fieldset class="one-of">
    <legend>{props.name}</legend>
    <div class="seg">{props.all.map(([value, words]) => <label key={value}>
      <input type="radio" name={id} checked={value === props.value} aria-describedby={props.about ? `${id}-about` : undefined}
        onChange={() => props.set(value)} /><span>{words}</span>
    </label>)}</div>
    {props.about && <p class="note" id={`${id}-about`}>{props.about}</p>}
  </fieldset>;
}
