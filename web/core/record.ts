// SPDX-License-Identifier: MIT
// Reads records from files (docs/protocol.md), with a clear sentence for each error.
import { texts as own } from '../generated/texts/record';
import { learn, tell } from '../texts';
import { type History, type Played, type Round } from './history';
import { type Tile, tiles } from './views';

learn(own);

/** Why a file is not a record that can be resumed: a sentence to display. */
export class BadRecord extends Error {}

export type Line = Record<string, unknown>;

type RecordEvent =
  | { kind: 'deal'; line: number; text: string; round: Round }
  | { kind: 'move'; line: number; text: string; played: Played }
  | { kind: 'follows'; line: number; text: string };

interface ReadRecord { rules: string; labels: string[]; date: string; header: string; events: RecordEvent[]; ms: number }

const LONGEST = 1 << 20;                // bytes of a line (docs/protocol.md)
const byText = new Map(tiles.map((tile) => [`${tile.high}-${tile.low}`, tile]));

export const textOf = (tile: Tile): string => `${tile.high}-${tile.low}`;

const isSeat = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 16;
const only = (line: Line, keys: string): boolean => Object.keys(line).every((key) => keys.split(' ').includes(key));

/** The same value, keys in any order. */
export function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b;
  const x = Object.entries(a), y = b as Line;
  return Array.isArray(a) === Array.isArray(b) && x.length === Object.keys(y).length && x.every(([key, value]) => same(value, y[key]));
}

/** A line without the members that do not affect the result. */
export function counted(text: string): Line {
  const { t: _t, clock: _clock, ...rest } = JSON.parse(text) as Line;
  return rest;
}

function objectOf(text: string, number: number): Line {
  try {
    const line = text.length <= LONGEST ? (JSON.parse(text) as unknown) : null;
    if (typeof line === 'object' && line !== null && !Array.isArray(line))
      return line as Line;
  } catch {
    // said below
  }
  throw new BadRecord(number === 1 ? tell('record.none') : tell('record.line', number));
}

function dealOf(line: Line, round: number): Round | null {
  const deck = Array.isArray(line['deck']) ? line['deck'].map((words) => byText.get(String(words).split('-').map(Number).sort((a, b) => b - a).join('-'))) : [];
  const whole = deck.filter((tile) => tile !== undefined);
  const fine = isSeat(line['lead']) && line['round'] === round && only(line, 'round lead deck t clock fair') && whole.length > 0;
  return fine && whole.length === deck.length ? { lead: line['lead'] as number, deck: whole, moves: [] } : null;
}

function eventOf(text: string, number: number, round: number): { event: RecordEvent; t: number } {
  const line = objectOf(text, number), t = line['t'] ?? -1;
  const bad = (): never => { throw new BadRecord(tell('record.line', number)); };
  if (typeof t !== 'number' || (line['t'] !== undefined && t < 0))
    return bad();
  if ('round' in line) {
    const deal = dealOf(line, round);
    return deal ? { event: { kind: 'deal', line: number, text, round: deal }, t } : bad();
  }
  if (typeof line['move'] === 'string') {
    const played = { seat: Number(line['seat']), move: line['move'], t: Math.max(0, t) };
    return isSeat(line['seat']) && only(line, 'seat move t clock') ? { event: { kind: 'move', line: number, text, played }, t } : bad();
  }
  return 'score' in line || 'round-end' in line || 'game-end' in line ? { event: { kind: 'follows', line: number, text }, t } : bad();
}

/** Reads a record as far as possible without the rules; throws BadRecord. */
export function readRecord(text: string): ReadRecord {
  const lines = text.trimEnd().split(/\r?\n/), header = objectOf(lines[0] ?? '', 1);
  const { boneyard, rules, players, date } = header;
  if (typeof boneyard !== 'number' || typeof rules !== 'string' || !Array.isArray(players) || !players.every((p) => typeof p === 'string'))
    throw new BadRecord(tell('record.none'));
  if (boneyard !== 1)
    throw new BadRecord(tell('record.version'));
  const read: ReadRecord = { rules, labels: players as string[], date: typeof date === 'string' ? date : '', header: lines[0] ?? '', events: [], ms: 0 };
  let rounds = 0;
  lines.slice(1).forEach((line, i) => {
    const { event, t } = eventOf(line, i + 2, rounds + 1);
    rounds += event.kind === 'deal' ? 1 : 0;
    read.events.push(event);
    read.ms = Math.max(read.ms, t);
  });
  return read;
}

/** A record with at least one event. */
export function readWhole(text: string): ReadRecord {
  const record = readRecord(text);
  if (record.events.length === 0)
    throw new BadRecord(tell('record.none'));
  return record;
}

/** The game in a record, for the worker and for viewing. */
export function historyOf(record: ReadRecord, names: string[], seed: string): History {
  const rounds: Round[] = [];
  for (const event of record.events)
    if (event.kind === 'deal')
      rounds.push({ ...event.round, moves: [] });
    else if (event.kind === 'move')
      rounds.at(-1)?.moves.push(event.played);
  return { rules: record.rules, names, seed, rounds };
}
