// SPDX-License-Identifier: MIT
// Words shared by the screens of tournaments.
import { settings } from '../../core/settings';
import { tell } from '../../texts';
import type { Cup } from '../../net/wire';

type Format = Cup['format'];

export const formatWords = (format: Format): string =>
  tell(format === 'partners' ? 'cup.format.partners' : format === 'rotating' ? 'cup.format.rotating' : 'cup.format.singles');
export const systemWords = (system: Cup['system']): string => tell(system === 'swiss' ? 'cup.system.swiss' : 'cup.system.all');
export const tieName = (key: string): string =>
  tell(key === 'opponents' ? 'cup.tie.opponents' : key === 'wins' ? 'cup.tie.wins' : 'cup.tie.difference');

/** "19:00" today, with the date on another day. */
export function timeOf(seconds: number): string {
  const at = new Date(seconds * 1000), today = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(settings.get().language, today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
