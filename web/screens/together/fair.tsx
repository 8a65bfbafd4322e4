// SPDX-License-Identifier: MIT
// The shuffle's badge: its state, and in plain words what this browser has checked.
import { useState } from 'preact/hooks';
import type { Fair } from '../../fair/checker';
import { namesAround } from '../../core/sitters';
import { tell } from '../../texts';
import type { Table } from '../../net/wire';
import { Dialog } from './dialogs';

type Kind = Fair['is'] | 'alone';

const SIGNS: Record<Kind, string> = { waiting: '…', fine: '✓', proven: '✓✓', failed: '!', alone: '○' };
const kindOf = (fair: Fair): Kind => (fair.is === 'fine' && fair.seats.length === 0 ? 'alone' : fair.is);

function checked(fair: Fair, table: Table): string[] {
  if (fair.is === 'waiting')
    return [tell('with.fair.locked'), tell('with.fair.mix'), tell('with.fair.then')];
  if (fair.is === 'failed')
    return [tell('fair.failed', fair.round, tell(`fair.why.${fair.why}`)), tell('with.fair.bad')];
  const all = namesAround(table.seats), names = fair.seats.flatMap((at) => all[at] ?? []);
  return [
    tell('with.fair.locked'),
    names.length > 0 ? tell('with.fair.shares', names.join(', ')) : tell('with.fair.nobody'),
    fair.mine ? tell('with.fair.mine') : '',
    fair.is === 'proven' ? tell('with.fair.all') : tell('with.fair.so.far'),
    fair.is === 'proven' ? '' : tell('with.fair.then'),
  ].filter(Boolean);
}

export function FairMark({ fair, table }: { fair: Fair; table: Table }) {
  const [open, set] = useState(false), kind = kindOf(fair), words = tell(`with.fair.${kind}`);
  return <>
    <button type="button" class={`btn quiet with-fair ${kind}`} data-fair={kind} data-act="fair" aria-haspopup="dialog"
      onClick={() => set(true)}>
      <i aria-hidden="true">{SIGNS[kind]}</i><span>{words}</span><b aria-hidden="true">{tell('with.fair.short')}</b></button>
    {open && <Dialog title={words} onClose={() => set(false)}>
      <ul>{checked(fair, table).map((one) => <li key={one}>{one}</li>)}</ul>
      <p class="note">{tell('fair.not')}</p>
      <button type="button" class="btn primary" data-act="close-dialog" onClick={() => set(false)}>{tell('table.close')}</button>
    </Dialog>}
  </>;
}
