// SPDX-License-Identifier: MIT
import { at } from '../../generated/tables';
import { tileOf } from '../views';
import { type Members, upTo } from './members';

export const castle: Members = {
  view: ({ u8, u16 }, v) => ({
    row: upTo(u8(v + at.view['now.laid']), (i) => tileOf(u8(v + at.view.row + i))), removed: u16(v + at.view['now.of.castle.removed']),
  }),
  last: (view, deeds) => (deeds.at(-1) === 'draw' ? view.row.length - 1 : null), hub: false, clears: true,
};
