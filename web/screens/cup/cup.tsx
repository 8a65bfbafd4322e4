// SPDX-License-Identifier: MIT
// A tournament: my next table first, then the standings, then the results.
import { useEffect, useState } from 'preact/hooks';
import { learn, pick, tell } from '../../texts';
import { texts as own } from '../../generated/texts/cup';
import { texts as together } from '../../generated/texts/with';
import { go, type ShownEarly } from '../app';
import { Head, Title } from '../head';
import { gameOf, sheetName, sheetOf } from '../start/catalogue';
import { useDeed } from '../together/deed';
import { Sure } from '../together/dialogs';
import { NameField, nameOrAsk } from '../together/name';
import { server, useServer } from '../together/server';
import { NoServer } from '../together/tables';
import { useStore } from '../use';
import { type Cup, refusalWords } from '../../net/wire';
import { hasBye, isOver, myTable, namesAt } from './data';
import { Results, Standings } from './lists';
import { formatWords, systemWords, tieName, timeOf } from './words';
import './cup.css';

learn(own, together);

/** The tournament, followed while this screen is shown, or why the server refuses it. */
function useCup(id: string): { cup: Cup | null; refused: string } {
  const [cup, set] = useState<Cup | null>(null), [refused, refuse] = useState('');
  useEffect(() => {
    const unhear = server.hear((tell) => {
      if (tell.is === 'tournament' && tell.tournament === id)
        set(tell);
    });
    const follow = async () => {
      const reply = await server.ask('follow', { tournament: id }, id);
      if (!reply.ok && reply.code !== 'unknown')
        refuse(refusalWords(reply));
    };
    const unopen = server.opened(() => void follow());
    void follow();
    return () => {
      unhear();
      unopen();
      server.drop(id);
      void server.ask('follow', {});
    };
  }, [id]);
  return { cup, refused };
}

/** Before the first round. */
function Before({ cup }: { cup: Cup }) {
  return <p>{cup.start ? tell('cup.before.time', timeOf(cup.start)) : tell('cup.before')} {tell('cup.entered', cup.players.length)}</p>;
}

function Next({ cup }: { cup: Cup }) {
  const mine = myTable(cup), out = cup.players[cup.you]?.out ?? false;
  if (cup.state === 'over') {
    const first = cup.standings.filter(({ place }) => place === 1).map(({ player }) => cup.players[player]?.name ?? '');
    return <div class="cup-next"><h2>{cup.played.length > 0 ? tell('cup.won', first.join(', ')) : tell('cup.state.over')}</h2></div>;
  }
  if (mine && !isOver(mine.table))
    return <div class="cup-next"><h2>{tell('cup.next', mine.number)}</h2>
      <p>{namesAt(cup, mine.table).join(' · ')}</p>
      <button type="button" class="btn" data-act="go" onClick={() => go({ at: 'online', table: mine.table.table })}>{tell('cup.go', mine.number)}</button></div>;
  if (mine || hasBye(cup))
    return <div class="cup-next"><h2>{mine ? tell('cup.done') : tell('cup.bye', cup.played.length)}</h2><p>{tell('cup.wait')}</p></div>;
  return <div class="cup-next"><h2>{tell(cup.state === 'open' ? 'cup.state.open' : 'cup.state.playing')}</h2>
    {cup.state === 'open' ? <Before cup={cup} /> : <p>{tell(out ? 'cup.out' : cup.you >= 0 ? 'cup.late' : 'cup.watching')}</p>}</div>;
}

