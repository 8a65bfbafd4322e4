// SPDX-License-Identifier: MIT
// What the screens say and show differently for each family.
import type { ComponentType } from 'preact';
import type { Game } from '../../core/game';
import type { Layout, Opening, Spot, Tile, View } from '../../core/views';
import type { TextKey as Key } from '../../texts';
import type { Play } from '../table/play';

/** A table as one person sees it. */
export interface Seen { session: Game; view: View; layout: Layout }

export interface Members {
  /** A place in words: "left, on 5-5", "the Mexican Train", "on the empty table". */
  where(seen: Seen, spot: Spot, opening: Opening | undefined): string;
  /** An open end: where it is, and the tile it is on ('' if omitted). */
  end(seen: Seen, opening: Opening): { where: string; on: string };
  /** Shown in place of the hand; null to show the hand. */
  Choices: ComponentType | null;
  /** The answer to a tap on a tile that is not a choice; null if there is none. */
  look: ((play: Play, tile: Tile) => void) | null;
  /** Shown instead of the scores next to the table; null for the scores. */
  Standing: ComponentType | null;
  /** The body of the sheet after a round. */
  Sheet: ComponentType<{ session: Game }>;
  /** Whether the hand can be sorted into a train. */
  arranges: boolean;
  /** The drawing has a sign with a name at every arm and needs the full width; from this many players on, it uses
   * rows. */
  signed: boolean;
  /** Whether positions are taller than wide. */
  high: boolean;
  /** What is said of the move that decided the game. */
  turning: Key;
  /** The title of the review's graph; if null, the graph is named after the player whose chances it shows. */
  chances: Key | null;
}
