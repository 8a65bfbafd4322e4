// SPDX-License-Identifier: MIT
// A quick match that waits for players: who is here, when bots join, and how to shorten or prolong the wait.
import { useEffect, useRef, useState } from 'preact/hooks';
import { namesAround } from '../../core/sitters';
import type { Sides } from '../../core/views';
import { tell } from '../../texts';
import { go, type Screen } from '../app';
import { Head, Title } from '../head';
import { SeatMark } from '../mark';
import { gameName, sheetName, sheetOf } from '../start/catalogue';
import { useDeed } from './deed';
import { NameField, nameOrAsk } from './name';
import { clockWords, timeWords } from './words';
import './waiting.css';
import type { AskServer, Seat, Table } from '../../net/wire';

/** Milliseconds until bots join, counted from the arrival of the message. */
function useWait(table: Table): number {
  const [now, set] = useState(() => performance.now()), { wait, at } = table;
  useEffect(() => {
    set(performance.now());
    const timer = setInterval(() => set(performance.now()), 250);
    return () => clearInterval(timer);
  }, [table]);
  return Math.max(0, (wait ?? 0) - Math.max(0, now - at));
}

/** "Ann has joined. 2 seats are free.", as soon as it happens. */
function useNews(table: Table): string {
  const before = useRef<Seat[] | null>(null), [news, set] = useState(''), free = table.seats.filter(({ kind }) => kind === 'open').length;
  const left = free === 0 ? tell('with.wait.full') : free === 1 ? tell('with.wait.free.one') : tell('with.wait.free', free);
  useEffect(() => {
    const was = before.current;
    before.current = table.seats;
    const came = table.seats.find((seat, i) => was && seat.kind === 'person' && !seat.you && was[i]?.name !== seat.name);
    const gone = was?.find((seat, i) => seat.kind === 'person' && !seat.you && table.seats[i]?.kind === 'open');
    set(`${came ? tell('with.wait.joined', came.name) : gone ? tell('with.wait.left', gone.name) : ''} ${left}`.trim());
  }, [table]);
  return news || left;
}

function Plate({ seat, at, name, sides }: { seat: Seat; at: number; name: string; sides: Sides }) {
  const state = seat.kind === 'open' ? tell('with.wait.open') : seat.kind === 'bot' ? '' : seat.bots ? tell('with.wait.agrees')
    : seat.here || seat.you ? '' : tell('with.away');
  return <li class={`wait-seat ${seat.kind}`} data-seat={at} data-kind={seat.kind}>
    <SeatMark seat={at} sides={sides} />
    <b>{seat.kind === 'open' ? tell('with.wait.seat') : name}</b>
    {seat.you && <small>{tell('with.room.you')}</small>}
    {state && <small>{state}</small>}
  </li>;
}

/** The seats in order of play, your own first: it is at the bottom. */
function round(seats: readonly Seat[]): [Seat, number][] {
  const mine = Math.max(0, seats.findIndex(({ you }) => you)), all = seats.map((seat, at): [Seat, number] => [seat, at]);
  return [...all.slice(mine), ...all.slice(0, mine)];
}

function Bar({ ms, span }: { ms: number; span: number }) {
  const part = span > 0 ? Math.round((1 - ms / span) * 100) : 0;
  return <div class="wait-bar" aria-hidden="true"><i style={{ inlineSize: `${part}%` }} /></div>;
}

/** The next step, for a person with a seat. */
function Seated({ table, ask }: { table: Table; ask: AskServer }) {
  const ms = useWait(table), deed = useDeed(), span = table.span ?? 0, mine = table.seats.find(({ you }) => you), [from, setFrom] = useState(span);
  const others = table.seats.some(({ you, kind, here }) => kind === 'person' && !you && here), longer = span > from;
  useEffect(() => setFrom((was) => (was === 0 ? span : Math.min(was, span || was))), [span]);
  const leave = async () => {
    for (const [seat, { you }] of table.seats.entries())
      if (you)
        await deed.run(ask('stand', { seat }));
    go({ at: 'tables' });
  };
  return <>
    <h2>{tell('with.wait.bots', ms < 60_000 ? tell('with.wait.seconds', Math.ceil(ms / 1000)) : timeWords(ms))}</h2>
    <Bar ms={ms} span={span} />
    <p>{tell('with.wait.about')}{table.rated && ` ${tell('with.wait.rated')}`}</p>
    <p role="alert">{deed.said}</p>
    <button type="button" class="btn primary" data-act="bots" disabled={deed.busy || mine?.bots === true}
      onClick={() => void deed.run(ask('bots', { on: true }))}>{tell('with.wait.now')}</button>
    {mine?.bots === true && others && <p class="note" role="status">{tell('with.wait.agreed')}</p>}
    <div class="wait-two">
      <button type="button" class="btn" data-act="longer" disabled={deed.busy || (longer && mine?.bots !== true)}
        onClick={() => void deed.run(ask('bots', { on: false }))}>{tell('with.wait.longer')}</button>
      <button type="button" class="btn" data-act="stand" disabled={deed.busy} onClick={() => void leave()}>{tell('with.wait.leave')}</button>
    </div>
    <p class="note">{tell('with.wait.leave.about')} {tell(table.clock.startsWith('days') ? 'with.wait.days' : 'with.wait.absent')}</p>
  </>;
}

/** For a person who came from the lobby or a link. */
function Guest({ table, ask }: { table: Table; ask: AskServer }) {
  const deed = useDeed(), [missing, setMissing] = useState(false);
  const sit = () => {
    const name = nameOrAsk();
    setMissing(name === '');
    if (name === '')
      deed.tell(tell('with.name.first'));
    else
      void deed.run(ask('sit', { name }));
  };
  return <>
    <NameField missing={missing} />
    <p role="alert">{deed.said}</p>
    <button type="button" class="btn primary" data-act="sit" disabled={deed.busy || table.seats.every(({ kind }) => kind !== 'open')}
      onClick={sit}>{tell('with.wait.join')}</button>
  </>;
}

export default function Waiting({ table, sides, ask, screen }: { table: Table; sides: Sides; ask: AskServer; screen: Screen }) {
  const names = namesAround(table.seats), seated = table.seats.some(({ you }) => you), many = table.seats.length > 4;
  const facts = [gameName(table.rules), sheetName(sheetOf(table.rules)), clockWords(table.clock), tell(table.rated ? 'with.rated' : 'with.rated.not')];
  return <div class="with waits" data-room={table.phase} data-table={table.table} data-quick>
    <Head>
      <button type="button" class="btn quiet" onClick={() => go({ at: 'rules', rules: table.rules, back: screen })}>{tell('app.rules')}</button>
      <button type="button" class="btn" data-act="tables" onClick={() => go({ at: 'tables' })}>{tell('with.room.leave')}</button>
    </Head>
    <main class="wait">
      <div class="wait-top"><Title words={tell('with.quick')} /><p class="note">{facts.filter(Boolean).join(' · ')}</p></div>
      <section class="wait-felt" aria-label={tell('with.room.seats')}>
        <p class="wait-news" role="status">{useNews(table)}</p>
        <ol class={many ? 'wait-seats many' : `wait-seats of${table.seats.length}`}>
          {round(table.seats).map(([seat, at]) => <Plate key={at} seat={seat} at={at} name={names[at] ?? ''} sides={sides} />)}</ol>
      </section>
      <section class="wait-foot form">{seated ? <Seated table={table} ask={ask} /> : <Guest table={table} ask={ask} />}</section>
    </main>
  </div>;
}
