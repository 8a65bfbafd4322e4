// SPDX-License-Identifier: MIT
// Checks a table's shuffles during play: it receives every wire event in order and reports what has been verified.
import { type Asked, asked, attemptFits, leadOf, tilesOf } from './lead';
import {
  beginOf, commitOf, dealKeyOf, deckOf, gaveUp, hashOf, heard, keyOf, listOf, nextOf, type Part, placeOf, placesOf, roundCommitOf, roundKeyOf,
  type RoundPart, same, toBytes, toText,
} from './shuffle';

/** An event's `fair`, as in docs/fairness.md. */
interface FairPart {
  deal?: number;
  commit?: string;
  hashes?: [number, string][];
  seat?: number;
  share?: string;
  seats?: number[];                     // abort: the seats that did not reveal; none: the server aborted
  attempt?: number;
  places?: string[];
  open?: [number, string, string][];    // place of the list, tile, salt
  secret?: string;
  // Duplicate deals: the tournament and its round with `commit`, the hashes at other tables with `hashes`, all shares with `publish`.
  tournament?: string;
  round?: number;
  others?: [string, number, string][];
  shares?: [string, number, string, string][];
}
/** The parts of an event that are checked; `count`: the moves that an undo took back. */
export interface FairEvent { what: string; events?: readonly Readonly<Record<string, unknown>>[]; fair?: FairPart; count?: number }

/** The possible faults. Each has a sentence `fair.why.…` in po/. */
export type Why = 'bytes' | 'order' | 'hash' | 'share' | 'list' | 'place' | 'twice' | 'tile' | 'hand' | 'commit' | 'transcript' | 'key'
  | 'attempt' | 'lead' | 'draw' | 'gap';

/** The state of the check. `seats` contributed (if empty, only the server did); `mine` says whether this page did. */
export type Fair =
  | { is: 'waiting' }
  | { is: 'fine' | 'proven'; round: number; seats: number[]; mine: boolean }
  | { is: 'failed'; round: number; why: Why };

/** The storage in which shares survive a reload of the page, such as sessionStorage. */
interface Keep { getItem(key: string): string | null; setItem(key: string, value: string): void; removeItem(key: string): void }

class Broken extends Error {
  constructor(readonly why: Why) { super(why); }
}
const must = (holds: boolean, why: Why): void => {
  if (!holds)
    throw new Broken(why);
};
function bytes(text: unknown, n: number): Uint8Array {
  const got = toBytes(text, n);
  if (!got)
    throw new Broken('bytes');
  return got;
}

interface Shuffle {
  deal: number;
  commit: Uint8Array;
  before: Uint8Array | null;            // null if unknown here
  from: number;                         // the lines before it
  hashes: Map<number, Uint8Array> | null;
  shares: Map<number, Uint8Array>;
  attempt: number;
  places: Uint8Array[] | null;
  open: Map<string, number>;            // by tile: its place in the list
  shown: Set<number>;
  moves: { seat: number; tiles: string[]; draw: boolean }[];
  left: string[][] | null;              // the hands at the end of the round
  tie: boolean;                         // the round before had no winner
  round: number;
  lead: number;
  cup: { tournament: Uint8Array; round: number; others: string[] } | null;      // duplicate deals; others: the other tables' hashes
}

interface Mine { deal: number; seat: number; share: Uint8Array; hash: Uint8Array; taken: boolean }

/** The tiles named by a move; a draw whose tiles only its owner sees names none. */
const tilesIn = (move: string): string[] => (move.startsWith('draw') ? move.split(' ').slice(1) : [move.split('@')[0]!])
  .flatMap((word) => /(\d+)-(\d+)/.exec(word)?.slice(1, 3).map(Number).sort((a, b) => b - a).join('-') ?? []);

export class Checker {
  private table: Uint8Array;
  private lines: string[] | null = [];
  private now: Shuffle | null = null;
  private last = 0;                     // the number of the previous shuffle
  private tie = false;
  private mine: Mine | null = null;
  private is: Fair = { is: 'waiting' };
  private past: Shuffle[] = [];         // duplicate deals that are yet to be proved

  /** `table`: the id as on the wire; `rules`: the canonical string. */
  constructor(table: string, private rules: string, private keep: Keep | null = null) {
    const id = toBytes(table, 16);
    if (!id)
      throw new RangeError('a table has 16 bytes');
    this.table = id;
  }

  get state(): Fair { return this.is; }

