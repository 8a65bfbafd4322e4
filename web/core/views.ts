// SPDX-License-Identifier: MIT
// The module's data as plain values, named as in the C headers (view.h, layout.h, coach.h).

import type { Family } from '../generated/tables';

export type { Family };

/** A tile: its number in the core, and its halves, higher first. */
export interface Tile { readonly id: number; readonly high: number; readonly low: number }

const made: Tile[] = [];
for (let high = 0; high <= 18; high++)
  for (let low = 0; low <= high; low++)
    made.push({ id: made.length, high, low });
export const tiles: readonly Tile[] = made;

export function tileOf(id: number): Tile {
  const tile = tiles[id];
  if (!tile)
    throw new RangeError(`there is no tile ${id}`);
  return tile;
}

type Phase = 'ready' | 'playing' | 'round-over' | 'game-over';
export const phases: readonly Phase[] = ['ready', 'playing', 'round-over', 'game-over'];

/** The total pips of some tiles (C-08). */
export const pipsOf = (list: readonly Tile[]): number => list.reduce((sum, tile) => sum + tile.high + tile.low, 0);

/** The seats that score together, in order, by side (boneyard/terms.h). */
export type Sides = readonly (readonly number[])[];
export const sideOf = (sides: Sides, seat: number): readonly number[] => sides.find((side) => side.includes(seat)) ?? [seat];

/** The scoring terms of a table (boneyard/terms.h). */
export interface Terms {
  sides: Sides;
  target: number;                       // 0 if none
  rounds: number;                       // 0 to play until the target
  step: number;                         // scores in play are multiples of this; 0 if nothing scores in play
  low: boolean;                         // the lowest total wins
  claims: boolean;                      // points must be claimed with the tile, or can be called
  knocks: boolean;                      // a last tile must be announced, or can be called
  draws: boolean;                       // a hand can grow by drawing
  penalises: boolean;                   // a wrong play is possible and penalised
  highest: number;                      // the highest number in play, even if the set is larger
  tiles: number;                        // about how many tiles the table has at the end of a round; 0 if tiles keep their size
}

/** How a round's bonus is calculated: the sum of the shares, rounded, divided by the unit. */
export interface Sum {
  takers: number[];                     // empty if no one takes the round
  tied: number[];                       // in that case, the seats that share the lowest count
  shares: { seat: number; pips: number; less: boolean }[];
  sum: number;
  rounded: number | null;               // null if the game does not round
  unit: number;
  points: number;
}

/** A paragraph of the rules in words; section: an index into the generated list. */
export interface Paragraph { in: number; section: string; numbers: string; text: string }

/** The next step at a table (boneyard/table.h), the seat that decides it (null if none), and the seats that may call
 *  now. */
type NextKind = 'deal' | 'bot' | 'forced' | 'choice' | 'call' | 'round-over' | 'game-over';
export const nextKinds: readonly NextKind[] = ['deal', 'bot', 'forced', 'choice', 'call', 'round-over', 'game-over'];
export interface Next { kind: NextKind; seat: number | null; callers: number[] }

/** How the last round ended. */
export interface Result {
  round: number;
  end: 'out' | 'blocked';
  seat: number | null;
  gains: number[];
  scores: number[];
  hands: Tile[][];
}

/** An open place of line games and Chickenfoot. */
export interface Place { number: number; laid: number }

/** What one seat may know (C-09). */
export interface View {
  seat: number;
  family: Family;
  players: number;
  lead: number;
  centre: Tile | null;
  boneyard: number;
  drawable: number;
  round: number;
  phase: Phase;
  turn: number;
  drew: number;
  window: number | null;
  stake: number;
  actors: number[];
  winners: number[];
  counts: number[];
  hands: (Tile[] | null)[];             // null if not shown to this seat
  scores: number[];
  places: Place[];
  laid: { tile: Tile; on: number | null; flip: number }[];
  row: Tile[];                          // Castle Rock
  removed: number;
  count: number;                        // line games: the count of the ends
  must: number | null;                  // the index in `laid` of the double that must be filled first
  toes: number;
  tails: number[];                      // trains by seat, with the Mexican Train at MEXICAN
  lengths: number[];
  markers: boolean[];
  openDoubles: boolean[];
  drawn: Tile | null;
  last: Result | null;
}

/** The position of a tile on the plane, in units (HALF per half tile); turn in eighths, clockwise from right. */
export interface Spot {
  x: number;
  y: number;
  tile: Tile | null;
  first: number;
  second: number;
  turn: number;
  arm: number;
  order: number;
  on: number | null;
}

export interface Opening { number: number; laid: number | null; train: number; single: Spot; twin: Spot }
export interface Arm { on: number | null; train: number; tiles: number; turn: number; x: number; y: number; nameX: number; nameY: number }

/** Where everything lies. */
/** The size of a layout in units, and whether all of it was turned a quarter. */
export interface Lying { width: number; height: number; turned: number }

/** The free part of a felt and the largest half, in pixels, and the last layout if it may be kept. */
export interface Felt { width: number; height: number; half: number; last: Lying | null }

export interface Layout extends Lying {
  left: number;
  top: number;
  right: number;
  bottom: number;
  overX: number;
  overY: number;
  largest: number;                      // the largest half on this felt, in pixels; 0 if the felt has no limit
  family: Family;
  fold: number;
  tiles: Spot[];
  hub: Spot | null;
  openings: Opening[];
  arms: Arm[];
}

/** The same as rows, for narrow screens: indices into `laid`, and whether the low half is on the left. */
export interface Row { arm: number; train: number; on: number | null; depth: number; tiles: { at: number; lowLeft: boolean }[] }

export type Kind = 'lay' | 'hub' | 'take' | 'take3' | 'draw' | 'pass' | 'call';
export const kinds: readonly (Kind | null)[] = [null, 'lay', 'hub', 'take', 'take3', 'draw', 'pass', 'call'];

/** A legal move: its number in the core, its text, and what it does. */
export interface Move {
  index: number;
  code: number;
  text: string;
  kind: Kind;
  tile: Tile | null;
  claim: number;                        // points claimed with it (L-25)
  announced: boolean;                   // the last tile announced (T-16)
}

type EventKind = 'round' | 'move' | 'score' | 'round-end' | 'game-end';
export const eventKinds: readonly EventKind[] = ['round', 'move', 'score', 'round-end', 'game-end'];

export interface GameEvent {
  kind: EventKind;
  seat: number | null;
  points: number;
  drawn: number;                        // how many tiles were drawn
  text: string;                         // for 'move', the text as in a record, with the tiles drawn; otherwise ''
  deed: Kind | null;                    // 'move': what it does
  move: number;                         // 'move': the move's code
}

export interface TrainPlan { from: number; end: number; pips: number; tiles: Tile[] }

/** The coach's grade for a decision, and the unit of its cost. */
export const grades = ['best', 'fine', 'loose', 'blunder'] as const;
export type Grade = (typeof grades)[number];
export const units = ['chance', 'points', 'pips', 'tiles'] as const;
export type Unit = (typeof units)[number];
