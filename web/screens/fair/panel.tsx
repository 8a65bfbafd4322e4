// SPDX-License-Identifier: MIT
// "Check the shuffle": recalculates the shuffles of a record and explains what that proves.
import { useEffect, useState } from 'preact/hooks';
import { learn, tell } from '../../texts';
import { texts as fair } from '../../generated/texts/fair';
import './fair.css';

learn(fair);

/** Whether a record has data about its shuffles. */
export const isFair = (record: string): boolean => record.slice(0, record.indexOf('\n')).includes('"fair":');

async function check(record: string): Promise<{ good: boolean; words: string[] }> {
  const [{ verifyRecord }, { verdictWords }] = await Promise.all([import('../../fair/record'), import('../../fair/words')]);
  const verdict = verifyRecord(record);
  return { good: verdict.is === 'proven', words: verdictWords(verdict) };
}

export function FairPanel({ record }: { record: string }) {
  const [said, setSaid] = useState<{ good: boolean; words: string[] } | null>(null), [busy, setBusy] = useState(false);
  useEffect(() => setSaid(null), [record]);
  const ask = async () => {
    setBusy(true);
    await new Promise((done) => setTimeout(done));      // so that the progress text appears first
    const failed = (error: unknown) => setSaid({ good: false, words: [error instanceof Error ? error.message : String(error)] });
    await check(record).then(setSaid, failed);
    setBusy(false);
  };
  const [first, ...more] = said?.words ?? [];
  return (
    <section class="fair-panel">
      <button type="button" class="btn" data-act="fair" disabled={busy} onClick={() => void ask()}>{tell('fair.check')}</button>
      <div role="status">
        {busy && <p>{tell('fair.checking')}</p>}
        {!busy && said && <p class={said.good ? 'fair-good' : 'fair-bad'}>
          <span aria-hidden="true">{said.good ? '✓' : '!'}</span> {first}</p>}
        {!busy && more.length > 0 && <ul>{more.slice(0, -1).map((words) => <li key={words}>{words}</li>)}</ul>}
        {!busy && more.length > 0 && <p class="fair-note">{more.at(-1)}</p>}
      </div>
    </section>
  );
}
