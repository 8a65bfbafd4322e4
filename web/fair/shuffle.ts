// SPDX-License-Identifier: MIT
// The second implementation of the fair shuffle (docs/fairness.md; the first is src/fair/fair.c): the formulas, on
// bytes alone.
import { blake2b } from '@noble/hashes/blake2.js';

/** One person's part of a shuffle. */
export interface Part { seat: number; hash: Uint8Array; share: Uint8Array }

/** The data to which a shuffle is bound: `table` is 16 bytes, `before` the transcript. */
interface Bound { table: Uint8Array; deal: number; rules: string; before: Uint8Array }

const utf8 = new TextEncoder();

/** Encodes bytes as base64url without '=', as on the wire and in records. */
export const toText = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** The reverse; null unless it is exactly `n` bytes. */
export function toBytes(text: unknown, n: number): Uint8Array | null {
  if (typeof text !== 'string' || !/^[\w-]*$/.test(text))
    return null;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return bytes.length === n && toText(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

export const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

function number(value: number | bigint, bytes: 4 | 8): Uint8Array {
  const out = new Uint8Array(bytes), view = new DataView(out.buffer);
  if (bytes === 8)
    view.setBigUint64(0, BigInt(value), true);
  else
    view.setUint32(0, Number(value), true);
  return out;
}

/** With its length before it. */
const long = (what: Uint8Array | string): Uint8Array[] => {
  const bytes = typeof what === 'string' ? utf8.encode(what) : what;
  return [number(bytes.length, 4), bytes];
};

function hash(length: 32 | 64, key: Uint8Array | null, ...parts: Uint8Array[]): Uint8Array {
  const hasher = blake2b.create(key ? { dkLen: length, key } : { dkLen: length });
  parts.forEach((part) => hasher.update(part));
  return hasher.digest();
}

export const commitOf = ({ table, deal, rules, before }: Bound, secret: Uint8Array): Uint8Array =>
  hash(32, null, ...long('BY1 commit'), ...long(table), number(deal, 8), ...long(rules), ...long(before), ...long(secret));

export const hashOf = (table: Uint8Array, deal: number, seat: number, commit: Uint8Array, share: Uint8Array): Uint8Array =>
  hash(32, null, ...long('BY1 share'), ...long(table), number(deal, 8), number(seat, 4), ...long(commit), ...long(share));

export const keyOf = (table: Uint8Array, deal: number, commit: Uint8Array, parts: readonly Part[], secret: Uint8Array): Uint8Array =>
  hash(64, secret, ...long('BY1 deck'), ...long(table), number(deal, 8), ...long(commit), number(parts.length, 4),
    ...parts.flatMap((part) => [number(part.seat, 4), ...long(part.hash), ...long(part.share)]));

/** A contributor to the shuffle of a round with duplicate deals. */
export interface RoundPart extends Part { table: Uint8Array }
/** Such a shuffle: `tournament` is 16 bytes, `round` the number of the tournament's round. */
interface RoundBound { tournament: Uint8Array; round: number; deal: number }

const roundLong = ({ tournament, round, deal }: RoundBound): Uint8Array[] => [...long(tournament), number(round, 8), number(deal, 8)];

export const roundCommitOf = (bound: RoundBound, secret: Uint8Array): Uint8Array =>
  hash(32, null, ...long('BY1 round'), ...roundLong(bound), ...long(secret));

export const roundKeyOf = (bound: RoundBound, commit: Uint8Array, parts: readonly RoundPart[], secret: Uint8Array): Uint8Array =>
  hash(64, secret, ...long('BY1 duplicate'), ...roundLong(bound), ...long(commit), number(parts.length, 4),
    ...parts.flatMap((part) => [...long(part.table), number(part.seat, 4), ...long(part.hash), ...long(part.share)]));

/** The key of deal k of each match. */
export const dealKeyOf = (key: Uint8Array, deal: number): Uint8Array => hash(64, key, ...long('BY1 deal'), number(deal, 4));

/** Whether a contributor comes after another one: by the table's bytes, then by seat. */
export function isAfter(a: RoundPart, b: RoundPart): boolean {
  const at = a.table.findIndex((byte, i) => byte !== b.table[i]);
  return at < 0 ? a.seat > b.seat : a.table[at]! > b.table[at]!;
}

const streamKey = (key: Uint8Array, tag: string, attempt?: number): Uint8Array =>
  hash(64, key, ...long(tag), ...(attempt === undefined ? [] : [number(attempt, 4)]));

/** Shuffles a list with the numbers of a stream. */
function shuffled<T>(list: T[], key: Uint8Array): T[] {
  let block = 0, words: bigint[] = [];
  const below = (n: bigint): bigint => {
    for (;;) {
      if (words.length === 0) {
        const view = new DataView(hash(64, key, number(block++, 8)).buffer);
        words = Array.from({ length: 8 }, (_, i) => view.getBigUint64(8 * i, true));
      }
      const value = words.shift()!;
      if (value >= (1n << 64n) % n)
        return value % n;
    }
  };
  for (let i = list.length - 1; i > 0; i--) {
    const j = Number(below(BigInt(i + 1)));
    [list[i], list[j]] = [list[j]!, list[i]!];
  }
  return list;
}

/** The tiles of a set in canonical order, without the double of `lacks` unless that is null. */
export function ordered(set: number, lacks: number | null): string[] {
  const list: string[] = [];
  for (let high = 0; high <= set; high++)
    for (let low = 0; low <= high; low++)
      if (high !== lacks || low !== lacks)
        list.push(`${high}-${low}`);
  return list;
}

export const deckOf = (key: Uint8Array, attempt: number, tiles: readonly string[]): string[] =>
  shuffled([...tiles], streamKey(key, 'BY1 attempt', attempt));

/** The seat that wins the lot: most pips, then the higher half, then the lower seat. */
export function lotOf(key: Uint8Array, tiles: readonly string[], players: number): number {
  const drawn = shuffled([...tiles], streamKey(key, 'BY1 lot')).slice(0, players).map((tile) => tile.split('-').map(Number));
  const worth = drawn.map(([high = 0, low = 0]) => (high + low) * 100 + high);
  return worth.indexOf(Math.max(...worth));
}

/** The position in the list of commitments of each place in the deck. */
export const listOf = (key: Uint8Array, attempt: number, n: number): number[] =>
  shuffled(Array.from({ length: n }, (_, i) => i), streamKey(key, 'BY1 list', attempt));

export const saltOf = (key: Uint8Array, attempt: number, place: number): Uint8Array =>
  hash(32, key, ...long('BY1 salt'), number(attempt, 4), number(place, 4));

export const placeOf = (salt: Uint8Array, place: number, tile: string): Uint8Array =>
  hash(32, null, ...long('BY1 place'), ...long(salt), number(place, 4), ...long(tile));

/** A deck's whole list of commitments. */
export function placesOf(key: Uint8Array, attempt: number, deck: readonly string[]): Uint8Array[] {
  const at = listOf(key, attempt, deck.length), places: Uint8Array[] = [];
  deck.forEach((tile, p) => { places[at[p]!] = placeOf(saltOf(key, attempt, at[p]!), at[p]!, tile); });
  return places;
}

/** The transcript before the first line, and after each further one. */
export const beginOf = (table: Uint8Array, rules: string): Uint8Array =>
  hash(32, null, ...long('BY1 table'), ...long(table), ...long(rules));
export const nextOf = (transcript: Uint8Array, line: string): Uint8Array =>
  hash(32, null, ...long('BY1 event'), ...long(transcript), ...long(line));

const heardKeys = ['round', 'lead', 'round-end', 'game-end', 'seat', 'move', 'score', 'gains', 'winners', 'scores', 'hands'];

/** An event as told to a spectator: a line of the transcript. */
export const heard = (event: Readonly<Record<string, unknown>>): string => JSON.stringify(Object.fromEntries(heardKeys
  .filter((key) => key in event).map((key) => [key, key === 'move' && String(event[key]).startsWith('draw') ? 'draw' : event[key]])));
export const gaveUp = (deal: number, seats: readonly number[]): string => JSON.stringify({ abort: deal, seats });
