// SPDX-License-Identifier: MIT
// The review's reckoning: the graph's scale, counts, the turning point, records cut before a move.
import { describe, expect, it } from 'vitest';
import type { ReviewStep } from '../core/bots';
import { Session } from '../core/session';
import { countsOf, cut, nearest, percent, type Point, pointsOf, roundStarts, scale, stayed, turnOf } from '../screens/review/data';
import { loadedOf } from '../screens/review/use';
import { asker, freshEngine, freshThinker, playOn, table } from './core';

const step = (chance: number, more: Partial<ReviewStep> = {}): ReviewStep => ({
  round: 1, move: 0, seat: 0, played: '6-6', best: '6-6', grade: 'best', unit: 'chance', lost: 0, cost: '', better: '', why: '', known: '', hurried: '',
  words: '', reason: '', chance, ...more,
});
const line = (...chances: number[]): Point[] => pointsOf(chances.map((chance) => step(chance)), null);

describe('the graph', () => {
  const frame = { width: 500, height: 200, left: 40, top: 10, right: 20, bottom: 30 };

  it('spreads decisions evenly, certainty at the top', () => {
    expect(scale(line(0, 500, 1000), frame)).toEqual([{ x: 40, y: 170 }, { x: 260, y: 90 }, { x: 480, y: 10 }]);
    expect(scale(line(1200, -5), frame).map((p) => p.y)).toEqual([10, 170]);
    expect(scale(line(500), frame)).toEqual([{ x: 40, y: 90 }]);
    expect(scale([], frame)).toEqual([]);
  });

  it('finds the point nearest to a finger', () => {
    const at = scale(line(1, 2, 3, 4, 5), frame);
    at.forEach((p, i) => expect([nearest(at, p.x - 50), nearest(at, p.x), nearest(at, p.x + 50)]).toEqual([i, i, i]));
    expect([nearest(at, -999), nearest(at, 9999)]).toEqual([0, 4]);
  });

  it('ends with the result of a game that is over', () => {
    expect(pointsOf([step(400)], { won: true, round: 3 }).at(-1)).toEqual({ chance: 1000, round: 3, step: null });
    expect(pointsOf([step(400)], { won: false, round: 3 }).at(-1)?.chance).toBe(0);
    expect(pointsOf([], { won: true, round: 1 })).toEqual([]);
    expect(roundStarts(pointsOf([step(1), step(2, { round: 2 }), step(3, { round: 2 })], { won: true, round: 3 }))).toEqual([1, 3]);
  });

  it('says per cents as the terminal does', () => {
    expect([0, 4, 5, 994, 995, 1000].map(percent)).toEqual([0, 0, 1, 99, 100, 100]);
  });
});

describe('the turning point', () => {
  /** Another reading of the same sentence: of all steps, the one whose smallest distance to every later point is largest. */
  const slow = (c: readonly number[]): number => {
    let best = -1, most = 60;
    for (let a = 0; a + 1 < c.length; a++) {
      const signs = new Set(c.slice(a + 1).map((x) => Math.sign(x - c[a]!)));
      const left = signs.size === 1 && !signs.has(0) ? Math.min(...c.slice(a + 1).map((x) => Math.abs(x - c[a]!))) : 0;
      if (left > most) {
        most = left;
        best = a;
      }
    }
    return best;
  };

  it('is the step that moved most and stayed', () => {
    expect(turnOf(line(500, 440, 510, 490))).toBeNull();
    expect(turnOf(line(500, 900, 480, 520))).toEqual({ at: 1, from: 900, to: 480, own: false });
    expect(turnOf(line(500, 520, 850, 800, 1000))).toEqual({ at: 1, from: 520, to: 850, own: false });
    expect(stayed(line(500, 900, 700, 950), 0)).toBe(200);
    let x = 12345;
    for (let game = 0; game < 3000; game++) {
      const c = Array.from({ length: 2 + game % 9 }, () => (x = (x * 1103515245 + 12345) % 2147483648) % 1001);
      expect(turnOf(line(...c))?.at ?? -1).toBe(slow(c));
    }
  });

  it('is the seat\'s own if the decision cost half of the fall, or was a blunder where points are counted', () => {
    const fall = (more: Partial<ReviewStep>) => turnOf(pointsOf([step(700, more), step(300)], null))?.own;
    expect([fall({ lost: 200 }), fall({ lost: 199 })]).toEqual([true, false]);
    expect([fall({ unit: 'pips', grade: 'blunder' }), fall({ unit: 'pips', lost: 9000 })]).toEqual([true, false]);
    expect(turnOf(pointsOf([step(300, { lost: 900 }), step(700)], null))?.own).toBe(false);
  });
});

describe('counts', () => {
  it('counts grades, and costs of what was not best', () => {
    const costs = { best: 4, loose: 20, blunder: 90, fine: 9 } as const;
    const steps = (['best', 'loose', 'blunder', 'fine'] as const).map((grade) => step(1, { grade, lost: costs[grade] }));
    expect(countsOf(steps)).toEqual({ decisions: 4, of: { best: 1, fine: 1, loose: 1, blunder: 1 }, lost: 119 });
  });
});

describe('a record cut before a move', () => {
  it('is a game that stands there, with that move still to come', async () => {
    const engine = await freshEngine(), ask = asker(await freshThinker());
    const trains = 'mexicantrain:number set=9 players=3 rounds=2', feet = 'chickenfoot:number players=2 rounds=2';
    const tables = ['muggins:classic target=60', trains, feet, 'castlerock:number'];
    for (const rules of tables) {
      engine.rules(rules);
      engine.start([], '7'.padStart(64, '0'));
      const whole = Session.begin(engine, { rules, seats: table(engine.view(null).players, [0]) }, '7'.padStart(64, '0'));
      await playOn(whole, ask, 400);
      const record = whole.record();
      const places = whole.history.rounds.flatMap((round, r) => round.moves.map((_, move) => ({ round: r + 1, move })));
      for (const place of places.filter((_, i) => i % 7 === 0 || i === places.length - 1)) {
        const stands = Session.load(engine, cut(record, place)), played = whole.history.rounds[place.round - 1]!.moves[place.move]!;
        expect(stands.history.rounds.length).toBe(place.round);
        expect(stands.history.rounds.at(-1)!.moves.length).toBe(place.move);
        expect(stands.moves(played.seat).map((o) => o.text)).toContain(played.move.startsWith('draw') ? 'draw' : played.move);
      }
    }
  });
});

describe('a game that is not over', () => {
  it('of several people shows finished rounds only, of one what was played', async () => {
    const engine = await freshEngine(), ask = asker(await freshThinker(), 4);
    for (const people of [[0, 1], [0]]) {
      const session = Session.begin(engine, { rules: 'muggins:number players=3', seats: table(3, people) }, '5'.padStart(64, '0'));
      for (const more of [12, 80]) {
        await playOn(session, ask, more);
        while (session.view(null).phase !== 'playing')
          await playOn(session, ask, 1);
        const { record, over, seats } = loadedOf(await freshEngine(), session.record()), rounds = session.history.rounds.length;
        expect([over, seats]).toEqual([false, people]);
        const last = record.trimEnd().split('\n').findLastIndex((text) => text.includes('"deck"'));
        expect(record.split('"deck"').length - 1).toBe(rounds);
        expect(record.trimEnd().split('\n').length - 1 - last === 0).toBe(people.length > 1);
        expect(session.record().startsWith(record.trimEnd())).toBe(true);
      }
    }
  });
});
