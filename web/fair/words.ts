// SPDX-License-Identifier: MIT
// Puts the state of a shuffle, and what a record proves, into words.
import { learn, tell } from '../texts';
import { texts } from '../generated/texts/fair';
import type { Fair } from './checker';
import type { ProvenRound, Verdict } from './record';

learn(texts);

export function wordsOf(fair: Fair): string {
  if (fair.is === 'waiting')
    return tell('fair.waiting');
  if (fair.is === 'failed')
    return tell('fair.failed', fair.round, tell(`fair.why.${fair.why}`));
  const first = fair.is === 'fine' ? tell('fair.fine') : tell('fair.proven', fair.round);
  return `${first} ${fair.seats.length === 0 ? tell('fair.alone') : fair.mine ? tell('fair.mine') : ''}`.trim();
}

function roundWords({ round, seats, others, aborted }: ProvenRound, names: readonly string[]): string {
  const of = (list: readonly number[]): string => list.map((seat) => names[seat] || String(seat)).join(', ');
  const all = [of(seats), others > 0 ? tell('fair.round.others', others) : ''].filter(Boolean).join(', ');
  return [all === '' ? tell('fair.round.alone', round) : tell('fair.round', round, all),
    ...aborted.map(([, late]) => (late.length === 0 ? tell('fair.aborted') : tell('fair.aborted.of', of(late))))].join('; ');
}

/** A verdict in sentences: the result, then each round, then what it does not prove. */
export function verdictWords(verdict: Verdict): string[] {
  if (verdict.is === 'none')
    return [tell('fair.none')];
  if (verdict.is === 'wrong')
    return [tell('fair.wrong', verdict.line, tell(`fair.why.${verdict.why}`))];
  return [tell('fair.holds'), ...verdict.rounds.map((round) => roundWords(round, verdict.names)), tell('fair.not')];
}
