// Every text of the page, in every language: one catalogue, put together of a part for each screen.
// A text: [English, Spanish]; {0}, {1} are filled in.  Texts of the core (rules, sentences) are the core's own.
import { settings } from '../core/settings';
import { castle } from './castle';
import { common } from './common';
import { keep } from './keep';
import { review } from './review';
import { rules } from './rules';
import { saved } from './saved';
import { settings as settingTexts } from './settings';
import { sheet } from './sheet';
import { start } from './start';
import { table } from './table';

export const texts = { ...common, ...keep, ...start, ...table, ...sheet, ...castle, ...rules, ...review, ...saved, ...settingTexts } as const;
export type TextKey = keyof typeof texts;
export const languages = ['en', 'es'] as const;

/** The text of a pair in the language that is set. */
export const pick = (pair: readonly [string, string]): string => pair[languages.indexOf(settings.get().language)] ?? pair[0];

/** A text of the catalogue. */
export function tell(key: TextKey, ...parts: (string | number)[]): string {
  return pick(texts[key]).replace(/\{(\d)\}/g, (_, i: string) => String(parts[Number(i)] ?? ''));
}
