// SPDX-License-Identifier: MIT
// Castle Rock's best list and clock.
import { describe, expect, it } from 'vitest';
import { type Best, better, placed, PLACES, readBest } from '../screens/castle/best';
import { clockOf } from '../screens/castle/clock';

const game = (tiles: number, pips: number, ms: number, date = '2026-01-01', id = `${tiles} ${pips} ${ms} ${date}`): Best =>
  ({ id, list: '6 forced', tiles, pips, ms, date });

describe('the best list', () => {
  it('R-06, R-07: puts fewer tiles first, then fewer pips, then less time, then the older game', () => {
    const best = [game(0, 0, 9000), game(1, 9, 10), game(2, 3, 500), game(2, 3, 600), game(2, 3, 600, '2026-02-01'), game(2, 4, 1)];
    expect([...best].reverse().sort(better)).toEqual(best);
  });

  it('finds a game\'s place and keeps no more than it has places', () => {
    const list = Array.from({ length: PLACES }, (_, i) => game(i + 1, 5, 100));
    expect(placed([], game(9, 9, 9))).toMatchObject({ place: 1, list: { length: 1 } });
    expect(placed(list, game(0, 0, 1))).toMatchObject({ place: 1, list: { length: PLACES } });
    expect(placed(list, game(3, 5, 99)).place).toBe(3);
    expect(placed(list, game(3, 5, 101)).place).toBe(4);
    expect(placed(list, game(PLACES + 1, 0, 0)).place).toBe(0);
  });

  it('holds a game once, as it ended last', () => {
    const first = placed([], game(5, 9, 100, 'd', 'a')), again = placed(first.list, game(2, 9, 300, 'd', 'a'));
    expect(again).toEqual({ place: 1, list: [game(2, 9, 300, 'd', 'a')] });
  });

  it('reads what makes sense of what is stored', () => {
    const good = game(1, 2, 3);
    expect(readBest(JSON.stringify([good, { ...good, tiles: '1' }, null, 7, { ...good, ms: -1 }]))).toEqual([good]);
    for (const rubbish of [null, '', '{', '{}', '7', 'null'])
      expect(readBest(rubbish)).toEqual([]);
  });
});

describe('the clock', () => {
  it('shows minutes and seconds, and hours when there are any', () => {
    const shown = { '0:00': 999, '0:59': 59999, '1:00': 60000, '3:42': 222000, '1:00:00': 3600000, '1:03:42': 3822000 };
    for (const [words, ms] of Object.entries(shown))
      expect(clockOf(ms)).toBe(words);
  });
});
