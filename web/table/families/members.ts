// SPDX-License-Identifier: MIT
// What the drawing does differently for each family.
import type { Scene } from '../types';

export interface Members {
  /** What is drawn below the tiles. */
  ground(scene: Scene): Element[];
  /** Units that must be visible above and below the tiles. */
  above: number;
  below: number;
  /** Half a tile at the end of a round, as a share of the felt's shorter side, times the root of the number of tiles (Config.tiles);
   *  null where the face never depends on it. */
  shrinks: number | null;
  /** Whether tiles leave the table during play, visibly. */
  leaves: boolean;
}
