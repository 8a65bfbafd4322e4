// SPDX-License-Identifier: MIT
// A game as the page plays it, on the real module: every game to its end, records, undo, going on with a record.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { games } from '../generated/tables';
import { Session } from '../core/session';
import { asker, freshEngine, freshThinker, playOn, table } from './core';

const engine = await freshEngine(), other = await freshEngine(), ask = asker(await freshThinker());
const SEED = 'c0ffee'.padStart(64, '0');
const presets = games.flatMap((game) => game.presets.slice(0, process.env['BONEYARD_LONG'] ? undefined : 1).map((preset) => preset.rules));
const playersOf = (rules: string): number => {
  engine.rules(rules);
  engine.start([], SEED);
  return engine.view(null).players;
};
const program = process.env['BONEYARD'] ?? fileURLToPath(new URL('../../build/boneyard', import.meta.url));
const golden = process.env['BONEYARD_GOLDEN'] ?? fileURLToPath(new URL('../../tests/golden/games', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'boneyard-'));

async function play(rules: string, steps = 4000, people = [0]): Promise<Session> {
  const session = Session.begin(engine, { rules, seats: table(playersOf(rules), people) }, SEED, '2026-01-01T00:00:00Z');
  await playOn(session, ask, steps);
  return session;
}

describe.each(presets)('%s', (rules) => {
  it('is played to its end, and its record is right', async () => {
    const session = await play(rules);
    expect(session.due().kind).toBe('over');
    expect(session.results.length).toBeGreaterThan(0);
    if (!existsSync(program))
      return;
    const file = join(folder, 'game.jsonl');
    writeFileSync(file, session.record());
    expect(execFileSync(program, ['check', file], { encoding: 'utf8' })).toContain('ok');
  });

  it('goes on where it was left', async () => {
    const session = await play(rules, 60), view = session.view(0), log = session.log.map((said) => said.words), record = session.record();
    const again = Session.load(engine, record);
    expect(again.view(0)).toEqual(view);
    expect(again.log.map((said) => said.words)).toEqual(log);
    expect(again.record()).toBe(record);
    expect(again.setup).toEqual(session.setup);
  });

  it('takes back choice by choice, to the beginning', async () => {
    const session = await play(rules, 40), start = session.log[0]?.words;
    const seen = [];
    for (;;) {
      seen.push({ view: session.view(0), record: session.record() });
      if (!session.undo())
        break;
      expect(session.due().kind).toBe('move');
      expect(session.record().length).toBeLessThan(seen.at(-1)!.record.length);
      expect(Session.load(other, session.record()).view(0)).toEqual(session.view(0));
    }
    expect(seen.length).toBeGreaterThan(2);
    expect(session.log[0]?.words).toBe(start);
    expect(session.undoable).toBe(false);
  });
});

describe.runIf(existsSync(golden))('a record of the program', () => {
  it.each(existsSync(golden) ? readdirSync(golden) : [])('%s is read, goes on as it stands, and is taken back', (name) => {
    const text = readFileSync(join(golden, name), 'utf8'), session = Session.load(engine, text), lines = text.trimEnd().split('\n');
    expect(session.record()).toBe(text);
    expect(session.due().kind).toBe('over');
    const cut = lines.findLastIndex((line) => line.includes('"move"')), half = Session.load(engine, lines.slice(0, cut).join('\n'));
    expect(half.record()).toBe(lines.slice(0, cut).join('\n') + '\n');
    const last = JSON.parse(lines[cut]!) as { seat: number; move: string };
    half.play(last.seat, last.move.replace(/^draw .*/, 'draw'));
    expect(half.view(0)).toEqual(session.view(0));
  });
});
