// SPDX-License-Identifier: MIT
// An invitation to a table, over every screen: who invites, to what, and the answer.
import { useState } from 'preact/hooks';
import { learn, tell } from '../../texts';
import { texts as together } from '../../generated/texts/with';
import { invitations } from '../../net/server';
import type { Invitation } from '../../net/wire';
import { go } from '../app';
import { gameName } from '../start/catalogue';
import { useStore } from '../use';
import { useDeed } from './deed';
import { ownName } from './name';
import { server, useServer } from './server';
import { clockWords } from './words';
import './asked.css';

learn(together);

/** The name at the table, and the account's if it differs. */
const hostOf = ({ name, account }: Invitation): string => (account === undefined || account === name ? name : `${name} (${account})`);

function Card({ one, more, later }: { one: Invitation; more: number; later(): void }) {
  const deed = useDeed(), words = tell('with.asked', hostOf(one), gameName(one.rules));
  const facts = [tell('with.asked.seats', one.players - one.open, one.players), one.clock !== 'none' && clockWords(one.clock), one.rated && tell('with.rated')];
  const answer = async (yes: boolean) => {
    const reply = await deed.run(server.ask('answer', { invitation: one.invitation, yes }));
    if (!reply.ok && reply.code !== 'no-invitation')
      return;
    invitations.set(invitations.get().filter(({ invitation }) => invitation !== one.invitation));
    const name = ownName.get().trim() || (server.account.get() ?? '');
    if (reply.table !== undefined)
      go({ at: 'online', table: reply.table, ...(name ? { sit: name } : {}) });
  };
  return <section class="with-asked" aria-label={tell('with.asked.label')} data-asked={one.invitation}>
    <p role="status"><b>{words}</b> <span>{facts.filter(Boolean).join(' · ')}</span></p>
    {more > 0 && <p class="note">{tell('with.asked.more', more)}</p>}
    {deed.said && <p role="alert">{deed.said}</p>}
    <div class="with-asked-ways">
      <button type="button" class="btn primary" data-act="join" disabled={deed.busy} onClick={() => void answer(true)}>{tell('with.asked.join')}</button>
      <button type="button" class="btn" data-act="decline" disabled={deed.busy} onClick={() => void answer(false)}>{tell('with.asked.no')}</button>
      <button type="button" class="btn quiet" data-act="later" onClick={later}>{tell('with.asked.later')}</button>
    </div>
  </section>;
}

/** The latest invitation that was not postponed. */
export function Asked() {
  const all = useStore(invitations), [off, setOff] = useState<readonly string[]>([]);
  const shown = all.filter(({ invitation }) => !off.includes(invitation)), one = shown[0];
  useServer();
  return one ? <Card key={one.invitation} one={one} more={shown.length - 1} later={() => setOff([...off, one.invitation])} /> : null;
}
