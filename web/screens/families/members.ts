// SPDX-License-Identifier: MIT
// What the screens say and show in their own way for each family.
import type { ComponentType } from 'preact';
import type { Game } from '../../core/game';
import type { Layout, Opening, Spot, View } from '../../core/views';
import type { TextKey as Key } from '../../texts';

/** A table as somebody sees it. */
export interface Seen { session: Game; view: View; layout: Layout }

export interface Members {
  /** A place in words: "left, on 5-5", "the Mexican Train", "on the empty table". */
  where(seen: Seen, spot: Spot, opening: Opening | undefined): string;
  /** An open end: where it is, and the tile it is on ('': not said). */
  end(seen: Seen, opening: Opening): { where: string; on: string };
  /** In the place of the hand; null: a hand. */
  Choices: ComponentType | null;
  /** Beside the table in the place of the scores; null: the scores. */
  Standing: ComponentType | null;
  /** The body of the sheet after a round. */
  Sheet: ComponentType<{ session: Game }>;
  /** The hand can be put in the order of a train. */
  arranges: boolean;
  /** The drawing has a sign with a name at every arm, and needs the whole width; from so many players on it is rows. */
  signed: boolean;
  /** A position is high rather than wide. */
  high: boolean;
  words: { undo: Key; turning: Key };
  /** The title of the review's graph; null: by whose chances it shows. */
  chances: Key | null;
}
