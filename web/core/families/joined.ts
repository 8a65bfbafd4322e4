// SPDX-License-Identifier: MIT
// Shared by the families in which tiles join tiles or trains: the tiles on the table, and the open places.
import { at, NO_TILE } from '../../generated/tables';
import { tileOf } from '../views';
import type { Kind, View } from '../views';
import { type Memory, orNull, upTo } from './members';

export const laidOf = ({ u8 }: Memory, v: number): View['laid'] => upTo(u8(v + at.view['now.laid']), (i) => {
  const l = v + at.view.laid + i * at.laid.size;
  return { tile: tileOf(u8(l + at.laid.tile)), on: orNull(u8(l + at.laid.on), NO_TILE), flip: u8(l + at.laid.flip) };
});

export const placesOf = ({ u8 }: Memory, v: number): View['places'] => upTo(u8(v + at.view['now.places']), (i) => {
  const p = v + at.view.place + i * at.place.size;
  return { number: u8(p + at.place.number), laid: u8(p + at.place.laid) };
});

export const lastLaid = (view: View, deeds: readonly Kind[]): number | null =>
  (deeds.some((deed) => deed === 'lay' || deed === 'hub') ? view.laid.length - 1 : null);
