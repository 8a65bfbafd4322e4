// SPDX-License-Identifier: MIT
// The line games: nothing is drawn below the tiles.
import type { Members } from './members';

export const line: Members = { ground: () => [], above: 0, below: 0, shrinks: 0.26, leaves: false };        // measured with spinners only (docs/felt.md)
