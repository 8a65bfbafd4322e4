// SPDX-License-Identifier: MIT
// How the round's points are calculated, as a sentence.
import type { Game } from '../../core/game';
import type { Sum } from '../../core/views';
import { tell } from '../../texts';
import { listOf, nameOf } from './names';
import { type Line, termsOf } from './sums';

function sumWords(session: Game, sum: Sum): string {
  const all = sum.shares.map((o, i) => `${i === 0 ? '' : o.less ? ' − ' : ' + '}${nameOf(session, o.seat)} ${o.pips}`).join('');
  const total = sum.shares.length > 1 ? `${all} = ${sum.sum}` : all;
  const nearest = sum.rounded === null || sum.rounded === sum.sum ? '' : tell('sheet.sum.nearest', sum.rounded);
  const fives = sum.unit === 1 ? '' : ` ${tell(sum.points === 1 ? 'sheet.sum.five' : 'sheet.sum.fives', sum.points)}`;
  return `${tell('sheet.sum.left', total)}${nearest}.${fives}`;
}

function Low({ session, lines }: { session: Game; lines: Line[] }) {
  const { rounds } = session.terms, view = session.view(null), least = Math.min(...lines.map((line) => line.total));
  const first = listOf(session, lines.filter((line) => line.total === least).flatMap((line) => line.seats));
  const [more] = lines.map((line) => ({ ...line, ...termsOf(session, line) })).filter(({ rest }) => rest > 0);    // for the 0-0
  const fined = more && `${nameOf(session, more.seats[0] ?? 0)} ${more.gain - more.rest} + ${tell('sheet.low.blank', more.rest)} = ${more.gain}.`;
  return (
    <p class="sheet-sum">
      <span>
        {view.phase === 'round-over' && `${tell('sheet.low.first', first, least)} `}
        {fined}
      </span>
      <span class="sheet-side">{tell('sheet.low')} {rounds > 0 && tell('sheet.low.round', view.round, rounds)}</span>
    </p>
  );
}

export function SumBox({ session, lines }: { session: Game; lines: Line[] }) {
  const view = session.view(null), { low, target } = session.terms, sum = session.sum();
  if (low || !sum)
    return <Low session={session} lines={lines} />;
  if (view.last?.round !== view.round)
    return <p class="sheet-sum">{tell('sheet.sum.at-once', target)}</p>;
  if (sum.takers.length === 0) {
    const { tied } = sum, pips = lines.find((o) => o.seats.includes(tied[0] ?? 0))?.pips ?? 0;
    return <p class="sheet-sum">{tell('sheet.sum.tie', listOf(session, tied), pips)}</p>;
  }
  return (
    <p class="sheet-sum">
      <span>{sumWords(session, sum)} <b>{tell('sheet.sum.points', sum.points, listOf(session, sum.takers, 'to'))}</b></span>
    </p>
  );
}