function Enter({ cup }: { cup: Cup }) {
  const deed = useDeed(), [missing, setMissing] = useState(false), [sure, setSure] = useState(false), inside = cup.you >= 0 && !(cup.players[cup.you]?.out ?? false);
  const enter = (partner?: string) => {
    const name = nameOrAsk();
    setMissing(name === '');
    if (name !== '')
      void deed.run(server.ask('enter', { tournament: cup.tournament, name, ...(partner === undefined ? {} : { with: partner }) }));
  };
  const ask = (what: 'withdraw' | 'begin' | 'cancel') => deed.run(server.ask(what, { tournament: cup.tournament }));
  if (cup.state === 'over')
    return null;
  return <section class="cup-enter">
    {!inside && <NameField missing={missing} />}
    {cup.waiting.length > 0 && <p>{tell('cup.waiting', cup.waiting.join(', '))}</p>}
    <p role="alert">{deed.said}</p>
    <div class="with-bar">
      {!inside && <button type="button" class="btn primary" data-act="enter" disabled={deed.busy} onClick={() => enter()}>{tell(cup.you >= 0 ? 'cup.back' : 'cup.enter')}</button>}
      {!inside && cup.waiting.map((one) => <button key={one} type="button" class="btn" disabled={deed.busy} onClick={() => enter(one)}>{tell('cup.enter.with', one)}</button>)}
      {inside && <button type="button" class="btn" data-act="withdraw" disabled={deed.busy} onClick={() => void ask('withdraw')}>{tell('cup.withdraw')}</button>}
      {cup.yours && cup.state === 'open' && <button type="button" class="btn primary" data-act="begin" disabled={deed.busy} onClick={() => void ask('begin')}>{tell('cup.begin')}</button>}
      {cup.yours && <button type="button" class="btn" data-act="cancel" disabled={deed.busy} onClick={() => setSure(true)}>{tell('cup.cancel')}</button>}
    </div>
    {sure && <Sure title={tell('cup.cancel')} words={tell('cup.cancel.about')} yes={tell('cup.cancel')} does={() => ask('cancel')} onClose={() => setSure(false)} />}
  </section>;
}

/** The rounds as a row of marks: over, in progress, to come. */
function Rounds({ cup }: { cup: Cup }) {
  const all = Math.max(cup.rounds, cup.played.length), now = cup.state === 'playing' ? cup.played.length : 0;
  return <ol class="cup-rounds" aria-label={tell('cup.rounds')}>{Array.from({ length: all }, (_, i) => i + 1).map((round) =>
    <li key={round} class={round === now ? 'now' : round <= cup.played.length ? 'done' : ''} aria-current={round === now ? 'step' : undefined}>
      {round === now ? (cup.rounds > 0 ? tell('cup.state.round.of', round, cup.rounds) : tell('cup.state.round', round)) : round <= cup.played.length ? tell('cup.round.done', round) : round}</li>)}</ol>;
}

function Whole({ cup }: { cup: Cup }) {
  const game = gameOf(cup.rules);
  return <>
    <div class="cup-top">
      <div><Title words={cup.name} />
        <p class="note">{pick(game.name)}, {sheetName(sheetOf(cup.rules))} · {systemWords(cup.system)} · {formatWords(cup.format)}{cup.duplicate && <> · {tell('cup.duplicate')}</>} · {tell('cup.players', cup.players.length)}</p></div>
      <Rounds cup={cup} />
      <button type="button" class="btn cup-print" onClick={() => window.print()}>{tell('cup.print')}</button>
    </div>
    <div class="cup-columns">
      <div class="cup-first"><Next cup={cup} /><Enter cup={cup} /></div>
      <Standings cup={cup} />
      <Results cup={cup} />
    </div>
    <p class="note cup-scoring">{tell('cup.scoring')} {tell('cup.scoring.ties', cup.ties.map(tieName).join(', '))}</p>
  </>;
}

export default function CupScreen({ screen }: ShownEarly<'tournament'>) {
  const { reach: at } = useServer(), reach = useStore(at), { cup, refused } = useCup(screen.id);
  return <div class="cup" data-screen={screen.at} data-state={cup?.state}>
    <Head><button type="button" class="btn" onClick={() => go({ at: 'tournaments' })}>{tell('app.back')}</button></Head>
    <main class="form">
      {!cup && <Title words={tell('cup.title')} />}
      {refused && <p role="alert">{refused}</p>}
      {!cup && (reach === 'none' || reach === 'offline') && <NoServer again={() => server.again()} />}
      {cup && <Whole key={cup.tournament} cup={cup} />}
      <p role="status" class="note">{reach === 'open' || reach === 'none' || reach === 'offline' ? '' : tell('with.connecting')}</p>
    </main>
  </div>;
}
