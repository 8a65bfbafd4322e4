// SPDX-License-Identifier: MIT
// What <boneyard-table> draws of a match: the scene for the page's drawing, from what the seat may know.
import type { Engine } from '../core/engine';
import { reading } from '../core/families';
import type { Layout, Move, Tile, View } from '../core/views';
import { MEXICAN } from '../generated/tables';
import { takeOf } from '../screens/castle/take';
import type { Ask, Ghost, Scene, Sign } from '../table/types';
import { tell } from '../texts';

/** The places of the chosen tile; if it fits either way round, the first one. */
function ghosts(engine: Engine, moves: readonly Move[], held: Tile | null): Ghost[] {
  const all = moves.filter(({ tile }) => held !== null && tile?.id === held.id).flatMap((move) => {
    const spot = engine.spot(move.index);
    return spot ? [{ key: move.text, spot, label: '', scores: false, hint: false, words: move.text }] : [];
  });
  return all.filter(({ spot }, i) => all.findIndex((one) => one.spot.x === spot.x && one.spot.y === spot.y) === i);
}

function signs(view: View, layout: Layout, names: readonly string[]): Sign[] {
  const waiting = view.openDoubles.some(Boolean);
  return !reading[view.family].hub ? [] : layout.arms.map(({ train }, arm) => ({
    arm, seat: train === MEXICAN ? null : train, you: train === view.seat, waits: waiting && !view.openDoubles[train],
    name: train === MEXICAN ? tell('table.train.sign') : names[train] ?? '', note: train === MEXICAN ? '' : tell('table.tiles', view.counts[train] ?? 0),
    flag: view.openDoubles[train] ? tell('table.flag.double') : view.markers[train] ? tell('table.flag.open') : '',
  }));
}

/** `moves`: those of the seat, empty if it may not move.  The engine's last view must be `view`, and its last list these moves. */
export function sceneOf(engine: Engine, view: View, moves: readonly Move[], held: Tile | null, names: readonly string[], arrange: (ask: Ask) => Layout): Scene {
  const layout = arrange((felt) => engine.fit(felt));
  return {
    layout, signs: signs(view, layout, names), last: view.laid.length > 0 ? view.laid.length - 1 : null, chosen: null,
    feet: view.must === null || view.toes === 0 ? [] : [{ centre: view.must, words: view.toes === 1 ? tell('table.toe') : tell('table.toes', view.toes) }],
    ghosts: ghosts(engine, moves, held),
    takes: moves.flatMap((move) => {
      const take = takeOf(engine, view.row, move);
      return take ? [{ key: move.text, ...take, words: move.text, hint: false }] : [];
    }),
  };
}
