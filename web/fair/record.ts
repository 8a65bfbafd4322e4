// SPDX-License-Identifier: MIT
// Recalculates a record's shuffles from its text alone. The core checks that it follows the rules (core/session.ts).
import type { Why } from './checker';
import { asked, attemptFits, leadOf, tilesOf } from './lead';
import {
  beginOf, commitOf, dealKeyOf, deckOf, gaveUp, hashOf, heard, isAfter, keyOf, nextOf, type Part, roundCommitOf, roundKeyOf, type RoundPart, same, toBytes,
} from './shuffle';

/** A verified round: the contributors (none: only the server), and the shuffles aborted before it, with the seats that
 * did not reveal. `others`: how many players at other tables contributed to duplicate deals. */
export interface ProvenRound { round: number; deal: number; seats: number[]; others: number; attempt: number; aborted: [number, number[]][] }

export type Verdict =
  | { is: 'proven'; names: string[]; rounds: ProvenRound[] }
  | { is: 'none' }                      // the record has no data about its shuffles
  | { is: 'wrong'; line: number; why: Why; seat?: number };

type Line = Record<string, unknown>;

class Wrong extends Error {
  constructor(readonly why: Why, readonly seat?: number) { super(why); }
}
const must = (holds: boolean, why: Why, seat?: number): void => {
  if (!holds)
    throw new Wrong(why, seat);
};
function bytes(text: unknown, n: number): Uint8Array {
  const got = toBytes(text, n);
  if (!got)
    throw new Wrong('bytes');
  return got;
}
const isLine = (value: unknown): value is Line => typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const rises = (list: number[]): boolean => list.every((one, i) => i === 0 || one > list[i - 1]!);
const allowed = (line: Line, keys: string): boolean => Object.keys(line).every((key) => keys.split(' ').includes(key));

interface Way { table: Uint8Array; rules: string; players: number; transcript: Uint8Array; deal: number; tie: boolean; duplicate: Duplicate | null }
/** The shuffle of duplicate deals, with its key. */
interface Duplicate { deal: number; parts: RoundPart[]; key: Uint8Array }

function partsOf(list: unknown, players: number): Part[] {
  must(Array.isArray(list), 'bytes');
  const parts = (list as unknown[]).map((one) => {
    const [seat, hash, share, more] = Array.isArray(one) ? (one as unknown[]) : [];
    must(isCount(seat) && seat < players && more === undefined, 'bytes');
    return { seat: seat as number, hash: bytes(hash, 32), share: bytes(share, 32) };
  });
  must(rises(parts.map(({ seat }) => seat)), 'bytes');
  return parts;
}

/** The aborted shuffles; each is part of the transcript, and none may be missing. */
function abortedOf(way: Way, list: unknown, deal: number): [number, number[]][] {
  must(list === undefined || (Array.isArray(list) && list.length > 0 && list.length <= 64), 'bytes');
  const found = ((list ?? []) as unknown[]).map((one, i, all): [number, number[]] => {
    const [number, seats, more] = Array.isArray(one) ? (one as unknown[]) : [];
    must(number === deal - all.length + i && (number as number) > 0 && Array.isArray(seats) && more === undefined, 'gap');
    must((seats as unknown[]).every((seat) => isCount(seat) && seat < way.players) && rises(seats as number[]), 'gap');
    way.transcript = nextOf(way.transcript, gaveUp(number as number, seats as number[]));
    return [number as number, seats as number[]];
  });
  must(way.deal === 0 || deal - found.length === way.deal + 1, 'gap');
  return found;
}

/** The contributors to duplicate deals, as in a record and on the wire: [table, seat, hash, share], in order. */
function roundPartsOf(list: unknown): RoundPart[] {
  must(Array.isArray(list), 'bytes');
  const parts = (list as unknown[]).map((one) => {
    const [table, seat, hash, share, more] = Array.isArray(one) ? (one as unknown[]) : [];
    must(isCount(seat) && more === undefined, 'bytes');
    return { table: bytes(table, 16), seat: seat as number, hash: bytes(hash, 32), share: bytes(share, 32) };
  });
  must(parts.every((one, i) => i === 0 || isAfter(one, parts[i - 1]!)), 'bytes');
  return parts;
}

/** The `duplicate` member of a record's header. */
function duplicateOf(value: unknown, table: Uint8Array): Duplicate {
  if (!isLine(value) || !allowed(value, 'tournament round deal commit secret shares'))
    throw new Wrong('bytes');
  const { round, deal } = value, secret = bytes(value['secret'], 64), commit = bytes(value['commit'], 32), parts = roundPartsOf(value['shares']);
  must(isCount(round) && isCount(deal), 'bytes');
  const bound = { tournament: bytes(value['tournament'], 16), round: round as number, deal: deal as number };
  must(same(commit, roundCommitOf(bound, secret)), 'commit');
  for (const one of parts)
    must(same(one.hash, hashOf(one.table, bound.deal, one.seat, commit, one.share)), 'share', same(one.table, table) ? one.seat : undefined);
  return { deal: bound.deal, parts, key: roundKeyOf(bound, commit, parts, secret) };
}

