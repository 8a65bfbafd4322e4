// SPDX-License-Identifier: MIT
import type { Match } from './boneyard.js';

/** <boneyard-table rules="draw players=2" seat="0" bots="hard" seed="7" dark></boneyard-table> */
export declare class BoneyardTable extends HTMLElement {
  /** The match that is shown; set it to show a match of your own. */
  match: Match | null;
  readonly seat: number | null;
  /** Plays a move for the seat that is shown. */
  play(move: string): void;
  /** Draws the match again after a change from outside. */
  draw(): void;
}

declare global {
  interface HTMLElementTagNameMap { 'boneyard-table': BoneyardTable }
}
