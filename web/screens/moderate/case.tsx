// SPDX-License-Identifier: MIT
// One case: who reported what, the match with its times, the coach's agreement, shared addresses, earlier notices.
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { Case } from '../../net/wire';
import { reasonWords } from '../../net/wire';
import { tell } from '../../texts';
import { go, type Screen } from '../app';
import { saveRecord } from '../saved/file';
import { gameName, sheetName, sheetOf } from '../start/catalogue';
import { fetchRecord } from '../together/record';
import { clockWords } from '../together/words';
import { actWords, middleOf, reportWords, secondsWords, untilWords, whenWords } from './words';

export const personOf = (of: Case): string => of.account || of.name;

const BARS = { high: 90, wide: 6, gap: 2 } as const;

/** The time for each move, of both sides on one scale. */
function Times({ of }: { of: Case }) {
  const most = Math.max(1000, ...of.moves.map(({ ms }) => ms)), step = BARS.wide + BARS.gap, wide = Math.max(240, of.moves.length * step);
  const middle = (own: boolean) => middleOf(of.moves.filter(({ seat, by }) => by === 'person' && (seat === of.seat) === own).map(({ ms }) => ms));
  const [own, others] = [middle(true), middle(false)];
  return <figure class="moderate-times">
    <figcaption><b>{tell('moderate.times')}</b> <span class="note">{tell('moderate.times.most', secondsWords(most))}</span></figcaption>
    <div class="moderate-scroll" tabIndex={0} role="group" aria-label={tell('moderate.times')}>
      <svg viewBox={`0 0 ${wide} ${BARS.high}`} width={wide} height={BARS.high} aria-hidden="true">{of.moves.map(({ seat, ms }, i) => {
        const high = Math.max(2, ms / most * BARS.high);
        return <rect key={i} class={seat === of.seat ? 'own' : 'other'} x={i * step} y={BARS.high - high} width={BARS.wide} height={high} rx={1} />;
      })}</svg>
    </div>
    <ul class="moderate-legend">
      <li><i class="own" /><bdi>{personOf(of)}</bdi>{own !== null && `: ${tell('moderate.middle', secondsWords(own))}`}</li>
      <li><i class="other" />{tell('moderate.others')}{others !== null && `: ${tell('moderate.middle', secondsWords(others))}`}</li>
    </ul>
  </figure>;
}

const byWords = (by: string): string => (by === 'clock' ? tell('moderate.by.clock') : by === 'person' ? '' : tell('moderate.by.bot'));

function Moves({ of }: { of: Case }) {
  return <div class="moderate-moves moderate-scroll" tabIndex={0} role="region" aria-label={tell('moderate.moves')}>
    <ol>{of.moves.map(({ seat, move, by, ms }, i) => <li key={i} class={seat === of.seat ? 'own' : ''}>
      <span><bdi>{of.seats[seat] || tell('seat.number', seat + 1)}</bdi> <code>{move}</code> {byWords(by) && <small>{byWords(by)}</small>}</span>
      <span class="num">{secondsWords(ms)}</span></li>)}</ol>
  </div>;
}

const percent = (permille: number): string => `${Math.round(permille / 10)} %`;

/** How often the person's decisions agreed with the coach, and the usual figure for others of that strength. */
function Agreement({ of: { agreement: all } }: { of: Case }) {
  if (!all)
    return null;
  const { done, decisions, agreed, expected, rating } = all, share = decisions > 0 ? agreed / decisions * 1000 : 0;
  return <section class="moderate-part" data-part="agreement"><h3>{tell('moderate.agree')}</h3>
    <p role="status">{!done ? tell('moderate.agree.wait') : decisions === 0 ? tell('moderate.agree.none')
      : tell('moderate.agree.result', agreed, decisions, percent(share))}</p>
    {done && decisions > 0 && expected !== undefined && <p>{rating === undefined ? tell('moderate.agree.usual', percent(expected))
      : tell('moderate.agree.expected', rating, percent(expected))}</p>}
    {done && decisions > 0 && <p class="note">{tell('moderate.agree.about')}</p>}
  </section>;
}