/** Common to both kinds of rounds: the deck and the lead follow from the key. */
function dealt(way: Way, line: Line, key: Uint8Array, attempt: number): void {
  const deck = line['deck'], round = line['round'], rules = asked(way.rules);
  if (!rules || !isCount(round) || !Array.isArray(deck))
    throw new Wrong('bytes');
  const tiles = tilesOf(rules, round, deck.length);
  const decks = Array.from({ length: attempt + 1 }, (_, a) => deckOf(key, a, tiles)), held = decks.at(-1)!;
  must(attemptFits(rules, round, way.tie, decks), 'attempt');
  const written = (deck as unknown[]).map((tile) => String(tile).split('-').map(Number).sort((a, b) => b - a).join('-'));
  must(written.length === held.length && written.every((tile, i) => tile === held[i]), 'key');
  const lead = leadOf(rules, round, way.tie, held, key, tiles);
  must(lead === null || lead === line['lead'], 'lead');
}

function duplicateRound(way: Way, { deal, parts, key }: Duplicate, line: Line): ProvenRound {
  const fair = line['fair'], round = line['round'];
  if (!isLine(fair) || !isCount(round))
    throw new Wrong('bytes');
  const attempt = fair['attempt'], own = parts.filter(({ table }) => same(table, way.table)).map(({ seat }) => seat);
  if (!allowed(fair, 'attempt') || !isCount(attempt) || attempt >= 10_000)
    throw new Wrong('bytes');
  dealt(way, line, dealKeyOf(key, round), attempt);
  return { round, deal, seats: own, others: parts.length - own.length, attempt, aborted: [] };
}

function roundOf(way: Way, line: Line): ProvenRound {
  const fair = line['fair'], round = line['round'];
  if (way.duplicate)
    return duplicateRound(way, way.duplicate, line);
  if (!isLine(fair))
    throw new Wrong('bytes');
  must(allowed(fair, 'deal commit before shares secret attempt alone aborted'), 'bytes');
  must(isCount(fair['deal']) && fair['deal'] > way.deal && isCount(fair['attempt']) && fair['attempt'] < 10_000, 'bytes');
  const deal = fair['deal'] as number, attempt = fair['attempt'] as number, secret = bytes(fair['secret'], 64);
  const commit = bytes(fair['commit'], 32), before = bytes(fair['before'], 32), parts = partsOf(fair['shares'], way.players);
  const aborted = abortedOf(way, fair['aborted'], deal);
  must(fair['alone'] === (parts.length === 0), 'bytes');
  must(same(before, way.transcript), 'transcript');
  must(same(commit, commitOf({ table: way.table, deal, rules: way.rules, before }, secret)), 'commit');
  for (const { seat, hash, share } of parts)
    must(same(hash, hashOf(way.table, deal, seat, commit, share)), 'share', seat);
  dealt(way, line, keyOf(way.table, deal, commit, parts, secret), attempt);
  way.deal = deal;
  return { round: round as number, deal, seats: parts.map(({ seat }) => seat), others: 0, attempt, aborted };
}

/** The facts that the lines of a record prove about its shuffles. */
export function verifyRecord(text: string): Verdict {
  const rounds: ProvenRound[] = [], lines = text.trimEnd().split(/\r?\n/);
  let at = 0;
  try {
    const read = lines.map((line, i) => {
      at = i;
      try {
        const one = JSON.parse(line) as unknown;
        if (isLine(one))
          return one;
      } catch {
        // said below
      }
      throw new Wrong('bytes');
    });
    at = 0;
    if (!read.some((line) => 'fair' in line))
      return { is: 'none' };
    const { fair, rules, players } = read[0]!;
    must(isLine(fair) && allowed(fair, 'table duplicate') && typeof rules === 'string' && Array.isArray(players), 'bytes');
    const table = bytes((fair as Line)['table'], 16), names = (players as unknown[]).map(String);
    const transcript = beginOf(table, rules as string);
    const duplicate = 'duplicate' in (fair as Line) ? duplicateOf((fair as Line)['duplicate'], table) : null;
    const way: Way = { table, rules: rules as string, players: names.length, transcript, deal: 0, tie: false, duplicate };
    for (at = 1; at < read.length; at++) {
      const line = read[at]!;
      if ('round' in line)
        rounds.push(roundOf(way, line));
      if ('round-end' in line)
        way.tie = line['seat'] === null;
      way.transcript = nextOf(way.transcript, heard(line));
    }
    return { is: 'proven', names, rounds };
  } catch (error) {
    if (!(error instanceof Wrong))
      throw error;
    return { is: 'wrong', line: at + 1, why: error.why, ...(error.seat === undefined ? {} : { seat: error.seat }) };
  }
}
