// SPDX-License-Identifier: MIT
// The tables: yours (those waiting for you first), a quick match, and the public ones.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { OneOf, SwitchField } from '../parts';
import { namesAround } from '../../core/sitters';
import { learn, pick, tell } from '../../texts';
import { texts as together } from '../../generated/texts/with';
import { go, type ShownEarly } from '../app';
import { Head, Title } from '../head';
import { recall } from '../start/plan';
import { SeatMark } from '../mark';
import { gameName, gameOf, sheetName, sheetOf } from '../start/catalogue';
import { GamePicture } from '../start/picture';
import { useStore } from '../use';
import { Calendar, isInCalendar } from './calendar';
import { useDeed } from './deed';
import { NameField, nameOrAsk } from './name';
import { GamePick, many } from './pick';
import { mine } from '../../net/server';
import { server, useServer } from './server';
import { agoWords, clockWords } from './words';
import { type AskServer, refusalWords, type Short, suspendedWords } from '../../net/wire';
import './together.css';

learn(together);

export { many };

const speeds = ['fast', 'normal', 'days'] as const;
type Speed = typeof speeds[number];

export function NoServer({ again }: { again(): void }) {
  const barred = useStore(server.barred), suspended = useStore(server.suspended);
  return <div class="with-none" role="status" data-none={suspended ? 'suspended' : barred ? 'barred' : ''}>
    <p>{suspended ? suspendedWords(suspended) : barred ? tell('with.barred', location.origin) : tell('with.none')}</p>
    <button type="button" class="btn" onClick={again}>{tell('with.again')}</button>
  </div>;
}

function stateOf(table: Short, yours: boolean): string {
  const open = table.seats.filter(({ kind }) => kind === 'open').length;
  if (yours && table.turn)
    return tell('with.row.turn');
  if (table.phase === 'over' || table.phase === 'closed')
    return tell('with.row.over');
  const state = tell(table.phase === 'waiting' ? 'with.row.waiting' : 'with.row.playing'), seats = tell('with.row.open', open);
  return open === 0 || table.phase !== 'waiting' ? state : yours ? `${state}, ${seats}` : seats;
}

function Row({ table, yours }: { table: Short; yours: boolean }) {
  const name = gameName(table.rules), all = namesAround(table.seats);
  const who = all.filter((_, at) => table.seats[at]?.kind !== 'open').join(', ') || tell('with.row.nobody');
  const ago = yours && table.quiet !== undefined ? agoWords(table.quiet) : '', people = ago ? `${who}, ${ago}` : who;
  const may = yours ? 'go' : table.phase === 'waiting' && table.seats.some(({ kind }) => kind === 'open') ? 'sit' : 'watch';
  return <li class="with-row" data-at={table.table}>
    <GamePicture game={gameOf(table.rules).key} />
    <div><h3>{name}</h3><p class="note">{sheetName(sheetOf(table.rules))}</p>
      <p class="with-there"><span class="with-marks">{table.seats.map(({ kind }, at) => <span key={at} class={kind}><SeatMark seat={at} size={16} /></span>)}</span> {who}</p>
      <p class="note with-state"><span class={yours && table.turn ? 'with-turn' : ''}>{stateOf(table, yours)}</span>
        {table.clock !== 'none' && ` · ${clockWords(table.clock)}`}{table.rated && ` · ${tell('with.rated')}`}{ago && <span data-ago={table.quiet}> · {ago}</span>}</p></div>
    <button type="button" class={yours && table.turn ? 'btn turn' : 'btn'} aria-label={tell(`with.row.${may}.of`, name, people)} data-act="go"
      onClick={() => go({ at: 'online', table: table.table })}>{tell(`with.row.${may}`)}</button>
  </li>;
}

/** Your own tables, requested when shown, and refreshed while they are visible. */
function useMine() {
  const tables = useStore(mine.all), deed = useDeed();
  const look = () => deed.run(mine.fresh());
  useEffect(() => {
    void look();
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), 15_000);
    return () => clearInterval(timer);
  }, []);
  return { tables, deed };
}

