// SPDX-License-Identifier: MIT
// What the page must leave to the core: rule arithmetic, values of options, lists of games.  The fair shuffle is left out: it is
// a second reading on purpose (docs/fairness.md).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { kinds } from '../core/views';
import { games, options } from '../generated/tables';

const page = fileURLToPath(new URL('..', import.meta.url));
/** The game of Draw is called as a move is. */
const keys = games.map(({ key }) => key).filter((key) => !kinds.some((kind) => kind === key)).join('|'), words = options.flatMap(({ values }) => values.map(({ value }) => value))
  .filter((value) => typeof value === 'string').join('|');

/** What is looked for, why, and lines in which it has to be found, or must not be. */
const forbidden: readonly { why: string; pattern: RegExp; in?: RegExp; planted: readonly string[]; allowed?: readonly string[] }[] = [
  {
    why: 'ask terms.sides who scores together', pattern: /\(?\b(seat|players?)\b\)? % 2\b|\bseat\b.{0,8} \+ 2\b.{0,4}%|\[\[0, 2\], \[1, 3\]\]|\[seat, seat \+ 2\]/,
    planted: ['const mate = (seat + 2) % players;', 'return teams ? [[0, 2], [1, 3]] : all;', 'const kind = seat % 2;',
      "const mate = on ? ((seat ?? 0) + 2) % players : seat;", 'const side = teams ? [seat, seat + 2] : [seat];'],
  },
  {
    why: 'points are counted by the core: sum(), points(), terms.step', pattern: /Math\.(round|floor|ceil)\([^;]*\/ 5\) \* 5|% 5 === 0|\b(sum|pips|count) \/ 5\b/,
    planted: ['const rounded = Math.round(sum / 5) * 5;', 'if (count % 5 === 0)', 'return pips / 5;'],
  },
  {
    why: 'ask a fact of terms', pattern: new RegExp(`option\\([^)]*\\)[^;]{0,12} [!=]==? '(${words}|\\d+|)'|\\.(includes|indexOf)\\([^;]*\\boption\\(|\\{[^;{}]*\\}\\[[^\\]]*\\boption\\(`),
    planted: ["session.option('teams') === 'on'", "play.option('play-unit') === '5'", "this.option('bonus-to') === 'lowest'",
      "play.option('play-unit') !== ''", "return ['none', 'first'].includes(this.option('spinner')) ? 0 : dealt;", "{ none: 0, all: 1 }[play.option('spinner')]"],
  },
  {
    why: 'the core knows what tiles cost: leftPoints(), sum()', pattern: /\bgain\b [-<>] [\w.(]*\bpips|\bpips\w*(\([^)]*\))? \+ \(?[\w.? ]*(\d\d|blank|penalty)\b/i,
    planted: ['const rest = low ? line.gain - line.pips : line.gain;', 'lines.find((line) => line.gain > line.pips)', 'const cost = pipsOf(hand) + 50;',
      'const cost = line.pips + (holds ? blankPenalty : 0);'],
    allowed: ['const gone = pipsOf(view.row) - pipsOf(left);', 'lines.every((line) => line.gain === line.pips)'],      // equal columns
  },
  {
    why: 'a list of games comes from the generated tables',
    pattern: new RegExp(`(?<!'mute', )['"\`](${keys})(:\\w*)?['"\`]|^\\s*(${keys}): |startsWith\\(['"](${keys})`),
    in: /^(?!screens\/start\/games\.ts$)/, allowed: ["const bars = ['mute', 'block'] as const;"],   // the requests of order.tsx
    planted: ["const first = 'muggins';", "if (rules.startsWith('mexicantrain:hub'))", "const game = 'block';", "['draw', 'block']", "  chickenfoot: ['set', 'rounds'],", 'game.key === "castlerock"'],
  },
  {
    why: 'ask event.deed what a move was', pattern: /\.text(\.startsWith\('draw|\.includes\('-'\)| === '(pass|call|draw)')/,
    planted: ["event.text.startsWith('draw')", "last.text.includes('-')", "last?.text === 'pass'"],
  },
  {
    why: 'rules are quoted by section, not by number', pattern: /[^\w'’/ ]\s*(\\b)?\(?[LFTR]-\d/, in: /\.tsx?$/,
    planted: ['filter((o) => /\\b(L-1[7-9]|L-2[0-24])\\b/.test(o.numbers))'],
  },
];

/** Comments may name rules; texts are sentences. */
const codeOf = (text: string): string[] => text.replace(/\/\*[^]*?\*\//g, (all) => all.replace(/[^\n]/g, '')).split('\n')
  .map((line) => line.replace(/(^|\s)\/\/.*$/, ''));

const files = readdirSync(page, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/^(node_modules|tests|generated|texts|fair|dist)\//.test(file));

it.each(forbidden)('$why', ({ pattern, in: where, planted, allowed = [] }) => {
  for (const line of planted)
    expect(line).toMatch(pattern);
  for (const line of allowed)
    expect(line).not.toMatch(pattern);
  const found = files.filter((file) => where?.test(file) ?? true).flatMap((file) => codeOf(readFileSync(join(page, file), 'utf8'))
    .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])));
  expect(found).toEqual([]);
});

it('looks at the page', () => expect(files.length).toBeGreaterThan(100));
