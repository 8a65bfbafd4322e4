// SPDX-License-Identifier: MIT
// Correspondence games: the order of the list, its words, and the count in the title.
import { beforeEach, describe, expect, it } from 'vitest';
import { settings } from '../core/settings';
import type { Short } from '../net/wire';
import { dueWords, inOrder, moveWords } from '../screens/together/calendar';
import { waitingTables } from '../screens/together/turns';

beforeEach(() => settings.set({ ...settings.get(), language: 'en' }));

const seats = [{ name: 'Ann', kind: 'person', you: true }, { name: 'Bea', kind: 'person', you: false }] as Short['seats'];
const table = (name: string, some: Partial<Short>): Short => ({ table: name, rules: 'draw', phase: 'play', seats, clock: 'days 3', ...some });
const now = new Date(2026, 10, 20, 9, 30).getTime(), hours = (n: number): number => now + n * 3_600_000;

describe('the list of correspondence games', () => {
  it('begins with your own moves, the one due first on top', () => {
    const all = [table('late', { turn: true, due: hours(30) }), table('theirs', { running: 1, due: hours(1) }), table('unknown', { turn: true }),
      table('soon', { turn: true, due: hours(2) }), table('fast', { turn: true, clock: 'move 30' }), table('over', { phase: 'over', turn: true })];
    expect(inOrder(all).map((one) => one.table)).toEqual(['soon', 'late', 'unknown', 'theirs']);
  });

  it('names the day and the hour, in the reader’s time zone', () => {
    expect([hours(2), hours(26), hours(24 * 9)].map((due) => dueWords(due, now))).toEqual(['11:30', 'Sat 11:30', 'Sun, Nov 29, 09:30']);
    settings.set({ ...settings.get(), language: 'es' });
    expect(dueWords(hours(26), now)).toBe('sáb, 11:30');
  });

  it('says whose move it is', () => {
    expect([table('', { turn: true, running: 0, due: hours(26) }), table('', { turn: true }), table('', { running: 1 }), table('', { running: 1, due: hours(2) }),
      table('', { phase: 'waiting' }), table('', { phase: 'shuffle' })].map((one) => moveWords(one, now))).toEqual(['Your move by Sat 11:30', 'Your move',
      'Waiting for Bea', 'Waiting for Bea, until 11:30', 'waiting for players', 'in progress']);
  });
});

describe('the count in the title', () => {
  it('leaves out the table on the screen, and those that are over', () => {
    const all = [table('a', { turn: true }), table('b', { turn: true, clock: 'none' }), table('c', {}), table('d', { turn: true, phase: 'over' })];
    expect(waitingTables(all, null).map((one) => one.table)).toEqual(['a', 'b']);
    expect(waitingTables(all, 'a').map((one) => one.table)).toEqual(['b']);
  });
});
