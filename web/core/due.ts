// SPDX-License-Identifier: MIT
// What is due next in a game, on this device or with others. The core decides (boneyard/table.h); this file translates
// it for the screens.
import type { Next } from './views';

export type Due =
  | { kind: 'step'; seat: number | null; forced: boolean }      // a deal, another player's decision, or a forced move
  | { kind: 'round' }                   // the round is over: show it
  | { kind: 'move'; seat: number }      // a person's choice
  | { kind: 'call'; seat: number }      // a person may call
  | { kind: 'over' };

/** turn: the seat to move, which can lay a tile or call. */
export function dueOf({ kind, seat }: Next, turn: number, people: readonly number[]): Due {
  if (kind === 'round-over')
    return { kind: 'round' };
  if (kind === 'game-over')
    return { kind: 'over' };
  if (seat === null || kind === 'deal')
    return { kind: 'step', seat: null, forced: true };
  if (kind === 'choice' || (kind === 'call' && seat === turn && people.includes(seat)))
    return { kind: 'move', seat };
  if (kind === 'call' && people.includes(seat))
    return { kind: 'call', seat };
  return { kind: 'step', seat, forced: kind === 'forced' };
}
