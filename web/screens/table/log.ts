// The log as moves: which sentences belong together, which tile they are about.
import type { Said } from '../../core/session';
import { type Tile, tiles } from '../../core/views';

/** The sentences of one move, which share its place in the log. */
export function movesOf(log: readonly Said[]): Said[][] {
  const all: Said[][] = [];
  for (const said of log) {
    const last = all.at(-1), first = last?.[0];
    if (last && first && first.round === said.round && first.move === said.move && first.event.kind !== 'round' && first.event.kind !== 'round-end'
      && said.event.kind !== 'round' && said.event.kind !== 'round-end')
      last.push(said);
    else
      all.push([said]);
  }
  return all;
}

/** The tile that a move has laid, taken or drawn before the eyes of `you`; null: none.  What others draw stays hidden. */
export function tileIn(said: Said | undefined, you: number | null): Tile | null {
  const { event } = said ?? {}, seen = event?.kind === 'move' && (event.drawn === 0 || event.seat === you);
  const [, high, low] = /(\d+)-(\d+)/.exec(seen ? event.text : '') ?? [];
  return tiles.find((tile) => tile.high === Math.max(Number(high), Number(low)) && tile.low === Math.min(Number(high), Number(low))) ?? null;
}
