// SPDX-License-Identifier: MIT
import { at, MEXICAN } from '../../generated/tables';
import { laidOf, lastLaid } from './joined';
import { type Members, upTo } from './members';

export const trains: Members = {
  view: (memory, v, players) => {
    const trains = <T>(make: (train: number) => T): T[] => upTo(MEXICAN + 1, make);
    const markers = memory.u16(v + at.view['now.of.trains.markers']), doubles = memory.u32(v + at.view['now.of.trains.doubles']);
    return {
      laid: laidOf(memory, v), tails: trains((k) => memory.u8(v + at.view.tail + k)), lengths: trains((k) => memory.u8(v + at.view.length + k)),
      markers: upTo(players, (k) => ((markers >>> k) & 1) === 1), openDoubles: trains((k) => ((doubles >>> k) & 1) === 1),
    };
  },
  last: lastLaid, hub: true, clears: false,
};
