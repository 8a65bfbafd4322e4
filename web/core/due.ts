// SPDX-License-Identifier: MIT
// What is due for whoever shows a game, here or with others: the core decides (boneyard/table.h), here it gets the screens' words.
import type { Next } from './views';

export type Due =
  | { kind: 'step'; seat: number | null; forced: boolean }      // a deal, somebody else's decision, or one that leaves no choice
  | { kind: 'round' }                   // the round is over: show it
  | { kind: 'move'; seat: number }      // a person's choice
  | { kind: 'call'; seat: number }      // a person may call
  | { kind: 'over' };

/** turn: the seat on turn, which can lay as well as call. */
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
