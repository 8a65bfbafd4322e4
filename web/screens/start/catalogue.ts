// SPDX-License-Identifier: MIT
// What the core's tables say about games, sheets, options and bots, in the chosen language.
import { type Game, games, type Note, type Option, type OptionKey, options, type Preset, sheets, type Value } from '../../generated/tables';
import { pick, tell } from '../../texts';

export type { Game, Note, Option, OptionKey, Preset, Value };

export const optionOf = (key: OptionKey): Option => options.find((option) => option.key === key) ?? options[0];

export const presetOf = (rules: string): string => rules.split(' ', 1)[0] ?? '';
/** The game that some rules belong to, or the first game if there is none. */
export const gameOf = (rules: string): Game => games.find(({ key }) => key === rules.split(/[: ]/, 1)[0]) ?? games[0];
export const sheetOf = (rules: string): Preset => {
  const { presets } = gameOf(rules);
  return presets.find((preset) => preset.rules === presetOf(rules)) ?? presets[0]!;
};
export const gameName = (rules: string): string => pick(gameOf(rules).name);
/** An explanation of sheets, for people who have never seen one. */
export const sheetName = (preset: Preset): string => pick(sheets.find(({ key }) => key === preset.sheet)?.name ?? ['', '']);
export const sheetAbout = (preset: Preset): string => pick(sheets.find(({ key }) => key === preset.sheet)?.about ?? ['', '']);
export const valueName = (option: Option, value: Value): string =>
  pick(option.values.find((one) => String(one.value) === String(value))?.name ?? [String(value), String(value)]);
/** The effect of an option, and the gaps and differences of the sheet. more: the notes that the first screen lacks. */
export const optionAbout = (preset: Preset, option: Option, more: readonly Note[] = []): string =>
  [option.about, ...[...preset.notes, ...more].filter((note) => note.option === option.key).map((note) => note.text)].map(pick).join(' ');
/** The options of a preset, in the order of the table. */
export const optionsOf = (preset: Preset): Option[] => options.filter(({ key }) => key in preset.values);
export const isSwitch = (option: Option): boolean =>
  option.values.length === 2 && ['on', 'off'].every((word) => option.values.some(({ value }) => value === word));

/** A sentence of the core for people: "teams=on" and "muggins:classic" become the names that the page uses. */
export function plainly(words: string): string {
  const found: Option[] = [], quoted = (all: string, key: string, typed: string | undefined, value: string): string => {
    const option = options.find((one) => one.key === key);
    if (!option)
      return all;
    found.push(option);
    return tell('start.option.is', pick(option.label), valueName(option, typed ?? value));
  };
  const said = words.replace(/\b([a-z][a-z-]*)=(?:'([^']*)'|([\w-]+))/g, quoted);
  return found.reduce((all, { key, label }) => all.replace(new RegExp(`(?<=: )${key}(?= )`), pick(label)), said)
    .replace(/\b([a-z]+):([a-z]+)\b/g, (all) => (games.some(({ presets }) => presets.some(({ rules }) => rules === all)) ? `${gameName(all)} (${sheetName(sheetOf(all))})` : all));
}
