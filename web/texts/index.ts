// Every text of the page, in every language: one catalogue, put together of a part for each screen.
// A text: [English, Spanish]; {0}, {1} are filled in.  Texts of the core (rules, sentences) are the core's own.
import { settings } from '../core/settings';
import type { castle } from './castle';
import { common } from './common';
import type { fair } from './fair';
import { keep } from './keep';
import type { review } from './review';
import type { rules } from './rules';
import type { saved } from './saved';
import type { settings as settingTexts } from './settings';
import type { sheet } from './sheet';
import { start } from './start';
import type { table } from './table';
import type { together } from './together';

type Texts = typeof common & typeof keep & typeof start & typeof table & typeof sheet & typeof castle & typeof rules & typeof review & typeof saved
  & typeof settingTexts & typeof fair & typeof together;
export type TextKey = keyof Texts;

/** What the first screen needs; the other parts come with their screens. */
export const texts = { ...common, ...keep, ...start } as Texts;
export const learn = (...parts: Partial<Texts>[]): void => void Object.assign(texts, ...parts);

const languages = ['en', 'es'] as const;

/** The text of a pair in the language that is set. */
export const pick = (pair: readonly [string, string]): string => pair[languages.indexOf(settings.get().language)] ?? pair[0];

/** A text of the catalogue. */
export function tell(key: TextKey, ...parts: (string | number)[]): string {
  return pick(texts[key]).replace(/\{(\d)\}/g, (_, i: string) => String(parts[Number(i)] ?? ''));
}
