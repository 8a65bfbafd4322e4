// SPDX-License-Identifier: MIT
// The scores on the sheet: the round, the sum of its bonus, all rounds, and the rules behind them.
import { useMemo } from 'preact/hooks';
import type { Game } from '../../core/game';
import { SECTION } from '../../generated/tables';
import { tell } from '../../texts';
import { Lines } from './lines';
import { More } from './more';
import { Rounds } from './rounds';
import { SumBox } from './sumbox';
import { linesOf, roundsOf } from './sums';

/** The rules that say how a round and the game end. */
const ENDS: readonly number[] = [SECTION.ROUND, SECTION.END, SECTION.GAME];

function Why({ session }: { session: Game }) {
  const rules = useMemo(() => session.explain().filter((o) => ENDS.includes(o.in)), [session]);
  return (
    <More words={tell('sheet.why')}>
      <ul class="sheet-rules">{rules.map((o) => <li key={o.text}>{o.text}</li>)}</ul>
    </More>
  );
}

export function Score({ session }: { session: Game }) {
  const rounds = roundsOf(session), lines = linesOf(session), { low } = session.terms;
  return (
    <>
      {low && <SumBox session={session} lines={lines} />}
      <Lines session={session} lines={lines} />
      {!low && <SumBox session={session} lines={lines} />}
      {rounds.length > 1 && <Rounds session={session} rounds={rounds} />}
      <Why session={session} />
    </>
  );
}
