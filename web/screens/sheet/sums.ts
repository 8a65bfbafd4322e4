// SPDX-License-Identifier: MIT
// What the score sheet lists of a session: a line for each side, and all rounds.  Sides, gains, totals and the sum behind a
// bonus are the core's.
import type { Game } from '../../core/game';
import { pipsOf, type Tile } from '../../core/views';

/** One line of the sheet. */
export interface Line {
  seats: readonly number[];
  hands: (Tile[] | null)[];             // a seat's remaining tiles; null if they were not shown
  pips: number;
  inPlay: number;
  gain: number;
  total: number;
  before: number;                       // the total at the start of the round
  wins: boolean;
}

/** What a seat scored (or paid) during a round. */
function inPlayOf(session: Game, round: number, seat: number): number {
  return session.log.reduce((sum, said) =>
    sum + (said.round === round && said.event.kind === 'score' && said.event.seat === seat ? said.event.points : 0), 0);
}

/** The lines of the round that has just ended, largest gain first (or, if the lowest score wins, smallest). */
export function linesOf(session: Game): Line[] {
  const view = session.view(null), ended = view.last?.round === view.round ? view.last : null, { sides, low } = session.terms;
  const lines = sides.map((seats): Line => {
    const first = seats[0] ?? 0, gain = ended?.gains[first] ?? 0, total = view.scores[first] ?? 0;
    const inPlay = seats.reduce((sum, seat) => sum + inPlayOf(session, view.round, seat), 0);
    return {
      seats, gain, total, inPlay, before: total - gain - inPlay, wins: view.winners.includes(first),
      hands: seats.map((seat) => ended?.hands[seat] ?? null), pips: seats.reduce((sum, seat) => sum + pipsOf(ended?.hands[seat] ?? []), 0),
    };
  });
  const sign = low ? 1 : -1;
  return lines.sort((a, b) => sign * (a.gain - b.gain) || sign * (a.total - b.total) || (a.seats[0] ?? 0) - (b.seats[0] ?? 0));
}

/** What a side's points of the round are made of: the cost of its tiles, and what it scored in play, which are penalties where the lowest
 *  total wins. `rest` completes the sum: the 0-0, or the points for winning. */
export function termsOf(session: Game, line: Line): { each: number[]; penalties: number[]; rest: number } {
  const { round } = session.view(null), { low } = session.terms;
  const scored = session.log.filter((said) => said.round === round && said.event.kind === 'score' && line.seats.includes(said.event.seat ?? -1)).map(({ event }) => event.points);
  const costs = session.leftPoints(line.hands.flatMap((hand) => hand ?? []).filter(({ high }) => high > 0)).filter((cost) => cost > 0);
  return { each: low ? costs : scored, penalties: low ? scored : [], rest: costs.reduce((rest, cost) => rest - cost, line.gain) };
}

/** All rounds: each side's gain, and its total afterwards. */
export interface RoundLine { round: number; got: number[]; totals: number[] }

export function roundsOf(session: Game): RoundLine[] {
  const view = session.view(null), { sides } = session.terms, lines: RoundLine[] = [];
  let before = sides.map(() => 0);
  for (let round = 1; round <= view.round; round++) {
    const scores = session.results.find((o) => o.round === round)?.scores ?? view.scores;
    const totals = sides.map((side) => scores[side[0] ?? 0] ?? 0);
    lines.push({ round, totals, got: totals.map((total, i) => total - (before[i] ?? 0)) });
    before = totals;
  }
  return lines;
}
