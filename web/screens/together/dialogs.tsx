// SPDX-License-Identifier: MIT
// Dialogs of a table with others: yes or no, and the link that moves a seat to another device.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { useModal } from '../table/use';
import { CopyLink } from './invite';
import { type AskServer, refusalWords } from '../../net/wire';

export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren }) {
  const dialog = useModal(), id = useId();
  return <dialog class="with-dialog" ref={dialog} aria-labelledby={id} onClose={onClose}
    onClick={(event) => { if (event.target === dialog.current) onClose(); }}>
    <div class="inner"><h2 id={id}>{title}</h2>{children}</div>
  </dialog>;
}

export function Sure({ title, words, yes, does,
  onClose }: { title: string; words: string; yes: string; does(): Promise<unknown>; onClose(): void }) {
  return <Dialog title={title} onClose={onClose}>
    <p>{words}</p>
    <div class="ways">
      <button type="button" class="btn" data-act="no" onClick={onClose}>{tell('with.cancel')}</button>
      <button type="button" class="btn primary" data-act="yes" onClick={() => void does().then(onClose)}>{yes}</button>
    </div>
  </Dialog>;
}

/** The secret is created on request and shown only in this field. */
export function SeatLink({ table, ask, onClose }: { table: string; ask: AskServer; onClose(): void }) {
  const [link, set] = useState(''), [said, setSaid] = useState('');
  useEffect(() => {
    void ask('link', {}).then((reply) => {
      if (reply.ok && reply.secret)
        set(`${location.origin}${location.pathname}#seat=${table}.${reply.secret}`);
      else
        setSaid(refusalWords(reply));
    });
  }, []);
  return <Dialog title={tell('with.device')} onClose={onClose}>
    <p>{tell('with.device.about')}</p>
    {link ? <CopyLink link={link} label={tell('with.device.label')} /> : <p role="status">{said || tell('with.device.wait')}</p>}
    <button type="button" class="btn" data-act="close-dialog" onClick={onClose}>{tell('table.close')}</button>
  </Dialog>;
}
