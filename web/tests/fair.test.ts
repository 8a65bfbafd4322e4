// SPDX-License-Identifier: MIT
// The fair shuffle, written a second time: the same numbers as the C program's, its records proved, and a table watched while it is played.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Checker, type FairEvent, type Why } from '../fair/checker';
import { asked, attemptFits, leadOf, tilesOf } from '../fair/lead';
import { type Verdict, verifyRecord } from '../fair/record';
import * as shuffle from '../fair/shuffle';
import { verdictWords, wordsOf } from '../fair/words';

const games = process.env['BONEYARD_GOLDEN'] ?? fileURLToPath(new URL('../../tests/golden/games', import.meta.url)), folder = join(games, '../fair');
const there = existsSync(folder), records = there ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const bytes = (text: string, n: number): Uint8Array => shuffle.toBytes(text, n)!;

type Line = Record<string, unknown>;
interface Vector {
  begin: string; lines: string[]; table: string; rules: string; round: number; deal: number; before: string; secret: string; commit: string;
  shares: [number, string, string][]; key: string; lot: number; attempt: number; lead: number; deck: string[]; list: number[]; salts: string[];
  places: string[];
}
const vectors = there ? JSON.parse(textOf('vectors.json')) as Vector[] : [];

describe.runIf(there)('the numbers of the C program', () => {
  it.each(vectors.map((one) => [`${one.rules}, shuffle ${one.deal}`, one] as const))('%s', (_, one) => {
    const table = bytes(one.table, 16), before = bytes(one.before, 32), secret = bytes(one.secret, 64), commit = bytes(one.commit, 32);
    expect(shuffle.toText(shuffle.beginOf(table, one.rules))).toBe(one.begin);
    expect(shuffle.toText(one.lines.reduce(shuffle.nextOf, bytes(one.begin, 32)))).toBe(one.before);
    expect(shuffle.toText(shuffle.commitOf({ table, deal: one.deal, rules: one.rules, before }, secret))).toBe(one.commit);
    const parts = one.shares.map(([seat, hash, share]) => ({ seat, hash: bytes(hash, 32), share: bytes(share, 32) }));
    for (const { seat, hash, share } of parts)
      expect(shuffle.hashOf(table, one.deal, seat, commit, share)).toEqual(hash);
    const key = shuffle.keyOf(table, one.deal, commit, parts, secret);
    expect(shuffle.toText(key)).toBe(one.key);
    const rules = asked(one.rules)!, tiles = tilesOf(rules, one.round, one.deck.length);
    const decks = Array.from({ length: one.attempt + 1 }, (_, a) => shuffle.deckOf(key, a, tiles)), deck = decks.at(-1)!;
    expect(deck).toEqual(one.deck);
    expect(attemptFits(rules, one.round, false, decks)).toBe(true);
    expect(attemptFits(rules, one.round, false, [...decks, deck])).toBe(false);
    expect(shuffle.lotOf(key, tiles, rules.players)).toBe(one.lot);
    expect([one.lead, null]).toContain(leadOf(rules, one.round, false, deck, key, tiles));
    expect(shuffle.listOf(key, one.attempt, deck.length)).toEqual(one.list);
    expect(one.salts.map((_, place) => shuffle.toText(shuffle.saltOf(key, one.attempt, place)))).toEqual(one.salts);
    expect(shuffle.placesOf(key, one.attempt, deck).map(shuffle.toText)).toEqual(one.places);
  });
});

/** The line and why, of a record that is not proved. */
const whyOf = (verdict: Verdict): Why | 'none' | 'proven' => (verdict.is === 'wrong' ? verdict.why : verdict.is);
const joined = (lines: readonly Line[]): string => lines.map((line) => JSON.stringify(line)).join('\n');

