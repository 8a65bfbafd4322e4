// How this person wants it; kept in the browser.
import { Store } from './store';

export interface Settings {
  language: 'en' | 'es';
  face: 'auto' | 'dots' | 'numerals' | 'large';
  oneColour: boolean;
  theme: 'auto' | 'light' | 'dark';
  felt: 'green' | 'blue' | 'red' | 'grey';
  speed: 'none' | 'fast' | 'normal' | 'slow';
  sound: boolean;
  volume: number;                       // 0 to 1
  oneTap: boolean;                      // lay at once where there is only one place
  keys: boolean;                        // single-letter keys
  palette: 'usual' | 'redgreen' | 'blueyellow';      // the numbers' colours, by what can be told apart
  showCount: boolean;                   // fives games: labels and the count of the ends
}

const preferred = typeof navigator !== 'undefined' && navigator.language.startsWith('es') ? 'es' : 'en';
export const defaults: Settings = {
  language: preferred, face: 'auto', oneColour: false, theme: 'auto', felt: 'green', speed: 'normal', sound: false, volume: 0.6,
  oneTap: true, keys: true, showCount: true, palette: 'usual',
};
const KEY = 'boneyard.settings';

function kept(): Settings {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const same = Object.entries(defaults).map(([key, value]) => [key, typeof found[key] === typeof value ? found[key] : value]);
    return Object.fromEntries(same) as Settings;
  } catch {
    return { ...defaults };             // no storage, or rubbish in it
  }
}

export const settings = new Store<Settings>(kept());
settings.watch((value) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden: the choice then lasts as long as the page.
  }
});
