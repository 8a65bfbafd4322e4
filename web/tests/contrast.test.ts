// SPDX-License-Identifier: MIT
// Contrast of every theme, felt and palette, computed from style/tokens.css (WCAG 2): text 4.5, marks 3.0.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('../style/tokens.css', import.meta.url), 'utf8');
const felts = ['green', 'blue', 'red', 'grey'], themes = ['light', 'dark'], palettes = ['usual', 'redgreen', 'blueyellow'];
type Values = Record<string, string>;

/** The values that hold for a root element with these attributes; later and more exact rules win, as in a browser. */
function valuesFor(text: string, attributes: Record<string, string>): Values {
  const bare = text.replace(/\/\*[^]*?\*\//g, '').replace(/@media[^{]*\{(?:[^{}]*\{[^}]*\})*[^}]*\}/g, '');
  const rules = [...bare.matchAll(/:root((?:\[[^\]]*\])*)\s*\{([^}]*)\}/g)].map(([, where = '', body = '']) => {
    const asked = [...where.matchAll(/\[data-([a-z]+)=([a-z]+)\]/g)].map(([, key = '', value = '']) => [key, value] as const);
    return { asked, body };
  });
  const holding = rules.filter(({ asked }) => asked.every(([key, value]) => attributes[key] === value));
  holding.sort((a, b) => a.asked.length - b.asked.length);
  return Object.fromEntries(holding.flatMap(({ body }) => [...body.matchAll(/--([a-z0-9-]+):\s*(#[0-9A-Fa-f]{6})/g)].map(([, key,
    value]) => [key, value])));
}

function light(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => {
    const c = parseInt(colour.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(a: string, b: string): number {
  const [low = 0, high = 0] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** What stands on what: [what, on, at least]. */
const text: [string, string[]][] = [
  ['ink', ['bg', 'surface', 'surface-2']], ['ink-2', ['bg', 'surface', 'surface-2']], ['primary-ink', ['primary']], ['primary', ['bg',
    'surface']],
  ['good', ['surface']], ['felt-ink', ['felt', 'felt-well', 'felt-lo']], ['felt-ink-2', ['felt',
    'felt-well']],
  ['turn-ink', ['turn']], ['last-ink', ['last']], ['hint-ink', ['hint']], ['wood-ink', ['wood']], ['turn', ['felt-well']],
];
const marks: [string, string[]][] = [
  ['line-strong', ['bg', 'surface', 'surface-2']], ['focus', ['bg', 'surface']], ['turn', ['felt', 'felt-well']], ['last', ['felt',
    'felt-well']],
  ['hint', ['felt', 'felt-well']], ['tile', ['felt', 'felt-well']], ['tile-rest', ['felt', 'felt-well']], ['back-mark', ['felt',
    'felt-well', 'back']],
];
const pips = Array.from({ length: 19 }, (_, n) => `pip-${n}`);

function tooLow(all: Values): string[] {
  const pairs = [
    ...text.flatMap(([what, grounds]) => grounds.map((on) => [what, on, 4.5] as const)),
    ...marks.flatMap(([what, grounds]) => grounds.map((on) => [what, on, 3] as const)),
    ...['pip', ...pips].flatMap((what) => [[what, 'tile', 4.4] as const, [what, 'tile-rest', 3] as const]),
  ];
  return pairs.flatMap(([what, on, least]) => {
    const a = all[what], b = all[on];
    if (!a || !b)
      return [`no --${a ? on : what}`];
    const found = ratio(a, b);
    return found < least ? [`--${what} on --${on}: ${found.toFixed(2)}, ${least} is the least`] : [];
  });
}

test('every theme, felt and palette can be read', () => {
  for (const theme of themes)
    for (const felt of felts)
      for (const palette of palettes)
        expect(tooLow(valuesFor(css, { theme, felt, palette })), `${theme} ${felt} ${palette}`).toEqual([]);
});

test('each choice has colours of its own', () => {
  const seen = new Set(themes.flatMap((theme) => felts.map((felt) => valuesFor(css, { theme, felt })['felt'])));
  expect(seen.size).toBe(themes.length * felts.length);
  expect(new Set(palettes.map((palette) => valuesFor(css, { palette })['pip-1'])).size).toBe(palettes.length);
});

test('a planted fault is found: ink that is too light, a felt as bright as its words, a colour that is not there', () => {
  const plant = (from: RegExp, to: string) => {
    expect(css).toMatch(from);
    return css.replace(from, to);
  };
  expect(tooLow(valuesFor(plant(/--ink-2: #4E5C57/, '--ink-2: #8E9C97'),
    { theme: 'light' }))).toContainEqual(expect.stringContaining('--ink-2 on --bg'));
  const felt = plant(/(data-theme=dark\]\[data-felt=red\] \{ --felt): #481C24/, '$1: #C86C74');
  expect(tooLow(valuesFor(felt, { theme: 'dark', felt: 'red' }))).toContainEqual(expect.stringContaining('--felt-ink on --felt'));
  expect(tooLow(valuesFor(felt, { theme: 'light', felt: 'red' }))).toEqual([]);
  expect(tooLow(valuesFor(plant(/--last: #A5DCFF;/, ''), {}))).toContain('no --last');
});
