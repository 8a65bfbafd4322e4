// SPDX-License-Identifier: MIT
// A game with others, with the interface that the table's screens use for any game. The server sends numbered events
// and views; nothing is played before the server confirms it.
//
// Events come in order; missing ones are requested again. Events from an earlier visit are described briefly, because
// only the newest event carries a view, and without a view only what is certain can be said.
import { bots, optionIds } from '../generated/tables';
import type { Connection } from '../net/socket';
import type { Asked, Asks, Line, Now, Reply, Seat, Table, Tell, Told } from '../net/wire';
import { type Fair, type FairEvent, Checker } from '../fair/checker';
import { lastOf } from './families';
import type { Game } from './game';
import type { History } from './history';
import { textOf } from './record';
import type { Moment, Seen } from './seen';
import { drewWords } from './drew';
import { type Due, dueOf } from './due';
import type { Said, Setup } from './session';
import { freshId, keepGame } from './saves';
import { namesAround, namesOf } from './sitters';
import { Store } from './store';
import { type GameEvent, type Move, type Paragraph, type Result, sideOf, type Sum, type Terms, type Tile, tiles, type View } from './views';

/** A phrase sent by a player. */
export interface Spoken { seat: number; phrase: string; at: number }

/** The time to call after a tile (docs/wire.md); bots wait too. */
export const WINDOW = 3000;
/** The interval at which a waiting move is resent, and the time after which it is abandoned. */
const AGAIN = 500, LATE = 2000;
/** The number of phrases remembered. */
const SPOKEN = 8;
/** Milliseconds before searching again for a table whose server has no address. */
const ELSEWHERE = 1000;
const byText = new Map(tiles.map((tile) => [textOf(tile), tile]));

const unbase64 = (text: string): Uint8Array => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const tileList = (value: unknown): Tile[] => (Array.isArray(value) ? value.flatMap((text) => byText.get(String(text)) ?? []) : []);
const isSeat = (value: unknown, players: number): value is number => Number.isInteger(value) && (value as number) >= 0 && (value as number) < players;

/** A point that undo can return to. */
interface Mark { log: number; results: number; scores: number[]; round: number; move: number }

export class Online implements Game {
  /** The seats and the state of the table, updated on every change; null until known. */
  readonly table = new Store<Table | null>(null);
  /** Why this table cannot be viewed: the reply with the refusal. */
  readonly refused = new Store<Reply | null>(null);
  /** Why the last request from this page was refused. */
  readonly objection = new Store<Reply | null>(null);
  readonly spoken = new Store<readonly Spoken[]>([]);
  readonly fair = new Store<Fair>({ is: 'waiting' });
  /** Counts every visible change. */
  readonly changes = new Store(0);
  readonly log: Said[] = [];
  readonly results: Result[] = [];
  readonly date = new Date().toISOString().replace(/\.\d+Z/, 'Z');
  /** When the pending move was sent (performance.now()), or null. */
  sent: number | null = null;
  /** The pending move waits until the others have had time to call. */
  held = false;
  /** When the newest move arrived. */
  heardAt = -Infinity;
  private readonly views = new Map<number | null, Uint8Array>();
  private actors: number[] = [];
  private stands: Uint8Array | null = null;
  private told: Told[] = [];            // of this match, to be described again
  private marks: Mark[] = [];
  private scores: number[] = [];
  private round = 0;
  private move = 0;
  private n = 0;                        // the last event
  private matches = 0;
  private joining = false;
  private closed = false;
  private checker: Checker | null = null;
  private shares = new Set<string>();
  private fetched = '';
  private readonly ends: (() => void)[];
  private readonly options = new Map<string, string | null>();
  private played: Terms | null = null;

  constructor(readonly engine: Seen, private readonly server: Connection, readonly id: string) {
    this.ends = [server.hold(), server.hear((tell) => this.take(tell)), server.opened(() => void this.join(true))];
    if (server.reach.get() === 'open')
      void this.join(true);
  }

