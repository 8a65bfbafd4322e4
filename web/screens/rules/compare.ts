// SPDX-License-Identifier: MIT
// Rules in words, and how two sheets differ. All sentences come from the core.
import { optionIds } from '../../generated/tables';
import { type Engine, Refusal } from '../../core/engine';
import { tell, type TextKey } from '../../texts';
import { gameOf, sheetName, sheetOf as presetAt } from '../start/catalogue';

/** raw: the core's text, with seats by number. */
export interface Paragraph { section: string; numbers: string; text: string; raw?: string }
export interface Section { title: string; paragraphs: Paragraph[] }
/** The paragraphs of a section that only the first rules have, and those that only the second have. */
export interface Difference { title: string; here: Paragraph[]; there: Paragraph[] }

export function sectionsOf(paragraphs: readonly Paragraph[]): Section[] {
  const sections: Section[] = [];
  for (const paragraph of paragraphs) {
    const last = sections.at(-1);
    if (last?.title === paragraph.section)
      last.paragraphs.push(paragraph);
    else
      sections.push({ title: paragraph.section, paragraphs: [paragraph] });
  }
  return sections;
}

export function differences(here: readonly Paragraph[], there: readonly Paragraph[]): Difference[] {
  const known = (list: readonly Paragraph[]) => new Set(list.map((o) => o.text)), inHere = known(here), inThere = known(there);
  const titles = [...new Set([...here, ...there].map((o) => o.section))];
  return titles.map((title) => ({
    title, here: here.filter((o) => o.section === title && !inThere.has(o.text)),
    there: there.filter((o) => o.section === title && !inHere.has(o.text)),
  })).filter((o) => o.here.length > 0 || o.there.length > 0);
}

/** A sentence of the catalogue as a pattern that finds its parts. */
const patternOf = (key: TextKey, parts: number): RegExp =>
  new RegExp(tell(key, ...Array<string>(parts).fill('#')).replaceAll('#', '(\\d+)'), 'gu');

/** Seats by the names of their players; you: the seat of this page's user. */
export function named(text: string, names: readonly string[], you: number | null): string {
  const name = (seat: string): string => names[Number(seat) - 1] ?? seat;
  const all = text.replace(patternOf('rules.seats', 4), (_, ...seats: string[]) => tell('rules.seats.named', ...seats.slice(0, 4).map(name)));
  return all.replace(patternOf('rules.seat', 1), (_, seat: string) => (Number(seat) - 1 === you ? tell('rules.seat.yours') : name(seat)));
}

/** Without case and accents. */
export const plain = (words: string): string => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The printed sheet by its name. */
export const sheetOf = (rules: string): string => sheetName(presetAt(rules));

/** The sheets for the same game, as rule strings, with the number of players of these rules where the sheets allow
 * it. */
export function otherSheets(engine: Engine, rules: string): string[] {
  engine.rules(rules);
  const players = optionIds['players'], n = engine.option(players)?.value;
  const all = gameOf(rules).presets.map((o) => o.rules);
  return all.map((preset) => {
    try {
      return n === undefined ? engine.rules(preset) : engine.rules(`${preset} players=${n}`);
    } catch (error) {
      if (!(error instanceof Refusal))
        throw error;
      return engine.rules(preset);
    }
  }).filter((other) => other !== rules);
}
