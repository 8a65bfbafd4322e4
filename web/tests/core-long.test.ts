// SPDX-License-Identifier: MIT
// Many games in one page: memory, listeners and what is kept beside them must not grow.
import { describe, expect, it } from 'vitest';
import { games } from '../generated/tables';
import { Session } from '../core/session';
import { asker, freshEngine, freshThinker, playOn, table } from './core';

const engine = await freshEngine(), thinker = await freshThinker(), ask = asker(thinker, 4);
const GAMES = process.env['BONEYARD_LONG'] ? 50 : 12;
const presets = games.flatMap((game) => game.presets.map((preset) => preset.rules as string));

async function play(n: number): Promise<void> {
  const rules = presets[n % presets.length]!;
  engine.rules(rules);
  engine.start([], '1');
  const session = Session.begin(engine, { rules, seats: table(engine.view(null).players, n % 3 === 0 ? [] : [0]) }, n.toString(16).padStart(64, '0'));
  await playOn(session, ask, 150);
  engine.layout(720, 480);
  engine.rows();
  while (session.undo())
    engine.view(0);
  Session.load(engine, session.record()).retell();
  await session.settled();
}

describe('many games', () => {
  it('leave the memory of both modules as it was', async () => {
    await play(0);
    const before = [engine.memory, thinker.memory];
    for (let n = 1; n <= GAMES; n++)
      await play(n);
    expect([engine.memory, thinker.memory]).toEqual(before);
    expect(engine.memory).toBeLessThan(4 << 20);
    expect(thinker.memory).toBeLessThan(32 << 20);
  });
});
