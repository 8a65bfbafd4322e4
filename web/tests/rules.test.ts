// SPDX-License-Identifier: MIT
// The rules screen: what it says of differences between sheets follows from what the core says of each.
import { describe, expect, it } from 'vitest';
import { games } from '../generated/tables';
import { differences, otherSheets, plain, sectionsOf } from '../screens/rules/compare';
import { freshEngine } from './core';

const engine = await freshEngine();
const explain = (rules: string) => {
  engine.rules(rules);
  return engine.explain();
};

describe.each(games.map((game) => [game.key, game] as const))('%s', (_, game) => {
  it('has every paragraph in its section, once', () => {
    for (const { rules } of game.presets) {
      const all = explain(rules), sections = sectionsOf(all);
      expect(sections.flatMap((o) => o.paragraphs)).toEqual(all);
      expect(new Set(sections.map((o) => o.title)).size).toBe(sections.length);
    }
  });

  it('names each other sheet once, with the same players where it allows them', () => {
    for (const { rules } of game.presets) {
      const others = otherSheets(engine, rules);
      expect(others.map((o) => o.split(' ')[0])).toEqual(game.presets.map((o) => o.rules).filter((o) => o !== rules));
      const most = game.players[1], many = game.family === 'castle' ? rules : `${rules} players=${Math.min(most, 8)}`;
      for (const other of otherSheets(engine, engine.rules(many)))
        expect(game.family === 'castle' || other.startsWith(rules) || other.includes(`players=${Math.min(most, 8)}`)).toBe(true);
    }
  });

  it('tells differences from which the other sheet can be put together again', () => {
    const [first] = game.presets, here = explain(first!.rules);
    for (const { rules } of game.presets) {
      const there = explain(rules), told = differences(here, there), gone = new Set(told.flatMap((o) => o.here.map((p) => p.text)));
      const again = [...here.filter((o) => !gone.has(o.text)), ...told.flatMap((o) => o.there)].map((o) => o.text);
      expect(new Set(again)).toEqual(new Set(there.map((o) => o.text)));
      expect(rules === first!.rules ? told : []).toEqual([]);
    }
  });
});

describe('a table with its own options', () => {
  it('is set against its own sheet, and searched without accents and case', () => {
    engine.rules('muggins:classic target=150');
    expect(otherSheets(engine, 'muggins:classic target=150')).toContain('muggins:classic');
    const told = differences(explain('muggins:classic target=150'), explain('muggins:classic'));
    expect(told).toHaveLength(1);
    expect(told[0]!.here[0]!.text).toContain('150');
    expect(told[0]!.there[0]!.text).toContain('250');
    expect(plain('PÚNTOS de la Señal')).toBe('puntos de la senal');
  });
});