  /** Leaves the table and drops its unanswered requests. */
  close(): void {
    if (this.server.reach.get() === 'open' && this.refused.get() === null)
      void this.server.ask('leave', {});
    this.closed = true;
    this.server.drop(this.id);
    this.sent = null;
    for (const end of this.ends)
      end();
  }

  // ---- Messages from the server ----

  private async join(anew = false): Promise<void> {
    if (this.joining && !anew)
      return;
    this.joining = true;
    const reply = await this.server.ask('join', { table: this.id, from: this.n }, this.id);
    this.joining = false;
    if (reply.ok)
      this.refused.set(null);
    else if (reply.code === 'elsewhere' && reply.at)
      void this.server.move(reply.at, this.id);
    else if (reply.code === 'elsewhere')
      setTimeout(() => this.closed || void this.join(), ELSEWHERE);
    else if (reply.code !== 'unknown')  // the connection is lost; the table is joined again once it is back
      this.refused.set(reply);
  }

  private take(tell: Tell): void {
    if (tell.is === 'table' && tell.table === this.id)
      this.seat({ ...tell, at: performance.now() });
    else if (tell.is === 'event')
      this.event(tell);
    else if (tell.is === 'moved' && tell.table === this.id)     // another server has taken over
      void this.server.move(tell.at, this.id);
    else if (tell.is === 'said')
      this.spoken.set([...this.spoken.get().slice(1 - SPOKEN), { seat: tell.seat, phrase: tell.phrase, at: performance.now() }]);
  }

  private seat(table: Table): void {
    const first = this.table.get() === null, before = first ? '' : this.names.join('\n');
    this.table.set(table);
    if (first) {
      this.engine.rules(table.rules);
      this.checker = new Checker(this.id, table.rules, typeof sessionStorage === 'undefined' ? null : sessionStorage);
    }
    if (this.names.join('\n') !== before)
      this.engine.names(this.names);
    this.changed();
  }

  private event(told: Told): void {
    if (!this.table.get())
      return;
    if (told.n > this.n + 1) {          // some are missing
      void this.join();
      return;
    }
    if (told.n < this.n && told.now) {  // the server has fewer events than this page: starts over
      this.n = 0;
      this.begin();
      void this.join(true);
      return;
    }
    const fresh = told.n === this.n + 1;
    if (told.now)
      this.see(told.now);
    if (fresh) {
      this.n = told.n;
      this.checkFair(told);
      this.apply(told, told.now !== undefined);
    }
    if (told.now)
      this.checkHands();
    this.changed();
  }

  private see(now: Now): void {
    this.views.clear();
    for (const { seat, see } of now.seats)
      this.views.set(seat, unbase64(see));
    this.actors = now.actors;
    this.stands = null;
  }

  private begin(): void {
    this.log.length = this.results.length = this.marks.length = 0;
    this.told = [];
    this.scores = this.names.map(() => 0);
    this.round = this.move = 0;
    this.fetched = '';
  }

  /** Adds the latest events to the log. */
  private apply(told: Told, live: boolean): void {
    if (told.what === 'start') {
      this.begin();
      this.matches++;
      this.views.clear();
    }
    this.told.push(told);
    if (told.what === 'undo')
      this.back(told.count ?? 1);
    if (!told.events?.length)
      return;
    if (told.what === 'play') {
      this.marks.push({ log: this.log.length, results: this.results.length, scores: [...this.scores], round: this.round, move: this.move });
      this.heardAt = performance.now();
    }
    this.sent = null;
    this.tell(told.events, live && this.views.size > 0);
  }

  private back(count: number): void {
    const mark = this.marks.at(-count);
    if (!mark)
      return;
    this.marks.length -= count;
    this.log.length = mark.log;
    this.results.length = mark.results;
    this.scores = mark.scores;
    this.round = mark.round;
    this.move = mark.move;
    this.sent = null;
  }

