// SPDX-License-Identifier: MIT
// The foot of the score sheet with others: who is not ready, who wants a rematch, and what can be done with the record.
import type { ComponentChildren, Ref } from 'preact';
import { useState } from 'preact/hooks';
import { Session } from '../../core/session';
import { tell } from '../../texts';
import { go, type Screen, type Tools } from '../app';
import { saveRecord } from '../saved/file';
import { useStore } from '../use';
import { useDeed } from './deed';
import type { Live } from './live';
import { checkRecord, fetchRecord } from './record';
import type { Table } from '../../net/wire';

interface Part { live: Live; table: Table; first: Ref<HTMLButtonElement> }

const names = (table: Table, which: (seat: Table['seats'][number]) => boolean): string =>
  table.seats.filter((seat) => seat.kind === 'person' && which(seat)).map(({ name }) => name).join(', ');

function Next({ live, table, first, next }: Part & { next: string }) {
  const deed = useDeed(), mine = table.seats.filter(({ you }) => you), done = mine.every(({ ready }) => ready);
  const looking = names(table, (seat) => seat.here && !seat.ready && !seat.you);
  return <div class="with-next">
    <p role="status">{deed.said || (looking ? tell('with.next.waiting', looking) : tell('with.next.soon'))}</p>
    {mine.length > 0 && <button type="button" ref={first} class="btn primary" data-act="next" aria-disabled={done || deed.busy}
      onClick={() => { if (!done) void deed.run(live.ask('next', {})); }}>{done ? tell('with.next.ready') : next}</button>}
  </div>;
}

function Rematch({ live, table, first }: Part) {
  const deed = useDeed(), mine = table.seats.filter(({ you }) => you), done = mine.every(({ again }) => again);
  const want = names(table, (seat) => seat.again);
  return <div class="with-next">
    <p role="status">{deed.said || (want ? tell('with.rematch.who', want) : tell('with.rematch.about'))}</p>
    {mine.length > 0 && <button type="button" ref={first} class="btn primary" data-act="rematch" aria-disabled={done || deed.busy}
      onClick={() => { if (!done) void deed.run(live.ask('rematch', {})); }}>{tell(done ? 'with.rematch.asked' : 'with.rematch')}</button>}
  </div>;
}

/** At a table of a tournament: the next table is there. */
function GoOn({ tournament, first }: { tournament: string; first: Ref<HTMLButtonElement> }) {
  return <div class="with-next"><p role="status">{tell('with.tournament.about')}</p>
    <button type="button" ref={first} class="btn primary" data-act="tournament" onClick={() => go({ at: 'tournament', id: tournament })}>{tell('with.tournament')}</button></div>;
}

/** Its text is below all buttons, including `children`, so that these keep their places. */
function Record({ table, tools, here, children }: { table: Table; tools: Tools; here: Screen; children: ComponentChildren }) {
  const [said, tellAll] = useState<readonly string[]>([]), [busy, set] = useState(false);
  const say = (...words: string[]) => tellAll(words.filter(Boolean));
  const withRecord = async (does: (record: string) => unknown) => {
    set(true);
    say('');
    try {
      await does(await fetchRecord(table.table, table.match));
    } catch (error) {
      say(error instanceof Error && error.message ? error.message : tell('with.record.none'));
    }
    set(false);
  };
  const keep = async (record: string) => {
    const session = Session.load(await tools.fresh(), record);
    session.keep();
    await session.settled();
    say(tell('with.record.saved'));
  };
  const file = (record: string) => saveRecord(record, table.rules, new Date().toISOString().slice(0, 10));
  const check = async (record: string) => {
    say(tell('fair.checking'));
    say(...(await checkRecord(record)));
  };
  const all = [['review', tell('sheet.review'), (record: string) => go({ at: 'review', record, back: here })], ['keep',
    tell('with.record.save'), keep],
    ['download', tell('with.record.file'), file], ['check', tell('fair.check'), check]] as const;
  return <>
    {all.map(([act, words, does]) => <button key={act} type="button" class="btn" data-act={act} disabled={busy}
      onClick={() => void withRecord(does)}>{words}</button>)}
    {children}
    <div role="status" class="with-record" data-record tabIndex={said.length > 1 ? 0
      : undefined}>{said.map((words) => <p key={words}>{words}</p>)}</div>
  </>;
}

export function Foot({ live, tools, here, next, first, onTable }: { live: Live; tools: Tools; here: Screen; next: string;
  first: Ref<HTMLButtonElement>; onTable(): void }) {
  const table = useStore(live.table), over = table.phase === 'over', watching = table.seats.every(({ you }) => !you);
  const look = <button type="button" {...(watching ? { ref: first } : {})} class="btn" data-act="look" onClick={onTable}>{tell('sheet.look')}</button>;
  return over ? <>
    {table.tournament ? <GoOn tournament={table.tournament} first={first} /> : <Rematch live={live} table={table} first={first} />}
    {table.held ? <>{look}<p role="status" class="with-record">{tell('with.record.held')}</p></> : <Record table={table} tools={tools} here={here}>
      {look}
      {!table.tournament && <button type="button" class="btn" data-act="tables" onClick={() => go({ at: 'tables' })}>{tell('with.over.leave')}</button>}
    </Record>}
  </> : <>
    <Next live={live} table={table} first={first} next={next} />
    {look}
  </>;
}