describe.runIf(there)('a record of the C program', () => {
  it.each(records)('%s is proved', (name) => {
    const verdict = verifyRecord(textOf(name)), lines = textOf(name).trimEnd().split('\n').map((line) => JSON.parse(line) as Line);
    const rounds = lines.filter((line) => 'round' in line).map((line) => line['fair'] as Line);
    expect(verdict).toMatchObject({ is: 'proven', names: lines[0]!['players'] });
    expect(verdict.is === 'proven' && verdict.rounds.map(({ seats }) => seats.length)).toEqual(rounds.map(({ shares }) => (shares as unknown[]).length));
    expect(verdict.is === 'proven' && verdict.rounds.map(({ aborted }) => aborted.length))
      .toEqual(rounds.map(({ aborted }) => ((aborted ?? []) as unknown[]).length));
  });

  it('is not when a tile of it, a line or a member of fair is changed or gone', () => {
    let changes = 0;
    for (const name of records) {
      const read = (): Line[] => textOf(name).trimEnd().split('\n').map((line) => JSON.parse(line) as Line);
      const rounds = read().flatMap((line, i) => ('round' in line ? [i] : []));
      const tried = (what: string, change: (lines: Line[]) => void): void => {
        const lines = read();
        change(lines);
        changes++;
        expect(whyOf(verifyRecord(joined(lines))), `${name}: ${what}`).not.toBe('proven');
      };
      const other = (was: unknown): unknown => (typeof was === 'number' ? was + 1 : typeof was === 'boolean' ? !was
        : typeof was === 'string' ? (was.startsWith('A') ? 'B' : 'A') + was.slice(1) : [...(was as unknown[]), [15, 'A'.repeat(43), 'A'.repeat(43)]]);
      tried('table', (lines) => Object.assign(lines[0]!, { fair: { table: 'A'.repeat(22) } }));
      tried('rules', (lines) => Object.assign(lines[0]!, { rules: 'draw:basics target=41' }));
      for (const at of rounds.slice(0, 2)) {
        for (const key of ['deal', 'commit', 'before', 'shares', 'secret', 'attempt', 'alone', 'more']) {
          tried(`${key} changed`, (lines) => { (lines[at]!['fair'] as Line)[key] = other((lines[at]!['fair'] as Line)[key] ?? 0); });
          if (key !== 'more')
            tried(`${key} gone`, (lines) => { delete (lines[at]!['fair'] as Line)[key]; });
        }
        tried('two tiles', (lines) => {
          const deck = lines[at]!['deck'] as string[], n = deck.length;
          [deck[n - 1], deck[n - 2]] = [deck[n - 2]!, deck[n - 1]!];
        });
      }
      if (rounds.length > 1)            // whatever is played before a shuffle is part of it
        for (const at of Array.from({ length: rounds[1]! - 2 }, (_, i) => i + 2).filter((_, i) => i % 19 === 0))
          tried(`line ${at + 1} gone`, (lines) => { lines.splice(at, 1); });
    }
    expect(changes).toBeGreaterThan(200);
  });

  it('says what is wrong', () => {
    const lines = (): Line[] => textOf('1.jsonl').trimEnd().split('\n').map((line) => JSON.parse(line) as Line);
    const tried = (change: (fair: Line, lines: Line[]) => void): Verdict => {
      const all = lines();
      change(all.find((line) => 'round' in line)!['fair'] as Line, all);
      return verifyRecord(joined(all));
    };
    expect(tried((fair) => { fair['secret'] = 'A'.repeat(86); })).toEqual({ is: 'wrong', line: 2, why: 'commit' });
    expect(tried((fair) => { (fair['shares'] as string[][])[0]![2] = 'A'.repeat(43); })).toEqual({ is: 'wrong', line: 2, why: 'share', seat: 0 });
    expect(tried((fair) => { fair['before'] = 'A'.repeat(43); })).toEqual({ is: 'wrong', line: 2, why: 'transcript' });
    expect(tried((fair) => { fair['attempt'] = 1; })).toEqual({ is: 'wrong', line: 2, why: 'attempt' });
    expect(tried((fair, all) => { delete all.findLast((line) => 'round' in line && (line['fair'] as Line)['aborted'])?.['fair']; void fair; }).is).toBe('wrong');
    expect(tried((_, all) => all.forEach((line) => { delete line['fair']; }))).toEqual({ is: 'none' });
    expect(verifyRecord('')).toMatchObject({ is: 'wrong', line: 1 });
    expect(verifyRecord('{"boneyard":1,"fair":7}')).toMatchObject({ is: 'wrong', line: 1, why: 'bytes' });
  });
});

