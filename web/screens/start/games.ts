// SPDX-License-Identifier: MIT
// What the start screen adds for each game: a picture of tiles as they lie in that game.
import type { Daily } from '../../core/daily';
import type { GameKey } from '../../generated/tables';

export type Lie = readonly [a: number, b: number, x: number, y: number, turn: number, down?: boolean];

export interface Picture { box: string; tiles: readonly Lie[] }

const pictures: Readonly<Partial<Record<GameKey, Picture>>> = {
  block: { box: '-108 -112 216 216', tiles: [[6, 3, -62, 0, 0], [3, 3, 0, 0, -90], [3, 1, 62, 0, 0]] },
  draw: { box: '-96 -100 192 194', tiles: [[4, 2, -42, -30, 0], [2, 5, 42, -30, 0], [0, 0, -42, 44, 0, true], [0, 0, 42, 44, 0, true]] },
  muggins: { box: '-126 -132 252 264',
    tiles: [[5, 5, 0, 0, -90], [5, 0, -62, 0, 180], [5, 3, 62, 0, 0], [5, 2, 0, -82, -90], [5, 1, 0, 82, 90]] },
  allfives: { box: '-108 -112 216 216', tiles: [[5, 5, -62, 0, -90], [5, 0, 0, 0, 0], [0, 0, 62, 0, -90]] },
  fiveup: { box: '-126 -132 252 264',
    tiles: [[1, 1, -62, 0, -90], [1, 4, 0, 0, 0], [4, 4, 62, 0, -90], [4, 0, 62, -82, -90], [1, 3, -62, 82, 90]] },
  chickenfoot: { box: '-100 -122 220 240', tiles: [[9, 9, -56, 0, -90], [9, 2, 8, 0, 0], [9, 5, 0, -66, -45], [9, 4, 0, 66, 45]] },
  mexicantrain: { box: '-108 -114 236 228',
    tiles: [[9, 9, -70, 0, -90], [9, 3, -6, -46, 0], [3, 6, 76, -46, 0], [9, 4, -6, 46, 0], [4, 1, 76, 46, 0], [9, 5, -6, 0, 0]] },
  castlerock: { box: '-100 -108 200 216', tiles: [[6, 2, -58, 12, 90], [4, 1, 0, -22, 90], [2, 5, 58, 12, 90]] },
};

/** A new game shows one tile until it has a picture. */
export const pictureOf = (game: GameKey): Picture => pictures[game] ?? { box: '-100 -60 200 120', tiles: [[6, 4, 0, 0, 0]] };

/** A row, a train, a line with a spinner. */
export const days: Readonly<Record<Daily, Picture>> = {
  castle: pictureOf('castlerock'),
  train: { box: '-126 -60 252 120', tiles: [[9, 9, -92, 0, -90], [9, 3, -30, 0, 0], [3, 6, 52, 0, 0]] },
  puzzle: { box: '-126 -60 252 120', tiles: [[6, 4, -62, 0, 0], [4, 4, 0, 0, -90], [4, 1, 62, 0, 0]] },
};

/** The game selected on the first visit, and the game next to the link to other people's tables. */
export const USUAL: GameKey = 'muggins', PARTY: GameKey = 'chickenfoot';