function Yours({ tables, deed }: ReturnType<typeof useMine>) {
  return <section class={`with-list${tables?.length === 0 ? ' none' : ''}`} data-list="mine">
    <h2>{tell('with.yours')}</h2>
    {tables?.length === 0 && <p class="note">{tell('with.yours.none')}</p>}
    <p role="alert">{deed.said}</p>
    {tables && <Calendar tables={tables} heading="h3" />}
    <ul>{tables?.filter((one) => !isInCalendar(one)).map((table) => <Row key={table.table} table={table} yours />)}</ul>
  </section>;
}

export function Games({ value, set, label }: { value: string; set(game: string): void; label: string }) {
  const id = useId();
  return <span class="with-games"><label for={id}>{label}</label>
    <select id={id} value={value} onChange={(e) => set(e.currentTarget.value)}>
      {many.map((game) => <option key={game.key} value={game.key}>{pick(game.name)}</option>)}
    </select></span>;
}

interface Filters { game: string; speed: string; counts: string; free: string }
const anything: Filters = { game: '', speed: '', counts: '', free: '' };

/** A page of the public tables.  Rows change in place; tables that are new to the page wait until they are asked for. */
function useBrowse(ask: AskServer, filters: Filters, after: string) {
  const [rows, set] = useState<Short[] | null>(null), [fresh, setFresh] = useState<Short[]>([]), [next, setNext] = useState<string | undefined>();
  const deed = useDeed(), shown = useRef<Short[] | null>(null);
  const look = async (whole: boolean) => {
    const { game, speed, counts, free } = filters;
    const reply = await ask('browse', { ...(game ? { game } : {}), ...(speed ? { speed } : {}), ...(counts ? { counts } : {}),
      ...(free ? { free: Number(free) } : {}), ...(after ? { after } : {}) });
    if (!reply.ok) {
      deed.tell(refusalWords(reply));
      return;
    }
    const found = reply.tables ?? [], had = whole ? null : shown.current;
    const now = had === null ? found : had.flatMap(({ table }) => found.find((one) => one.table === table) ?? []);
    shown.current = now;
    deed.tell('');
    set(now);
    setFresh(found.filter(({ table }) => !now.some((one) => one.table === table)));
    setNext(reply.next);
  };
  useEffect(() => {
    void look(true);
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(false), 5000);
    return () => clearInterval(timer);
  }, [filters, after]);
  return { rows, fresh: fresh.length, next, said: deed.said, look };
}

function Filter({ name, value, all, set }: { name: string; value: string; all: readonly (readonly [string, string])[]; set(value: string): void }) {
  return <select aria-label={name} value={value} onChange={(e) => set(e.currentTarget.value)}>
    {all.map(([key, words]) => <option key={key} value={key}>{words}</option>)}
  </select>;
}