  /** Checks an event. Call it for every event of the table, in order, from the first. A failure is permanent. */
  hear(event: FairEvent): Fair {
    if (this.is.is !== 'failed')
      try {
        this.take(event);
      } catch (error) {
        if (!(error instanceof Broken))
          throw error;
        this.is = { is: 'failed', round: this.now?.round ?? 0, why: error.why };
      }
    return this.is;
  }

  /** Your hash for the committed shuffle, for your lowest seat, to be sent with `hash`; null if none is needed now.
   * Repeated calls return the same. */
  share(seat: number): { deal: number; hash: string } | null {
    const now = this.now;
    if (!now || now.hashes || this.is.is === 'failed')
      return null;
    if (this.mine?.deal !== now.deal) {
      const name = this.nameOf(now), share = toBytes(this.keep?.getItem(name), 32) ?? crypto.getRandomValues(new Uint8Array(32));
      this.keep?.setItem(name, toText(share));
      this.mine = { deal: now.deal, seat, share, hash: hashOf(this.table, now.deal, seat, now.commit, share), taken: false };
    }
    return { deal: now.deal, hash: toText(this.mine.hash) };
  }

  /** Records that the server has accepted the hash from share(), so that no other replaces it. */
  taken(deal: number): void {
    if (this.mine?.deal === deal)
      this.mine.taken = true;
  }

  /** The data that `reveal` sends once all commitments are known; null if yours is not among them. */
  reveal(): { deal: number; share: string } | null {
    const own = this.now && this.own(this.now);
    return own && this.now!.hashes && !this.now!.places && this.is.is !== 'failed' ? { deal: own.deal, share: toText(own.share) } : null;
  }

  /** The tiles of one of your seats, as displayed: each must have been opened for you. Whether they came from your
   * places in the deck is checked after the round. */
  hand(tiles: readonly string[]): Fair {
    if (this.is.is === 'fine' && !tiles.every((tile) => this.now?.open.has(tile)))
      this.is = { is: 'failed', round: this.now?.round ?? 0, why: 'hand' };
    return this.is;
  }

  private nameOf(now: Shuffle): string { return `boneyard fair ${toText(this.table)} ${now.deal} ${toText(now.commit)}`; }

  /** This page's part, if the server has accepted it. */
  private own(now: Shuffle): Mine | null {
    const mine = this.mine;
    if (mine?.deal === now.deal)
      return now.hashes && !now.hashes.has(mine.seat) ? null : mine;
    const kept = toBytes(this.keep?.getItem(this.nameOf(now)), 32);       // the page has been reloaded in the meantime
    for (const [seat, hash] of kept ? now.hashes ?? [] : [])
      if (same(hashOf(this.table, now.deal, seat, now.commit, kept!), hash))
        return this.mine = { deal: now.deal, seat, share: kept!, hash, taken: true };
    return null;
  }

  private take(event: FairEvent): void {
    const { what, fair } = event;
    if (what === 'start') {
      [this.lines, this.tie, this.now, this.past] = [[], false, null, []];
      this.is = { is: 'waiting' };
    } else if (what === 'commit' && fair)
      this.commit(fair);
    else if (what === 'hashes' && fair)
      this.hashes(fair);
    else if (what === 'reveal' && fair)
      this.revealed(fair);
    else if (what === 'abort' && fair)
      this.abort(fair);
    else if (what === 'deal' && fair)
      this.deal(fair, event.events ?? []);
    else if (what === 'publish' && fair)
      this.publish(fair);
    else if (what === 'undo')
      this.undo(event.count);
    else if (fair || event.events)
      this.play(fair ?? {}, event.events ?? []);
  }

  private running(deal: number | undefined): Shuffle {
    must(this.now?.deal === deal, 'order');
    return this.now!;
  }

  private commit(fair: FairPart): void {
    const deal = fair.deal ?? 0, cup = fair.tournament === undefined ? null : { tournament: bytes(fair.tournament, 16), round: fair.round ?? 0, others: [] };
    must(Number.isSafeInteger(deal) && (cup ? deal > this.last : deal === this.last + 1), 'gap');
    this.last = deal;
    const before = this.lines && this.lines.reduce(nextOf, beginOf(this.table, this.rules));
    this.now = { deal, commit: bytes(fair.commit, 32), before, from: this.lines?.length ?? 0, hashes: null, shares: new Map(), attempt: 0,
      places: null, open: new Map(), shown: new Set(), moves: [], left: null, tie: this.tie, round: 0, lead: -1, cup };
  }