/** A record as the events of the wire that seat `you` hears (-1: who only watches).  `own`: that seat's share is its page's own. */
function events(text: string, you: number): FairEvent[] {
  const lines = text.trimEnd().split('\n').map((line) => JSON.parse(line) as Line), told: FairEvent[] = [];
  const table = bytes((lines[0]!['fair'] as { table: string }).table, 16), rules = asked(String(lines[0]!['rules']))!;
  let open = new Map<string, [number, string, string]>(), secret: { secret: string; deal: number } | null = null;
  for (let at = 1; at < lines.length; at++) {
    const line = lines[at]!;
    if ('round' in line) {
      const { deal, commit, shares, attempt, aborted, secret: s } = line['fair'] as Line & { deal: number; commit: string; shares: [number, string, string][];
        attempt: number; aborted?: [number, number[]][]; secret: string };
      for (let before = 1; at === 1 && before < deal - (aborted?.length ?? 0); before++)         // of matches before this one
        told.push({ what: 'commit', fair: { deal: before, commit } }, { what: 'abort', fair: { deal: before, seats: [] } });
      if (at === 1)
        told.push({ what: 'start' });
      for (const [number, seats] of aborted ?? [])
        told.push({ what: 'commit', fair: { deal: number, commit } }, { what: 'hashes', fair: { deal: number, hashes: [] } },
          { what: 'abort', fair: { deal: number, seats } });
      told.push({ what: 'commit', fair: { deal, commit } }, { what: 'hashes', fair: { deal, hashes: shares.map(([seat, hash]) => [seat, hash]) } });
      shares.forEach(([seat, , share]) => told.push({ what: 'reveal', fair: { deal, seat, share } }));
      const key = shuffle.keyOf(table, deal, bytes(commit, 32), shares.map(([seat, hash, share]) => ({ seat, hash: bytes(hash, 32), share: bytes(share, 32) })),
        bytes(s, 64));
      const deck = line['deck'] as string[], list = shuffle.listOf(key, attempt, deck.length);
      open = new Map(deck.map((tile, p) => [tile, [list[p]!, tile, shuffle.toText(shuffle.saltOf(key, attempt, list[p]!))]]));
      secret = { secret: s, deal };
      const own = rules.hand === 0 ? deck.slice(0, 3) : you < 0 ? [] : deck.slice(you * rules.hand, (you + 1) * rules.hand);
      told.push({ what: 'deal', events: [{ round: line['round'], lead: line['lead'] }], fair: { deal, attempt,
        places: shuffle.placesOf(key, attempt, deck).map(shuffle.toText), open: own.map((tile) => open.get(tile)!) } });
      continue;
    }
    const heard: Line[] = [line];
    while (at + 1 < lines.length && !('move' in lines[at + 1]!) && !('round' in lines[at + 1]!))
      heard.push(lines[++at]!);
    const move = String(line['move']), own = line['seat'] === you || rules.hand === 0, tiles = move.startsWith('draw') && !own ? [] : [...move.split('@')[0]!
      .matchAll(/(\d+)-(\d+)/g)].map(([, a, b]) => (Number(a) > Number(b) ? `${a}-${b}` : `${b}-${a}`));
    const first: Line = move.startsWith('draw') && !own ? { ...line, move: 'draw' } : line, over = heard.some((one) => 'round-end' in one || 'game-end' in one);
    told.push({ what: 'play', events: [first, ...heard.slice(1)], fair: over ? secret! : { open: tiles.map((tile) => open.get(tile)!) } });
  }
  return told;
}
const headerOf = (text: string): { rules: string; fair: { table: string } } => JSON.parse(text.split('\n', 1)[0]!) as never;
const checkerOf = (text: string): Checker => new Checker(headerOf(text).fair.table, headerOf(text).rules);