function Public({ ask }: { ask: AskServer }) {
  const [filters, setFilters] = useState(anything), [pages, setPages] = useState<readonly string[]>(['']), after = pages.at(-1) ?? '';
  const { rows, fresh, next, said, look } = useBrowse(ask, filters, after), filtered = Object.values(filters).some((one) => one !== '');
  const change = (some: Partial<Filters>) => { setFilters({ ...filters, ...some }); setPages(['']); };
  return <section class="with-list" data-list="public">
    <div class="with-bar"><h2>{tell('with.public')}</h2>
      <button type="button" class="btn" data-act="new" onClick={() => go({ at: 'make' })}>{tell('with.new')}</button></div>
    <div class="with-filters">
      <Filter name={tell('with.public.game')} value={filters.game} set={(game) => change({ game })}
        all={[['', tell('with.public.all')], ...many.map((game) => [game.key, pick(game.name)] as const)]} />
      <Filter name={tell('with.speed')} value={filters.speed} set={(speed) => change({ speed })}
        all={[['', tell('with.filter.speed')], ...speeds.map((one) => [one, tell(`with.speed.${one}`)] as const), ['none', tell('with.filter.none')]]} />
      <Filter name={tell('with.rated.on')} value={filters.counts} set={(counts) => change({ counts })}
        all={[['', tell('with.filter.rated')], ['rated', tell('with.rated.on')], ['unrated', tell('with.filter.unrated')]]} />
      <Filter name={tell('with.filter.seats')} value={filters.free} set={(free) => change({ free })}
        all={[['', tell('with.filter.free')], ...[1, 2, 3].map((n) => [String(n), tell('with.filter.least', n)] as const)]} />
    </div>
    {rows?.length === 0 && next === undefined && pages.length === 1 && <div class="with-empty">
      <h3>{tell(filtered ? 'with.none.filtered' : 'with.public.empty')}</h3>
      {filtered ? <button type="button" class="btn" data-act="clear" onClick={() => change(anything)}>{tell('with.none.clear')}</button>
        : <p class="note">{tell('with.public.none')}</p>}
    </div>}
    <p role="alert">{said}</p>
    <ul>{rows?.map((table) => <Row key={table.table} table={table} yours={table.seats.some(({ you }) => you)} />)}</ul>
    <p role="status">{fresh > 0 && <button type="button" class="btn quiet" data-act="fresh" onClick={() => void look(true)}>
      {fresh === 1 ? tell('with.fresh.one') : tell('with.fresh', fresh)}</button>}</p>
    {(pages.length > 1 || next !== undefined) && <div class="with-bar">
      <button type="button" class="btn" data-act="previous" disabled={pages.length === 1} onClick={() => setPages(pages.slice(0, -1))}>{tell('with.page.previous')}</button>
      <button type="button" class="btn" data-act="next" disabled={next === undefined} onClick={() => next !== undefined && setPages([...pages, next])}>{tell('with.page.next')}</button>
    </div>}
  </section>;
}

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
    <GamePick value={game} set={set} label={tell('with.public.game')} />
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
  const own = useMine(), known = own.tables !== null || own.deed.said !== '';       // nothing moves once it is shown
  const server = useServer(), ask: AskServer = (what, fields) => server.ask(what, fields), reach = useStore(server.reach), moderates = useStore(server.moderator);
  return <div class="with">
    <Head>{moderates && <button type="button" class="btn" data-act="moderate" onClick={() => go({ at: 'moderate' })}>{tell('with.moderate')}</button>}
      <button type="button" class="btn" onClick={() => go({ at: 'start' })}>{tell('app.back')}</button></Head>
    <main class="form with-tables">
      <div><Title words={tell('with.title')} /><p class="note">{screen.note ?? tell('with.lead')}</p></div>
      {reach === 'none' || reach === 'offline' ? <NoServer again={() => server.again()} />
        : <>
          <div class="with-columns" hidden={!known}>
            <Yours {...own} />
            <Quick ask={ask} />
            <Public ask={ask} />
            <div class="with-more">
              <section class="with-new"><h2>{tell('with.tournaments')}</h2><p class="note">{tell('with.tournaments.about')}</p>
                <button type="button" class="btn" data-act="tournaments" onClick={() => go({ at: 'tournaments' })}>{tell('with.tournaments')}</button></section>
              <section class="with-new"><h2>{tell('with.results')}</h2><p class="note">{tell('with.results.about')}</p>
                <div class="with-bar"><button type="button" class="btn" data-act="profile" onClick={() => go({ at: 'profile', back: screen })}>{tell('with.profile')}</button>
                  <button type="button" class="btn" data-act="ladder" onClick={() => go({ at: 'ladder', back: screen })}>{tell('with.ladder')}</button></div></section>
            </div>
          </div>
          <p role="status" class="note">{reach === 'open' ? '' : tell('with.connecting')}</p>
        </>}
    </main>
  </div>;
}
