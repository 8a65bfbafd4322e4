// SPDX-License-Identifier: MIT
// The tables: yours (those waiting for you first), a quick match, and the public ones.
import { useEffect, useId, useState } from 'preact/hooks';
import { OneOf, SwitchField } from '../parts';
import { namesAround } from '../../core/sitters';
import { games } from '../../generated/tables';
import { learn, pick, tell } from '../../texts';
import { texts as together } from '../../generated/texts/with';
import { go, type ShownEarly } from '../app';
import { Head, Title } from '../head';
import { recall } from '../start/plan';
import { gameName, gameOf } from '../start/catalogue';
import { GamePicture } from '../start/picture';
import { useStore } from '../use';
import { useDeed } from './deed';
import { NameField, nameOrAsk } from './name';
import { server, useServer } from './server';
import { agoWords, clockWords } from './words';
import type { AskServer, Short } from '../../net/wire';
import './together.css';

learn(together);

/** The games for more than one. */
export const many = games.filter((game) => game.players[1] > 1);

export function NoServer({ again }: { again(): void }) {
  const barred = useStore(server.barred);
  return <div class="with-none" role="status" data-none={barred ? 'barred' : ''}>
    <p>{barred ? tell('with.barred', location.origin) : tell('with.none')}</p>
    <button type="button" class="btn" onClick={again}>{tell('with.again')}</button>
  </div>;
}

function stateOf(table: Short, yours: boolean): string {
  const open = table.seats.filter(({ kind }) => kind === 'open').length;
  if (yours && table.turn)
    return tell('with.row.turn');
  if (table.phase === 'over' || table.phase === 'closed')
    return tell('with.row.over');
  const state = tell(table.phase === 'waiting' ? 'with.row.waiting' : 'with.row.playing');
  return open > 0 && table.phase === 'waiting' ? `${state}, ${tell('with.row.open', open)}` : state;
}

function Row({ table, yours }: { table: Short; yours: boolean }) {
  const name = gameName(table.rules), all = namesAround(table.seats);
  const who = all.filter((_, at) => table.seats[at]?.kind !== 'open').join(', ') || tell('with.row.nobody');
  const ago = yours && table.quiet !== undefined ? agoWords(table.quiet) : '', people = ago ? `${who}, ${ago}` : who;
  const may = yours ? 'go' : table.phase === 'waiting' && table.seats.some(({ kind }) => kind === 'open') ? 'sit' : 'watch';
  return <li class="with-row" data-at={table.table}>
    <GamePicture game={gameOf(table.rules).key} />
    <div><h3>{name}</h3><p>{who}</p>
      <p class="note"><span class={yours && table.turn ? 'with-turn' : ''}>{stateOf(table, yours)}</span>
        {table.clock !== 'none' && ` · ${clockWords(table.clock)}`}{ago && <span data-ago={table.quiet}> · {ago}</span>}</p></div>
    <button type="button" class={yours && table.turn ? 'btn turn' : 'btn'} aria-label={tell(`with.row.${may}.of`, name, people)} data-act="go"
      onClick={() => go({ at: 'online', table: table.table })}>{tell(`with.row.${may}`)}</button>
  </li>;
}

/** A list that is requested when shown, and refreshed while it is visible. */
function useList(ask: AskServer, what: 'list' | 'mine', game = '') {
  const [tables, set] = useState<Short[] | null>(null), deed = useDeed();
  const look = async () => {
    const reply = await deed.run(what === 'mine' ? ask('mine', {}) : ask('list', game ? { game } : {}));
    if (reply.ok)
      set(reply.tables ?? []);
  };
  useEffect(() => {
    void look();
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), 15_000);
    return () => clearInterval(timer);
  }, [game]);
  return { tables, look, deed };
}

function Yours({ ask }: { ask: AskServer }) {
  const { tables, deed } = useList(ask, 'mine');
  return <section class="with-list" data-list="mine">
    <h2>{tell('with.yours')}</h2>
    {tables?.length === 0 && <p class="note">{tell('with.yours.none')}</p>}
    <p role="alert">{deed.said}</p>
    <ul>{tables?.map((table) => <Row key={table.table} table={table} yours />)}</ul>
  </section>;
}

