// SPDX-License-Identifier: MIT
// Inviting people to a table that waits: those met in earlier matches, or an account by its name; and their answers.
import { useEffect, useId, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { invited } from '../../net/server';
import type { AskServer, Met } from '../../net/wire';
import { useStore } from '../use';
import { useDeed } from './deed';
import { Dialog } from './dialogs';
import { server } from './server';

function ByName({ busy, invite }: { busy: boolean; invite(name: string): Promise<boolean> }) {
  const [name, set] = useState(''), id = useId();
  const send = async (event: Event) => {
    event.preventDefault();
    if (name.trim() !== '' && await invite(name.trim()))
      set('');
  };
  return <form class="with-by-name" onSubmit={(event) => void send(event)}>
    <label for={id}>{tell('with.invite.name')}</label>
    <input id={id} type="text" value={name} maxLength={40} autocomplete="off" spellcheck={false} data-invite-name onInput={(e) => set(e.currentTarget.value)} />
    <button type="submit" class="btn primary" data-act="invite-name" disabled={busy || name.trim() === ''}>{tell('with.invite.send')}</button>
  </form>;
}

function Players({ ask, onClose }: { ask: AskServer; onClose(): void }) {
  const deed = useDeed(), [met, setMet] = useState<readonly Met[] | null>(null), [sent, setSent] = useState<readonly string[]>([]), account = useStore(server.account);
  useEffect(() => void deed.run(ask('met', {})).then((reply) => setMet(reply.met ?? [])), []);
  const invite = async (fields: { name: string } | { person: string }, name: string) => {
    const { ok } = await deed.run(ask('invite', fields));
    if (ok)
      deed.tell(tell('with.invite.done', name));
    return ok;
  };
  const meet = async ({ person, name }: Met) => {
    if (await invite({ person }, name))
      setSent([...sent, person]);
  };
  return <Dialog title={tell('with.invite')} onClose={onClose}>
    <p>{tell('with.invite.about')}</p>
    {account !== null ? <ByName busy={deed.busy} invite={(name) => invite({ name }, name)} /> : <p class="note">{tell('with.invite.login')}</p>}
    <h3>{tell('with.invite.met')}</h3>
    {met?.length === 0 && <p class="note">{tell('with.invite.none')}</p>}
    {met !== null && met.length > 0 && <ul class="with-order" data-met>{met.map((one) => <li key={one.person}><bdi>{one.name}</bdi>
      <button type="button" class="btn" data-act="invite-met" disabled={deed.busy || sent.includes(one.person)} aria-label={tell('with.invite.of', one.name)}
        onClick={() => void meet(one)}>{tell('with.invite.send')}</button></li>)}</ul>}
    <p role="status" data-invite-said>{deed.said}</p>
    <button type="button" class="btn" data-act="close-dialog" onClick={onClose}>{tell('table.close')}</button>
  </Dialog>;
}

/** For the host of a waiting table: the button, and the answers of the people invited. */
export function InvitePlayers({ table, ask }: { table: string; ask: AskServer }) {
  const [open, set] = useState(false), all = useStore(invited);
  return <>
    <button type="button" class="btn" data-act="invite" onClick={() => set(true)}>{tell('with.invite')}</button>
    {all.table === table && all.invited.length > 0 && <ul class="with-invited" aria-label={tell('with.invited')} aria-live="polite">
      {all.invited.map(({ name, answer }, at) => <li key={at} data-answer={answer}><bdi>{name}</bdi> {tell(`with.invited.${answer}`)}</li>)}</ul>}
    {open && <Players ask={ask} onClose={() => set(false)} />}
  </>;
}
