// SPDX-License-Identifier: MIT
import { tell } from '../../texts';
import { trainOf } from '../table/words';
import { joined } from './joined';
import type { Members } from './members';

export const trains: Members = {
  ...joined, arranges: true, signed: true, high: true,
  where: ({ session, view }, _spot, opening) => (opening ? trainOf(session, view, opening.train) : tell('table.where.hub')),
  end: ({ session, view }, { train }) => ({ where: trainOf(session, view, train), on: '' }),
};
