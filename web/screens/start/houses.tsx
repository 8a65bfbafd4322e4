// SPDX-License-Identifier: MIT
// House rules on the start form: saving them, and what can be done with them. Loaded on first use.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { useLater } from '../use';
import { fragmentOf, type House, NAME_LENGTH, nameOf } from './house';
import type { Planned } from './use_plan';

/** The field that was used is gone, so the focus moves to the choice it made. */
const toChosen = (): void => void requestAnimationFrame(() => document.querySelector<HTMLElement>('.start-sheets input:checked')?.focus());

/** A link to rules, with its QR code. */
export function Share({ rules, name = '' }: { rules: string; name?: string }) {
  const id = useId(), at = useRef<HTMLInputElement>(null), [said, setSaid] = useState(''), qr = useLater(() => import('../qr'), true);
  const link = `${location.origin}${location.pathname}${fragmentOf(rules, name)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid(tell('start.share.copied'));
    } catch {
      at.current?.select();             // no clipboard on a page without encryption
      setSaid(tell('start.share.select'));
    }
  };
  return <div class="start-share">
    <label for={id}>{tell('start.share')}</label>
    <input id={id} ref={at} type="text" readOnly value={link} />
    <button type="button" class="btn" onClick={() => void copy()}>{tell('start.share.copy')}</button>
    <p role="status">{said}</p>
    {qr && <qr.Code link={link} />}
  </div>;
}

/** Below the sheets: the link to the chosen house rules, and the button that deletes them. */
export function HouseActs({ planned, house }: { planned: Planned; house: House }) {
  const [open, setOpen] = useState(false), id = useId();
  useEffect(() => setOpen(false), [house.name]);
  const drop = () => {
    planned.dropHouse(house);
    toChosen();
  };
  return <div class="start-house">
    <button type="button" class="btn" data-act="share-house" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
      {tell('start.house.share', house.name)}</button>
    <button type="button" class="btn quiet" data-act="drop-house" onClick={drop}>{tell('start.house.delete', house.name)}</button>
    <div id={id}>{open && <Share rules={house.rules} name={house.name} />}</div>
  </div>;
}

/** Saves rules that differ from their sheet under a name. */
export function SaveHouse({ planned }: { planned: Planned }) {
  const id = useId(), [name, setName] = useState(planned.naming), [said, setSaid] = useState(''), at = useRef<HTMLInputElement>(null);
  useEffect(() => setName(planned.naming), [planned.naming]);
  const save = (event: Event) => {
    event.preventDefault();
    if (nameOf(name) === '') {
      setSaid(tell('start.house.name'));
      at.current?.focus();
      return;
    }
    setSaid(planned.saveHouse(name) ? '' : tell('start.house.full'));
    toChosen();
  };
  return <form class="start-share" onSubmit={save}>
    <label for={id}>{tell('start.house.save')}</label>
    <input id={id} ref={at} type="text" value={name} maxLength={NAME_LENGTH} autocomplete="off" onInput={(e) => setName(e.currentTarget.value)} />
    <button type="submit" class="btn" data-act="save-house">{tell('start.house.save.go')}</button>
    <p role="alert">{said}</p>
  </form>;
}
