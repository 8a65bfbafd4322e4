// SPDX-License-Identifier: MIT
// A form of options, made from the tables: a name, a sentence, and a control that suits the value.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { pick, tell } from '../../texts';
import { isSwitch, type Option, plainly, valueName } from './catalogue';
import { Field, Switch } from '../parts';
import type { Refused } from './plan';

/** The core's answer about an option of the rules in force. */
export interface Asked { value: string; low: number; high: number }
/** A value and its name. */
export interface Choice { value: string; name: string }

/** choices: for a number whose values have names. */
interface Part {
  option: Option;
  about: string;
  asked: Asked;
  choices: readonly Choice[] | null;
  refused: Refused | null;
  set(value: string): void;
  forget(): void;
}

interface StepperProps { id: string; name: string; value: string; low: number; high: number; says?: string; bad?: boolean; set(value: string): void }

/** A whole number with a button on each side; typed digits take effect on Enter or when the field loses focus, and stay in the range. */
export function Stepper(props: StepperProps) {
  const { id, name, value, low, high, set } = props, [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const now = Number(value), step = (by: number) => set(String(Math.min(high, Math.max(low, now + by))));
  const commit = (digits: string) => {
    const next = digits === '' ? value : String(Math.min(high, Math.max(low, Number(digits))));
    setTyped(next);
    if (next !== value)
      set(next);
  };
  const type = (field: HTMLInputElement) => {
    field.value = field.value.replace(/\D/g, '');
    setTyped(field.value);
  };
  return <span class="start-stepper">
    <button type="button" class="btn" aria-label={tell('start.option.less', name)} disabled={now <= low} onClick={() => step(-1)}>−</button>
    <input id={id} type="text" inputMode="numeric" value={typed} aria-describedby={props.says} aria-invalid={props.bad ?? false}
      onInput={(e) => type(e.currentTarget)} onBlur={(e) => commit(e.currentTarget.value)}
      onKeyDown={(e) => {
        if (e.key === 'Enter')
          commit(e.currentTarget.value);
        else if (e.key === 'ArrowUp' || e.key === 'ArrowDown')
          step(e.key === 'ArrowUp' ? 1 : -1);
      }} />
    <button type="button" class="btn" aria-label={tell('start.option.more', name)} disabled={now >= high} onClick={() => step(1)}>+</button>
  </span>;
}

function Control({ id, option, asked, choices, refused, set }: Part & { id: string }) {
  const value = refused?.value ?? asked.value, bad = refused !== null, says = bad ? `${id}-no ${id}-about` : `${id}-about`;
  if (isSwitch(option))
    return <Switch id={id} on={value === 'on'} says={says} bad={bad} set={(on) => set(on ? 'on' : 'off')} />;
  if (choices)
    return <select id={id} value={value} aria-describedby={says} aria-invalid={bad} onChange={(e) => set(e.currentTarget.value)}>
      {choices.map((one) => <option key={one.value} value={one.value}>{one.name}</option>)}
    </select>;
  return <Stepper id={id} name={pick(option.label)} value={value} low={asked.low} high={asked.high} says={says} bad={bad} set={set} />;
}

export function OptionField(part: Part) {
  const id = useId(), says = useRef<HTMLDivElement>(null), { option, asked, refused } = part;
  const kept = part.choices?.find(({ value }) => value === asked.value)?.name ?? valueName(option, asked.value);
  useEffect(() => {
    if (refused)
      says.current?.scrollIntoView({ block: 'nearest' });
  }, [refused?.words]);
  return <Field id={id} name={pick(option.label)} about={part.about} wide={!isSwitch(option)}
    below={<div role="alert" class="start-refusal" ref={says} id={`${id}-no`}>
      {refused && <><p>{plainly(refused.words)}</p>
        <button type="button" class="btn" onClick={part.forget}>{tell('start.option.keep', kept)}</button></>}
    </div>}>
    <Control id={id} {...part} />
  </Field>;
}
