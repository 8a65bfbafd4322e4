// SPDX-License-Identifier: MIT
// What the start screen plans: every change is judged by the core, a refused value waits, nothing that was chosen is lost.
import { expect, test } from 'vitest';
import { games } from '../generated/tables';
import { plainly, presetOf, sheetOf } from '../screens/start/catalogue';
import { change, freshMemory, given, lastRules, type Plan, players, readMemory, takeSheet } from '../screens/start/plan';
import { freshEngine } from './core';

const engine = await freshEngine(), read = (rules: string) => engine.rules(rules);
const plan = (rules: string): Plan => ({ rules: read(rules), refused: null });

test('a change is kept as the canonical rules', () => {
  expect(change(read, plan('muggins:classic'), 'target', '150').rules).toBe('muggins:classic target=150');
  expect(change(read, plan('muggins:classic target=150'), 'target', '250').rules).toBe('muggins:classic');
});

test('a refused value waits beside rules that hold, with the sentence of the core', () => {
  const refused = change(read, plan('muggins:classic'), 'target', '0');
  expect(refused.rules).toBe('muggins:classic');
  expect(refused.refused).toMatchObject({ option: 'target', value: '0' });
  expect(refused.refused?.words).toContain('1000000');
  const more = change(read, refused, 'blanks', 'wild');     // another change does not lose it
  expect(more.rules).toBe('muggins:classic blanks=wild');
  expect(more.refused?.option).toBe('target');
  expect(change(read, more, 'target', '90')).toEqual({ rules: 'muggins:classic blanks=wild target=90', refused: null });
});

test('people read the names of options and sheets, not the words of the rules', () => {
  const said = (rules: string, option: string, value: string) => plainly(change(read, plan(rules), option, value).refused?.words ?? '');
  expect(said('muggins:classic', 'target', '0')).toBe('“Target: 0” is not allowed in Muggins (Large-set rules) with “Players: 2” and “Set of dominoes: double-6”: Target can be 1 to 1000000');
  expect(said('muggins:classic players=3', 'teams', 'on')).toBe('“Teams: yes” is not allowed with “Players: 3”: two teams of partners need “Players: 4”');
  expect(plainly('a=b is nothing of ours: 2:1')).toBe('a=b is nothing of ours: 2:1');
});

test('a value that was refused is taken as soon as it goes with the others', () => {
  const refused = change(read, plan('muggins:classic players=3'), 'teams', 'on');
  expect(refused.refused?.option).toBe('teams');
  const four = change(read, refused, 'players', '4');
  expect(four).toEqual({ rules: 'muggins:classic players=4 teams=on', refused: null });
  expect(change(read, four, 'players', '2').rules).toBe('muggins:classic');       // no teams of two: players come first
});

test('any number of players of any sheet can be chosen, and goes with a set and a hand', () => {
  let seen = 0, beyond = 0;
  for (const { presets } of games)
    for (const preset of presets)
      for (let n = preset.players[0]; n <= preset.players[1]; n++, seen++) {
        if (n === 1)
          continue;
        const made = change(read, plan(preset.rules), 'players', String(n));
        expect(made.refused, `${preset.rules} for ${n}`).toBeNull();
        expect(players(made.rules)).toBe(n);
        beyond += Number(given(made.rules).some(([key]) => key === 'hand'));
      }
  expect(seen).toBeGreaterThan(60);
  expect(beyond).toBeGreaterThan(10);   // more people than the sheet has a hand for
});

test('another sheet is taken as it is written, or as it was left, with the same players', () => {
  const here = plan('muggins:classic players=3 target=90');
  expect(takeSheet(read, here, 'muggins:online', undefined).rules).toBe('muggins:online players=3');
  expect(takeSheet(read, here, 'muggins:online', 'muggins:online players=4 target=61').rules).toBe('muggins:online players=3 target=61');
  expect(presetOf(takeSheet(read, plan('mexicantrain:number players=12 set=12 hand=5'), 'mexicantrain:hub',
    undefined).rules)).toBe('mexicantrain:hub');
});

test('what was kept comes back; rubbish is as new', () => {
  const kept = { ...freshMemory(), game: 'block', rules: { 'block:basics': 'block:basics target=200' }, preset: { block: 'block:basics' } };
  kept.seats[1] = { name: 'Ada', bot: null };
  expect(readMemory(JSON.stringify(kept))).toEqual(kept);
  expect(lastRules(readMemory(JSON.stringify(kept)), 'block')).toBe('block:basics target=200');
  for (const rubbish of [null, '', '{', '[]', '7', '{"game":"poker","seats":[7],"rules":[1]}', '{"seats":{"length":99}}'])
    expect(readMemory(rubbish)).toEqual(freshMemory());
  expect(readMemory('{"seats":[{"bot":"hard"},{"bot":"nobody"},{"bot":"easy"}]}').seats.slice(0, 3).map(({ bot }) => bot)).toEqual([null,
    'mabel', 'easy']);
});

test('every sheet names its own defaults, as the core has them', () => {
  for (const { presets } of games)
    for (const preset of presets) {
      read(preset.rules);
      for (const [key, value] of Object.entries(sheetOf(preset.rules).values))
        expect(given(read(`${preset.rules} ${key === 'players' ? '' : `${key}=${value}`}`.trim())), `${preset.rules} ${key}`).toEqual([]);
    }
});
