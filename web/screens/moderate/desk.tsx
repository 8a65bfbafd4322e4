// SPDX-License-Identifier: MIT
// What a moderator works with: the reports, one case, the acts, the audit log.
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts as own } from '../../generated/texts/moderate';
import { gameName } from '../start/catalogue';
import type { Case, ReportRow } from '../../net/wire';
import { learn, tell } from '../../texts';
import type { Screen } from '../app';
import { OneOf } from '../parts';
import { useDeed } from '../together/deed';
import { server } from '../together/server';
import { Acts } from './acts';
import { Audit } from './audit';
import { CaseView } from './case';
import { reportWords, whenWords } from './words';

learn(own);

const REFRESH = 30_000, AGAIN = 3000;
const lists = ['open', 'mine', 'closed'] as const;
type List = typeof lists[number];

/** One page of a list of reports, refreshed while it is visible. */
function useReports(list: List, after: string, version: number) {
  const [rows, set] = useState<readonly ReportRow[] | null>(null), [more, setMore] = useState<string | undefined>(), deed = useDeed();
  useEffect(() => {
    let wanted = true;
    const look = async () => {
      const reply = await deed.run(server.ask('reports', { list, ...(after ? { after } : {}) }));
      if (!wanted || !reply.ok)
        return;
      set(reply.reports ?? []);
      setMore(reply.more);
    };
    void look();
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), REFRESH);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [list, after, version]);
  return { rows, more, said: deed.said };
}

/** The case of a report; requested again while the coach is working. */
function useCase(report: string | null, version: number) {
  const [found, set] = useState<Case | null>(null), deed = useDeed();
  useEffect(() => {
    let wanted = true, timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const reply = report === null ? null : await deed.run(server.ask('case', { report }));
      if (!wanted || !reply?.ok)
        return;
      set(reply.case ?? null);
      if (reply.case?.agreement && !reply.case.agreement.done)
        timer = setTimeout(() => void look(), AGAIN);
    };
    if (found?.report !== report)
      set(null);
    void look();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [report, version]);
  return { found, said: deed.said };
}

function Row({ row, chosen, choose }: { row: ReportRow; chosen: boolean; choose(): void }) {
  const name = row.account || row.name;
  return <li data-report={row.report}><button type="button" class="moderate-row" aria-pressed={chosen} onClick={choose}>
    <span><b>{reportWords(row.reason)}</b> · <bdi>{name}</bdi></span><span class="note">{whenWords(row.last)}</span>
    <span class="note">{tell('moderate.reports', row.n)} · {gameName(row.rules)}</span>
  </button></li>;
}

interface ReportsProps { list: List; setList(list: List): void; chosen: string | null; choose(report: string): void; version: number }

function Reports({ list, setList, chosen, choose, version }: ReportsProps) {
  const [pages, setPages] = useState<readonly string[]>(['']), { rows, more, said } = useReports(list, pages.at(-1) ?? '', version);
  const show = (one: List) => { setPages(['']); setList(one); };
  return <section class="moderate-reports">
    <div class="moderate-head"><h2>{tell('moderate.title')}</h2><span class="note">{tell('moderate.newest')}</span></div>
    <OneOf<List> name={tell('moderate.title')} value={list} set={show} all={lists.map((one) => [one, tell(`moderate.list.${one}`)] as const)} />
    <p role="alert">{said}</p>
    {rows?.length === 0 && <p class="note">{tell(`moderate.none.${list}`)}</p>}
    <ul>{rows?.map((row) => <Row key={row.report} row={row} chosen={row.report === chosen} choose={() => choose(row.report)} />)}</ul>
    {(pages.length > 1 || more !== undefined) && <div class="moderate-pages">
      <button type="button" class="btn" data-act="newer" disabled={pages.length === 1} onClick={() => setPages(pages.slice(0, -1))}>{tell('moderate.newer')}</button>
      <button type="button" class="btn" data-act="older" disabled={more === undefined} onClick={() => more !== undefined && setPages([...pages, more])}>{tell('moderate.older')}</button>
    </div>}
  </section>;
}

export function Desk({ here }: { here: Screen }) {
  const [list, setList] = useState<List>('open'), [chosen, choose] = useState<string | null>(null), [version, renew] = useState(0), [done, setDone] = useState('');
  const { found, said } = useCase(chosen, version), heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (found)
      heading.current?.focus();         // below the list on a phone
  }, [found?.report]);
  const acted = (words: string) => {
    setDone(words);
    renew(version + 1);
  };
  return <>
    <p role="status" class="moderate-done">{done}</p>
    <div class="moderate-columns">
      <Reports list={list} setList={setList} chosen={chosen} choose={(one) => { setDone(''); choose(one); }} version={version} />
      <div class="moderate-case">
        <p role="alert">{said}</p>
        {found ? <CaseView of={found} here={here} heading={heading} /> : <p class="note">{tell('moderate.choose')}</p>}
      </div>
      <div>{found && <Acts key={`${found.report} ${String(found.closed)}`} of={found} done={acted} />}</div>
    </div>
    <Audit version={version} />
  </>;
}
