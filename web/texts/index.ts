// SPDX-License-Identifier: MIT
// The texts of the page.  po/ has them; tools/po.py makes a part of them for each screen.
import { settings } from '../core/settings';
import { languages, speech, type TextKey } from '../generated/languages';
import type { Pair } from '../generated/tables';
import { texts as app } from '../generated/texts/app';
import { texts as keep } from '../generated/texts/keep';
import { texts as seat } from '../generated/texts/seat';
import { texts as start } from '../generated/texts/start';

export type { TextKey };

/** The texts of the first screen; the other parts are loaded with their screens. */
export const texts = { ...app, ...keep, ...seat, ...start } as unknown as Record<TextKey, Pair>;
export const learn = (...parts: Partial<Record<TextKey, Pair>>[]): void => void Object.assign(texts, ...parts);

/** The text of a pair in the current language. */
export const pick = (pair: Pair): string => pair[languages.indexOf(settings.get().language)] ?? pair[0];

/** A text of the catalogue: {0} is the first part, {0#one|many} the form that agrees with it as a number. */
export function tell(key: TextKey, ...parts: (string | number)[]): string {
  const { form } = speech[settings.get().language];
  return pick(texts[key])
    .replace(/\{(\d)#((?:[^{}]|\{\d\})*)\}/g, (_, i: string, forms: string) => forms.split('|')[form(Number(parts[Number(i)]))] ?? '')
    .replace(/\{(\d)\}/g, (_, i: string) => String(parts[Number(i)] ?? ''));
}
