// What the round's points are made of, as a sentence.
import type { Game } from '../../core/game';
import { tell } from '../../texts';
import { listOf, nameOf } from './names';
import { type Line, lowWins, type Sum, sumOf, type Terms, tiedOf } from './sums';

function sumWords(session: Game, sum: Sum): string {
  const part = (o: { seat: number; pips: number }) => `${nameOf(session, o.seat)} ${o.pips}`;
  const plus = sum.parts.map(part).join(' + '), all = [plus, ...sum.less.map(part)].join(' − ');
  const total = sum.parts.length + sum.less.length > 1 ? `${all} = ${sum.sum}` : all;
  const nearest = sum.rounded === null ? '' : tell('sheet.sum.nearest'), all5 = sum.rounded ?? sum.sum;
  const fives = sum.unit === 1 ? '' : ` ${sum.points === 1 ? tell('sheet.sum.five', all5) : tell('sheet.sum.fives', all5, sum.points)}.`;
  return `${total}${nearest}:${fives}`;
}

function Low({ session, terms, lines }: { session: Game; terms: Terms; lines: Line[] }) {
  const view = session.view(null), least = Math.min(...lines.map((line) => line.total));
  const first = listOf(session, lines.filter((line) => line.total === least).flatMap((line) => line.seats));
  const blank = terms.blank > 0 ? lines.find((line) => line.hands.some((hand) => hand?.some((tile) => tile.high === 0))) : undefined;
  const fined = blank && `${nameOf(session, blank.seats[0] ?? 0)} ${blank.pips} + ${tell('sheet.low.blank', terms.blank)} = ${blank.gain}.`;
  return (
    <p class="sheet-sum">
      <span>
        {view.phase === 'round-over' && `${tell('sheet.low.first', first, least)} `}
        {fined}
      </span>
      <span class="sheet-side">{tell('sheet.low')} {terms.rounds !== null && tell('sheet.low.round', view.round, terms.rounds)}</span>
    </p>
  );
}

export function SumBox({ session, terms, lines }: { session: Game; terms: Terms; lines: Line[] }) {
  const view = session.view(null), result = view.last?.round === view.round ? view.last : null;
  if (lowWins(terms.family))
    return <Low session={session} terms={terms} lines={lines} />;
  if (!result)
    return <p class="sheet-sum">{tell('sheet.sum.at-once', terms.target ?? 0)}</p>;
  const sum = sumOf(result, terms);
  if (!sum) {
    const tied = tiedOf(result, terms), pips = lines.find((o) => o.seats.includes(tied[0] ?? 0))?.pips ?? 0;
    return <p class="sheet-sum">{tell('sheet.sum.tie', listOf(session, tied), pips)}</p>;
  }
  return (
    <p class="sheet-sum">
      <span>{sumWords(session, sum)} <b>{tell('sheet.sum.points', sum.points, listOf(session, sum.takers, 'to'))}</b></span>
    </p>
  );
}
