// SPDX-License-Identifier: MIT
// Games that version 0.1 kept in a browser (kept-0.1.json, with what 0.1 showed of them): they open as they stood and go on.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SavedGame } from '../core/saves';
import { type Due, Session } from '../core/session';
import { asker, freshEngine, freshThinker, playOn } from './core';

interface Kept { game: SavedGame; due: Due; names: string[]; results: number; log: number; hand: number[]; scores: number[] }

const all = JSON.parse(readFileSync(fileURLToPath(new URL('kept-0.1.json', import.meta.url)), 'utf8')) as Kept[];
const engine = await freshEngine(), ask = asker(await freshThinker());

describe.each(all)('$game.rules of 0.1', (kept) => {
  it('opens as it stood, and goes on', async () => {
    const session = Session.resume(engine, kept.game), { people } = session;
    expect(session.record()).toBe(kept.game.record);
    if (session.view(null).window === null)     // who has let a window pass is not kept
      expect(session.due()).toEqual(kept.due);
    expect(session.names).toEqual(kept.names);
    expect(session.log.length).toBe(kept.log);
    expect(session.results.length).toBe(kept.results);
    expect(session.view(null).scores).toEqual(kept.scores);
    expect(session.view(people[0]!).hands[people[0]!]!.map(({ id }) => id)).toEqual(kept.hand);
    await playOn(session, ask, 10);
    expect(session.record().startsWith(kept.game.record)).toBe(true);
    expect(session.record().length > kept.game.record.length).toBe(kept.due.kind !== 'over');
  });

  it('is refused where a line of it was changed', () => {
    const lines = kept.game.record.split('\n'), at = lines.findLastIndex((line) => line.includes('"move"') && /\d-\d/.test(line));
    lines[at] = lines[at]!.replace(/\d+-\d+/, '18-18');
    expect(() => Session.resume(engine, { ...kept.game, record: lines.join('\n') })).toThrow();
  });
});
