// SPDX-License-Identifier: MIT
// Acting on a report: what, for how long, and the reason that the person reads. The button repeats the act.
import { useId, useState } from 'preact/hooks';
import { notices } from '../../generated/wire';
import { type Case, momentWords, reasonWords } from '../../net/wire';
import { pick, tell } from '../../texts';
import { useDeed } from '../together/deed';
import { Dialog } from '../together/dialogs';
import { server } from '../together/server';
import { personOf } from './case';
import { type Act, deedWords, firstReason, openActs, type Reason, reasonsFor, spans } from './words';

const DAY = 86_400;

/** Whether a suspension can still be ended: the latest notice about one says so. */
export function isSuspended(of: Case, now: number): boolean {
  const [latest] = of.notices.filter(({ act }) => act.startsWith('suspend') || act === 'lift').sort((a, b) => b.at - a.at);
  return latest !== undefined && latest.act !== 'lift' && (latest.until ?? 0) > now;
}

interface SureProps { of: Case; act: Act; days: number; reason: Reason; yes(): Promise<boolean>; said: string; onClose(): void }

/** The effect of the act, and the text shown to the person. */
function Confirm({ of, act, days, reason, yes, said, onClose }: SureProps) {
  const name = personOf(of), until = Math.floor(Date.now() / 1000) + DAY * (act === 'suspend' ? days : 1), words = deedWords(act, days);
  const does = async () => {
    if (await yes())
      onClose();
  };
  return <Dialog title={tell('moderate.sure', words, name)} onClose={onClose}>
    {act === 'nothing' ? <p>{tell('moderate.sure.nothing', name)}</p> : <>
      <p>{tell('moderate.sure.reads', name)}</p>
      <blockquote class="moderate-words"><p><b>{pick(notices[act])}</b></p><p>{reasonWords(reason)}</p>
        {act.startsWith('suspend') && <p>{tell('with.notice.until', momentWords(until))}</p>}</blockquote></>}
    {act === 'suspend-address' && <p>{tell('moderate.sure.address')}</p>}
    <p role="alert">{said}</p>
    <div class="ways">
      <button type="button" class="btn" data-act="no" onClick={onClose}>{tell('with.cancel')}</button>
      <button type="button" class="btn primary" data-act="yes" onClick={() => void does()}>{words}</button>
    </div>
  </Dialog>;
}

export function Acts({ of, done }: { of: Case; done(words: string): void }) {
  const all: readonly Act[] = !of.closed ? openActs : isSuspended(of, Date.now() / 1000) ? ['lift'] : [];
  const reported = of.by[0]?.reason ?? '', [act, setAct] = useState<Act>(of.closed ? 'lift' : 'nothing'), [days, setDays] = useState(1);
  const [reason, setReason] = useState<Reason>(firstReason(act, reported)), [sure, ask] = useState(false), deed = useDeed(), group = useId(), name = personOf(of);
  if (all.length === 0)
    return null;
  const choose = (one: Act) => {
    setAct(one);
    if (!reasonsFor(one).includes(reason))
      setReason(firstReason(one, reported));
  };
  const run = async () => {
    const { ok } = await deed.run(server.ask('act', { report: of.report, act, reason, ...(act === 'suspend' ? { days } : {}) }));
    if (ok)
      done(tell('moderate.done', deedWords(act, days), name));
    return ok;
  };
  return <section class="moderate-acts" data-part="acts">
    <h2>{tell('moderate.act')}</h2>
    <fieldset><legend class="game-sr">{tell('moderate.act')}</legend>{all.map((one) => <label key={one} class="moderate-choice">
      <input type="radio" name={group} value={one} checked={one === act} onChange={() => choose(one)} /><span>{deedWords(one, days)}</span></label>)}</fieldset>
    {act === 'suspend' && <label class="moderate-field">{tell('moderate.days')}
      <select value={days} onChange={(e) => setDays(Number(e.currentTarget.value))}>{spans.map((n) => <option key={n} value={n}>{tell('moderate.span', n)}</option>)}</select></label>}
    <label class="moderate-field">{act === 'nothing' ? tell('moderate.reason.log') : tell('moderate.reason', name)}
      <select data-field="reason" value={reason} onChange={(e) => setReason(e.currentTarget.value as Reason)}>
        {reasonsFor(act).map((one) => <option key={one} value={one}>{reasonWords(one)}</option>)}</select></label>
    <p class="moderate-why">{reasonWords(reason)}</p>
    <p class="note">{tell(act === 'nothing' ? 'moderate.untold' : 'moderate.told')}</p>
    <button type="button" class="btn primary" data-act="act" onClick={() => { deed.tell(''); ask(true); }}>{deedWords(act, days)}</button>
    {sure && <Confirm of={of} act={act} days={days} reason={reason} yes={run} said={deed.said} onClose={() => ask(false)} />}
  </section>;
}
