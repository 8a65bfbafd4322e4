// SPDX-License-Identifier: MIT
// Every table fits its felt: all games, 2 to 16 players, sets up to 18, five moments of a round, the felts of six windows.  Tiles
// and open places are inside, in the middle, and as large as they can be; tiles already laid stay put until the table has to be fitted again.
// BONEYARD_FELTS=1 prints the table of docs/felt.md.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../core/engine';
import { HALF } from '../generated/tables';
import * as state from '../table/state';
import type { Scene } from '../table/types';
import { freshEngine } from './core';
import { begin, chance, sceneOf, until } from './table-scenes';

let engine: Engine;
beforeAll(async () => void (engine = await freshEngine()));
/** The windows, and about what is free of their felt. */
const FELTS = { '360x640': [356, 200], '390x844': [386, 405], '844x390': [516, 250], '1280x720': [779, 374], '1440x900': [1100, 508],
  '1920x1080': [1580, 690] } as const;
const GAMES = ['block:basics players=2', 'draw:basics players=4', 'muggins:number players=2', 'allfives:online players=4',
  'fiveup:online players=3', 'castlerock:classic', 'castlerock:classic set=18', 'chickenfoot:classic players=2 set=9',
  'chickenfoot:classic players=4 set=9', 'chickenfoot:classic players=8 set=12', 'chickenfoot:classic players=16 set=18',
  'mexicantrain:number players=2', 'mexicantrain:classic players=5 set=12'];
const MOMENTS = [0.02, 0.25, 0.5, 0.75, 1];
const config = { face: 'auto', oneColour: false, fly: 0 } as const;

interface Figures { half: number; used: number; wrong: string[] }

/** What is wrong with a scene as it is shown. */
function wrongs(s: state.State, scene: Scene): string[] {
  const { size, from } = s, box = state.boundsOf(scene), out: string[] = [];
  const left = box.left * from.scale + from.x, right = box.right * from.scale + from.x;
  const top = box.top * from.scale + from.y, bottom = box.bottom * from.scale + from.y;
  if (left < 0 || top < 0 || right > size.width || bottom > size.height)
    out.push('outside');
  const half = from.scale * HALF, largest = half >= scene.layout.largest - 0.5;
  if (half < 2)
    out.push(`a half of ${half.toFixed(1)} px`);
  if (!largest && state.used(s) < 0.7)
    out.push(`${Math.round(100 * state.used(s))} % used`);
  if (state.fitting(s) > from.scale * 1.05)
    out.push('could be larger');
  return out;
}

/** A round on every felt at once, looked at as it goes on. */
function round(rules: string, seed: number): Map<string, Figures> {
  const found = new Map<string, Figures>();
  begin(engine, rules, seed);
  until(engine, 999, chance(seed));
  const all = Math.max(engine.view(null).laid.length, engine.view(null).row.length);
  begin(engine, rules, seed);
  const pick = chance(seed), now = new Map(Object.entries(FELTS).map(([name, [width, height]]) => [name, state.begin(config, { width, height })]));
  MOMENTS.forEach((moment, i) => {
    until(engine, Math.max(1, Math.round(all * moment)), pick);
    for (const [name, before] of now) {
      const scene = sceneOf(engine, (ask, fresh) => {
        const { state: next, layout } = state.arrange(before, ask, fresh);
        now.set(name, next);
        return layout;
      }, false, i === 0);
      const shown = state.show(now.get(name)!, scene), was = found.get(name) ?? { half: 99, used: 9, wrong: [] };
      now.set(name, shown);
      const half = shown.from.scale * HALF;
      found.set(name, { half: Math.min(was.half, half), used: half < scene.layout.largest - 0.5 ? Math.min(was.used, state.used(shown)) : was.used,
        wrong: [...was.wrong, ...wrongs(shown, scene).map((words) => `${words} at ${moment}`)] });
    }
  });
  return found;
}

describe.each(GAMES)('%s', (rules) => {
  it.each(process.env['BONEYARD_LONG'] === '1' ? [1, 2, 3, 4, 5, 6, 7, 8] : [1])('fits every felt, seed %i', (seed) => {
    const found = round(rules, seed);
    for (const [name, { half, used, wrong }] of found) {
      if (process.env['BONEYARD_FELTS'] === '1')
        console.log(`| ${rules} | ${name} | ${half.toFixed(1)} | ${used > 1 ? '-' : `${Math.round(100 * used)} %`} | ${wrong.length} |`);
      expect(wrong, name).toEqual([]);
    }
  }, 120000);
});

describe('what does not fit is found', () => {
  const shown = (): { s: state.State; scene: Scene } => {
    begin(engine, 'chickenfoot:classic players=4 set=9', 2);
    until(engine, 24, chance(2));
    let s = state.begin(config, { width: 900, height: 500 });
    const scene = sceneOf(engine, (ask) => {
      const { state: next, layout } = state.arrange(s, ask, true);
      s = next;
      return layout;
    }, false);
    return { s: state.show(s, scene), scene };
  };
  it.each([[1.2, 'outside'], [0.9, 'could be larger'], [0.6, 'used'], [0.01, 'a half of']])('%f times as large', (by, found) => {
    const { s, scene } = shown(), { width, height } = s.size, { x, y, scale } = s.from;
    expect(wrongs(s, scene)).toEqual([]);
    const from = { scale: scale * by, x: width / 2 - (width / 2 - x) * by, y: height / 2 - (height / 2 - y) * by };
    expect(wrongs({ ...s, from }, scene).join()).toContain(found);
  });
});
