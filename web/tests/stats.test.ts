// SPDX-License-Identifier: MIT
// Your own record: what is counted, and what the coach's summaries keep.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { ReviewStep } from '../core/bots';
import type { SavedGame } from '../core/saves';
import { Session } from '../core/session';
import { type Finished, finishedGames, tallyOf } from '../core/stats';
import { mergeBest, type Best } from '../screens/castle/best';
import { coachedOf, readCoached, sumOf } from '../screens/stats/coached';
import { texts as stats } from '../generated/texts/stats';
import { asker, freshEngine, freshThinker, playOn, table } from './core';

const finished = (won: boolean, gains: number[] = []): Finished => ({ game: 'draw', low: false, opponents: [], won, gains });

describe('a tally', () => {
  it('keeps the last ten apart', () => {
    const all = [true, true, true, ...Array<boolean>(9).fill(false), true].map((won) => finished(won, [5, 10]));
    expect(tallyOf(all)).toEqual({ games: 13, won: 4, last: 10, lastWon: 1, rounds: 26, points: 195 });
    expect(tallyOf([])).toEqual({ games: 0, won: 0, last: 0, lastWon: 0, rounds: 0, points: 0 });
  });

  it('counts what the core has written: whole games of one person, once, without partners', async () => {
    const engine = await freshEngine(), ask = asker(await freshThinker()), made: SavedGame[] = [];
    for (const [rules, seats] of [['muggins:classic players=4 teams=on target=50', table(4, [0])], ['draw:basics target=20', table(2, [0, 1])],
      ['draw:basics target=500', table(2, [0])]] as const) {
      const session = Session.begin(engine, { rules, seats: [...seats] }, 'abc'.padStart(64, '0'));
      await playOn(session, ask, rules.includes('500') ? 30 : 2000);
      made.push(session.saved());
    }
    expect(made.map(({ over }) => over)).toEqual([true, true, false]);
    const all = finishedGames(await freshEngine(), [...made, { ...made[0]!, id: 'copy' }, { ...made[0]!, record: 'x\n"game-end"' }]);
    const lines = made[0]!.record.trimEnd().split('\n').map((line) => JSON.parse(line) as { winners?: number[]; gains?: number[] });
    expect(all).toEqual([{
      game: 'muggins', low: false, opponents: ['random'], won: lines.at(-1)!.winners!.includes(0), gains: lines.flatMap(({ gains }) => (gains ? [gains[0]] : [])),
    }]);
  });
});

const step = (more: Partial<ReviewStep>): ReviewStep => ({
  round: 1, move: 0, seat: 0, played: '', best: '', grade: 'loose', unit: 'chance', lost: 100, cost: '', better: '', why: '', known: '', hurried: '', words: '',
  reason: 'SCORES', chance: null, ...more,
});

describe('the coach', () => {
  it('agrees with best moves; the others are summed by reason', () => {
    const one = coachedOf([step({}), step({ lost: 50 }), step({ grade: 'best', lost: 9 }), step({ reason: 'HEAVY', unit: 'points', lost: 900 }), step({ reason: '' })]);
    expect(one).toEqual({ judged: 5, agreed: 1, costs: [{ reason: 'SCORES', unit: 'chance', times: 2, lost: 150 }, { reason: 'HEAVY', unit: 'points', times: 1, lost: 900 }] });
    const most = coachedOf([step({ reason: 'STICKS', lost: 400 })]);
    expect(sumOf({ a: one, b: most, c: most }).costs.map(({ reason, times }) => `${reason} ${times}`)).toEqual(['STICKS 2', 'SCORES 2', 'HEAVY 1']);
    expect(readCoached(JSON.stringify({ a: one, b: { ...one, agreed: 9 }, c: null, d: { ...one, costs: [{}] } }))).toEqual({ a: one });
    expect(readCoached('{')).toEqual({});
  });
});

it('every reason has a sentence', () => {
  const golden = process.env['BONEYARD_GOLDEN'] ?? fileURLToPath(new URL('../../tests/golden/games', import.meta.url));
  const list = readFileSync(join(golden, '../../../include/boneyard/reasons.def'), 'utf8');
  const reasons = [...list.matchAll(/^BY_REASON\((\w+),/gm)].map(([, name]) => name), said = Object.keys(stats).filter((key) => key.startsWith('stats.habit.'));
  expect(reasons.length).toBeGreaterThan(50);
  expect(said.map((key) => key.slice('stats.habit.'.length)).sort()).toEqual(reasons.sort());
});

it('best lists together keep the best of both, each game once', () => {
  const best = (id: string, tiles: number, list = 'x'): Best => ({ id, list, tiles, pips: 0, ms: 0, date: '' });
  const merged = mergeBest([best('a', 3), best('b', 1)], [best('a', 3), best('c', 2), best('d', 0, 'y')]);
  expect(merged.map(({ id }) => id)).toEqual(['b', 'c', 'a', 'd']);
});