  private hashes(fair: FairPart): void {
    const now = this.running(fair.deal), list = fair.hashes ?? [];
    must(!now.hashes, 'order');
    must(list.every(([seat], i) => Number.isInteger(seat) && seat >= 0 && seat < 16 && (i === 0 || seat > list[i - 1]![0])), 'order');
    now.hashes = new Map(list.map(([seat, hash]) => [seat, bytes(hash, 32)]));
    if (now.cup)
      now.cup.others = (fair.others ?? []).map((one) => one.join(' '));
    const mine = this.mine?.deal === now.deal ? this.mine : null, listed = mine && now.hashes.get(mine.seat);
    if (mine && listed && !same(listed, mine.hash)) {
      must(!mine.taken, 'hash');
      this.mine = null;                 // another page of the same person was faster
    }
  }

  private revealed(fair: FairPart): void {
    const now = this.running(fair.deal), seat = fair.seat ?? -1, hash = now.hashes?.get(seat), share = bytes(fair.share, 32);
    must(hash !== undefined && !now.places, 'order');
    must(same(hash!, hashOf(this.table, now.deal, seat, now.commit, share)), 'share');
    now.shares.set(seat, share);
  }

  private abort(fair: FairPart): void {
    const now = this.running(fair.deal), seats = fair.seats ?? [];
    must(!now.places || seats.length === 0, 'order');
    this.keep?.removeItem(this.nameOf(now));
    if (now.places) {                   // the server was restored from a backup: the round is void
      this.lines?.splice(now.from);
      this.is = { is: 'waiting' };
    }
    this.lines?.push(gaveUp(now.deal, seats));
    this.now = null;
  }

  private deal(fair: FairPart, events: readonly Readonly<Record<string, unknown>>[]): void {
    const now = this.next(this.running(fair.deal)), line = events.find((one) => 'round' in one);
    must(!now.places, 'order');
    must([...(now.hashes?.keys() ?? [])].every((seat) => now.shares.has(seat)), 'share');
    now.attempt = fair.attempt ?? 0;
    now.places = (fair.places ?? []).map((place) => bytes(place, 32));
    must(now.places.length > 0, 'list');
    now.round = Number(line?.['round'] ?? 0);
    now.lead = Number(line?.['lead'] ?? -1);
    const mine = this.own(now);
    this.keep?.removeItem(this.nameOf(now));
    this.is = { is: 'fine', round: now.round, seats: [...now.shares.keys()], mine: mine !== null && now.shares.has(mine.seat) };
    this.play(fair, events);
  }

  /** The later deals of a match have no shuffle of their own if they are duplicate. */
  private next(now: Shuffle): Shuffle {
    if (!now.cup || !now.places)
      return now;
    this.past.push(now);
    return this.now = { ...now, places: null, open: new Map(), shown: new Set(), moves: [], left: null, tie: this.tie };
  }

  /** Duplicate deals: the last table has finished, so all deals of this one can be recalculated. */
  private publish(fair: FairPart): void {
    const last = this.running(fair.deal), { cup } = last, secret = bytes(fair.secret, 64), own = toText(this.table);
    if (!cup)
      throw new Broken('order');
    const parts: RoundPart[] = (fair.shares ?? []).map(([table, seat, hash, share]) => ({ table: bytes(table, 16), seat, hash: bytes(hash, 32), share: bytes(share, 32) }));
    const others = (fair.shares ?? []).filter(([table]) => table !== own).map(([table, seat, hash]) => [table, seat, hash].join(' '));
    const mine = parts.filter(({ table }) => toText(table) === own), bound = { ...cup, deal: last.deal };
    must(others.join() === [...cup.others].sort((a, b) => others.indexOf(a) - others.indexOf(b)).join(), 'hash');
    must(mine.length === last.shares.size && mine.every(({ seat, share }) => same(share, last.shares.get(seat) ?? new Uint8Array())), 'share');
    must(parts.every(({ table, seat, hash, share }) => same(hash, hashOf(table, last.deal, seat, last.commit, share))), 'share');
    must(same(last.commit, roundCommitOf(bound, secret)), 'commit');
    const key = roundKeyOf(bound, last.commit, parts, secret);
    for (const one of [...this.past, last])
      if (one.places)
        this.follows(one, dealKeyOf(key, one.round));
  }

