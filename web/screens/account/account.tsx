// SPDX-License-Identifier: MIT
// An optional account: the same tables on all devices.
import { useState } from 'preact/hooks';
import { learn, tell } from '../../texts';
import { texts as own } from '../../generated/texts/account';
import { texts as together } from '../../generated/texts/with';
import { go, type Screen, type ShownEarly } from '../app';
import { Head, Title } from '../head';
import { useServer } from '../together/server';
import { NoServer } from '../together/tables';
import { useStore } from '../use';
import { Data } from './data';
import { Enter } from './enter';
import { Member } from './member';
import './account.css';

learn(own, together);

function Parts({ here }: { here: Screen }) {
  const server = useServer(), reach = useStore(server.reach), name = useStore(server.account), [done, setDone] = useState('');
  const leave = (words: string) => {
    server.account.set(null);
    setDone(words);
    server.again();
  };
  if (reach === 'none' || reach === 'offline')
    return <NoServer again={() => server.again()} />;
  if (reach === 'off' || reach === 'connecting')
    return <p role="status" class="note">{tell('with.connecting')}</p>;
  return <>
    <p role="status" class="account-done">{done}</p>
    {name === null ? <Enter said={setDone} /> : <Member key={name} name={name} leave={leave} />}
    <section><h2>{tell('with.results')}</h2><p>{tell('with.results.about')}</p>
      <button type="button" class="btn" data-act="profile" onClick={() => go({ at: 'profile', back: here })}>{tell('with.profile')}</button></section>
    <Data key={name} name={name} leave={leave} />
  </>;
}

export default function Account({ screen }: ShownEarly<'account'>) {
  return <div class="account">
    <Head><button type="button" class="btn" onClick={() => go(screen.back)}>{tell('app.back')}</button></Head>
    <main class="form">
      <Title words={tell('account.title')} />
      <Parts here={screen} />
    </main>
  </div>;
}
