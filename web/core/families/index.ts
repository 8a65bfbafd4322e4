// SPDX-License-Identifier: MIT
import type { Family } from '../../generated/tables';
import { castle } from './castle';
import { feet } from './feet';
import { line } from './line';
import type { Said } from '../session';
import type { View } from '../views';
import type { Members } from './members';
import { trains } from './trains';

export const reading: Readonly<Record<Family, Members>> = { line, feet, trains, castle };

/** The last tile laid in a round, as an index into Layout.tiles, or null. */
export const lastOf = (view: View, log: readonly Said[], round: number): number | null =>
  reading[view.family].last(view, log.flatMap(({ event, round: of }) => (of === round && event.deed !== null ? [event.deed] : [])));
