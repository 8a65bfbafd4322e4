// What the tables of the core say about games, sheets, options and bots, in the language that is set.
import { bots, games } from '../../generated/tables';
import { pick } from '../../texts';

type Words = string | readonly [string, string];
export interface Option {
  option: string;
  about: Words;
  label?: Words;
  range?: readonly [number, number];
  values?: readonly (string | number)[];
  words?: readonly Words[];             // the values in words, in their order
  default: string | number;
}
export interface Preset { preset: string; name?: Words; about?: Words; options: readonly Option[] }
export interface Game { game: string; name: Words; about: Words; presets: readonly Preset[] }
export interface Bot { id: number; key: string; name: Words; about: Words }

export const gameList = games as unknown as readonly Game[];
export const botList = bots as unknown as readonly Bot[];

export const inWords = (words: Words): string => (typeof words === 'string' ? words : pick(words));
const plain = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('-', ' ');

export const presetOf = (rules: string): string => rules.split(' ', 1)[0] ?? '';
export const gameOf = (rules: string): Game | undefined => {
  const key = presetOf(rules).split(':', 1)[0];
  return gameList.find((game) => game.game === key);
};
export const sheetOf = (rules: string): Preset | undefined => {
  const game = gameOf(rules), key = presetOf(rules);
  return game?.presets.find((preset) => preset.preset === key) ?? game?.presets[0];
};
/** The name of the game that these rules are for. */
export const gameName = (rules: string): string => {
  const game = gameOf(rules);
  return game ? inWords(game.name) : presetOf(rules);
};
export const sheetName = (preset: Preset): string => inWords(preset.name ?? plain(preset.preset.split(':')[1] ?? preset.preset));
export const optionName = (option: Option): string => inWords(option.label ?? plain(option.option));
export const optionAbout = (option: Option): string => {
  const words = inWords(option.about);
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.?]$/.test(words) ? '' : '.');
};
export const valueName = (option: Option, value: string | number): string => {
  const i = option.values?.findIndex((v) => String(v) === String(value)) ?? -1;
  return inWords(option.words?.[i] ?? String(value));
};
export const isSwitch = (option: Option): boolean => option.values?.length === 2 && option.values.includes('on') && option.values.includes('off');
export const botName = (bot: Bot): string => inWords(bot.name);
