// SPDX-License-Identifier: MIT
// House rules: what is stored comes back, names are one line, the core judges the rules.
import { expect, test } from 'vitest';
import { fragmentOf, houseOf, housesOf, nameOf, readHouses, withHouse } from '../screens/start/house';
import { type Plan, takeHouse } from '../screens/start/plan';
import { mergeHouses } from '../screens/stats/file';
import { freshEngine } from './core';

const engine = await freshEngine(), read = (rules: string) => engine.rules(rules);
const plan = (rules: string): Plan => ({ rules: read(rules), refused: null });
const sunday = { name: 'Sunday', rules: 'muggins:classic blanks=wild target=90' };

test('what was stored comes back; anything else is left out', () => {
  const all = [sunday, { name: 'Home', rules: 'block:basics target=200' }];
  expect(readHouses(JSON.stringify(all))).toEqual(all);
  for (const rubbish of [null, '', '{', '{}', '7', '[null,7,[],{"name":"x"}]', '[{"name":7,"rules":"muggins"}]', '[{"name":" \\n ","rules":"muggins:classic"}]',
    '[{"name":"x","rules":"poker:home"}]', '[{"name":"x","rules":"muggins:home"}]', `[{"name":"x","rules":"muggins:classic target=${'9'.repeat(2000)}"}]`])
    expect(readHouses(rubbish), String(rubbish)).toEqual([]);
});

test('a name is one line that nothing turns around, and ends in time', () => {
  expect(nameOf('  a\n\tb\u0000\u202ec\u2028 d ')).toBe('a b c d');
  expect(Array.from(nameOf('😀'.repeat(99)))).toHaveLength(40);
  expect(nameOf('\u2066\u2069 \t')).toBe('');
});

test('the newest comes first; its name, or the same rules, replaces an older one of the same game', () => {
  const home = { name: 'Home', rules: 'muggins:classic target=120' }, block = { name: 'Sunday', rules: 'block:basics target=200' };
  const all = [home, block].reduce(withHouse, [sunday]);
  expect(all).toEqual([block, home, sunday]);
  expect(housesOf(all, 'muggins:online')).toEqual([home, sunday]);
  const again = { name: 'Sunday', rules: 'muggins:basics target=30' };
  expect(withHouse(all, again)).toEqual([again, block, home]);
  expect(withHouse(all, { name: 'Tuesday', rules: `${sunday.rules} players=3` }).map(({ name }) => name)).toEqual(['Tuesday', 'Sunday', 'Home']);
});

test('two lists in one keep ours; theirs come after if their name and rules are new', () => {
  const home = { name: 'Home', rules: 'muggins:classic target=120' }, same = { ...sunday, name: 'Other' }, named = { ...home, name: 'Sunday' }, block = { name: 'Sunday', rules: 'block:basics target=200' };
  expect(mergeHouses([sunday], [same, named, block, home])).toEqual([sunday, block, home]);
  expect(mergeHouses([], [home])).toEqual([home]);
});

test('they are known by their options, for any number of players', () => {
  const all = [sunday];
  expect(houseOf(all, read(`${sunday.rules} players=3`))).toBe(sunday);
  for (const other of ['muggins:classic target=90', 'muggins:basics blanks=wild target=90', 'muggins:classic blanks=wild target=90 hand=4', 'block:basics'])
    expect(houseOf(all, read(other)), other).toBeNull();
});

test('they are taken with the players that are there, or as they were saved', () => {
  expect(takeHouse(read, plan('muggins:online players=3'), sunday.rules).rules).toBe('muggins:classic players=3 blanks=wild target=90');
  const teams = 'muggins:classic players=4 teams=on';
  expect(takeHouse(read, plan('muggins:classic players=3'), teams).rules).toBe(teams);       // no teams of three
  const here = plan('muggins:classic players=3');
  expect(takeHouse(read, here, 'muggins:classic target=none')).toEqual(here);                // they hold no more
});

test('a link holds the name and the rules, whatever is in them', () => {
  expect(fragmentOf('block')).toBe('#rules=block');
  const odd = { name: 'a/b#c%20=ñ', rules: sunday.rules }, [name = '', rules = ''] = fragmentOf(odd.rules, odd.name).slice('#house='.length).split('/');
  expect([decodeURIComponent(name), decodeURIComponent(rules)]).toEqual([odd.name, odd.rules]);
});
