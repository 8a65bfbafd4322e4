// SPDX-License-Identifier: MIT
// The moderators' screen. Its parts are loaded only once the server has said that this person is a moderator.
import { refusals } from '../../generated/wire';
import { texts as together } from '../../generated/texts/with';
import { learn, pick, tell } from '../../texts';
import { go, type ShownEarly } from '../app';
import { Head, Title } from '../head';
import { useServer } from '../together/server';
import { NoServer } from '../together/tables';
import { useLater, useStore } from '../use';
import './moderate.css';

learn(together);

export default function Moderate({ screen }: ShownEarly<'moderate'>) {
  const server = useServer(), reach = useStore(server.reach), may = useStore(server.moderator), desk = useLater(() => import('./desk'), may);
  const known = reach === 'open' || reach === 'none' || reach === 'offline';
  return <div class="moderate" data-screen={screen.at}>
    <Head><button type="button" class="btn" onClick={() => go({ at: 'tables' })}>{tell('app.back')}</button></Head>
    <main class="form">
      <Title words={tell('with.moderate')} />
      {(reach === 'none' || reach === 'offline') && <NoServer again={() => server.again()} />}
      {reach === 'open' && !may && <p role="alert">{pick(refusals['no-moderator'])}.</p>}
      <p role="status" class="note">{known && (!may || desk) ? '' : tell('with.connecting')}</p>
      {may && desk && <desk.Desk here={screen} />}
    </main>
  </div>;
}