  private tell(lines: readonly Line[], live: boolean): void {
    const moment: Moment = { round: this.round, scores: this.scores, winners: [], end: null };
    const heard = lines.map((line) => this.hear(line, moment)), { you } = this;
    if (live)
      this.stand(you);
    else
      this.standRules();
    if (!this.engine.hear(heard))
      return;
    if (!live)
      this.engine.remember({ ...moment, scores: this.scores });
    const said = this.engine.events().map((event, i): Said => ({
      words: live ? this.engine.say(i, you, you) : this.engine.sayPast(i, you), round: this.round, move: this.move,
      event: { ...event, text: heard[i]!.text }, drew: live ? drewWords(this.engine, this.log, heard[i]!, you) : undefined,
    }));
    if (heard[0]?.kind === 'move')
      this.move++;
    this.log.push(...said);
  }

  /** Reads a line of docs/protocol.md as an event and records its consequences. */
  private hear(line: Line, moment: Moment): Pick<GameEvent, 'kind' | 'seat' | 'points' | 'text'> {
    const { players } = this, seat = isSeat(line['seat'], players) ? line['seat'] : null;
    if ('round' in line) {
      this.round = moment.round = Number(line['round']);
      this.move = 0;
      this.marks.length = 0;
      return { kind: 'round', seat: isSeat(line['lead'], players) ? line['lead'] : 0, points: 0, text: '' };
    }
    if ('move' in line)
      return { kind: 'move', seat: seat ?? 0, points: 0, text: String(line['move']) };
    if ('score' in line) {
      const points = Number(line['score']), side = sideOf(this.terms.sides, seat ?? 0);
      this.scores = this.scores.map((score, k) => (side.includes(k) ? score + points : score));
      return { kind: 'score', seat: seat ?? 0, points, text: '' };
    }
    if ('round-end' in line) {
      const out = line['round-end'] === 'out', gains = numbers(line['gains']), scores = numbers(line['scores']);
      moment.end = { out, seat, gains, scores };
      this.scores = scores;
      const hands = Array.isArray(line['hands']) ? line['hands'].map(tileList) : [];
      this.results.push({ round: this.round, end: out ? 'out' : 'blocked', seat, gains, scores, hands });
      return { kind: 'round-end', seat, points: 0, text: '' };
    }
    moment.winners = numbers(line['winners']);
    this.scores = numbers(line['scores']);
    return { kind: 'game-end', seat: null, points: 0, text: '' };
  }

  /** Rewrites the match's log after a change of language, with earlier events in brief. */
  retell(): void {
    const told = this.told, { matches } = this;
    this.engine.names(this.names);
    this.begin();
    for (const one of told)
      this.apply(one, false);
    this.matches = matches;
  }

  private changed(): void { this.changes.set(this.changes.get() + 1); }

  // ---- The fair shuffle ----

  private checkFair(told: Told): void {
    const checker = this.checker;
    if (!checker)
      return;
    this.fair.set(checker.hear(told as FairEvent));
    const own = this.people[0];
    if (own === undefined || !told.now) // replayed events need no answer
      return;
    const share = checker.share(own), reveal = checker.reveal();
    if (share)
      this.throwIn('hash', share);
    if (reveal)
      this.throwIn('reveal', reveal);
  }

  private throwIn<What extends 'hash' | 'reveal'>(what: What, fields: Asks[What]): void {
    const name = `${what} ${fields.deal}`;
    if (this.shares.has(name))
      return;
    this.shares.add(name);
    void this.server.ask(what, fields, this.id).then(({ ok, code }) => {        // otherwise too late, or another of our
                                                                                // pages was faster
      if (ok && what === 'hash')
        this.checker?.taken(fields.deal);
      if (code === 'not-kept')          // the server may be able to save it again before the shuffle ends without it
        setTimeout(() => {
          this.shares.delete(name);
          if (!this.closed)
            this.throwIn(what, fields);
        }, AGAIN);
    });
  }

