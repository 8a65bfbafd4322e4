// SPDX-License-Identifier: MIT
// The user's settings, stored in the browser.
import { languages } from '../generated/languages';
import { Store } from './store';

/** The choices, for settings that have a few. */
export const choices = {
  language: languages,
  face: ['auto', 'dots', 'numerals', 'large'],
  theme: ['auto', 'light', 'dark'],
  felt: ['green', 'blue', 'red', 'grey'],
  speed: ['none', 'slow', 'normal', 'fast'],
  palette: ['usual', 'redgreen', 'blueyellow'],         // the colours of the numbers, by which colours the user can
                                                        // tell apart
} as const;

type Choices = { [Key in keyof typeof choices]: (typeof choices)[Key][number] };

export interface Settings extends Choices {
  oneColour: boolean;
  sound: boolean;
  volume: number;                       // 0 to 1
  oneTap: boolean;                      // lay at once if only one place fits
  keys: boolean;                        // single-letter keys
  showCount: boolean;                   // fives games: labels and the count of the ends
  numbers: boolean;                     // rule numbers, in the rules and in refusals
}

const preferred = languages.find((one) => typeof navigator !== 'undefined' && navigator.language.startsWith(one)) ?? 'en';
export const defaults: Settings = {
  language: preferred, face: 'auto', oneColour: false, theme: 'auto', felt: 'green', speed: 'normal', sound: false, volume: 0.6,
  oneTap: true, keys: true, showCount: true, numbers: false, palette: 'usual',
};
const KEY = 'boneyard.settings';

const isFine = (key: string, value: unknown, usual: unknown): boolean => {
  const allowed = Object.entries(choices).find(([name]) => name === key)?.[1] as readonly unknown[] | undefined;
  return typeof value === typeof usual && (allowed?.includes(value) ?? true) && (typeof value !== 'number' || (value >= 0 && value <= 1));
};

/** Reads stored settings. Invalid values get their defaults. */
export function readSettings(text: string | null): Settings {
  try {
    const found = JSON.parse(text ?? '{}') as Record<string, unknown>;
    const same = Object.entries(defaults).map(([key, usual]) => [key, isFine(key, found[key], usual) ? found[key] : usual]);
    return Object.fromEntries(same) as Settings;
  } catch {
    return { ...defaults };             // rubbish
  }
}

function kept(): Settings {
  try {
    return readSettings(localStorage.getItem(KEY));
  } catch {
    return { ...defaults };             // no storage
  }
}

export const settings = new Store<Settings>(kept());
settings.watch((value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden; the choice then lasts as long as the page is open.
  }
});
