// SPDX-License-Identifier: MIT
// The waiting room of a table: who sits where, the link to send, the name, start.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { botName, namesAround } from '../../core/sitters';
import type { Sides } from '../../core/views';
import { bots } from '../../generated/tables';
import { tell } from '../../texts';
import { go, type Screen } from '../app';
import { Head, Title } from '../head';
import { useLater } from '../use';
import { SeatMark } from '../mark';
import { gameName, gameOf, sheetName, sheetOf } from '../start/catalogue';
import { GamePicture } from '../start/picture';
import { useStore } from '../use';
import { type Deed, useDeed } from './deed';
import { Invite } from './invite';
import { NameField, nameOrAsk, ownName } from './name';
import { server } from './server';
import { clockWords, graceWords } from './words';
import type { AskServer, Seat, Table } from '../../net/wire';

interface Here { table: Table; ask: AskServer; deed: Deed }

/** For a person who shares this screen: their own name. */
function Beside({ at, here, done }: { at: number; here: Here; done(): void }) {
  const [name, set] = useState(''), field = useRef<HTMLInputElement>(null), id = useId(), { deed, ask } = here;
  useEffect(() => field.current?.focus(), []);
  const sit = async (event: Event) => {
    event.preventDefault();
    if (name.trim() !== '' && (await deed.run(ask('sit', { seat: at, name: name.trim() }))).ok)
      done();
  };
  return <form class="with-beside" onSubmit={(event) => void sit(event)}>
    <label for={id}>{tell('with.room.too.name', at + 1)}</label>
    <input ref={field} id={id} type="text" value={name} maxLength={40} autocomplete="off"
      onInput={(e) => set(e.currentTarget.value)} />
    <button type="submit" class="btn" disabled={name.trim() === ''}>{tell('with.room.too.go')}</button>
    <button type="button" class="btn quiet" onClick={done}>{tell('with.room.cancel')}</button>
  </form>;
}

const BESIDE = 'beside';

/** The host's choice: open, a bot, or a person who shares this screen. */
function Choose({ seat, at, here, onBeside }: { seat: Seat; at: number; here: Here; onBeside: (() => void) | null }) {
  const now = seat.kind === 'bot' ? (seat.level ?? '') : '', guests = useStore(server.bots);
  const choose = (field: HTMLSelectElement) => {
    const to = field.value;
    field.value = now;                  // until the table confirms it
    if (to === BESIDE)
      onBeside?.();
    else
      void here.deed.run(here.ask('seat', { seat: at, who: to ? `bot:${to}` : 'open' }));
  };
  return <select value={now} aria-label={tell('with.room.bot.of', at + 1)} data-act="seat" onChange={(e) => choose(e.currentTarget)}>
    <option value="">{tell('with.room.for.anybody')}</option>
    {onBeside && <option value={BESIDE}>{tell('with.room.sit.too')}</option>}
    {bots.map((bot) => <option key={bot.key} value={bot.key}>{botName(bot.key)}</option>)}
    {guests.map((name) => <option key={name} value={name}>{tell('with.seat.guest', name)}</option>)}
  </select>;
}

function Tags({ seat, host }: { seat: Seat; host: boolean }) {
  const words = [host && tell('with.room.host'), seat.you && tell('with.room.you'),
    seat.kind === 'person' && !seat.you && tell(seat.here ? 'with.here' : 'with.away')].filter(Boolean);
  return words.length > 0 ? <small class="with-tags">{words.join(' · ')}</small> : null;
}

function Place({ seat, at, here, sides, lack }: { seat: Seat; at: number; here: Here; sides: Sides; lack(): void }) {
  const [beside, setBeside] = useState(false), { table, ask, deed } = here, seated = table.seats.some(({ you }) => you);
  const sit = () => {
    const name = nameOrAsk();
    if (name === '')
      lack();
    else
      void deed.run(ask('sit', { seat: at, name }));
  };
  const first = table.seats.findIndex(({ you }) => you) === at;
  return <li class={`with-seat ${seat.kind}`} data-seat={at} data-kind={seat.kind}>
    <SeatMark seat={at} sides={sides} />
    <span class="with-who"><b>{seat.kind === 'open' ? tell('with.room.open') : namesAround(table.seats)[at]}</b>
      <Tags seat={seat} host={seat.host ?? (table.host && first)} /></span>
    <span class="with-acts">
      {seat.kind === 'open' && !seated && <button type="button" class="btn primary" data-act="sit" disabled={deed.busy}
        aria-label={tell('with.room.sit.of', at + 1)} onClick={sit}>{tell('with.room.sit')}</button>}
      {seat.kind === 'open' && seated && !beside && !table.host && <button type="button" class="btn quiet" data-act="sit-too"
        aria-label={tell('with.room.sit.too.of', at + 1)} onClick={() => setBeside(true)}>{tell('with.room.sit.too')}</button>}
      {seat.you && <button type="button" class="btn" data-act="stand" disabled={deed.busy}
        aria-label={tell('with.room.stand.of', at + 1)} onClick={() => void deed.run(ask('stand',
          { seat: at }))}>{tell('with.room.stand')}</button>}
      {table.host && seat.kind !== 'person' && !beside && <Choose seat={seat} at={at} here={here}
        onBeside={seated && seat.kind === 'open' ? () => setBeside(true) : null} />}
    </span>
    {beside && seat.kind === 'open' && <Beside at={at} here={here} done={() => setBeside(false)} />}
  </li>;
}

