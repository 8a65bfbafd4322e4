// SPDX-License-Identifier: MIT

/** A refusal by the core, with its sentence. */
export declare class BoneyardError extends Error {}

export interface View {
  /** The viewer's seat; null: a spectator. */
  seat: number | null;
  game: string;
  family: 'line' | 'feet' | 'trains' | 'castle';
  phase: 'ready' | 'playing' | 'round-over' | 'game-over';
  players: number;
  round: number;
  /** The seat to move. */
  turn: number;
  /** The number of tiles in the boneyard, and of those that may still be drawn. */
  boneyard: number;
  drawable: number;
  /** The seats that may act now, and those that have won. */
  actors: number[];
  winners: number[];
  /** Tiles in each hand. */
  counts: number[];
  scores: number[];
  /** The viewer's hand, such as "6-3"; null: a spectator. */
  hand: string[] | null;
  /** The tiles on the table, in the order laid; in Castle Rock, the row. */
  tiles: string[];
  /** The open numbers. */
  open: number[];
}

export interface Next {
  kind: 'deal' | 'bot' | 'forced' | 'choice' | 'call' | 'round-over' | 'game-over';
  seat: number | null;
}

export interface Start {
  /** Up to 64 hexadecimal digits, which determine all deals; random if omitted. */
  seed?: string;
  names?: readonly string[];
}

export interface Look {
  /** The seat whose hand is shown; null: none. */
  seat?: number | null;
  /** The size of the table in pixels, without the hand. */
  width?: number;
  height?: number;
  /** The largest half tile in pixels. */
  half?: number;
  /** Shows the open places and their numbers. */
  places?: boolean;
  dark?: boolean;
  plain?: boolean;
}

export declare class Match {
  private constructor();
  /** The rules in full, such as "muggins:classic players=2 ...". */
  readonly rules: string;
  readonly players: number;
  /** By seat. */
  readonly names: readonly string[];
  /** The instance's flat functions, which the element uses to draw; they may change with every version. */
  readonly exports: WebAssembly.Exports;
  readonly phase: View['phase'];
  readonly turn: number;
  next(): Next;
  deal(lead?: number | null): void;
  moves(seat?: number): string[];
  play(move: string, seat?: number): void;
  undo(): void;
  choose(bot: string, options?: { seat?: number; count?: number }): string;
  hint(options?: { seat?: number; count?: number }): { move: string; why: string };
  view(seat?: number | null): View;
  svg(look?: Look): string;
}

export declare class Boneyard {
  constructor(module: WebAssembly.Module);
  match(rules: string, options?: Start): Promise<Match>;
}

/** Loads the core: from the folder of this file, from another address, or from a compiled module. */
export declare function load(source?: string | URL | WebAssembly.Module): Promise<Boneyard>;