/** Hears events until something fails, and says what. */
function heardAll(text: string, told: readonly FairEvent[]): string {
  const checker = checkerOf(text);
  for (const event of told) {
    const now = checker.hear(event);
    if (now.is === 'failed')
      return now.why;
  }
  return checker.state.is;
}

describe.runIf(there)('while a table is played', () => {
  it.each(records)('all of %s holds, at a seat and beside the table', (name) => {
    const text = textOf(name), rounds = text.split('\n').filter((line) => line.startsWith('{"round":')).length;
    for (const you of [-1, 0, asked(headerOf(text).rules)!.players - 1]) {
      const checker = checkerOf(text);
      let proven = 0;
      for (const event of events(text, you)) {
        const now = checker.hear(event);
        expect(now.is, JSON.stringify([event, now]).slice(0, 400)).not.toBe('failed');
        proven += now.is === 'proven' && event.fair?.secret ? 1 : 0;
      }
      expect(proven).toBe(rounds);
    }
  });

  /** What people at tables of a real server have heard, and who only watched. */
  const told = there ? JSON.parse(textOf('heard.json')) as { table: string; rules: string; events: FairEvent[] }[] : [];
  it.each(told.map((one) => [one.rules, one] as const))('all that was heard at a table of %s holds', (_, { table, rules, events: all }) => {
    const checker = new Checker(table, rules), states = all.map((event) => [event.fair?.secret !== undefined, checker.hear(event).is] as const);
    expect(states.filter(([, is]) => is === 'failed')).toEqual([]);
    expect(states.filter(([over]) => over).length).toBeGreaterThan(0);
    expect(states.filter(([over, is]) => over && is !== 'proven')).toEqual([]);
  });

  it('every fault of a server is found, when it can be seen at the latest', () => {
    const text = textOf('1.jsonl'), found = (change: (told: FairEvent[]) => void, you = 0): string => {
      const told = structuredClone(events(text, you));
      change(told);
      return heardAll(text, told);
    };
    const at = (told: FairEvent[], what: string): FairEvent => told.slice(told.findIndex((one) => one.what === 'start')).find((one) => one.what === what)!;
    const play = (told: FairEvent[]): FairEvent => told.find(({ what, fair, events: [first] = [] }) => what === 'play' && (fair?.open?.length ?? 0) > 0 && first?.['seat'] !== 0)!;
    const draw = (told: FairEvent[]): FairEvent => told.find((one) => String(one.events?.[0]?.['move']).startsWith('draw '))!;
    expect(found(() => undefined)).toBe('proven');
    expect(found((told) => { at(told, 'commit').fair!.commit = 'A'.repeat(43); })).toBe('share');
    expect(found((told) => { at(told, 'commit').fair!.deal!++; })).toBe('gap');
    expect(found((told) => { at(told, 'reveal').fair!.share = 'A'.repeat(43); })).toBe('share');
    expect(found((told) => { told.splice(told.indexOf(at(told, 'reveal')), 1); })).toBe('share');
    expect(found((told) => { told.splice(told.indexOf(at(told, 'hashes')), 1); })).toBe('order');
    expect(found((told) => { at(told, 'deal').fair!.places![3] = 'A'.repeat(43); })).toMatch(/place|key/);
    expect(found((told) => { at(told, 'deal').fair!.attempt = 1; })).toBe('attempt');
    expect(found((told) => { (at(told, 'deal').events![0] as Line)['lead'] = 2 - Number(at(told, 'deal').events![0]!['lead']); })).toMatch(/lead|commit/);
    expect(found((told) => { at(told, 'deal').fair!.open![0]![2] = 'A'.repeat(43); })).toBe('place');
    expect(found((told) => { at(told, 'deal').fair!.open![0]![0] ^= 1; })).toBe('place');
    expect(found((told) => { play(told).fair!.open = []; })).toBe('tile');
    expect(found((told) => { play(told).fair!.open![0]![1] = '5-5'; })).toBe('place');
    expect(found((told) => { told.find(({ fair }) => fair?.secret)!.fair!.secret = 'A'.repeat(86); })).toBe('commit');
    expect(found((told) => { (draw(told).events![0] as Line)['seat'] = 1; })).toMatch(/hand|draw/);
    expect(found((told) => { told.splice(told.findIndex((one) => one.events?.[0]?.['move'] === 'draw'), 1); }, -1)).toMatch(/hand|draw|commit/);
    expect(found((told) => { told.find(({ what }) => what === 'play')!.fair = { open: [[99, '6-6', 'A'.repeat(43)]] }; })).toBe('place');
  });

  it('takes part: makes a share, keeps it over a reload, and tells when it was changed or left out', () => {
    const kept = new Map<string, string>(), keep = { getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value), removeItem: (key: string) => void kept.delete(key) };
    const table = 'A'.repeat(22), commit = { what: 'commit', fair: { deal: 1, commit: 'B'.repeat(42) + 'A' } }, fresh = (): Checker => {
      const checker = new Checker(table, 'muggins:number', keep);
      checker.hear({ what: 'start' });
      checker.hear(commit);
      return checker;
    };
    const one = fresh(), sent = one.share(1)!;
    expect(one.share(1)).toEqual(sent);
    expect(one.reveal()).toBeNull();
    expect(one.hear({ what: 'hashes', fair: { deal: 1, hashes: [[1, sent.hash]] } }).is).toBe('waiting');
    const again = fresh();
    again.hear({ what: 'hashes', fair: { deal: 1, hashes: [[1, sent.hash]] } });
    expect(again.reveal()).toEqual(one.reveal());
    expect(shuffle.toText(shuffle.hashOf(bytes(table, 16), 1, 1, bytes(commit.fair.commit, 32), bytes(one.reveal()!.share, 32)))).toBe(sent.hash);
    const changed = fresh();
    changed.share(1);
    changed.taken(1);
    expect(changed.hear({ what: 'hashes', fair: { deal: 1, hashes: [[1, 'A'.repeat(43)]] } })).toMatchObject({ is: 'failed', why: 'hash' });
    expect(changed.reveal()).toBeNull();
    const slower = fresh();             // a second page of the same person: the first one's share counts
    slower.share(1);
    expect(slower.hear({ what: 'hashes', fair: { deal: 1, hashes: [[1, 'A'.repeat(43)]] } }).is).toBe('waiting');
    expect(slower.reveal()).toBeNull();
    const out = fresh();
    out.share(1);
    out.hear({ what: 'hashes', fair: { deal: 1, hashes: [] } });
    expect(out.reveal()).toBeNull();
    expect(fresh().share(1)).toEqual(sent);
    one.hear({ what: 'abort', fair: { deal: 1, seats: [2] } });
    expect(kept.size).toBe(0);
  });

  it('forgets moves that were taken back', () => {
    const text = textOf('1.jsonl'), told = events(text, 0), checker = checkerOf(text), first = told.findIndex(({ what }) => what === 'play');
    const more = [...told.slice(0, first + 3), { what: 'undo', count: 2 }, ...told.slice(first + 1)];
    expect(heardAll(text, more)).toBe('proven');
    expect(checker.state).toEqual({ is: 'waiting' });
  });

  it('lets the server give up a round that was dealt, but not for a seat', () => {
    const text = textOf('1.jsonl'), told = events(text, 0), first = told.findIndex(({ what }) => what === 'play');
    const deal = told.findLast(({ what }, i) => i < first && what === 'commit')!.fair!.deal!;
    for (const [seats, is] of [[[], 'waiting'], [[1], 'failed']] as const) {
      const checker = checkerOf(text);
      for (const event of told.slice(0, first + 3))
        checker.hear(event);
      expect(checker.hear({ what: 'abort', fair: { deal, seats: [...seats] } }).is).toBe(is);
      expect(checker.share(0)).toBeNull();
    }
  });

  it('has words for all of it', () => {
    expect(wordsOf({ is: 'waiting' })).not.toBe('');
    expect(wordsOf({ is: 'proven', round: 2, seats: [], mine: false })).toContain('server');
    expect(wordsOf({ is: 'failed', round: 2, why: 'place' })).toContain('round 2');
  });
});

