// SPDX-License-Identifier: MIT
// What will be played: the rules as the core's canonical string, the seats, and what is remembered from last time.
// Pure functions; the core, given as `read`, checks every change.
import { bots, type GameKey, games } from '../../generated/tables';
import { presetOf, sheetOf } from './catalogue';
import { USUAL } from './games';

/** Reads a rule string and returns the canonical one; throws with the core's sentence. */
type Read = (rules: string) => string;

export interface Seat { name: string; bot: string | null }         // bot: its key in the tables; name '': the usual one
/** A refused value, which stays in its field with the sentence next to it. */
export interface Refused { option: string; value: string; words: string }
export interface Plan { rules: string; refused: Refused | null }

/** The data stored in the browser: the last rules of each preset, the preset of each game, and the seats. */
export interface Memory {
  game: GameKey;
  preset: Record<string, string>;
  rules: Record<string, string>;
  seats: Seat[];
  clearable: boolean;
}

const MOST_SEATS = 16;
const USUAL_BOT = 'medium';

export const given = (rules: string): [string, string][] =>
  rules.split(' ').slice(1).filter(Boolean).map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });

const rulesOf = (preset: string, options: readonly (readonly [string, string])[]): string =>
  [preset, ...options.map(([key, value]) => `${key}=${value}`)].join(' ');

const without = (options: [string, string][], ...keys: string[]): [string, string][] => options.filter(([key]) => !keys.includes(key));

function attempt(read: Read, rules: string): { rules: string } | { words: string } {
  try {
    return { rules: read(rules) };
  } catch (error) {
    return { words: error instanceof Error ? error.message : String(error) };
  }
}

/** The attempts made in turn if an option conflicts with others: which of the others fall back to the sheet's
 * defaults. */
const fallBack = (option: string): readonly string[][] =>
  option === 'players' ? [[], ['hand'], ['hand', 'set'], ['teams'], ['hand', 'teams'], ['hand', 'set', 'teams', 'first-seat']]
    : option === 'set' ? [[], ['hand']] : [[]];

/** Rules for more players than the sheet has hand sizes for: its largest set, with about as many tiles left over as
 * usual. */
function withHand(preset: string, others: [string, string][], seats: number): string {
  const set = Math.max(...sheetOf(preset).sets), hand = Math.max(1, Math.floor((0.8 * (set + 1) * (set + 2)) / 2 / seats));
  return rulesOf(preset, [...without(others, 'hand', 'set', 'teams', 'first-seat'), ['players', String(seats)], ['set', String(set)],
    ['hand', String(hand)]]);
}

/** Changes one option. A refused value is kept next to the valid rules. */
export function change(read: Read, plan: Plan, option: string, value: string): Plan {
  const preset = presetOf(plan.rules), others = without(given(plan.rules), option);
  const waiting = plan.refused && plan.refused.option !== option ? plan.refused : null;
  if (waiting) {
    const both = attempt(read, rulesOf(preset, [...without(others, waiting.option), [option, value], [waiting.option, waiting.value]]));
    if ('rules' in both)
      return { rules: both.rules, refused: null };
  }
  let words = '';
  const tries = fallBack(option).map((dropped) => rulesOf(preset, [...without(others, ...dropped), [option, value]]));
  for (const rules of option === 'players' ? [...tries, withHand(preset, others, Number(value))] : tries) {
    const tried = attempt(read, rules);
    if ('rules' in tried)
      return { rules: tried.rules, refused: waiting ? again(read, tried.rules, waiting) : null };
    words ||= tried.words;
  }
  return { rules: plan.rules, refused: { option, value, words } };
}

/** Repeats a refusal under other rules, where the sentence may differ. */
function again(read: Read, rules: string, refused: Refused): Refused {
  const tried = attempt(read, rulesOf(presetOf(rules), [...without(given(rules), refused.option), [refused.option, refused.value]]));
  return 'words' in tried ? { ...refused, words: tried.words } : refused;
}

/** Switches the sheet: its defaults, or the last changes to it; keeps the number of players if the sheet allows it. */
export function takeSheet(read: Read, plan: Plan, preset: string, before: string | undefined): Plan {
  const players = given(plan.rules).filter(([key]) => key === 'players');
  const options = before ? without(given(before), 'players') : [];
  return firstOf(read, plan, [rulesOf(preset, [...options, ...players]), rulesOf(preset, players), preset]);
}

/** Adopts house rules, keeping the number of players if they allow it. */
export function takeHouse(read: Read, plan: Plan, rules: string): Plan {
  const players = given(plan.rules).filter(([key]) => key === 'players');
  return firstOf(read, plan, [rulesOf(presetOf(rules), [...without(given(rules), 'players'), ...players]), rules]);
}

/** The first of these rules that the core accepts. */
function firstOf(read: Read, plan: Plan, tries: readonly string[]): Plan {
  for (const rules of tries) {
    const tried = attempt(read, rules);
    if ('rules' in tried)
      return { rules: tried.rules, refused: null };
  }
  return plan;
}

export const players = (rules: string): number => {
  const named = given(rules).find(([key]) => key === 'players')?.[1];
  const usual = sheetOf(rules).values.players;
  return Number(named ?? usual ?? 1);
};

// ---- Memory ----

const KEY = 'boneyard.start';
/** A newcomer meets Mabel, Walt and Otto. */
const company = bots.filter(({ level }) => level !== null);
const usualSeats = (): Seat[] =>
  Array.from({ length: MOST_SEATS }, (_, i) => ({ name: '', bot: i === 0 ? null : company[(i - 1) % company.length]?.key ?? USUAL_BOT }));

export function freshMemory(): Memory {
  return { game: USUAL, preset: {}, rules: {}, seats: usualSeats(), clearable: false };
}

const words = (thing: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(thing ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'));

/** Reads a stored text. Invalid values get their defaults. */
export function readMemory(text: string | null): Memory {
  const fresh = freshMemory();
  try {
    const found = JSON.parse(text ?? '{}') as Record<string, unknown>, seats = Array.isArray(found['seats']) ? found['seats'] : [];
    return {
      game: games.find(({ key }) => key === found['game'])?.key ?? fresh.game,
      preset: words(found['preset']), rules: words(found['rules']), clearable: found['clearable'] === true,
      seats: fresh.seats.map((seat, i) => {
        const kept = (seats[i] ?? {}) as Record<string, unknown>, bot = kept['bot'];
        const known = i > 0 && (bot === null || bots.some(({ key }) => key === bot));
        return { name: typeof kept['name'] === 'string' ? kept['name'] : '', bot: known ? (bot as string | null) : seat.bot };
      }),
    };
  } catch {
    return fresh;
  }
}

export function recall(): Memory {
  try {
    return readMemory(localStorage.getItem(KEY));
  } catch {
    return freshMemory();
  }
}

export function remember(memory: Memory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // The plan is then not stored; nothing depends on it.
  }
}

/** The initial rules of a game. */
export function lastRules(memory: Memory, game: string): string {
  const presets = games.find(({ key }) => key === game)?.presets ?? [];
  const preset = presets.find(({ rules }) => rules === memory.preset[game])?.rules ?? presets[0]?.rules ?? game;
  const kept = memory.rules[preset];
  return kept && presetOf(kept) === preset ? kept : preset;
}
