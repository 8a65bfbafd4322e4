// SPDX-License-Identifier: MIT
// What a session offers beside the moves: names, calls, several people, rematch, the clock, bad records.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bots } from '../generated/tables';
import { BadRecord, nextSeed, Session, type Sitter } from '../core/session';
import { settings } from '../core/settings';
import { asker, freshEngine, freshThinker, playOn, table } from './core';

const engine = await freshEngine(), ask = asker(await freshThinker());
const SEED = 'f00'.padStart(64, '0');
const begin = (rules: string, seats: Sitter[], seed = SEED): Session => Session.begin(engine, { rules, seats }, seed, '2026-01-01T00:00:00Z');
const header = (session: Session): { players: string[] } => JSON.parse(session.record().split('\n')[0]!) as { players: string[] };
const medium = bots.find((bot) => bot.key === 'medium')!.id;

afterEach(() => settings.set({ ...settings.get(), language: 'en' }));
settings.set({ ...settings.get(), language: 'en' });

describe('names', () => {
  it('are given by the compass, and the record calls bots by their level, as the terminal does', () => {
    const session = begin('draw:basics players=4', table(4, [1], medium));
    expect(session.names).toEqual(['East', 'You', 'West', 'North']);
    expect(header(session).players).toEqual(['bot:medium', 'you', 'bot:medium', 'bot:medium']);
  });

  it('of people are their own, and nobody is taken for a bot', () => {
    const session = begin('draw:basics players=3', [{ name: 'bot:Anna', bot: null }, { name: 'West', bot: null }, { name: '', bot: medium }]);
    expect(session.names).toEqual(['Bot:Anna', 'West', 'Medium bot']);
    expect(header(session).players).toEqual(['Bot:Anna', 'West', 'bot:medium']);
    expect(session.you).toBe(null);
  });

  it('and all sentences change with the language, and back', async () => {
    const session = begin('muggins:number', table(2, [0]));
    await playOn(session, ask, 12);
    const english = session.log.map((said) => said.words), record = session.record();
    settings.set({ ...settings.get(), language: 'es' });
    engine.language('es');
    session.retell();
    expect(session.names[0]).toBe('Tú');
    expect(session.log.every((said, i) => said.words !== english[i])).toBe(true);
    settings.set({ ...settings.get(), language: 'en' });
    engine.language('en');
    session.retell();
    expect(session.log.map((said) => said.words)).toEqual(english);
    expect(session.record()).toBe(record);
  });
});

describe('several people at one page', () => {
  it('hear what everybody may hear', async () => {
    const session = begin('draw:basics', table(2, [0, 1]));
    await playOn(session, ask, 60, (n) => n - 1);
    const drawn = session.log.filter((said) => said.event.text.startsWith('draw '));
    expect(drawn.length).toBeGreaterThan(0);
    for (const said of drawn)
      for (const tile of said.event.text.slice(5).split(' '))
        expect(said.words).not.toContain(tile.split('-').join('‑'));
    expect(session.log.some((said) => said.words.startsWith('You'))).toBe(false);
  });
});

describe('calls', () => {
  it('are asked of people before bots, and once a window', async () => {
    const session = begin('muggins:number call=on players=3 target=500', table(3, [0]));
    let calls = 0, shouts = 0;
    for (let i = 0; i < 600 && session.due().kind !== 'over'; i++) {
      const due = session.due();
      shouts += session.mayShout(0) ? 1 : 0;
      if (due.kind === 'call') {
        expect(session.mayShout(0)).toBe(true);
        calls++;
        session.letGo(due.seat);
        expect(session.due().kind === 'call' && session.view(null).turn !== due.seat).toBe(false);
      } else if (due.kind === 'move') {
        const bare = session.moves(0).filter((move) => move.kind !== 'call' && move.claim === 0);
        session.play(0, (bare[0] ?? session.moves(0)[0]!).text);
      } else {
        await session.step(ask);
      }
    }
    expect(calls).toBeGreaterThan(0);
    expect(shouts).toBeGreaterThan(calls);
  });
});

describe('a rematch', () => {
  it('has the same seats and the next seed', async () => {
    const session = begin('draw:basics', table(2, [0]), 'f'.repeat(64)), again = session.rematch();
    expect(nextSeed('f'.repeat(64))).toBe('0'.repeat(64));
    expect(again.setup).toEqual(session.setup);
    expect(again.history.seed).toBe('0'.repeat(64));
    await again.step(ask);
    expect(again.record()).not.toBe(session.record());
  });
});

