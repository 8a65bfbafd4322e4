// SPDX-License-Identifier: MIT
// Finished matches, the latest first: each with its review, its shuffles and its record.
import { useEffect, useState } from 'preact/hooks';
import type { MatchRow } from '../../net/wire';
import { tell } from '../../texts';
import { go, type Screen, type ShownEarly } from '../app';
import { saveRecord } from '../saved/file';
import { gameName } from '../start/catalogue';
import { useDeed } from '../together/deed';
import { fetchRecord } from '../together/record';
import { server } from '../together/server';
import { Empty, Frame } from './frame';
import { changeOf, dateOf, othersOf, resultOf, signed } from './words';

const dayOf = (at: number): string => new Date(1000 * at).toISOString().slice(0, 10);

function Row({ row, here, fail }: { row: MatchRow; here: Screen; fail(words: string): void }) {
  const [busy, set] = useState(false), change = changeOf(row), game = gameName(row.rules), long = `${game}, ${dateOf(row.at)}`;
  const withRecord = async (does: (record: string) => void) => {
    set(true);
    fail('');
    await fetchRecord(row.table, row.match).then(does, (error: unknown) => fail(error instanceof Error ? error.message : String(error)));
    set(false);
  };
  return <li data-match={`${row.table} ${row.match}`}>
    <span class="note">{dateOf(row.at)}</span>
    <div class="profile-names"><b>{game}</b> <span>· <bdi>{othersOf(row)}</bdi></span></div>
    <span>{resultOf(row)}</span>
    <span class="num">{change !== null && tell('profile.change', signed(change))}</span>
    <span class="profile-do">{row.record && <>
      <button type="button" class="btn" data-act="review" disabled={busy} aria-label={tell('profile.review.of', long)}
        onClick={() => void withRecord((record) => go({ at: 'review', record, back: here }))}>{tell('profile.review')}</button>
      <button type="button" class="btn" data-act="download" disabled={busy} aria-label={tell('profile.file.of', long)}
        onClick={() => void withRecord((record) => saveRecord(record, row.rules, dayOf(row.at)))}>{tell('with.record.file')}</button>
    </>}</span>
  </li>;
}

export default function History({ screen }: ShownEarly<'history'>) {
  const [rows, set] = useState<readonly MatchRow[] | null>(null), [more, setMore] = useState<string | undefined>(), deed = useDeed(), { name } = screen;
  const look = async (before: readonly MatchRow[], after?: string) => {
    const reply = await deed.run(server.ask('history', { ...(name === undefined ? {} : { name }), ...(after === undefined ? {} : { after }) }));
    if (!reply.ok)
      return;
    set([...before, ...reply.matches ?? []]);
    setMore(reply.more);
  };
  useEffect(() => {
    set(null);
    void look([]);
  }, [name]);
  return <Frame at="history" back={screen.back} title={name === undefined ? tell('profile.history') : tell('profile.matches.of', name)} said={deed.said}>
    <p class="note">{tell('profile.history.about')}</p>
    {rows?.length === 0 && (name === undefined ? <Empty title={tell('profile.none')} about={tell('profile.none.about')} />
      : <p>{tell('profile.hidden', name)}</p>)}
    {rows && rows.length > 0 && <section><ul class="profile-history">{rows.map((row) =>
      <Row key={`${row.table} ${row.match}`} row={row} here={screen} fail={deed.tell} />)}</ul></section>}
    {more !== undefined && <p><button type="button" class="btn" data-act="more" disabled={deed.busy} onClick={() => void look(rows ?? [], more)}>{tell('profile.more')}</button></p>}
  </Frame>;
}
