// What the score sheet reckons from a session: sides and their rows, the sum that the round's bonus is made of, all
// rounds, who leads next.  Gains and totals are the core's; the sum only shows what they are made of.
import type { Game } from '../../core/game';
import type { Family, Result, Tile } from '../../core/views';

/** What the sheet needs of the rules. */
export interface Terms {
  family: Family;
  teams: boolean;
  fives: boolean;
  ofAll: boolean;                       // L-20
  toLowest: boolean;                    // L-17
  difference: boolean;                  // L-21
  unit: number;                         // L-19: pips to a point of the bonus
  blank: number;                        // F-10
  target: number | null;
  rounds: number | null;
  next: string | null;
  lead: string | null;
}

export function termsOf(session: Game): Terms {
  const number = (key: Parameters<Game['option']>[0]): number | null => {
    const value = session.option(key);
    return value === null ? null : Number(value);
  };
  return {
    family: session.view(null).family, teams: session.option('teams') === 'on', fives: session.option('play-unit') !== null,
    ofAll: session.option('bonus-of') === 'all', toLowest: session.option('bonus-to') === 'lowest',
    difference: session.option('blocked') === 'difference', unit: number('bonus-unit') ?? 1, blank: number('blank-penalty') ?? 0,
    target: number('target'), rounds: number('rounds'), next: session.option('next-lead'), lead: session.option('lead'),
  };
}

export const lowWins = (family: Family): boolean => family === 'feet' || family === 'trains';
export const pipsOf = (tiles: readonly Tile[]): number => tiles.reduce((sum, tile) => sum + tile.high + tile.low, 0);

/** Those who score together: a seat, or the two of a team. */
export function sides(players: number, teams: boolean): number[][] {
  return teams ? [[0, 2], [1, 3]] : Array.from({ length: players }, (_, seat) => [seat]);
}

export interface Part { seat: number; pips: number }
/** How the bonus of a round comes about: parts - less = sum; to the nearest five; divided; for those who take it. */
export interface Sum { parts: Part[]; less: Part[]; sum: number; rounded: number | null; unit: number; points: number; takers: number[] }

const leftOf = (result: Result, side: readonly number[]): number => side.reduce((sum, seat) => sum + pipsOf(result.hands[seat] ?? []), 0);

function takersOf(result: Result, terms: Terms): number[] {
  const all = sides(result.gains.length, terms.teams);
  const gained = all.find((side) => (result.gains[side[0] ?? 0] ?? 0) > 0);
  if (gained)
    return gained;
  const own = all.find((side) => result.seat !== null && side.includes(result.seat)) ?? [];
  if (result.end === 'blocked' || !terms.toLowest)
    return own;
  return all.reduce((best, side) => (leftOf(result, side) < leftOf(result, best) ? side : best), own);
}

/** Null: nobody takes the round. */
export function sumOf(result: Result, terms: Terms): Sum | null {
  const takers = takersOf(result, terms);
  if (terms.family !== 'line' || takers.length === 0)
    return null;
  const part = (seat: number): Part => ({ seat, pips: pipsOf(result.hands[seat] ?? []) });
  const own = takers.map(part), others = result.hands.map((_, seat) => seat).filter((seat) => !takers.includes(seat)).map(part);
  const parts = terms.ofAll ? [...others, ...own.filter((o) => o.pips > 0)] : others;
  const less = terms.difference && result.end === 'blocked' ? own.filter((o) => o.pips > 0) : [];
  const total = (list: Part[]): number => list.reduce((sum, o) => sum + o.pips, 0);
  const sum = total(parts) - total(less), rounded = terms.fives ? Math.round(sum / 5) * 5 : null, unit = terms.fives ? terms.unit : 1;
  return { parts, less, sum, rounded, unit, points: (rounded ?? sum) / unit, takers };
}

/** The seats that share the lowest count of a blocked round that nobody takes. */
export function tiedOf(result: Result, terms: Terms): number[] {
  const all = sides(result.gains.length, terms.teams).map((side) => ({ side, pips: leftOf(result, side) }));
  const least = Math.min(...all.map((o) => o.pips));
  return all.filter((o) => o.pips === least).flatMap((o) => o.side);
}

/** A line of the sheet. */
export interface Line {
  seats: number[];
  hands: (Tile[] | null)[];             // a seat's tiles left; null: nobody was shown them
  pips: number;
  inPlay: number;
  gain: number;
  total: number;
  before: number;                       // the total when the round began
  wins: boolean;
}

/** What a seat scored (or paid) in the play of a round. */
function inPlayOf(session: Game, round: number, seat: number): number {
  return session.log.reduce((sum, said) =>
    sum + (said.round === round && said.event.kind === 'score' && said.event.seat === seat ? said.event.points : 0), 0);
}

/** The lines of the round that has just ended, who gained most (or, where low wins, got least) first. */
export function linesOf(session: Game, terms: Terms): Line[] {
  const view = session.view(null), ended = view.last?.round === view.round ? view.last : null;
  const lines = sides(view.players, terms.teams).map((seats): Line => {
    const first = seats[0] ?? 0, gain = ended?.gains[first] ?? 0, total = view.scores[first] ?? 0;
    const inPlay = seats.reduce((sum, seat) => sum + inPlayOf(session, view.round, seat), 0);
    return {
      seats, gain, total, inPlay, before: total - gain - inPlay, wins: view.winners.includes(first),
      hands: seats.map((seat) => ended?.hands[seat] ?? null), pips: seats.reduce((sum, seat) => sum + pipsOf(ended?.hands[seat] ?? []), 0),
    };
  });
  const sign = lowWins(terms.family) ? 1 : -1;
  return lines.sort((a, b) => sign * (a.gain - b.gain) || sign * (a.total - b.total) || (a.seats[0] ?? 0) - (b.seats[0] ?? 0));
}

/** Who leads the next round, where that is known before the deal (L-04 to L-06, F-04, T-03). */
export function nextLead(session: Game, terms: Terms, rules: string): number | null {
  const view = session.view(null), last = view.last, after = (view.lead + 1) % view.players;
  if (view.phase !== 'round-over' || view.family === 'castle' || rules.startsWith('mexicantrain:hub'))
    return null;
  if (view.family !== 'line' || terms.next === 'rotate')
    return after;
  if (terms.next !== 'winner' || !last || last.seat === null || (last.end === 'out' && terms.toLowest))
    return null;
  return last.seat;
}

/** All rounds: what each side got in it, and where it stood then. */
export interface RoundLine { round: number; got: number[]; totals: number[] }

export function roundsOf(session: Game, terms: Terms): RoundLine[] {
  const view = session.view(null), all = sides(view.players, terms.teams), lines: RoundLine[] = [];
  let before = all.map(() => 0);
  for (let round = 1; round <= view.round; round++) {
    const scores = session.results.find((o) => o.round === round)?.scores ?? view.scores;
    const totals = all.map((side) => scores[side[0] ?? 0] ?? 0);
    lines.push({ round, totals, got: totals.map((total, i) => total - (before[i] ?? 0)) });
    before = totals;
  }
  return lines;
}
