// SPDX-License-Identifier: MIT
// The score sheet's reckoning against the core: the sum it shows is what the core has given, and its lines add up.
import { describe, expect, it } from 'vitest';
import { games } from '../generated/tables';
import { Session } from '../core/session';
import { blocked, wonWords } from '../screens/sheet/sheet';
import { lineWords } from '../screens/sheet/score';
import { linesOf, roundsOf, termsOf } from '../screens/sheet/sums';
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
    for (let seed = 1; seed <= (process.env['BONEYARD_LONG'] ? 2 : 1); seed++) {
      before = [];
      expected = null;
      await play(rules, seedOf(seed), 3, (session) => {
        const { terms } = session, view = session.view(null), lines = linesOf(session);
        if (expected !== null)
          expect(view.lead).toBe(expected);
        expected = session.nextLead();
        for (const o of lines) {
          expect(o.before).toBe(before[o.seats[0]!] ?? 0);
          expect(o.total).toBe(view.scores[o.seats[0]!]);
          const { each, penalties, rest } = termsOf(session, o);       // what "How this round is scored" adds up
          expect([...each, ...penalties].reduce((a, b) => a + b, rest)).toBe(o.gain + o.inPlay);
          expect(terms.low ? [0, 50] : [o.gain]).toContain(rest);
        }
        const sorted = lines.map((o) => (terms.low ? o.gain : -o.gain));
        expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
        before = [...view.scores];
        expect(roundsOf(session).at(-1)?.totals).toEqual(terms.sides.map((side) => view.scores[side[0]!]));
        const sum = session.sum(), won = wonWords(session);
        if (terms.low && view.last) {         // several players can share the fewest points
          const least = Math.min(...view.last.gains);
          expect(won).toMatch(new RegExp(`: ${least} points?$`));
          view.last.gains.forEach((gain, seat) => expect(won.includes(session.names[seat]!)).toBe(gain === least));
        } else if (sum && view.last?.round === view.round)
          expect(won).toMatch(sum.takers.length === 0 ? /^$/ : new RegExp(`^${session.names[sum.takers[0]!]}.*: \\+${sum.points}$`));
        expect(sum === null).toBe(terms.low);
        if (!sum || view.last?.round !== view.round)
          return;
        expect(sum.shares.reduce((all, o) => all + (o.less ? -o.pips : o.pips), 0)).toBe(sum.sum);
        expect(sum.points).toBe(Math.max(...view.last.gains));
        if (sum.points > 0)
          expect(view.last.gains.flatMap((gain, seat) => (gain > 0 ? [seat] : []))).toEqual(sum.takers);
        expect(sum.takers.length > 0 || sum.tied.length > 1).toBe(true);
        const said = blocked(session);        // a blocked round is called one, with who takes it and for how few pips
        expect(said === null).toBe(view.last.end === 'out');
        if (said && sum.takers.length > 0) {
          expect(said.title).toContain(session.names[sum.takers.at(-1)!]);
          expect(said.lead).toContain(String(Math.min(...lines.map((o) => o.pips))));
        }
      });
    }
  });
});

it('names the penalties of a round (T-17, T-19)', async () => {
  const rules = 'mexicantrain:number players=2 infractions=penalise penalty=fifty';
  engine.rules(rules);
  const session = Session.begin(engine, { rules, seats: table(2, [0]) }, seedOf(1));
  for (let due = session.due(); due.kind !== 'round'; due = session.due()) {
    if (due.kind !== 'move') {
      await session.step(ask);
      continue;
    }
    const moves = session.moves(due.seat), draw = moves.find((move) => move.kind === 'draw');
    session.play(due.seat, (draw ?? moves[0]!).text);
  }
  const own = linesOf(session).find(({ seats }) => seats[0] === 0)!, { each, penalties, rest } = termsOf(session, own);
  expect(penalties.length).toBeGreaterThan(0);
  expect(new Set(penalties)).toEqual(new Set([50]));
  expect([...each, ...penalties].reduce((a, b) => a + b, rest)).toBe(own.gain + own.inPlay);
  expect(lineWords(session, own).match(/50 as a penalty/g)).toHaveLength(penalties.length);
});