export function Games({ value, set, all, label }: { value: string; set(game: string): void; all?: boolean; label: string }) {
  const id = useId();
  return <span class="with-games"><label for={id}>{label}</label>
    <select id={id} value={value} onChange={(e) => set(e.currentTarget.value)}>
      {all && <option value="">{tell('with.public.all')}</option>}
      {many.map((game) => <option key={game.key} value={game.key}>{pick(game.name)}</option>)}
    </select></span>;
}

function Public({ ask }: { ask: AskServer }) {
  const [game, set] = useState(''), { tables, look, deed } = useList(ask, 'list', game);
  return <section class="with-list" data-list="public">
    <h2>{tell('with.public')}</h2>
    <p class="note">{tell('with.public.about')}</p>
    <div class="with-bar"><Games value={game} set={set} all label={tell('with.public.game')} />
      <button type="button" class="btn" disabled={deed.busy} onClick={() => void look()}>{tell('with.public.look')}</button></div>
    {tables?.length === 0 && <p>{tell('with.public.none')}</p>}
    <p role="alert">{deed.said}</p>
    <ul>{tables?.map((table) => <Row key={table.table} table={table} yours={table.seats.some(({ you }) => you)} />)}</ul>
  </section>;
}

const speeds = ['fast', 'normal', 'days'] as const;
type Speed = typeof speeds[number];

function Quick({ ask }: { ask: AskServer }) {
  const last = recall().game, [game, set] = useState(many.some(({ key }) => key === last) ? last : (many[0]?.key ?? '')), deed = useDeed();
  const [missing, setMissing] = useState(false), [speed, setSpeed] = useState<Speed>('normal'), [wished, setRated] = useState(false);
  const account = useStore(server.account), rated = wished && account !== null;
  const find = async () => {
    const name = nameOrAsk();
    setMissing(name === '');
    if (name === '') {
      deed.tell(tell('with.name.first'));
      return;
    }
    const reply = await deed.run(ask('quick', { game, name, speed, ...(rated ? { rated } : {}) }));
    if (reply.ok && reply.table)
      go({ at: 'online', table: reply.table });
  };
  return <section class="with-quick">
    <h2>{tell('with.quick')}</h2>
    <NameField missing={missing} />
    <Games value={game} set={set} label={tell('with.public.game')} />
    <OneOf<Speed> name={tell('with.speed')} value={speed} set={setSpeed} all={speeds.map((one) => [one, tell(`with.speed.${one}`)] as const)}
      about={tell(`with.speed.${speed}.about`)} />
    {account !== null && <SwitchField name={tell('with.rated.on')} about={tell('with.rated.about')} on={rated} set={setRated} />}
    <p class="note">{tell('with.quick.about')}{account === null && ` ${tell('with.rated.account')}`}</p>
    <button type="button" class="btn primary" data-act="quick" disabled={deed.busy}
      onClick={() => void find()}>{tell('with.quick.go')}</button>
    <p role="alert">{deed.said}</p>
  </section>;
}

export default function Tables({ screen }: ShownEarly<'tables'>) {
  const server = useServer(), ask: AskServer = (what, fields) => server.ask(what, fields), reach = useStore(server.reach);
  return <div class="with">
    <Head><button type="button" class="btn" onClick={() => go({ at: 'start' })}>{tell('app.back')}</button></Head>
    <main class="form with-tables">
      <div><Title words={tell('with.title')} /><p class="note">{screen.note ?? tell('with.lead')}</p></div>
      {reach === 'none' || reach === 'offline' ? <NoServer again={() => server.again()} />
        : <>
          <div class="with-columns">
            <Yours ask={ask} />
            <div>
              <section class="with-new"><h2>{tell('with.new')}</h2><p class="note">{tell('with.new.about')}</p>
                <button type="button" class="btn primary" data-act="new" onClick={() => go({ at: 'make' })}>{tell('with.new')}</button></section>
              <Quick ask={ask} />
              <section class="with-new"><h2>{tell('with.tournaments')}</h2><p class="note">{tell('with.tournaments.about')}</p>
                <button type="button" class="btn" data-act="tournaments" onClick={() => go({ at: 'tournaments' })}>{tell('with.tournaments')}</button></section>
            </div>
            <Public ask={ask} />
          </div>
          <p role="status" class="note">{reach === 'open' ? '' : tell('with.connecting')}</p>
        </>}
    </main>
  </div>;
}
