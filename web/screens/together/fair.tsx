// The mark of the shuffle: how it stands, and in plain words what this browser has checked.
import { useRef, useState } from 'preact/hooks';
import { tell } from '../../texts';
import type { Fair } from './live';

const SIGNS: Record<Fair['state'], string> = { waiting: '…', fine: '✓', proven: '✓✓', failed: '!', alone: '○' };

function checked(fair: Fair): string[] {
  const all = fair.state === 'proven', some = fair.shares > 0;
  return [
    tell('with.fair.locked'),
    fair.state === 'waiting' ? '' : some ? tell('with.fair.shares', fair.shares) : tell('with.fair.nobody'),
    fair.mine ? tell('with.fair.mine') : '',
    fair.opened > 0 ? tell('with.fair.opened', fair.opened) : '',
    fair.state === 'failed' ? tell('with.fair.bad', fair.why ?? '') : all ? tell('with.fair.all') : tell('with.fair.then'),
  ].filter(Boolean);
}

function Details({ fair, onClose }: { fair: Fair; onClose(): void }) {
  const host = useRef<HTMLDialogElement | null>(null);
  const open = (dialog: HTMLDialogElement | null) => {
    host.current = dialog;
    if (dialog && !dialog.open)
      dialog.showModal();
  };
  return <dialog class="with-dialog" ref={open} aria-label={tell('with.fair')} onClose={onClose}
    onClick={(event) => { if (event.target === host.current) onClose(); }}>
    <div class="inner">
      <h2>{tell(`with.fair.${fair.state}`)}</h2>
      <ul>{checked(fair).map((words) => <li key={words}>{words}</li>)}</ul>
      <p class="note">{tell('with.fair.not')}</p>
      <button type="button" class="btn primary" onClick={onClose}>{tell('table.close')}</button>
    </div>
  </dialog>;
}

export function FairMark({ fair, short = false }: { fair: Fair | null; short?: boolean }) {
  const [open, set] = useState(false);
  if (!fair)
    return null;
  const words = tell(`with.fair.${fair.state}`);
  return <>
    <button type="button" class={`btn quiet with-fair ${fair.state}`} data-fair={fair.state} data-act="fair" aria-haspopup="dialog"
      aria-label={short ? words : undefined} onClick={() => set(true)}>
      <i aria-hidden="true">{SIGNS[fair.state]}</i>{short ? tell('with.fair') : words}</button>
    {open && <Details fair={fair} onClose={() => set(false)} />}
  </>;
}
