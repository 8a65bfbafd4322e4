// SPDX-License-Identifier: MIT
// The list of tournaments.
import { useEffect, useState } from 'preact/hooks';
import { learn, tell } from '../../texts';
import { texts as own } from '../../generated/texts/cup';
import { texts as together } from '../../generated/texts/with';
import { go, type ShownEarly } from '../app';
import { Head, Title } from '../head';
import { gameName, gameOf } from '../start/catalogue';
import { GamePicture } from '../start/picture';
import { useDeed } from '../together/deed';
import { server, useServer } from '../together/server';
import { NoServer } from '../together/tables';
import { useStore } from '../use';
import type { CupShort } from '../../net/wire';
import { formatWords, timeOf } from './words';
import './cup.css';

learn(own, together);

const REFRESH = 15_000;

function stateWords(cup: CupShort): string {
  if (cup.state === 'over')
    return tell('cup.state.over');
  if (cup.state === 'playing')
    return cup.rounds > 0 ? tell('cup.state.round.of', cup.round, cup.rounds) : tell('cup.state.round', cup.round);
  return cup.start > 0 ? tell('cup.state.starts', timeOf(cup.start)) : tell('cup.state.open');
}

function Row({ cup }: { cup: CupShort }) {
  return <li class="cup-row" data-cup={cup.tournament}>
    <GamePicture game={gameOf(cup.rules).key} />
    <div><h2>{cup.name}</h2>
      <p>{gameName(cup.rules)} · {formatWords(cup.format)} · {tell('cup.players', cup.players)}</p>
      <p class="note">{stateWords(cup)}{cup.in && <> · <b>{tell('cup.in')}</b></>}</p></div>
    <button type="button" class="btn" aria-label={tell('cup.open.of', cup.name)} onClick={() => go({ at: 'tournament', id: cup.tournament })}>{tell('cup.open')}</button>
  </li>;
}

export default function Cups({ screen }: ShownEarly<'tournaments'>) {
  const { reach: at } = useServer(), reach = useStore(at), [cups, set] = useState<CupShort[] | null>(null), deed = useDeed();
  useEffect(() => {
    const look = async () => {
      const reply = await deed.run(server.ask('tournaments', {}));
      if (reply.ok)
        set(reply.tournaments ?? []);
    };
    void look();
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), REFRESH);
    return () => clearInterval(timer);
  }, []);
  return <div class="cup" data-screen={screen.at}>
    <Head><button type="button" class="btn" onClick={() => go({ at: 'tables' })}>{tell('app.back')}</button></Head>
    <main class="form">
      <div><Title words={tell('cup.title')} /><p class="note">{tell('cup.lead')}</p></div>
      {reach === 'none' || reach === 'offline' ? <NoServer again={() => server.again()} /> : <>
        <p><button type="button" class="btn primary" data-act="new" onClick={() => go({ at: 'organise' })}>{tell('cup.new')}</button></p>
        <p role="alert">{deed.said}</p>
        {cups?.length === 0 && <section><h2>{tell('cup.none')}</h2><p>{tell('cup.none.about')}</p></section>}
        <ul class="cup-list">{cups?.map((cup) => <Row key={cup.tournament} cup={cup} />)}</ul>
      </>}
    </main>
  </div>;
}
