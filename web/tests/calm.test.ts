// SPDX-License-Identifier: MIT
// Laid tiles stay where they are: whole rounds of each line game on the felts of three phones.  A refit is a move after which a
// tile that already lay is elsewhere on the screen.  BONEYARD_FELTS=1 prints the table of docs/felt.md.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../core/engine';
import { HALF } from '../generated/tables';
import * as state from '../table/state';
import { freshEngine } from './core';
import { begin, chance, sceneOf, step } from './table-scenes';

let engine: Engine;
beforeAll(async () => void (engine = await freshEngine()));
/** The windows, and what is free of their felt in Muggins with four players. */
const FELTS = { '360x640': [356, 224], '390x844': [386, 396], '844x390': [504, 313] } as const;
const GAMES = ['block', 'draw', 'muggins', 'allfives', 'fiveup'], MOST = 4;
const SEEDS = process.env['BONEYARD_LONG'] || process.env['BONEYARD_FELTS'] ? 20 : 3;
const config = { face: 'auto', oneColour: false, fly: 0 } as const;

/** Where each tile is on the screen, how large and which way, in pixels. */
const places = ({ scene, from: { x, y, scale } }: state.State): Map<number, string> => new Map((scene ? state.lying(scene.layout) : [])
  .map((spot) => [spot.tile?.id ?? -1, [spot.x * scale + x, spot.y * scale + y, scale * HALF, spot.turn].map(Math.round).join()]));

/** How often a round is refitted; `spoil` changes what is seen after each move. */
function refits(rules: string, seed: number, [width, height]: readonly [number, number], spoil = (s: state.State) => s): number {
  begin(engine, rules, seed);
  const pick = chance(seed);
  let now = state.begin(config, { width, height }), times = 0, first = true;
  do {
    const before = places(now), scene = sceneOf(engine, (ask, fresh) => {
      const { state: next, layout } = state.arrange(now, ask, fresh);
      now = next;
      return layout;
    }, false, first);
    now = spoil(state.show(now, scene));
    const after = places(now);
    times += [...before].some(([tile, place]) => after.get(tile) !== place) ? 1 : 0;
    first = false;
  } while (step(engine, pick));
  return times;
}

describe.each(GAMES)('%s', (game) => {
  it.each(Object.entries(FELTS))(`is refitted at most ${MOST} times a round on %s`, (name, felt) => {
    const times = Array.from({ length: SEEDS }, (_, i) => refits(game, i + 1, felt)), sum = times.reduce((a, b) => a + b, 0);
    if (process.env['BONEYARD_FELTS'] === '1')
      console.log(`| ${game} | ${name} | ${(sum / SEEDS).toFixed(2)} | ${Math.max(...times)} |`);
    expect(Math.max(...times)).toBeLessThanOrEqual(MOST);
  }, 120000);
});

it('finds tiles that drift', () => {
  const drift = (s: state.State): state.State => ({ ...s, from: { ...s.from, x: s.from.x + 1 } });
  expect(refits('block', 1, FELTS['390x844'], drift)).toBeGreaterThan(MOST);
});
