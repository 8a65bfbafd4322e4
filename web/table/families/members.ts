// SPDX-License-Identifier: MIT
// What the drawing does in its own way for each family.
import type { Scene } from '../types';

export interface Members {
  /** What lies under the tiles. */
  ground(scene: Scene): Element[];
  /** Units that have to be in sight above and below the tiles. */
  above: number;
  below: number;
  /** Tiles go from the table in play, and are seen going. */
  leaves: boolean;
}
