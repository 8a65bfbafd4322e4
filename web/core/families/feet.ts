// SPDX-License-Identifier: MIT
import { at, NO_TILE } from '../../generated/tables';
import { laidOf, lastLaid, placesOf } from './joined';
import { type Members, orNull } from './members';

export const feet: Members = {
  view: (memory, v) => ({
    laid: laidOf(memory, v), places: placesOf(memory, v), must: orNull(memory.u8(v + at.view['now.of.line.must']), NO_TILE),
    toes: memory.u8(v + at.view['now.of.line.toes']),
  }),
  last: lastLaid, hub: false, clears: false,
};