describe('two games in one module', () => {
  it('each find their own tiles', async () => {
    const one = begin('draw:basics', table(2, [0])), other = begin('mexicantrain:number players=3', table(3, [0]));
    for (let i = 0; i < 30; i++) {
      await playOn(one, ask, 1);
      await playOn(other, ask, 1);
      engine.start([], SEED);
    }
    expect(one.view(0)).toEqual(Session.load(await freshEngine(), one.record()).view(0));
    expect(other.view(0)).toEqual(Session.load(await freshEngine(), other.record()).view(0));
  });
});

describe('the last tile', () => {
  it.each(['draw:basics', 'mexicantrain:number players=3', 'chickenfoot:number', 'castlerock:number'])('of %s lies where it was laid', async (rules) => {
    engine.rules(rules);
    engine.start([], SEED);
    const session = begin(rules, table(engine.view(null).players, [])), before = new Set<number>();
    for (let i = 0; i < 40 && session.due().kind !== 'over'; i++) {
      const round = session.view(null).round;
      const said = await session.step(ask), view = session.view(null), lies = view.family === 'castle' ? view.row : view.laid.map((l) => l.tile);
      if (view.round !== round)
        before.clear();
      const came = lies.findLastIndex((tile) => !before.has(tile.id));
      if (said[0]?.event.kind === 'move' && came >= 0)
        expect(session.last).toBe(came);
      lies.forEach((tile) => before.add(tile.id));
    }
  });
});

describe('the clock', () => {
  it('stands while nobody plays, and goes on where a record left it', async () => {
    vi.useFakeTimers();
    const session = begin('castlerock:number', table(1, [0]));
    vi.advanceTimersByTime(5000);
    expect(session.elapsed).toBe(5000);
    session.attend(false);
    vi.advanceTimersByTime(60000);
    session.attend(true);
    vi.advanceTimersByTime(1000);
    expect(session.elapsed).toBe(6000);
    await playOn(session, ask, 3);
    const again = Session.load(engine, session.record());
    vi.advanceTimersByTime(500);
    expect(again.elapsed).toBe(6500);
    vi.useRealTimers();
  });
});

describe('a record that is wrong', () => {
  const bad: [string, (lines: string[]) => string, RegExp][] = [
    ['nothing', () => '', /not a Boneyard game/],
    ['a letter', () => 'Dear Anna,', /not a Boneyard game/],
    ['a list', () => '[1]', /not a Boneyard game/],
    ['another version', (l) => [l[0]!.replace('"boneyard":1', '"boneyard":2'), ...l.slice(1)].join('\n'), /different version/],
    ['rules unknown', (l) => [l[0]!.replace('draw:basics', 'drawn:basics'), ...l.slice(1)].join('\n'), /rules.*drawn/],
    ['one player less', (l) => [l[0]!.replace('"you",', ''), ...l.slice(1)].join('\n'), /2 players.*1/],
    ['a line cut', (l) => l.join('\n').slice(0, -20), /Line \d+ of the file is invalid/],
    ['a tile twice', (l) => [l[0], l[1]!.replace(/"\d-\d"(.*)"(\d-\d)"/, '"$2"$1"$2"'), ...l.slice(2)].join('\n'), /Line 2: this deal/],
    ['a move changed', (l) => [...l.slice(0, 3), '{"seat":0,"move":"9-9"}', ...l.slice(3)].join('\n'), /Line 4: 9-9 can’t/],
    ['a stray key', (l) => [l[0], l[1], l[2]!.replace('"move"', '"why":1,"move"'), ...l.slice(3)].join('\n'), /Line 3/],
    ['a result changed', (l) => l.map((line) => line.replace(/"gains":\[(\d+),/, '"gains":[7$1,')).join('\n'), /contradicts/],
    ['no round-end', (l) => l.filter((line) => !line.includes('round-end')).join('\n'), /contradicts/],
    ['no end', (l) => l.slice(0, l.findIndex((line) => line.includes('round-end'))).join('\n'), /incomplete/],
  ];

  it.each(bad)('%s: is refused with a sentence', async (_, spoil, sentence) => {
    const session = begin('draw:basics target=30', table(2, [0]));
    await playOn(session, ask, 200);
    const lines = session.record().trimEnd().split('\n');
    expect(Session.load(engine, lines.join('\r\n')).log.length).toBe(session.log.length);
    const load = (): Session => Session.load(engine, spoil(lines));
    expect(load).toThrow(BadRecord);
    expect(load).toThrow(sentence);
  });
});
