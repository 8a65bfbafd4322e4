// SPDX-License-Identifier: MIT
// What the drawing does differently for each family.
import type { Scene } from '../types';

export interface Members {
  /** What is drawn below the tiles. */
  ground(scene: Scene): Element[];
  /** Units that must be visible above and below the tiles. */
  above: number;
  below: number;
  /** Whether tiles leave the table during play, visibly. */
  leaves: boolean;
}
