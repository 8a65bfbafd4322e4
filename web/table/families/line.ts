// SPDX-License-Identifier: MIT
// The line games: nothing lies under the tiles.
import type { Members } from './members';

export const line: Members = { ground: () => [], above: 0, below: 0, leaves: false };