/** Two tables of a round with duplicate deals: what a player of each has heard, and their records (tests/server/duplicate.py). */
describe.runIf(there)('duplicate deals', () => {
  const tables = there ? JSON.parse(textOf('duplicate.json')) as { table: string; rules: string; events: FairEvent[]; record: string }[] : [];
  const placesOf = (events: FairEvent[]): (string[] | undefined)[] => events.filter(({ what }) => what === 'deal').map(({ fair }) => fair?.places);
  const hearing = ({ table, rules, events: all }: (typeof tables)[0], change: (told: FairEvent[]) => void = () => undefined): string => {
    const checker = new Checker(table, rules), told = structuredClone(all);
    change(told);
    for (const event of told) {
      const now = checker.hear(event);
      if (now.is === 'failed')
        return now.why;
    }
    return checker.state.is;
  };

  it('are proved at each table once all have finished, and not before', () => {
    for (const one of tables) {
      expect(hearing(one)).toBe('proven');
      expect(hearing(one, (told) => told.splice(told.findIndex(({ what }) => what === 'publish')))).toBe('fine');
      expect(one.events.filter(({ fair }) => fair?.secret !== undefined).map(({ what }) => what)).toEqual(['publish']);
    }
    const [a, b] = tables.map(({ events: all }) => placesOf(all)), least = Math.min(a!.length, b!.length);
    expect(least).toBeGreaterThan(1);
    expect(a!.slice(0, least)).toEqual(b!.slice(0, least));
  });

  it('every fault of a server is found', () => {
    const at = (told: FairEvent[], what: string, n = 0): FairEvent => told.filter((one) => one.what === what)[n]!, zero = 'A'.repeat(43);
    const found = (change: (told: FairEvent[]) => void): string => hearing(tables[0]!, change);
    expect(found((told) => { at(told, 'commit').fair!.round!++; })).toBe('commit');
    expect(found((told) => { at(told, 'publish').fair!.secret = 'A'.repeat(86); })).toBe('commit');
    expect(found((told) => { at(told, 'hashes').fair!.others![0]![2] = zero; })).toBe('hash');
    expect(found((told) => { at(told, 'publish').fair!.shares!.find(([table]) => table !== tables[0]!.table)![3] = zero; })).toBe('share');
    expect(found((told) => { at(told, 'publish').fair!.shares!.find(([table]) => table === tables[0]!.table)![3] = zero; })).toBe('share');
    expect(found((told) => { at(told, 'publish').fair!.shares!.reverse(); })).toMatch(/hash|key/);
    expect(found((told) => { at(told, 'deal', 1).fair!.places = at(told, 'deal').fair!.places!; })).toMatch(/place|key/);
    expect(found((told) => { (at(told, 'deal', 1).events![0] as Line)['lead'] = 1 - Number(at(told, 'deal', 1).events![0]!['lead']); })).toMatch(/lead|proven/);
    expect(found((told) => { at(told, 'deal', 1).fair!.attempt = 1; })).toBe('attempt');
  });

  it('prove the records', () => {
    const changed = (what: string, to: string): Verdict => verifyRecord(tables[0]!.record.replace(what, to));
    for (const { record } of tables) {
      const verdict = verifyRecord(record), rounds = verdict.is === 'proven' ? verdict.rounds : [];
      expect(rounds.length).toBeGreaterThan(1);
      expect(rounds.map(({ round, seats, others }) => [round, seats, others])).toEqual(rounds.map((_, i) => [i + 1, [0, 1], 2]));
    }
    expect(changed('"secret":"', '"secret":"A')).toMatchObject({ is: 'wrong', line: 1 });
    expect(changed('"round":1,"deal":1', '"round":2,"deal":1')).toMatchObject({ is: 'wrong', line: 1, why: 'commit' });
    expect(changed('"attempt":0', '"attempt":1')).toMatchObject({ is: 'wrong', line: 2, why: 'attempt' });
    expect(verdictWords(verifyRecord(tables[0]!.record))[1]).toContain('2 ');
  });
});
