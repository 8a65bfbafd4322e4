// SPDX-License-Identifier: MIT
// Positions of real games for the tests and pictures of the table: games played at random on the real module, and scenes made
// of them in the plainest way.
import type { Engine } from '../core/engine';
import type { Layout, Move, View } from '../core/views';
import type { Ask, Ghost, RowScene, Scene, Take } from '../table/types';

/** A small generator of chance: the same numbers for the same seed. */
export function chance(seed: number): (n: number) => number {
  let s = seed >>> 0 || 1;
  return (n) => {
    s ^= s << 13; s >>>= 0; s ^= s >>> 17; s ^= s << 5; s >>>= 0;
    return s % n;
  };
}

const onTurn = (engine: Engine): { seat: number; moves: Move[] } | null => {
  const view = engine.view(null);
  for (const seat of [view.turn, ...view.actors]) {
    const moves = engine.moves(seat).filter((move) => move.kind !== 'call');
    if (moves.length)
      return { seat, moves };
  }
  return null;
};

/** Begins a match: the rules, a deal. */
export function begin(engine: Engine, rules: string, seed: number): void {
  engine.rules(rules);
  engine.start([], seed.toString(16).padStart(64, '0'));
  engine.deal();
}

/** One move by chance, laying rather than drawing; false when the round is over. */
export function step(engine: Engine, pick: (n: number) => number): boolean {
  const now = engine.view(null).phase === 'playing' ? onTurn(engine) : null;
  if (!now)
    return false;
  const move = now.moves[pick(now.moves.length)];
  return move !== undefined && engine.play(now.seat, move.text);
}

/** Steps on until so many tiles lie (or the round is over). */
export function until(engine: Engine, tiles: number, pick: (n: number) => number): void {
  for (let i = 0; i < 2000; i++) {
    const view = engine.view(null);
    if (Math.max(view.laid.length, view.row.length) >= tiles || !step(engine, pick))
      return;
  }
}

function takesOf(engine: Engine, moves: Move[], layout: Layout): Take[] {
  return moves.flatMap((move) => {
    const spot = move.kind === 'take' || move.kind === 'take3' ? engine.spot(move.index) : null, at = spot ? spot.order : -1;
    const left = layout.tiles[at - 1], right = layout.tiles[at + 1];
    if (!left || !right)
      return [];
    const number = [left.first, left.second].find((n) => n === right.first || n === right.second) ?? 0;
    return [{ key: move.text, tiles: [at - 1, at, at + 1] as [number, number, number], all: move.kind === 'take3', number,
      words: move.text, hint: false }];
  });
}

/** The signs of trains. */
const signsOf = (view: View, layout: Layout): Scene['signs'] => layout.family !== 'trains' ? [] : layout.arms.map((arm, i) => {
  const seat = arm.train < view.players ? arm.train : null, open = seat !== null && view.markers[seat] === true;
  const double = view.openDoubles[arm.train] === true, waits = view.openDoubles.some(Boolean) && !double;
  return { arm: i, name: seat === null ? 'Mexican Train' : seat === view.turn ? 'You' : `Player ${seat + 1}`,
           note: seat === null ? 'for everyone' : `${view.counts[seat] ?? 0} tiles`, seat, waits, you: seat === view.turn,
           flag: double ? 'open double' : open && waits ? 'open, waits' : open ? 'open' : waits ? 'waits' : '' };
});

/** A scene as the seat on turn sees it: where the next tile may lie. `tile`: with the first tile that has most places chosen. */
export function sceneOf(engine: Engine, ask: (ask: Ask, fresh: boolean) => Layout, tile: boolean, fresh = true): Scene {
  const now = engine.view(null).phase === 'playing' ? onTurn(engine) : null, view = engine.view(now?.seat ?? null);
  const layout = ask((felt) => engine.fit(felt), fresh), moves = now ? engine.moves(now.seat) : [];
  const lays = moves.filter((move) => move.kind === 'lay' || move.kind === 'hub');
  const scene: Scene = { layout, signs: signsOf(view, layout), last: layout.family !== 'castle'
    && layout.tiles.length ? layout.tiles.length - 1 : null,
                         ghosts: [], chosen: null, feet: [], takes: takesOf(engine, moves, layout) };
  if (layout.family === 'feet' && view.must !== null)
    scene.feet = [{ centre: view.must, words: view.toes === 1 ? 'one toe to go' : `${view.toes} toes to go` }];
  if (tile) {
    const most = (id: number): number => lays.filter((move) => move.tile?.id === id).length;
    const chosen = [...new Set(lays.map((move) => move.tile?.id ?? 0))].sort((a, b) => most(b) - most(a))[0];
    for (const move of lays.filter((o) => o.tile?.id === chosen)) {
      const spot = engine.spot(move.index), count = view.family === 'line' ? engine.countAfter(move.index) : 0;
      if (spot)
        scene.ghosts.push({ key: move.text, spot, label: view.family === 'line' ? `makes ${count}` : '', scores: count % 5 === 0,
          hint: false, words: move.text });
    }
    return scene;
  }
  const seen = new Set<string>();
  for (const move of lays) {
    const spot = engine.spot(move.index), opening = spot && layout.openings.find((o) => o.laid === spot.on && o.single.arm === spot.arm
      && (o.laid !== null || o.train === layout.arms[spot.arm]?.train));
    if (!opening)
      continue;
    const place = opening.single, key = `${place.x} ${place.y}`;
    if (!seen.has(key))
      scene.ghosts.push({ key, spot: place, label: '', scores: false, hint: false, words: key } satisfies Ghost);
    seen.add(key);
  }
  return scene;
}

/** The same table as rows. */
export function rowsOf(engine: Engine): RowScene {
  const now = onTurn(engine), view = engine.view(now?.seat ?? null), layout = engine.layout(0, 0),
    moves = now ? engine.moves(now.seat) : [];
  const lays = moves.filter((move) => move.kind === 'lay'), chosen = lays[0]?.tile?.id, signs = signsOf(view, layout);
  return { rows: engine.rows().map((row, i) => {
    const opening = layout.openings.find((o) => o.single.arm === row.arm), sign = signs[i]!;
    const move = lays.find((o) => o.tile?.id === chosen && engine.spot(o.index)?.arm === row.arm),
      spot = move ? engine.spot(move.index) : null;
    const tiles = row.tiles.map(({ at, lowLeft }) => {
      const { high, low } = view.laid[at]!.tile;
      return lowLeft ? { first: low, second: high } : { first: high, second: low };
    });
    return { sign, wanted: opening?.number ?? null, tiles, last: row.tiles.at(-1)?.at === view.laid.length - 1, key: move?.text ?? null,
             ghost: spot ? { first: spot.first, second: spot.second } : null, hint: false,
               words: `${sign.name}: ${move?.text ?? 'nothing'}`,
             more: `Show all ${tiles.length} tiles` };
  }) };
}
