// SPDX-License-Identifier: MIT
// What the screens of results say about families, opponents and matches. No Preact here.
import { bots, type Family, games } from '../../generated/tables';
import { settings } from '../../core/settings';
import { botName } from '../../core/sitters';
import type { MatchRow, MatchSeat } from '../../net/wire';
import { pick, tell } from '../../texts';

/** The rated families: those with a game for more than one player. */
export const rated: readonly Family[] = [...new Set(games.filter(({ players }) => players[1] > 1).map(({ family }) => family))];

/** A family with a single game has the game's name. */
export function familyName(family: string): string {
  const own = games.filter((game) => game.family === family), [first] = own;
  return first && own.length === 1 ? pick(first.name) : tell('profile.line');
}

export function opponentName(key: string): string {
  if (key === 'people')
    return tell('profile.people');
  return bots.some((bot) => bot.key === key) ? botName(key) : tell('profile.programs');
}

/** "medium" */
export function levelName(key: string): string {
  const name = bots.find((bot) => bot.key === key)?.name;
  return name ? pick(name).toLowerCase() : key;
}

/** at: seconds of Unix time. */
export const dateOf = (at: number): string => new Intl.DateTimeFormat(settings.get().language, { dateStyle: 'medium' }).format(1000 * at);

/** "+9", "−6", "0" */
export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

const ownSeat = (row: MatchRow): MatchSeat | undefined => row.seats.find(({ you }) => you);

/** The other players, one after the other. */
export const othersOf = (row: MatchRow): string =>
  row.seats.filter(({ you }) => !you).map(({ name, bot }) => (bot === undefined ? name || tell('profile.someone') : botName(bot))).join(', ');

/** "Won, 102 to 88"; with more than two sides, "Place 2 of 4". */
export function resultOf(row: MatchRow): string {
  const own = ownSeat(row), sides = new Set(row.seats.map(({ side }) => side)), other = row.seats.find(({ side }) => side !== own?.side);
  if (!own || !other)
    return '';
  if (own.left)
    return tell('profile.left');
  if (sides.size > 2)
    return tell('profile.place', own.rank, sides.size);
  const how = own.rank === other.rank ? 'tied' : own.rank < other.rank ? 'win' : 'lost';
  return tell(`profile.${how}`, own.score, other.score);
}

/** The change in the person's own rating; null if there is none to show. */
export function changeOf(row: MatchRow): number | null {
  const { from, to } = ownSeat(row) ?? {};
  return from === undefined || to === undefined ? null : to - from;
}
