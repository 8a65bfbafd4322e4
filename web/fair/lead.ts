// SPDX-License-Identifier: MIT
// What the rules require of a deal and its shuffle: the tiles, who gets them, and who leads (L-05, L-06, T-04).
import { games, type Values } from '../generated/tables';
import { lotOf, ordered } from './shuffle';

/** `silent`: tiles may be drawn that no event names (T-16). */
export interface Asked {
  players: number;
  hand: number;
  set: number;
  lead: string;
  next: string;
  first: number;
  hub: boolean;
  silent: boolean;
}

/** The options of a canonical rule string that matter here; null if it is not one of our rule strings. */
export function asked(rules: string): Asked | null {
  const [name = '', ...words] = rules.split(' '), game = games.find(({ key }) => key === name.split(':')[0]);
  const preset = game?.presets.find((one) => one.rules === name);
  if (!game || !preset)
    return null;
  const said = Object.fromEntries(words.map((word) => word.split('='))) as Values;
  const players = Number(said.players ?? preset.values.players ?? 1);
  const values: Values = { ...preset.values, ...(preset.follows as Record<string, Values | null>)[players], ...said };
  return { players, hand: Number(values.hand ?? 0), set: Math.min(game.top, Number(values.set)),
    lead: String(values.lead ?? 'seat'), next: String(values['next-lead'] ?? 'rotate'), first: Number(values['first-seat'] ?? 0),
    hub: preset.sheet === 'hub', silent: (values.penalty ?? 'none') !== 'none' || (values.infractions ?? 'prevent') !== 'prevent' };
}

/** The tiles of a round, from their number: one less than the set's if its double is set aside (F-03, T-03). */
export const tilesOf = (rules: Asked, round: number, n: number): string[] => {
  const whole = ordered(rules.set, null);
  return n === whole.length ? whole : ordered(rules.set, rules.set - (round - 1));
};

const doubles = (deck: readonly string[], dealt: number): [number, number][] =>
  deck.slice(0, dealt).map((tile, at) => [tile, at] as const).filter(([tile]) => tile.split('-')[0] === tile.split('-')[1])
    .map(([tile, at]) => [Number(tile.split('-')[0]), at]);

/** The method that decides a round's lead; null if the end of the previous round decides it. `tie`: that round had no winner. */
function ruleOf({ hub, lead, next }: Asked, round: number, tie: boolean): string | null {
  if (hub)
    return 'double';
  if (round === 1)
    return lead;
  if (next === 'double')
    return 'double';
  return next === 'winner' && tie ? lead : null;
}

/** Whether the last of these decks is the valid one: if a double must lead, no hand of the earlier ones may have
 * one. */
export function attemptFits(rules: Asked, round: number, tie: boolean, decks: readonly (readonly string[])[]): boolean {
  if (ruleOf(rules, round, tie) !== 'double')
    return decks.length === 1;
  return decks.every((deck, a) => (doubles(deck, rules.hand * rules.players).length > 0) === (a === decks.length - 1));
}

/** The seat that must lead, if the shuffle or the options decide it; null if the previous round does. */
export function leadOf(rules: Asked, round: number, tie: boolean, deck: readonly string[], key: Uint8Array,
  tiles: readonly string[]): number | null {
  const rule = ruleOf(rules, round, tie), best = doubles(deck, rules.hand * rules.players).sort(([a], [b]) => b - a)[0];
  if (rule === 'double')
    return best ? Math.floor(best[1] / rules.hand) : null;
  return rule === 'lot' ? lotOf(key, tiles, rules.players) : rule === 'seat' ? rules.first : null;
}
