// SPDX-License-Identifier: MIT
import type { Match } from './boneyard.js';

/** <boneyard-table rules="draw players=2" seat="0" bots="hard" seed="7" dark></boneyard-table> */
export declare class BoneyardTable extends HTMLElement {
  match: Match | null;
  readonly seat: number | null;
  play(move: string): void;
  draw(): void;
}

declare global {
  interface HTMLElementTagNameMap { 'boneyard-table': BoneyardTable }
}
