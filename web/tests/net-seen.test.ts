// SPDX-License-Identifier: MIT
// The module that stands at a packed view shows its seat everything as the module with the whole match does.
import { describe, expect, it } from 'vitest';
import { games } from '../generated/tables';
import { Session } from '../core/session';
import { freshEngine, freshSeen, table } from './core';

const LONG = Boolean(process.env['BONEYARD_LONG']);
const engine = await freshEngine(), seen = await freshSeen(), SEED = 'cafe'.padStart(64, '0');
const sheets = games.flatMap((game) => game.presets.slice(0, LONG ? undefined : 1).map((preset) => ({ rules: preset.rules, players: preset.players[0] })));
const more = [
  { rules: 'muggins:classic players=4 teams=on call=on', players: 4 }, { rules: 'mexicantrain:number players=3 knock=on', players: 3 },
  { rules: 'mexicantrain:classic players=2 infractions=penalise penalty=tile', players: 2 }, { rules: 'chickenfoot players=6', players: 6 },
];
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));

/** All that a screen asks for one seat. */
function look(one: typeof engine | typeof seen, seat: number | null) {
  const view = one.view(seat), moves = seat === null ? [] : one.moves(seat);
  one.view(seat);
  const layout = one.layout(900, 500), rows = one.rows();
  const spots = moves.map(({ index }) => [one.spot(index), one.points(index), one.countAfter(index)]);
  const parts = view.family === 'line' ? one.parts() : [];
  const words = seat === null ? [] : [one.task(seat, null), one.read(seat, '6-4'), one.read(seat, 'draw'), one.read(seat, 'pass'), one.read(seat, 'zz')];
  const plan = seat !== null && view.family === 'trains' && view.centre ? one.trains(seat, view.centre.high, null) : [];
  return { view, moves, layout, rows, spots, parts, words, plan };
}

describe.each([...sheets, ...more])('$rules', ({ rules, players }) => {
  it('is the same for every seat and for who only watches', async () => {
    engine.rules(rules.includes('players') || players < 2 ? rules : `${rules} players=${players}`);
    const session = Session.begin(engine, { rules: rules.includes('players') || players < 2 ? rules : `${rules} players=${players}`,
      seats: table(players, Array.from({ length: players }, (_, k) => k)) }, SEED);
    seen.rules(session.setup.rules);
    seen.names(session.names);
    let looks = 0;
    for (let i = 0; i < (LONG ? 160 : 80); i++) {
      const due = session.due(), at = session.log.length;
      if (due.kind === 'over' || session.results.length > 1)
        break;
      if (due.kind === 'round' || due.kind === 'step')
        await session.step(async () => 0);
      else if (due.kind === 'call' && i % 2 === 0)
        session.letGo(due.seat);
      else {
        const list = session.moves(due.seat), move = due.kind === 'call' ? list.find(({ kind }) => kind === 'call')! : list[(i * 7) % list.length]!;
        session.play(due.seat, move.text);
      }
      const said = session.log.slice(at);
      for (const seat of [...Array(players).keys(), null])
        if ((i + (seat ?? 5)) % 3 === 0 || i < 4) {
          expect(seen.see(bytesOf(engine.packed(seat)))).toBe(true);
          expect(look(seen, seat)).toEqual(look(engine, seat));
          const heard = said.map(({ event }) => ({ ...event,
            text: event.text.startsWith('draw') && event.seat !== seat && session.view(null).family !== 'castle' ? 'draw' : event.text }));
          expect(seen.hear(heard)).toBe(true);
          said.forEach((_, k) => expect(seen.say(k, seat, seat)).toBe(engine.say(k, seat, seat)));
          seen.events().forEach((event, k) => expect(event).toEqual({ ...said[k]!.event, text: heard[k]!.text, drawn: event.drawn }));
          looks++;
        }
    }
    expect(looks).toBeGreaterThan(5);
  });
});

it('shows nothing that fills up what the seat does not see', async () => {
  const session = Session.begin(engine, { rules: 'draw players=3', seats: table(3, [0, 1, 2]) }, SEED);
  await session.step(async () => 0);
  seen.see(bytesOf(engine.packed(1)));
  expect(seen.view(0).hands).toEqual([null, null, null]);
  expect(seen.moves(session.view(null).turn === 1 ? 2 : session.view(null).turn)).toEqual([]);
  expect(seen.view(1).hands[1]).toEqual(session.view(1).hands[1]);
  expect(seen.read(0, '6-4')).toBe('');
});

it('takes no bytes that are no view, and stays where it was', async () => {
  const bytes = bytesOf(engine.packed(1)), before = (seen.see(bytes), look(seen, 1));
  expect(seen.see(bytes.slice(1))).toBe(false);
  expect(seen.see(bytes.slice(0, -1))).toBe(false);
  expect(seen.see(new Uint8Array(0))).toBe(false);
  expect(seen.see(new Uint8Array(5000))).toBe(false);
  expect(look(seen, 1)).toEqual(before);
});

it('tells what is past from its events alone', () => {
  seen.rules('muggins:number players=2');
  seen.names(['Anna', 'Ben']);
  expect(seen.hear([{ kind: 'move', seat: 1, points: 0, text: '6-4' }, { kind: 'score', seat: 1, points: 10, text: '' }])).toBe(true);
  seen.remember({ round: 1, scores: [0, 15], winners: [], end: null });
  expect(seen.sayPast(0, null)).toBe('Ben lays 6-4.');
  expect(seen.sayPast(1, null)).toMatch(/10.*15/);
  expect(seen.hear([{ kind: 'move', seat: 1, points: 0, text: 'rubbish' }])).toBe(false);
});