/** "Anna sits down.", for screen readers. */
function News({ table }: { table: Table }) {
  const before = useRef<Seat[] | null>(null), [news, set] = useState('');
  useEffect(() => {
    const was = before.current;
    before.current = table.seats;
    if (!was)
      return;
    const said = table.seats.flatMap((seat, i) => {
      const old = was[i], came = seat.kind === 'person' && old?.name !== seat.name, went = old?.kind === 'person' && seat.kind !== 'person';
      return came ? [seat.you ? tell('with.room.came.you', i + 1) : tell('with.room.came', seat.name)]
        : went ? [old.you ? tell('with.room.went.you', i + 1) : tell('with.room.went', old.name)] : [];
    });
    // The pressed button has disappeared: focuses what replaced it.
    const mine = table.seats.findIndex(({ you }, i) => you !== was[i]?.you);
    if (mine >= 0 && document.activeElement === document.body)
      document.querySelector<HTMLElement>(`[data-seat="${mine}"] button`)?.focus();
    if (said.length > 0)
      set(said.join(' '));
  }, [table]);
  return <p class="hidden-words" role="status" data-news>{news}</p>;
}

function Facts({ table }: { table: Table }) {
  const facts = [sheetName(sheetOf(table.rules)), clockWords(table.clock), tell(table.public ? 'with.room.listed' : 'with.room.secret'),
    table.practice ? tell('with.room.practice') : table.clock.startsWith('days') ? ''
      : `${tell('with.grace')}: ${graceWords(table.grace)}`];
  return <p class="note">{facts.filter(Boolean).join(' · ')}</p>;
}

/** Scrolls to the reason for a refusal, which on a phone may be far from the button. */
function Said({ words }: { words: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => { if (words !== '') place.current?.scrollIntoView({ block: 'nearest' }); }, [words]);
  return <p role="alert" ref={place}>{words}</p>;
}

/** Named players take the open seats, each once while there are enough of them. */
async function start({ table, ask, deed }: Here): Promise<void> {
  const taken = table.seats.map(({ level }) => level), free = bots.filter(({ key, level }) => level !== null && !taken.includes(key));
  for (const [at, { kind }] of table.seats.entries()) {
    const next = kind === 'open' ? free.shift() : undefined;
    if (next)
      await ask('seat', { seat: at, who: `bot:${next.key}` });
  }
  await deed.run(ask('start', {}));
}

function Foot({ here }: { here: Here }) {
  const { table, deed } = here, seated = table.seats.some(({ you }) => you), open = table.seats.some(({ kind }) => kind === 'open');
  const people = table.seats.some(({ kind }) => kind === 'person');
  return <div class="with-foot">
    {seated && <Said words={deed.said} />}
    {table.host
      ? <><p class="note">{tell(people ? open ? 'with.room.start.bots' : 'with.room.start.full' : 'with.room.start.sit')}</p>
        <button type="button" class="btn primary" data-act="start" disabled={deed.busy || !people}
          onClick={() => void start(here)}>{tell('with.room.start')}</button></>
      : <p class="note">{seated ? tell('with.room.wait') : ''}</p>}
  </div>;
}

/** The rules with their drawings: folded for the host, who has to invite people, and open for those who are only waiting. */
function RoomRules({ table }: { table: Table }) {
  const [open, setOpen] = useState(!table.host), rules = useLater(() => import('../rules/panel'), open);
  const you = table.seats.findIndex((seat) => seat.you);
  return <details class="with-rules" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
    <summary>{tell('app.rules')}</summary>
    {open && rules && <rules.TableRules rules={table.rules} names={namesAround(table.seats)} you={you < 0 ? null : you} />}
  </details>;
}

export function Room({ table, sides, ask, screen }: { table: Table; sides: Sides; ask: AskServer; screen: Screen }) {
  const deed = useDeed(), [missing, setMissing] = useState(false), here = { table, ask, deed }, name = useStore(ownName);
  const game = gameName(table.rules), seated = table.seats.some(({ you }) => you);
  const lack = () => { setMissing(true); deed.tell(tell('with.name.first')); };
  useEffect(() => { if (missing && name.trim() !== '') { setMissing(false); deed.tell(''); } }, [name]);
  const seats = <section class="with-seats">
    <h2>{tell('with.room.seats')}</h2>
    {!seated && <><NameField missing={missing} /><Said words={deed.said} /></>}
    <ol>{table.seats.map((seat, at) => <Place key={at} seat={seat} at={at} here={here} sides={sides} lack={lack} />)}</ol>
  </section>;
  const aside = <aside class="with-aside">
    <Invite table={table.table} game={game} host={table.host === true} ask={table.host && seated && !table.practice ? ask : null} />
    <Foot here={here} />
    {table.host && <button type="button" class="btn quiet" data-act="close" onClick={() => void deed.run(ask('close',
      {}))}>{tell('with.room.close')}</button>}
  </aside>;
  return <div class="with" data-room={table.phase} data-table={table.table}>
    <Head>
      <button type="button" class="btn quiet" onClick={() => go({ at: 'rules', rules: table.rules,
        back: screen })}>{tell('app.rules')}</button>
      <button type="button" class="btn" data-act="tables" onClick={() => go({ at: 'tables' })}>{tell('with.room.leave')}</button>
    </Head>
    <main class="form with-room">
      <div class="with-top"><GamePicture game={gameOf(table.rules).key} /><div><Title words={tell('with.room',
        game)} /><Facts table={table} /></div></div>
      {table.host ? <>{aside}{seats}</> : <>{seats}{aside}</>}
      <RoomRules table={table} />
      <News table={table} />
    </main>
  </div>;
}
