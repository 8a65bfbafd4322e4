// SPDX-License-Identifier: MIT
import { at } from '../../generated/tables';
import { laidOf, lastLaid, placesOf } from './joined';
import type { Members } from './members';

export const line: Members = {
  view: (memory, v) => ({ laid: laidOf(memory, v), places: placesOf(memory, v), count: memory.u16(v + at.view['now.of.line.count']) }),
  last: lastLaid, hub: false, clears: false,
};
