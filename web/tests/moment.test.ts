// SPDX-License-Identifier: MIT
// Which moments are announced, from real games: each is reached, and each follows from what everyone sees.
import { expect, test } from 'vitest';
import { momentOf } from '../screens/table/moment';
import { Session } from '../core/session';
import { freshEngine, table } from './core';

/** Plays first moves until the game is over, and counts the moments. */
async function momentsOf(rules: string, seats: number): Promise<Map<string, number>> {
  const game = Session.begin(await freshEngine(), { rules, seats: table(seats, [0]) }, '5'), found = new Map<string, number>();
  let before = game.view(null);
  for (let n = 0; n < 2000 && game.due().kind !== 'over'; n++) {
    const due = game.due(), at = game.log.length;
    if (due.kind === 'move')
      game.play(due.seat, (game.moves(due.seat).find(({ kind }) => kind === 'call') ?? game.moves(due.seat)[0])!.text);
    else if (due.kind === 'call')
      game.play(due.seat, 'call');
    else
      await game.step(() => Promise.resolve(0));
    const now = game.view(null), said = game.log.slice(at);
    const moment = momentOf(said, before, now, game.results.at(-1)?.end === 'out', game.terms.claims);
    if (moment === 'one')
      expect(now.counts).toContain(1);
    if (moment === 'train')
      expect(now.markers.filter(Boolean).length).toBeGreaterThan(before.markers.filter(Boolean).length);
    if (moment)
      found.set(moment, (found.get(moment) ?? 0) + 1);
    before = now;
  }
  return found;
}

test('Muggins!, Domino! and one tile left are announced in a fives game with calls', async () => {
  const found = await momentsOf('muggins:classic players=3 call=on target=100', 3);
  expect([...found.keys()].sort()).toEqual(expect.arrayContaining(['called', 'domino', 'one']));
});

test('a train that opens is announced', async () => {
  expect((await momentsOf('mexicantrain players=3 rounds=2', 3)).get('train')).toBeGreaterThan(0);
});

test('nothing is announced to a player alone', async () => {
  expect((await momentsOf('castlerock', 1)).size).toBe(0);
});