  private checkHands(): void {
    if (!this.checker || this.fair.get().is !== 'fine')
      return;
    for (const seat of this.people) {
      const hand = this.views.has(seat) ? this.view(seat).hands[seat] : null;
      if (hand)
        this.fair.set(this.checker.hand(hand.map(textOf)));
    }
  }

  // ---- Who plays ----

  private get seats(): readonly Seat[] { return this.table.get()?.seats ?? []; }
  private get players(): number { return this.seats.length; }

  get people(): number[] { return this.seats.flatMap((seat, k) => (seat.you ? [k] : [])); }
  get you(): number | null { return this.people.length === 1 ? (this.people[0] ?? null) : null; }
  get isHost(): boolean { return this.table.get()?.host ?? false; }
  /** The number of the match at this table, from 1. */
  get match(): number { return this.table.get()?.match ?? 0; }

  get setup(): Setup {
    const called = namesAround(this.seats), sitters = this.seats.map((seat, at) => {
      const bot = seat.kind === 'person' ? null : (bots.find(({ key }) => key === seat.level)?.id ?? bots[0].id);
      return { name: called[at] ?? '', bot };
    });
    const names = namesOf(sitters);
    return { rules: this.table.get()?.rules ?? '', seats: sitters.map(({ bot }, seat) => ({ name: names[seat] ?? '', bot })) };
  }

  get names(): readonly string[] { return this.setup.seats.map(({ name }) => name); }

  /** Whether a round has been dealt, so that there is something to show. */
  get running(): boolean { return this.views.size > 0; }

  get paused(): boolean { return (this.table.get()?.paused ?? '') !== ''; }

  /** Milliseconds left on a seat's clock; null if it has none. */
  left(seat: number): number | null {
    const table = this.table.get(), left = table?.left?.[seat] ?? -1;
    if (!table || left < 0)
      return null;
    return table.running?.includes(seat) && !this.paused ? Math.max(0, left - (performance.now() - table.at)) : left;
  }

  // ---- How things stand ----

  /** The module with the table loaded as a seat sees it (null for a spectator's view). */
  private stand(seat: number | null): void {
    const bytes = (seat === null ? undefined : this.views.get(seat)) ?? this.views.values().next().value;
    if (!bytes || bytes === this.stands)
      return;
    const heard = this.engine.see(bytes);
    if (!heard)
      throw new Error('the server has sent a view that is none');
    this.stands = bytes;
  }

  view(seat: number | null): View {
    this.stand(seat);
    return this.engine.view(seat);
  }

  moves(seat: number): Move[] {
    if (!this.views.has(seat))
      return [];
    this.stand(seat);
    return this.engine.moves(seat);
  }

  option(key: keyof typeof optionIds): string | null {
    const known = this.options.get(key);
    if (known !== undefined)
      return known;
    this.standRules();
    const value = this.engine.option(optionIds[key])?.value ?? null;
    this.options.set(key, value);
    return value;
  }

  get terms(): Terms {
    if (this.played?.sides.flat().length !== this.players) {
      this.standRules();
      this.played = this.engine.terms(this.players);
    }
    return this.played;
  }

  sum(): Sum | null {
    this.view(null);
    return this.engine.sum();
  }

  leftPoints(list: readonly Tile[]): number[] {
    this.view(null);
    return list.map((tile) => this.engine.leftPoints(tile));
  }

  nextLead(): number | null {
    this.view(null);
    return this.engine.nextLead();
  }

  explain(): Paragraph[] {
    this.standRules();
    return this.engine.explain();
  }

  private standRules(): void { this.engine.rules(this.table.get()?.rules ?? ''); }

  due(): Due {
    const table = this.table.get();
    if (!table || this.views.size === 0)
      return { kind: 'step', seat: null, forced: true };
    const { phase, turn } = this.view(null);
    if (phase === 'playing' && (this.paused || this.sent !== null || table.phase === 'over' || table.phase === 'closed'))
      return { kind: 'step', seat: turn, forced: false };
    const here = this.people.filter((seat) => this.byHand(seat) && this.views.has(seat));
    this.stand(here.includes(turn) ? turn : this.you);
    this.engine.people(here);
    const others = this.engine.next().callers.filter((seat) => !here.includes(seat) || !this.actors.includes(seat));
    others.forEach((seat) => this.engine.letGo(seat));      // the server waits for them
    return dueOf(this.engine.next(), turn, here);
  }

