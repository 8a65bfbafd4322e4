// SPDX-License-Identifier: MIT
// What a table's screens need from a game, wherever it is played: Session (session.ts) on this device, Online
// (online.ts) with others.
import type { optionIds } from '../generated/tables';
import type { History } from './history';
import type { Due, Said, Setup } from './session';
import type { Move, Paragraph, Result, Sum, Terms, Tile, View } from './views';

export type { Due, Said, Setup } from './session';

export interface Game {
  readonly log: readonly Said[];
  readonly results: readonly Result[];
  /** Rules and seats, with names as displayed. */
  readonly setup: Setup;
  /** When it began, UTC. */
  readonly date: string;
  /** The seats of the people at this device. */
  readonly people: readonly number[];
  /** The only such seat, or null if there are several; the log then holds only public information. */
  readonly you: number | null;
  readonly names: readonly string[];
  /** The last tile laid, as an index into Layout.tiles and View.laid, or null. */
  readonly last: number | null;
  /** Milliseconds played so far. */
  readonly elapsed: number;
  readonly times: readonly number[];
  /** The history that determines the game. For games with others, available only once they are over and fetched. */
  readonly history: History;
  /** Whether moves can be undone and hints are available. */
  readonly mayUndo: boolean;
  /** Whether there is a choice to return to. */
  readonly undoable: boolean;
  readonly mayHint: boolean;
  view(seat: number | null): View;
  moves(seat: number): Move[];
  option(key: keyof typeof optionIds): string | null;
  /** What this table plays for. */
  readonly terms: Terms;
  /** How the bonus of the last round was calculated; null if the game has none. */
  sum(): Sum | null;
  /** What each of these tiles costs if it is left in a hand; 0 if the game has a bonus instead. */
  leftPoints(list: readonly Tile[]): number[];
  /** The seat that leads the next round, if known before the deal. */
  nextLead(): number | null;
  explain(): Paragraph[];
  due(): Due;
  mayShout(seat: number): boolean;
  letGo(seat: number): void;
  record(): string;
  /** Rewrites all sentences after the language has changed. */
  retell(): void;
  /** The table is visible, so time runs. */
  attend(here: boolean): void;
}
