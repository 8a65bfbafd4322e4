// SPDX-License-Identifier: MIT
// Plays golden games again in the page's module: the output must equal that of golden.c, to the last byte.
// node golden.mjs MODULE TABLES NATIVE RECORDS...
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { Module } from './module.mjs';

const [path, tables, native, ...records] = process.argv.slice(2);
const at = Function(`return ${fs.readFileSync(tables, 'utf8').match(/export const at = (\{[\s\S]*?\n\}) as const;/)[1]}`)();
const m = await Module.load(path), out = [];
const NOBODY = 255;

const sum = (from, n) => {
  const bytes = m.bytes.subarray(from, from + n);
  let h = 2166136261;
  for (const byte of bytes)
    h = Math.imul(h ^ byte, 16777619);
  return (h >>> 0).toString(16).padStart(8, '0');
};
const u8 = (place) => m.bytes[place];
const i32 = (place) => new DataView(m.by.memory.buffer).getInt32(place, true);

function tellSeat(seat) {
  const sees = sum(m.call('view', seat), at.view.size), n = m.call('moves', seat);
  const moves = Array.from({ length: n }, (_, i) => ` ${m.say('move', i)} (${m.call('points', i)})`);
  m.call('language', 0);
  out.push(`  ${seat} sees ${sees};${moves.join('')}; ${n > 0 ? m.say('task', seat, 255) : ''}`);
}

function tellTable(width, height) {
  m.call('view', NOBODY);
  const l = m.call('layout', width, height), r = m.call('rows');
  out.push(`  lies ${sum(l + at.layout.at, at.spot.size * i32(l + at.layout.tiles))} ` +
    `${sum(l + at.layout.opening, at.opening.size * u8(l + at.layout.openings))}; rows ${sum(r + at.rows.row, at.row.size * i32(r + at.rows.rows))}`);
}

function hear(players, number) {
  const events = i32(m.call('events') + at.events.n);
  out.push(String(number));
  for (let i = 0; i < events; i++)
    for (let ear = -1; ear < players; ear++)
      for (const language of [0, 1]) {
        m.call('language', language);
        out.push(`  ${ear < 0 ? NOBODY : ear}: ${m.say('say', i, ear < 0 ? NOBODY : ear, ear)}`);
      }
  for (let seat = 0; seat < players; seat++)
    tellSeat(seat);
  const tables = [[720, 480], [340, 0]];
  for (const [width, height] of number % 2 === 0 ? tables : tables.reverse())          // by turns: one may be remembered
    tellTable(width, height);
}

const idOf = (tile) => {
  const [a, b] = tile.split('-').map(Number), high = Math.max(a, b);
  return high * (high + 1) / 2 + Math.min(a, b);
};

function tell(record) {
  const [head, ...lines] = fs.readFileSync(record, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
  let number = 0;
  out.push(record);
  head.players.forEach((name, seat) => m.with(name, 'name', seat));
  m.start(head.rules, '1');
  for (const line of lines) {
    if (line.deck) {
      m.bytes.set(line.deck.map(idOf), m.call('text'));
      if (m.call('deal_deck', line.deck.length, m.call('lead_taken') ? line.lead : -1) !== 0)
        throw new Error(`${record}: round ${line.round} cannot be dealt`);
    } else if (line.move) {
      if (m.with(line.move.replace(/^draw .*/, 'draw'), 'play', line.seat) !== 0)
        throw new Error(`${record}: ${line.move} cannot be played`);
    } else {
      continue;
    }
    hear(head.players.length, ++number);
  }
}

/** The first line in which two outputs differ; -1 if none does. */
function parting(a, b) {
  for (let i = 0; i < Math.max(a.length, b.length); i++)
    if (a[i] !== b[i])
      return i;
  return -1;
}

const tellNatively = (list) => execFileSync(native, list, { maxBuffer: 1 << 28, encoding: 'utf8' }).trimEnd().split('\n');
records.forEach(tell);
const there = tellNatively(records), first = parting(there, out);
if (first >= 0 || out.length < 1000) {
  console.error(`line ${first + 1} of ${there.length}\n  native: ${there[first]}\n  module: ${out[first]}`);
  process.exit(1);
}
if (parting(tellNatively([...records].reverse()), out) < 0) {
  console.error('the comparison sees no difference where there is one');
  process.exit(1);
}
console.log(`${records.length} games, ${out.length} lines, the same`);