  /** The user's own seat, unless a bot plays it. */
  private byHand(seat: number): boolean { return this.seats[seat]?.you === true && !this.seats[seat]!.away; }

  letGo(_seat: number): void { /* the server does not wait for players who decline to call */ }

  mayShout(seat: number): boolean {
    const last = this.log.findLast((said) => said.event.kind === 'move')?.event;
    if (last?.deed !== 'lay' || last.seat === null || !this.byHand(seat) || this.views.size === 0)
      return false;
    this.view(null);
    return this.engine.mayCall(last.seat).includes(seat);
  }

  get last(): number | null { return lastOf(this.view(null), this.log, this.round); }

  // ---- Actions ----

  /** Sends a request for this table and reports a refusal. */
  async ask<What extends Asked>(what: What, fields: Asks[What]): Promise<Reply> {
    const reply = await this.server.ask(what, fields, this.id);
    this.objection.set(reply.ok ? null : reply);
    return reply;
  }

  /** Plays a move, which shows once the server has saved it. It waits while others may call, unless something else
   * happens. */
  async play(seat: number, move: string): Promise<void> {
    const sent = performance.now(), fields = { seat, move, seen: this.n };
    this.sent = sent;
    this.held = false;
    this.changed();
    let reply = await this.server.ask('play', fields, this.id);
    while (!reply.ok && reply.code === 'not-now' && this.sent === sent && (this.terms.claims || this.terms.knocks) && performance.now() < this.heardAt + WINDOW + LATE) {
      this.held = true;
      this.changed();
      await new Promise((done) => setTimeout(done, AGAIN));
      if (this.sent === sent)
        reply = await this.server.ask('play', fields, this.id);
    }
    this.objection.set(reply.ok || reply.code === 'not-now' && this.sent !== sent ? null : reply);
    if (!reply.ok && this.sent === sent) {
      this.sent = null;
      this.changed();
    }
  }

  next(): Promise<Reply> { return this.ask('next', {}); }

  /** Goes back to the last choice, at a practice table. */
  get mayUndo(): boolean { return this.table.get()?.practice ?? false; }
  /** The server decides; it never goes back across deals or past forced moves. */
  get undoable(): boolean { return this.table.get()?.undo ?? false; }
  get mayHint(): boolean { return this.mayUndo; }
  undo(): boolean {
    if (!this.mayUndo || !this.undoable)
      return false;
    void this.ask('undo', {});
    return true;
  }

  // ---- Only for games on this device ----

  /** The game as the loaded seat sees it, for hints. */
  get history(): History {
    const history: History = { rules: this.setup.rules, names: [...this.names], seed: '0', rounds: [] };
    return this.stands ? { ...history, seen: this.stands } : history;
  }
  get times(): readonly number[] { return []; }
  get elapsed(): number { return 0; }
  attend(_here: boolean): void { /* the server's clocks run */ }

  /** The record of the finished match, once it has arrived. */
  record(): string { return this.fetched; }

  /** Fetches the record and adds it to the saved games; null if it is unavailable. */
  async keepRecord(): Promise<string | null> {
    if (this.fetched === '') {
      const { recordOf } = await import('../net/server');
      const text = await recordOf(this.id, this.match).catch(() => null), header = text?.split('\n')[0];
      if (!text || !header)
        return null;
      const { players, date } = JSON.parse(header) as { players: string[]; date?: string };
      await keepGame({
        id: freshId(), version: 0, rules: this.setup.rules, names: players, date: date ?? this.date, changed: new Date().toISOString(),
        round: this.round, scores: [...this.scores], over: true, record: text,
      });
      this.fetched = text;
    }
    return this.fetched;
  }
}

