// SPDX-License-Identifier: MIT
// What determines a whole game: the rules, and the deck, lead and moves of each round.
import type { Engine } from './engine';
import type { Tile } from './views';

export interface Played { seat: number; move: string; t: number }       // t: milliseconds of playing time since the
                                                                        // start
export interface Round { deck: Tile[]; lead: number; moves: Played[] }
/** seen: a packed view of the asking seat, the only information about a match played elsewhere. */
export interface History { rules: string; names: string[]; seed: string; rounds: Round[]; seen?: Uint8Array }

/** A record names the drawn tiles; the move itself is just "draw". */
export const bare = (move: string): string => (move.startsWith('draw ') ? 'draw' : move);

/** Deals a round as it was dealt. Returns false if the rules forbid it. */
export const dealAgain = (engine: Engine, round: Round): boolean =>
  engine.dealDeck(round.deck, engine.leadTaken() ? round.lead : -1) && engine.view(null).lead === round.lead;

/** Starts a game and plays it up to `moves` moves of its last round (default: all). */
export function standAt(engine: Engine, history: History, moves = Infinity): void {
  engine.rules(history.rules);
  engine.start(history.names, history.seed);
  if (history.seen)
    engine.see(history.seen);
  history.rounds.forEach((round, r) => {
    if (!dealAgain(engine, round))
      throw new RangeError(`round ${r + 1} cannot be dealt`);
    const upTo = r + 1 < history.rounds.length ? round.moves.length : Math.min(moves, round.moves.length);
    for (const { seat, move } of round.moves.slice(0, upTo))
      if (!engine.play(seat, bare(move)))
        throw new RangeError(`${move} is no move of seat ${seat}`);
  });
}
