// SPDX-License-Identifier: MIT
// Muting, blocking and reporting the players of a table, and undoing it.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { reportReasons } from '../../generated/wire';
import { pick, tell } from '../../texts';
import { useDeed } from './deed';
import { Dialog } from './dialogs';
import { type AskServer, type Barred, refusalWords, type Table } from '../../net/wire';

/** Requests, each with its undoing. */
const bars = ['mute', 'block'] as const;
type Bar = typeof bars[number];

interface Props { table: Table; names: readonly string[]; ask: AskServer; onClose(): void }

/** The form of a report about the player in one seat. */
function Report({ seat, name, ask, done }: { seat: number; name: string; ask: AskServer; done(words: string): void }) {
  const [reason, set] = useState(''), deed = useDeed(), group = useId(), fields = useRef<HTMLFieldSetElement>(null);
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  const send = async () => {
    if (!reason || deed.busy)
      return;
    if ((await deed.run(ask('report', { seat, reason }))).ok)
      done(tell('with.order.reported'));
  };
  return <>
    <p>{tell('with.order.report.about')}</p>
    <fieldset class="with-order-reasons" ref={fields}>
      <legend class="game-sr">{tell('with.order.report.title', name)}</legend>
      {Object.entries(reportReasons).map(([id, words]) => <label key={id}>
        <input type="radio" name={group} value={id} checked={id === reason} onChange={() => set(id)} /><span>{pick(words)}</span>
      </label>)}
    </fieldset>
    <p role="status">{deed.said}</p>
    <div class="ways">
      <button type="button" class="btn" data-act="no" onClick={() => done('')}>{tell('with.room.cancel')}</button>
      <button type="button" class="btn primary" data-act="send-report" aria-disabled={!reason || deed.busy}
        onClick={() => void send()}>{tell('with.order.send')}</button>
    </div>
  </>;
}

export function Order({ table, names, ask, onClose }: Props) {
  const deed = useDeed(), [barred, setBarred] = useState<readonly Barred[]>([]), [about, setAbout] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null), was = useRef<number | null>(null);
  const seated = table.seats.some(({ you }) => you), others = table.seats.flatMap(({ kind, you }, at) => (kind === 'person' && !you ? [at] : []));
  const fresh = async () => {
    const reply = await ask('people', {});
    if (reply.ok)
      setBarred(reply.people ?? []);
    else
      deed.tell(refusalWords(reply));
  };
  useEffect(() => void fresh(), []);
  useEffect(() => {                     // after a report, the focus returns to the list
    if (about === null && was.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-seat="${was.current}"] [data-act="report"]`)?.focus();
    was.current = about;
  }, [about]);
  const change = async (what: Bar, fields: { seat: number } | { person: string; on: boolean }, words: string) => {
    if (!(await deed.run(ask(what, fields))).ok)
      return;
    deed.tell(words);
    await fresh();
  };
  if (about !== null)
    return <Dialog title={tell('with.order.report.title', names[about] ?? '')} onClose={onClose}>
      <Report seat={about} name={names[about] ?? ''} ask={ask} done={(words) => { setAbout(null); deed.tell(words); }} /></Dialog>;
  const undo = ({ person, name }: Barred, what: Bar) => <button key={what} type="button" class="btn" data-act={`un${what}`}
    aria-label={tell(`with.order.un${what}.of`, name)} disabled={deed.busy}
    onClick={() => void change(what, { person, on: false }, tell(`with.order.un${what}.done`, name))}>{tell(`with.order.un${what}`)}</button>;
  return <Dialog title={tell('with.order')} onClose={onClose}>
    <p>{tell('with.order.about')}</p>
    <ul class="with-order" ref={list}>{others.map((at) => {
      const name = names[at] ?? '';
      return <li key={at} data-seat={at}><bdi>{name}</bdi>
        {bars.map((what) => <button key={what} type="button" class="btn" data-act={what} disabled={deed.busy}
          aria-label={tell(`with.order.${what}.of`, name)}
          onClick={() => void change(what, { seat: at }, tell(`with.order.${what}.done`, name))}>{tell(`with.order.${what}`)}</button>)}
        {seated && <button type="button" class="btn" data-act="report" aria-label={tell('with.order.report.of', name)}
          onClick={() => setAbout(at)}>{tell('with.order.report')}</button>}</li>;
    })}</ul>
    {others.length === 0 && <p class="note">{tell('with.order.none')}</p>}
    <p role="status" data-order-said>{deed.said}</p>
    {barred.length > 0 && <><h3>{tell('with.order.list')}</h3>
      <ul class="with-order" data-barred>{barred.map((one) => <li key={one.person}><bdi>{one.name}</bdi>
        {bars.filter((what) => (what === 'mute' ? one.muted : one.blocked)).map((what) => undo(one, what))}</li>)}</ul></>}
    <button type="button" class="btn" data-act="close-dialog" onClick={onClose}>{tell('table.close')}</button>
  </Dialog>;
}
