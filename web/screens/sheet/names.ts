// SPDX-License-Identifier: MIT
// Who is addressed: the only person at the page is "You"; others go by their names.
import type { Game } from '../../core/game';
import { tell } from '../../texts';

type Case = 'name' | 'to';

export function nameOf(session: Game, seat: number, how: Case = 'name'): string {
  const own = seat === session.you;
  return own ? tell(how === 'to' ? 'sheet.to-you' : 'seat.you') : (session.setup.seats[seat]?.name ?? '');
}

/** "North", "West and you", "East, West and you": the person is named last, in the middle of a sentence. */
export function listOf(session: Game, seats: readonly number[], how: Case = 'name'): string {
  const you = session.you, names = seats.filter((seat) => seat !== you).map((seat) => nameOf(session, seat));
  if (you !== null && seats.includes(you))
    names.push(tell(how === 'to' ? 'sheet.to-you' : 'sheet.you-too'));
  const last = names.pop() ?? '';
  return names.length === 0 ? last : tell('sheet.and', names.join(', '), last);
}
