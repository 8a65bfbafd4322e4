// SPDX-License-Identifier: MIT
// The scores on the sheet: the round, the sum of its bonus, all rounds, and the rules behind them.
import { useMemo } from 'preact/hooks';
import type { Game } from '../../core/game';
import { SECTION } from '../../generated/tables';
import { tell } from '../../texts';
import { unbroken } from '../table/log';
import { Lines } from './lines';
import { More } from './more';
import { listOf, nameOf } from './names';
import { Rounds } from './rounds';
import { SumBox } from './sumbox';
import { type Line, linesOf, roundsOf, termsOf } from './sums';

/** The rules that say how a round and the game end. */
const ENDS: readonly number[] = [SECTION.ROUND, SECTION.END, SECTION.GAME];

/** "You: 9 + 5 + 50 as a penalty + 50 for the 0-0 = 114" */
export function lineWords(session: Game, line: Line): string {
  const { each, penalties, rest } = termsOf(session, line), sum = String(line.gain + line.inPlay);
  const all = [...each.map(String), ...penalties.map((points) => tell('sheet.low.penalty', points))];
  if (rest > 0)
    all.push(tell(session.terms.low ? 'sheet.low.blank' : 'sheet.sum.won', rest));
  const who = line.seats.length > 1 ? listOf(session, line.seats) : nameOf(session, line.seats[0] ?? 0), parts = all.join(' + ');
  return `${who}: ${parts === '' || parts === sum ? sum : `${parts} = ${sum}`}`;
}

function Why({ session, lines }: { session: Game; lines: Line[] }) {
  const rules = useMemo(() => session.explain().filter((o) => ENDS.includes(o.in)), [session]);
  return (
    <More words={tell('sheet.why')}>
      <ul class="sheet-rules sheet-terms">{lines.map((line) => <li key={line.seats[0]}>{lineWords(session, line)}</li>)}</ul>
      <ul class="sheet-rules">{rules.map((o) => <li key={o.text}>{unbroken(o.text)}</li>)}</ul>
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
      <Why session={session} lines={lines} />
    </>
  );
}
