// SPDX-License-Identifier: MIT
// Who sits where: the names of seats at the table and in a record, by the rule of src/wire/names.h.
import { bots } from '../generated/tables';
import { pick, tell, texts } from '../texts';

/** bot: its id in the tables, or null for a person here.  name '' if the table names the seat. */
export interface Sitter { name: string; bot: number | null }

const MEDIUM = bots.find((bot) => bot.key === 'medium')?.id ?? bots[0].id;
const COMPASS = [['south'], ['south'], ['south', 'north'], ['south', 'west', 'east'], ['south', 'west', 'north', 'east']] as const;

const levelOf = (id: number): string => bots.find((bot) => bot.id === id)?.key ?? 'medium';

/** The seat of the only person, or null. */
export function onlyPerson(seats: readonly Sitter[]): number | null {
  const people = seats.flatMap((s, seat) => (s.bot === null ? [seat] : []));
  return people.length === 1 ? (people[0] ?? null) : null;
}

/** Invisible characters, and those that reverse the text after them; the same as in by_put_clean (text.h). */
const HARMFUL = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A name that cannot be mistaken for another seat's label. */
function own(name: string): string {
  const short = [...name.slice(0, 400).replace(HARMFUL, '').trim()].slice(0, 40).join('');
  return /^(bot:|seat |you$)/.test(short) ? short[0]?.toUpperCase() + short.slice(1) : short;
}

const characterOf = (id: number | null): (typeof bots)[number] | undefined => bots.find((bot) => bot.id === id && bot.level !== null);

/** A bot's name at a table with others: "Mabel", "Easy bot", or the name of an external bot. */
export function botName(key: string): string {
  const bot = bots.find((one) => one.key === key), name = bot?.name, level = key;
  if (bot?.level && name)
    return pick(name);
  return name ? tell('seat.bot', pick([name[0], ...name.slice(1).map((other) => other.toLowerCase())])) : tell('seat.guest', level);
}

/** Names for the seats that have a level. Duplicates get a number. */
function botNames(levels: readonly (string | null)[], taken: readonly string[]): string[] {
  const words = levels.map((level) => (level === null ? '' : botName(level)));
  return words.map((word, seat) => (word !== '' && (taken.includes(word) || words.filter((other) => other === word).length > 1)
    ? `${word} ${words.slice(0, seat + 1).filter((other) => other === word).length}` : word));
}

/** The names of everyone at a server's table, as shown throughout the page. A free seat has its number. */
export function namesAround(seats: readonly { kind: string; name: string; level?: string | undefined }[]): string[] {
  const people = seats.flatMap(({ kind, name }) => (kind === 'person' ? [name] : []));
  const named = botNames(seats.map(({ kind, level }) => (kind === 'bot' ? level ?? 'medium' : null)), people);
  return seats.map(({ kind, name }, seat) => (kind === 'person' ? name : named[seat] || tell('seat.number', seat + 1)));
}

const isYou = (name: string): boolean => name === '' || texts['seat.you'].some((word) => word === name);

/** A name for every seat, as displayed: the given name, or a compass direction with the first person in the south. Named
 * players keep their names. If all people have names, as at a server's tables, other bots are named by their level. */
export function namesOf(seats: readonly Sitter[]): string[] {
  const you = onlyPerson(seats), first = Math.max(0, seats.findIndex((s) => s.bot === null));
  const people = seats.some((s) => s.bot === null), given = seats.map((s) => own(s.name));
  const named = people && seats.every((s, seat) => s.bot !== null || (given[seat] !== '' && !(seat === you && isYou(given[seat] ?? ''))));
  const called = (s: Sitter): boolean => s.bot !== null && (named || characterOf(s.bot) !== undefined);
  const levels = botNames(seats.map((s, seat) => (called(s) && given[seat] === '' ? levelOf(s.bot ?? MEDIUM) : null)), given);
  return given.map((name, seat) => {
    if (seat === you && isYou(name))
      return tell('seat.you');
    if (name || levels[seat])
      return name || levels[seat] || '';
    const side = seats.length <= 4 ? COMPASS[seats.length]?.[(seat - first + seats.length) % seats.length] : undefined;
    const word = side ? pick(texts[`seat.${side}`]) : '';
    return people && word && !given.includes(word) ? word : tell('seat.number', seat + 1);
  });
}

/** The label in a record's header: "bot:medium", "you", or the name. */
export function labelsOf(seats: readonly Sitter[], names: readonly string[]): string[] {
  const you = onlyPerson(seats);
  return seats.map((s, seat) => {
    if (s.bot !== null)
      return `bot:${levelOf(s.bot)}`;
    return seat === you && isYou(s.name) ? 'you' : own(names[seat] ?? '');
  });
}

/** The players that a record's labels name. */
export function sittersOf(labels: readonly string[]): Sitter[] {
  let first = true;
  return labels.map((label) => {
    const key = label.startsWith('bot:') ? label.slice(4).split(':')[0] : undefined;
    const unnamed = label.startsWith('seat ') && !first;        // no one is named, so assumes one person
    if (key !== undefined || unnamed)
      return { name: '', bot: bots.find((bot) => bot.key === key)?.id ?? MEDIUM };
    first = false;
    return { name: label === 'you' || label.startsWith('seat ') ? '' : own(label), bot: null };
  });
}
