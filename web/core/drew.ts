// SPDX-License-Identifier: MIT
// Why a player has drawn: one sentence for all draws in a row, so that nobody's tiles change without a word.
import { NO_TILE } from '../generated/tables';
import type { Engine } from './engine';
import type { Said } from './session';
import { type GameEvent, tiles } from './views';

/** The id of the tile named by a draw's text, or NO_TILE. */
function drawnIn(text: string): number {
  const [, high, low] = /(\d+)-(\d+)/.exec(text) ?? [];
  return tiles.find((tile) => tile.high === Number(high) && tile.low === Number(low))?.id ?? NO_TILE;
}

/** The sentence for the latest draw and the same seat's draws before it in the log; undefined if there is no draw, or
 *  no reason for it. */
export function drewWords(engine: Engine, log: readonly Said[], { kind, seat, text }: Pick<GameEvent, 'kind' | 'seat' | 'text'>, you: number | null): string | undefined {
  if (kind !== 'move' || seat === null || !text.startsWith('draw'))
    return undefined;
  const before = log.slice(log.findLastIndex(({ event }) => event.deed !== 'draw' || event.seat !== seat) + 1);
  const drawn = [...before.map(({ event }) => event.text), text].map((one) => (seat === you ? drawnIn(one) : NO_TILE));
  return engine.sayDrew(seat, drawn, you) || undefined;
}
