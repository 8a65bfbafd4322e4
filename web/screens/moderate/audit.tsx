// SPDX-License-Identifier: MIT
// The audit log: every act of a moderator, the latest first.
import { useEffect, useState } from 'preact/hooks';
import { type AuditRow, reasonWords } from '../../net/wire';
import { tell } from '../../texts';
import { useDeed } from '../together/deed';
import { server } from '../together/server';
import { actWords, untilWords, whenWords } from './words';

/** Entries that a reply can hold (docs/wire.md). */
const PAGE = 50;

export function Audit({ version }: { version: number }) {
  const [rows, set] = useState<readonly AuditRow[] | null>(null), [whole, setWhole] = useState(true), deed = useDeed();
  const look = async (before: readonly AuditRow[]) => {
    const from = before.at(-1)?.n, reply = await deed.run(server.ask('audit', from === undefined ? {} : { from }));
    if (!reply.ok)
      return;
    const got = [...reply.audit ?? []].sort((a, b) => b.n - a.n);
    set([...before, ...got]);
    setWhole(got.length < PAGE || got.at(-1)?.n === 1);
  };
  useEffect(() => void look([]), [version]);
  return <section class="moderate-audit" data-part="audit">
    <div class="moderate-head"><h2>{tell('moderate.audit')}</h2><span class="note">{tell('moderate.audit.about')}</span></div>
    <p role="alert">{deed.said}</p>
    {rows?.length === 0 && <p class="note">{tell('moderate.audit.none')}</p>}
    {rows && rows.length > 0 && <div class="moderate-scroll" tabIndex={0} role="region" aria-label={tell('moderate.audit')}><table>
      <thead><tr>{(['entry', 'when', 'moderator', 'act', 'person', 'reason', 'hash'] as const).map((one) => <th key={one} scope="col">{tell(`moderate.audit.${one}`)}</th>)}</tr></thead>
      <tbody>{rows.map((row) => <tr key={row.n} data-entry={row.n}>
        <td class="num">{row.n}</td><td>{whenWords(row.at)}</td><td><bdi>{row.by || tell('moderate.operator')}</bdi></td>
        <th scope="row">{row.act === 'promote' && row.reason === 'operator' ? tell('moderate.audit.operator') : actWords(row.act)}{row.until !== undefined && <><br /><small>{untilWords(row.until)}</small></>}</th>
        <td><bdi>{row.name}</bdi></td><td>{reasonWords(row.reason)}</td><td><code>{row.hash}</code></td></tr>)}</tbody>
    </table></div>}
    {!whole && rows && <button type="button" class="btn" data-act="audit-older" disabled={deed.busy} onClick={() => void look(rows)}>{tell('moderate.older')}</button>}
  </section>;
}
