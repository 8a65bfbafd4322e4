// SPDX-License-Identifier: MIT
import type { Family } from '../../generated/tables';
import { castle } from './castle';
import { feet } from './feet';
import { line } from './line';
import type { Members } from './members';
import { trains } from './trains';

export const drawing: Readonly<Record<Family, Members>> = { line, feet, trains, castle };
