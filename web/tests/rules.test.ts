// SPDX-License-Identifier: MIT
// The rules screen: what it says of differences between sheets follows from what the core says of each.
import { describe, expect, it } from 'vitest';
import { games } from '../generated/tables';
import { differences, otherSheets, plain, sectionsOf } from '../screens/rules/compare';
import { picturesOf } from '../screens/rules/pictures';
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

describe('the drawings', () => {
  const drawn = (game: string, preset: string): string[] => {
    const all = picturesOf(engine, game);
    return explain(preset).filter(({ numbers, text }) => all.has(`${numbers} ${text}`)).flatMap(({ numbers }) => numbers.split(' '));
  };

  it.each([
    ['block', ['C-05', 'L-12']], ['muggins', ['C-05', 'L-13', 'L-15']], ['allfives', ['L-13', 'L-15']], ['fiveup', ['L-14', 'L-15']],
    ['chickenfoot', ['F-05', 'F-07']], ['mexicantrain', ['T-05', 'T-08', 'T-10', 'T-13']], ['castlerock', ['R-02', 'R-03']],
  ])('of %s show what is hard to say', (game, wanted) => {
    expect(drawn(game, games.find(({ key }) => key === game)!.presets[0]!.rules)).toEqual(expect.arrayContaining(wanted));
  });

  it('show only a rule that says the same', () => {
    expect(drawn('block', 'block')).toContain('L-08');
    expect(drawn('block', 'block blanks=suit')).not.toContain('L-08');
  });
});
