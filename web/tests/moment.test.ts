// SPDX-License-Identifier: MIT
// Which moments are announced, from real games: each is reached, and each follows from what everyone sees.  How draws are told.
import { expect, test } from 'vitest';
import { movesOf, toldOf } from '../screens/table/log';
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

test('draws in a row are told once, with their reason, and only their owner reads the tiles', async () => {
  const game = Session.begin(await freshEngine(), { rules: 'draw players=2 target=100', seats: table(2, [0]) }, '5');
  for (let n = 0; n < 400 && game.due().kind !== 'over'; n++) {
    const due = game.due();
    if (due.kind === 'move')
      game.play(due.seat, game.moves(due.seat)[0]!.text);
    else
      await game.step(() => Promise.resolve(0));
  }
  const moves = movesOf(game.log), isDrawn = (at: number): boolean => moves[at]?.[0]?.event.deed === 'draw';
  const draws = moves.filter((_, at) => isDrawn(at)), many = draws.filter(([, second]) => second?.event.deed === 'draw');
  expect(many.length).toBeGreaterThan(0);
  expect(draws.map(([first]) => first!.event.seat)).toEqual(expect.arrayContaining([0, 1]));
  moves.forEach((move, at) => expect(isDrawn(at) && isDrawn(at + 1) && move[0]!.event.seat === moves[at + 1]![0]!.event.seat).toBe(false));
  for (const draw of draws) {
    const told = toldOf(draw)[0]!, own = draw[0]!.event.seat === 0;
    expect(told).toMatch(own ? /^You had no .* and drew .+\.$/ : /^\w+ had no .* and drew (a tile|\d+ tiles)\.$/);
  }
});
