// SPDX-License-Identifier: MIT
// What the screens of a table need of a game, wherever it is played: Session (session.ts) on this device, Online (online.ts)
// with others.
import type { optionIds } from '../generated/tables';
import type { History } from './history';
import type { Due, Said, Setup } from './session';
import type { Move, Paragraph, Result, Sum, Terms, View } from './views';

export type { Due, Said, Setup } from './session';

export interface Game {
  readonly log: readonly Said[];
  readonly results: readonly Result[];
  /** Rules and seats, with the names as they are shown. */
  readonly setup: Setup;
  /** When it began, UTC. */
  readonly date: string;
  /** The seats that persons have who sit at this device. */
  readonly people: readonly number[];
  /** The only one of them, or null: then the log is what everybody may hear. */
  readonly you: number | null;
  readonly names: readonly string[];
  /** The tile that came last: a place in Layout.tiles and View.laid; null: none has. */
  readonly last: number | null;
  /** Milliseconds of play so far. */
  readonly elapsed: number;
  readonly times: readonly number[];
  /** What it follows from; with others, only of games that are over and were fetched. */
  readonly history: History;
  /** Moves can be taken back; a hint can be asked for. */
  readonly mayUndo: boolean;
  /** There is a choice to go back to. */
  readonly undoable: boolean;
  readonly mayHint: boolean;
  view(seat: number | null): View;
  moves(seat: number): Move[];
  option(key: keyof typeof optionIds): string | null;
  /** What this table plays for. */
  readonly terms: Terms;
  /** How the bonus of the last round came about; null: the game gives none. */
  sum(): Sum | null;
  /** Who leads the next round, where that is known before the deal. */
  nextLead(): number | null;
  explain(): Paragraph[];
  due(): Due;
  mayShout(seat: number): boolean;
  letGo(seat: number): void;
  record(): string;
  /** Tells everything again, after the language was changed. */
  retell(): void;
  /** The table is shown: time runs. */
  attend(here: boolean): void;
}
