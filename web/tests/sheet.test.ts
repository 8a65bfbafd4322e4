// The score sheet's reckoning against the core: the sum it shows is what the core has given, and its lines add up.
import { describe, expect, it } from 'vitest';
import { games } from '../generated/tables';
import { Session } from '../core/session';
import { linesOf, lowWins, nextLead, pipsOf, roundsOf, sides, sumOf, termsOf, tiedOf } from '../screens/sheet/sums';
import { asker, freshEngine, freshThinker, table } from './core';

const engine = await freshEngine(), ask = asker(await freshThinker());
const seedOf = (n: number): string => n.toString(16).padStart(64, '0');
const line = games.filter((game) => game.family === 'line').flatMap((game) => game.presets.map((preset) => preset.rules));
const tables = [
  ...line.flatMap((rules) => [2, 3, 4].map((n) => `${rules} players=${n}`)), ...line.map((rules) => `${rules} players=4 teams=on`),
  'muggins:online players=4 teams=on bonus-to=lowest', 'block:basics players=3 tie=none',
  'chickenfoot:number', 'mexicantrain:classic players=3 set=9 rounds=2', 'mexicantrain:hub',
];

/** Plays by bots that choose at random; `look` at the end of every round. */
async function play(rules: string, seed: string, rounds: number, look: (session: Session) => void): Promise<void> {
  engine.rules(rules);
  engine.start([], seed);
  const session = Session.begin(engine, { rules, seats: table(engine.view(null).players, []) }, seed);
  for (let i = 0; i < 20000; i++) {
    const due = session.due();
    if (due.kind === 'round' || due.kind === 'over')
      look(session);
    if (due.kind === 'over' || session.view(null).round > rounds)
      return;
    await session.step(ask);
  }
}

describe.each(tables)('%s', (rules) => {
  it('shows the core\'s points as a sum, and lines that add up', async () => {
    let before = [] as number[], expected: number | null = null;
    for (let seed = 1; seed <= 2; seed++) {
      before = [];
      expected = null;
      await play(rules, seedOf(seed), 3, (session) => {
        const terms = termsOf(session), view = session.view(null), lines = linesOf(session, terms);
        if (expected !== null)
          expect(view.lead).toBe(expected);
        expected = nextLead(session, terms, rules);
        for (const o of lines) {
          expect(o.before).toBe(before[o.seats[0]!] ?? 0);
          expect(o.total).toBe(view.scores[o.seats[0]!]);
        }
        const sorted = lines.map((o) => (lowWins(terms.family) ? o.gain : -o.gain));
        expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
        before = [...view.scores];
        expect(roundsOf(session, terms).at(-1)?.totals).toEqual(sides(view.players, terms.teams).map((side) => view.scores[side[0]!]));
        if (view.family !== 'line' || view.last?.round !== view.round)
          return;
        const sum = sumOf(view.last, terms);
        expect(sum?.points ?? 0).toBe(Math.max(...view.last.gains));
        if (sum && sum.points > 0)
          expect(view.last.gains.flatMap((gain, seat) => (gain > 0 ? [seat] : []))).toEqual(sum.takers);
        if (!sum)
          expect(tiedOf(view.last, terms).length).toBeGreaterThan(1);
      });
    }
  });
});

describe('a sum', () => {
  it('counts pips, rounds once and shows fives', () => {
    const tile = (high: number, low: number) => ({ id: high * 7 + low, high, low });
    const hands = [[], [tile(6, 6)], [tile(4, 3)], [tile(6, 1), tile(0, 0)]];
    const result = { round: 1, end: 'out' as const, seat: 0, gains: [25, 0, 0, 0], scores: [25, 0, 0, 0], hands };
    const terms = {
      family: 'line' as const, teams: false, fives: true, ofAll: false, toLowest: false, difference: false, unit: 1, blank: 0, target: 250,
      rounds: null, next: 'rotate', lead: 'seat',
    };
    expect(hands.map(pipsOf)).toEqual([0, 12, 7, 7]);
    expect(sumOf(result, terms)).toMatchObject({ sum: 26, rounded: 25, points: 25, takers: [0] });
    expect(sumOf({ ...result, gains: [5, 0, 0, 0] }, { ...terms, unit: 5 })).toMatchObject({ rounded: 25, points: 5 });
  });
});
