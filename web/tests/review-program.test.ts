// SPDX-License-Identifier: MIT
// The page's review against the program's: the same decisions, grades, counts and turning point of the same record.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { work } from '../core/jobs';
import type { Review } from '../core/bots';
import { Session } from '../core/session';
import { countsOf, pointsOf, turningPlace, turnOf } from '../screens/review/data';
import { freshEngine, freshThinker, playOn, table } from './core';

const program = process.env['BONEYARD'] ?? fileURLToPath(new URL('../../build/boneyard', import.meta.url));
const engine = await freshEngine(), thinker = await freshThinker(), folder = mkdtempSync(join(tmpdir(), 'boneyard-'));
const COUNT = 120;                      // steps to a decision: few, the same on both sides

interface Told {
  decisions: { round: number; move: number; played: string; best: string; grade: string; stands: number }[];
  players: { decisions: number; best: number; fine: number; loose: number; blunder: number; cost: number }[];
  turning: { round: number; move: number; own: boolean; from: number; to: number } | null;
}

/** A game of seat 0 against others; all choose by the seed. */
async function game(rules: string, seed: number): Promise<Session> {
  engine.rules(rules);
  engine.start([], '0');
  const session = Session.begin(engine, { rules, seats: table(engine.view(null).players, [0]) }, seed.toString(16).padStart(64, '0'));
  let x = seed;
  const any = (n: number): number => (x = (x * 1103515245 + 12345) % 2147483648) % n;
  await playOn(session, (_, seat) => Promise.resolve(any(engine.howMany(seat))), 3000, any);
  return session;
}

const tables = [
  'block:basics target=60', 'muggins:classic target=60', 'muggins:number players=4 target=60', 'chickenfoot:number players=3 rounds=2',
  'mexicantrain:hub players=3 rounds=3', 'castlerock:number',
];

describe.runIf(existsSync(program)).each(tables)('%s', (rules) => {
  it.each(process.env['BONEYARD_LONG'] === '1' ? [1, 2, 3] : [1])('is reviewed as the program reviews it, seed %i', async (seed) => {
    const session = await game(rules, seed), file = join(folder, 'game.jsonl'), view = session.view(null);
    const teams = session.option('teams') === 'on', { history } = session;
    writeFileSync(file, session.record());
    const command = ['review', file, '--json', '--seat', '1', '--count', String(COUNT)];
    const told = JSON.parse(execFileSync(program, command, { encoding: 'utf8' })) as Told;
    const job = { kind: 'review', language: 'en', history, you: 0, seats: [0], count: COUNT } as const;
    const { steps } = work(thinker, { ...job, seats: [0] }, () => undefined) as Review;
    const before = session.history.rounds.map((_, r) => session.history.rounds.slice(0, r).reduce((n, round) => n + round.moves.length, 0));
    const number = (place: { round: number; move: number }) => (before[place.round - 1] ?? 0) + place.move + 1;
    expect(steps.map((o) => [o.round, number(o), o.best, o.grade, o.chance])).toEqual(
      told.decisions.map((o) => [o.round, o.move, o.best, o.grade, Math.round(o.stands * 1000)]));
    const { decisions, of, lost } = countsOf(steps), { cost, decisions: all, best, fine, loose, blunder } = told.players[0]!;
    expect([decisions, of, lost]).toEqual([all, { best, fine, loose, blunder }, Math.round(cost * 1000)]);
    const end = view.family === 'castle' ? null : { won: view.winners.includes(0), round: view.round };
    const points = pointsOf(steps, end), turn = turnOf(points);
    const place = turn && turningPlace(session, points, turn, 0, teams ? [0, 2] : [0]);
    expect(turn && place && { round: place.round, move: number(place), own: turn.own, from: turn.from, to: turn.to }).toEqual(
      told.turning && { round: told.turning.round, move: told.turning.move, own: told.turning.own,
        from: Math.round(told.turning.from * 1000), to: Math.round(told.turning.to * 1000) });
  });
});