  /** Checks an event's openings and contents, and recalculates the round when the secret arrives. */
  private play(fair: FairPart, events: readonly Readonly<Record<string, unknown>>[]): void {
    const now = this.now;
    for (const [place, tile, salt] of fair.open ?? [])
      this.open(place, tile, salt);
    for (const event of events) {
      const move = event['move'];
      if (typeof move === 'string') {
        const tiles = tilesIn(move);
        must(!now?.places || fair.secret !== undefined || tiles.every((tile) => now.open.has(tile)), 'tile');
        now?.moves.push({ seat: Number(event['seat']), tiles, draw: move.startsWith('draw') });
      }
      if ('round-end' in event) {
        this.tie = event['seat'] === null;
        if (now)
          now.left = event['hands'] as string[][];
      }
      this.lines?.push(heard(event));
    }
    if (fair.secret !== undefined)
      this.prove(bytes(fair.secret, 64), this.running(fair.deal));
  }

  private open(place: number, tile: string, salt: string): void {
    const now = this.now;
    must(now?.places?.[place] !== undefined, 'place');
    must(same(now!.places![place]!, placeOf(bytes(salt, 32), place, tile)), 'place');
    must(now!.open.get(tile) === undefined ? !now!.shown.has(place) : now!.open.get(tile) === place, 'twice');
    now!.open.set(tile, place);
    now!.shown.add(place);
  }

  /** Practice tables: removes the lines of the last `count` moves. */
  private undo(count: number | undefined): void {
    if (this.now)
      this.now.left = null;
    for (let left = count ?? 0; left > 0 && this.lines; left--) {
      const at = this.lines.findLastIndex((line) => line.includes('"move":'));
      if (at < 0)
        this.lines = null;
      else
        this.lines.splice(at);
      this.now?.moves.pop();
    }
    if (count === undefined)            // the number is unknown, so the transcript of later shuffles is too
      this.lines = null;
  }

  private prove(secret: Uint8Array, now: Shuffle): void {
    const parts: Part[] = [...now.shares].sort(([a], [b]) => a - b).map(([seat, share]) => ({ seat, share, hash: now.hashes!.get(seat)! }));
    must(now.places !== null, 'order');
    if (!now.before)
      return;
    must(same(now.commit, commitOf({ table: this.table, deal: now.deal, rules: this.rules, before: now.before }, secret)), 'commit');
    this.follows(now, keyOf(this.table, now.deal, now.commit, parts, secret));
  }

  /** Checks that a deal follows from its key. */
  private follows(now: Shuffle, key: Uint8Array): void {
    const rules = asked(this.rules), places = now.places;
    if (!places || !rules)
      throw new Broken('order');
    const tiles = tilesOf(rules, now.round, places.length);
    must(tiles.length === places.length && now.attempt < 10_000, 'list');
    const decks = Array.from({ length: now.attempt + 1 }, (_, a) => deckOf(key, a, tiles)), deck = decks.at(-1)!;
    must(attemptFits(rules, now.round, now.tie, decks), 'attempt');
    must(placesOf(key, now.attempt, deck).every((place, i) => same(place, places[i]!)), 'key');
    const lead = leadOf(rules, now.round, now.tie, deck, key, tiles);
    must(lead === null || lead === now.lead, 'lead');
    this.dealt(now, deck, rules, listOf(key, now.attempt, deck.length));
    this.is = { is: 'proven', round: now.round, seats: [...now.shares.keys()].sort((a, b) => a - b), mine: this.is.is !== 'waiting' && this.is.is !== 'failed' && this.is.mine };
  }

  /** Checks that every tile seen came from its proper place: draws take the deck in order, and a play comes from the
   * hand. */
  private dealt(now: Shuffle, deck: readonly string[], { players, hand, silent }: Asked, at: readonly number[]): void {
    must([...now.open].every(([tile, place]) => at[deck.indexOf(tile)] === place), 'key');
    if (hand === 0 || silent)           // Castle Rock is open; penalty tiles are drawn silently
      return;
    const hands = Array.from({ length: players }, (_, seat) => new Set(deck.slice(seat * hand, (seat + 1) * hand)));
    let next = players * hand;
    for (const { seat, tiles, draw } of now.moves)
      if (draw) {
        must(tiles.length === 0 || tiles[0] === deck[next], 'draw');
        hands[seat]?.add(deck[next++]!);
      } else
        must(tiles.every((tile) => hands[seat]?.delete(tile)), 'hand');
    must(!now.left || hands.every((hand, seat) => [...hand].sort().join() === [...(now.left?.[seat] ?? [])].sort().join()), 'hand');
  }
}
