// SPDX-License-Identifier: MIT
// The order of a hand, as its owner arranged it. Laid tiles disappear, new ones go to the end, the others stay. Tiles
// that no longer continue the planned train, after one of its tiles was laid out of order, join the rest.
import type { Tile } from '../../core/views';

export interface Order {
  tiles: Tile[];
  /** The number of tiles planned as a train; the others are the rest. */
  planned: number;
  /** How the planned tiles are turned: whether the low half comes first. */
  turned: boolean[];
}

export const empty: Order = { tiles: [], planned: 0, turned: [] };

/** `from`: the number that continues the owner's train; null if there are no trains. */
export function keep(order: Order, hand: readonly Tile[], from: number | null = null): Order {
  const there = new Set(hand.map((tile) => tile.id)), kept = order.tiles.filter((tile) => there.has(tile.id));
  const known = new Set(kept.map((tile) => tile.id)), came = hand.filter((tile) => !known.has(tile.id));
  if (kept.length === order.tiles.length && came.length === 0)
    return order;
  if (kept.length === 0)
    return sorted(hand);                // a new deal
  const planned = order.tiles.slice(0, order.planned).filter((tile) => there.has(tile.id)).length;
  const turned = order.turned.filter((_, i) => there.has(order.tiles[i]?.id ?? -1));
  return from === null || planned === 0 ? { tiles: [...kept, ...came], planned, turned }
    : mended([...kept, ...came], planned, from);
}

/** The planned tiles that continue from the end of the train, in order, then the others. */
function mended(tiles: Tile[], count: number, from: number): Order {
  const train: Tile[] = [], turned: boolean[] = [];
  let end = from;
  for (const tile of tiles.slice(0, count))
    if (tile.high === end || tile.low === end) {
      const low = tile.low === end && tile.high !== end;
      train.push(tile);
      turned.push(low);
      end = low ? tile.high : tile.low;
    }
  return { tiles: [...train, ...tiles.filter((tile) => !train.includes(tile))], planned: train.length, turned };
}

/** Heaviest number first, its double before the others. */
export function sorted(hand: readonly Tile[]): Order {
  return { tiles: [...hand].sort((a, b) => b.high - a.high || b.low - a.low), planned: 0, turned: [] };
}

/** First a train from a number, turned as it would lie, then the rest. */
export function planned(hand: readonly Tile[], from: number, train: readonly Tile[]): Order {
  let end = from;
  const turned = train.map((tile) => {
    const low = tile.low === end && tile.high !== end;
    end = low ? tile.high : tile.low;
    return low;
  });
  const used = new Set(train.map((tile) => tile.id));
  return { tiles: [...train, ...sorted(hand.filter((tile) => !used.has(tile.id))).tiles], planned: train.length, turned };
}

/** Moves a tile within the hand, also into or out of the train: the train is whatever the owner makes it. */
export function moved(order: Order, from: number, to: number): Order {
  const tiles = [...order.tiles], [tile] = tiles.splice(from, 1);
  if (!tile || from === to)
    return order;
  tiles.splice(to > from ? to - 1 : to, 0, tile);
  if (order.planned === 0)
    return { ...order, tiles };
  const out = from < order.planned, into = to <= order.planned && (to < order.planned || out);
  const count = order.planned + (into ? 1 : 0) - (out ? 1 : 0);
  return { tiles, planned: count, turned: chain(tiles.slice(0, count), order) };
}

/** How a rearranged train is turned: each tile meets the one before it if possible. */
function chain(train: readonly Tile[], before: Order): boolean[] {
  const first = before.tiles[0];
  let end = first ? (before.turned[0] ? first.low : first.high) : -1;
  return train.map((tile) => {
    const low = tile.low === end && tile.high !== end;
    end = low ? tile.high : tile.low;
    return low;
  });
}
