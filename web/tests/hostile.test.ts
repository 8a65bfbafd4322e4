// SPDX-License-Identifier: MIT
// What comes from outside and is not what it should be: settings that were kept, names, dots in names.
import { expect, it } from 'vitest';
import { choices, defaults, readSettings } from '../core/settings';
import { labelsOf, namesOf, sittersOf } from '../core/sitters';
import { firstOf } from '../screens/sheet/sheet';

it('takes of kept settings what it understands, and the usual for the rest', () => {
  const bad = { language: 'xx', face: 'foo', theme: 1, felt: '<b>', speed: 'toString', volume: 1e9, palette: null, sound: 'yes', keys: false };
  expect(readSettings(JSON.stringify(bad))).toEqual({ ...defaults, keys: false });
  for (const text of [null, '', 'null', '[]', '"x"', '{', '7', '{"volume":-1}', '{"language":"constructor"}'])
    expect(readSettings(text)).toEqual(defaults);
  for (const [key, values] of Object.entries(choices))
    for (const value of values)
      expect(readSettings(JSON.stringify({ [key]: value }))).toEqual({ ...defaults, [key]: value });
  expect(readSettings('{"volume":0.25}').volume).toBe(0.25);
});

it('shows no name that acts on what stands beside it', () => {
  const labels = ['\u202eevil\u2066\u0007\n\u001b[31m', '\u200f', '\u{1f600}'.repeat(60), 'W'.repeat(1e6), 'bot:\u202e'];
  const seats = sittersOf(labels), names = namesOf(seats);
  expect(names[0]).toBe('evil[31m');
  for (const name of [...names, ...labelsOf(seats, names)]) {
    expect(name).not.toMatch(/[\0-\x1f\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    expect([...name].length).toBeLessThanOrEqual(40);
    expect(name).not.toBe('');
  }
  expect(names[2]).toBe('\u{1f600}'.repeat(40));
});

it('ends no sentence at a dot of a name', () => {
  expect(firstOf('Dr. No goes out. You hold 7.', ['You', 'Dr. No'])).toBe('Dr. No goes out');
  expect(firstOf('You go out. Dr. No holds 7.', ['You', 'Dr. No'])).toBe('You go out');
});
