// SPDX-License-Identifier: MIT
// House rules: rules saved under a name in this browser, and shared by a link.  Pure functions but for recall and keep.
import { gameOf, presetOf, sheetOf } from './catalogue';
import { given } from './plan';

export interface House { name: string; rules: string }

export const KEY = 'boneyard.house';
export const NAME_LENGTH = 40;
/** Longer than any rules. */
const RULES_LENGTH = 1000;

/** A name as it is shown: one line, without control characters; '' is no name. */
export const nameOf = (words: string): string =>
  Array.from(words.replace(/[\p{Cc}\p{Z}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()).slice(0, NAME_LENGTH).join('').trim();

/** The stored house rules, newest first, leaving out anything invalid. */
export function readHouses(text: string | null): House[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]');
    return (Array.isArray(found) ? found : []).flatMap((one: Partial<House> | null) => {
      const name = typeof one?.name === 'string' ? nameOf(one.name) : '', rules = typeof one?.rules === 'string' ? one.rules : '';
      return name && rules.length <= RULES_LENGTH && sheetOf(rules).rules === presetOf(rules) ? [{ name, rules }] : [];
    });
  } catch {
    return [];
  }
}

export function recallHouses(): House[] {
  try {
    return readHouses(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

/** Returns false if the browser has not stored them. */
export function keepHouses(all: readonly House[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

export const housesOf = (all: readonly House[], rules: string): House[] => all.filter((one) => gameOf(one.rules) === gameOf(rules));

const options = (rules: string): string => given(rules).filter(([key]) => key !== 'players').map((pair) => pair.join('=')).join(' ');

/** The house rules that match these rules, for any number of players. */
export const houseOf = (all: readonly House[], rules: string): House | null =>
  all.find((one) => presetOf(one.rules) === presetOf(rules) && options(one.rules) === options(rules)) ?? null;

/** Adds house rules at the front, replacing any with the same game and name, or with the same rules. */
export const withHouse = (all: readonly House[], house: House): House[] =>
  [house, ...all.filter((one) => gameOf(one.rules) !== gameOf(house.rules) || (one.name !== house.name && houseOf([one], house.rules) === null))];

/** The address of rules, including their name if they have one. */
export const fragmentOf = (rules: string, name = ''): string =>
  name ? `#house=${encodeURIComponent(name)}/${encodeURIComponent(rules)}` : `#rules=${encodeURIComponent(rules)}`;