function Shared({ of }: { of: Case }) {
  return <section class="moderate-part" data-part="shared"><h3>{tell('moderate.shared')}</h3>
    {of.shared.length === 0 ? <p class="note">{tell('moderate.shared.none')}</p> : <>
      <ul>{of.shared.map(({ account, seat, last }, i) => <li key={i}><bdi>{account || tell('moderate.guest')}</bdi>
        {seat >= 0 && <> · <b>{tell('moderate.shared.table')}</b></>} <span class="note">{tell('moderate.shared.last', whenWords(last))}</span></li>)}</ul>
      <p class="note">{tell('moderate.shared.about')}</p></>}
  </section>;
}

function Earlier({ of }: { of: Case }) {
  return <section class="moderate-part" data-part="earlier"><h3>{tell('moderate.earlier')}</h3>
    {of.notices.length === 0 ? <p class="note">{tell('moderate.earlier.none')}</p>
      : <ul>{of.notices.map(({ act, reason, at, until, read }, i) => <li key={i}><b>{actWords(act)}</b> <span class="note">{whenWords(at)}</span>
        {until !== undefined && <> · {untilWords(until)}</>}<br />{reasonWords(reason)} <span class="note">{tell(read ? 'moderate.read' : 'moderate.unread')}</span></li>)}</ul>}
  </section>;
}

/** The record is fetched on request. */
function Record({ of, here }: { of: Case; here: Screen }) {
  const [busy, set] = useState(false), [said, say] = useState('');
  const withRecord = async (does: (record: string) => void) => {
    set(true);
    say('');
    await fetchRecord(of.table, of.match).then(does, (error: unknown) => say(error instanceof Error ? error.message : String(error)));
    set(false);
  };
  const day = new Date(1000 * (of.by[0]?.at ?? 0)).toISOString().slice(0, 10);
  return <><div class="moderate-ways">
    <button type="button" class="btn" data-act="review" disabled={busy} onClick={() => void withRecord((record) => go({ at: 'review', record, back: here }))}>{tell('moderate.review')}</button>
    <button type="button" class="btn" data-act="download" disabled={busy} onClick={() => void withRecord((record) => saveRecord(record, of.rules, day))}>{tell('with.record.file')}</button>
    {of.account && <button type="button" class="btn" data-act="profile" onClick={() => go({ at: 'profile', name: of.account, back: here })}>{tell('with.profile')}</button>}
  </div><p role="alert">{said}</p></>;
}

export function CaseView({ of, here, heading }: { of: Case; here: Screen; heading: RefObject<HTMLHeadingElement | null> }) {
  const [first] = of.by, name = personOf(of);
  return <section data-case={of.report} data-closed={of.closed}>
    <h2 tabIndex={-1} ref={heading}>{tell('moderate.case', reportWords(first?.reason ?? ''), name)}</h2>
    <p class="note">{gameName(of.rules)}, {sheetName(sheetOf(of.rules))} · {clockWords(of.clock)} · {tell(of.over ? 'moderate.over' : 'moderate.running')}
      {of.account ? ` · ${tell('moderate.account', of.name)}` : ` · ${tell('moderate.guest')}`}</p>
    <ul class="moderate-by">{of.by.map(({ name: who, reason, at }, i) => <li key={i}>{tell('moderate.by', who, reportWords(reason), whenWords(at))}</li>)}</ul>
    {of.closed && <p><b>{tell('moderate.closed')}</b></p>}
    {of.over && of.moves.length > 0 && <><Times of={of} /><Moves of={of} /></>}
    {of.over && <Record of={of} here={here} />}
    <Agreement of={of} />
    <Shared of={of} />
    <Earlier of={of} />
  </section>;
}
