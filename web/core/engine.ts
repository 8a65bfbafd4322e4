// SPDX-License-Identifier: MIT
// The WebAssembly module: the only code that accesses its memory. Every function of src/wasm/web.c has a method here.
import { type Language, languages } from '../generated/languages';
import { at, families, HALF, MEXICAN, NO_SEAT, NO_TILE } from '../generated/tables';
import {
  type Arm, eventKinds, type Family, type Felt, type GameEvent, kinds, type Layout, type Move, type Next, nextKinds, type Opening, type Paragraph, phases, type Result,
  type Row, type Spot, type Sum, type Terms, type Tile, tileOf, tiles, type TrainPlan, type View,
} from './views';
import { reading } from './families';
import { settings } from './settings';
import { orNull, upTo } from './families/members';

export { HALF, MEXICAN };

type Exports = Record<string, (...numbers: number[]) => number> & { memory: WebAssembly.Memory };

const seatsOf = (bits: number): number[] => [...Array(16).keys()].filter((seat) => (bits >>> seat) & 1);

/** The default parts of a view, for families without their own. */
const NOTHING = {
  places: [], laid: [], row: [], removed: 0, count: 0, must: null, toes: 0, tails: [], lengths: [], markers: [], openDoubles: [],
} satisfies Partial<View>;

/** A refusal by the core, with the core's sentence. */
export class Refusal extends Error {}

export class Engine {
  /** The session whose game is loaded. A session that finds another one's game reloads its own. */
  owner: object | null = null;
  private readonly by: Exports;
  private seen: DataView;
  protected readonly textAt: number;
  private readonly textSize: number;
  private readonly decoder = new TextDecoder();
  private readonly encoder = new TextEncoder();

  constructor(readonly exports: WebAssembly.Exports) {
    this.by = exports as Exports;
    this.seen = new DataView(this.by.memory.buffer);
    this.textAt = this.call('text');
    this.textSize = this.call('text_size');
  }

  static async load<T extends Engine>(this: new (exports: WebAssembly.Exports) => T, module: WebAssembly.Module): Promise<T> {
    return new this((await WebAssembly.instantiate(module, {})).exports);
  }

  // ---- Memory ----

  protected call(name: string, ...numbers: number[]): number {
    const f = this.by[`by_web_${name}`];
    if (!f)
      throw new Error(`the module has no by_web_${name}`);
    return f(...numbers);
  }

  private get data(): DataView {
    if (this.seen.buffer !== this.by.memory.buffer)
      this.seen = new DataView(this.by.memory.buffer);          // growing memory replaces the buffer
    return this.seen;
  }

  readonly u8 = (place: number): number => this.data.getUint8(place);
  readonly u16 = (place: number): number => this.data.getUint16(place, true);
  protected i32(place: number): number { return this.data.getInt32(place, true); }
  readonly u32 = (place: number): number => this.data.getUint32(place, true);

  /** A byte of the text buffer. */
  protected byte(i: number): number { return this.u8(this.textAt + i); }

  protected get text(): string {
    const all = new Uint8Array(this.by.memory.buffer);
    return this.decoder.decode(all.subarray(this.textAt, all.indexOf(0, this.textAt)));
  }

  protected set text(words: string) {
    const room = new Uint8Array(this.by.memory.buffer, this.textAt, this.textSize);
    const { written } = this.encoder.encodeInto(words, room.subarray(0, this.textSize - 1));
    room[written] = 0;
  }

  /** A refusal. Rule numbers are shown only to users who want them. */
  private get refusal(): string { return settings.get().numbers ? this.text : this.text.replace(/ \([A-Z]-\d\d(?:,? [A-Z]-\d\d)*\)/g, ''); }

  private set(place: number): Tile[] {
    const found: Tile[] = [];
    for (let at = 0; 8 * at < tiles.length; at++)
      for (let bits = this.u8(place + at), id = 8 * at; bits !== 0; bits >>= 1, id++)
        if (bits & 1)
          found.push(tileOf(id));
    return found;
  }

  private tile(id: number): Tile | null { return id === NO_TILE ? null : tileOf(id); }

  /** Sets the language of all later sentences. */
  language(to: Language): void { this.call('language', languages.indexOf(to)); }

  /** Bytes of the module's memory. */
  get memory(): number { return this.by.memory.buffer.byteLength; }

  // ---- A table ----

  /** Reads a rule string; returns the canonical one.  Throws a Refusal with the core's sentence. */
  rules(words: string): string {
    this.text = words;
    if (this.call('rules') !== 0)
      throw new Refusal(this.refusal);
    return this.text;
  }

  /** An option of those rules: its value as a word, and the allowed values; null if the preset lacks it. */
  option(id: number): { value: string; allowed: string } | null {
    if (this.call('option', id) === -1)
      return null;
    const allowed = this.text;
    this.call('option_word', id);
    return { value: this.text, allowed };
  }

  /** The rules of that table in words. */
  explain(): Paragraph[] {
    const all: Paragraph[] = [];
    for (let found; (found = this.call('explain', all.length)) !== 0;) {
      const [section = '', numbers = '', text = ''] = this.text.split('\n');
      all.push({ in: found - 1, section, numbers, text });
    }
    return all;
  }

  /** How to display scores under those rules, for this number of players. */
  terms(players: number): Terms {
    const t = this.call('terms'), o = at.terms, masks = upTo(players, (seat) => this.u32(t + o.side + 4 * seat));
    return {
      sides: [...new Set(masks)].map((mask) => seatsOf(mask).filter((seat) => seat < players)), target: this.i32(t + o.target),
      rounds: this.i32(t + o.rounds), step: this.i32(t + o.step), low: this.u8(t + o.low) === 1, claims: this.u8(t + o.claims) === 1,
      knocks: this.u8(t + o.knocks) === 1, draws: this.u8(t + o.draws) === 1, penalises: this.u8(t + o.penalises) === 1,
      highest: this.u8(t + o.highest), tiles: this.call('tiles'),
    };
  }

  /** Starts a match with the rules read last; the core sanitizes the names. */
  start(names: readonly string[], seed: string): void {
    this.owner = null;
    names.forEach((name, seat) => {
      this.text = name;
      this.call('name', seat);
    });
    this.seed(seed);
    this.call('start');
  }

  seed(hex: string): void {
    this.text = hex;
    if (this.call('seed') === 0)
      throw new Refusal(`${hex} is no seed`);
  }

  /** Deals the next round. Returns false if the game is over. */
  deal(lead = -1): boolean { return this.call('deal', lead) === 0; }

  dealDeck(deck: readonly Tile[], lead = -1): boolean {
    new Uint8Array(this.by.memory.buffer).set(deck.map((tile) => tile.id), this.textAt);
    return this.call('deal_deck', deck.length, lead) === 0;
  }

  /** Whether the lead of the next deal may be chosen. */
  leadTaken(): boolean { return this.call('lead_taken') === 1; }

  /** The current round's deck: for the record only, never for display. */
  deck(): Tile[] { return upTo(this.call('deck'), (i) => tileOf(this.u8(this.textAt + i))); }

  // ---- Moves ----

  howMany(seat: number): number { return this.call('moves', seat); }

  moves(seat: number): Move[] {
    const n = this.call('moves', seat), list = this.call('list');
    return upTo(n, (index) => {
      const code = this.u32(list + 4 * index);
      this.call('move', index);
      const kind = kinds[(code >>> 20) & 15];
      if (!kind)
        throw new Error(`a move of kind ${(code >>> 20) & 15}`);
      return { index, code, text: this.text, kind, tile: this.tile(code & 255), claim: code >>> 24, announced: ((code >>> 18) & 1) === 1 };
    });
  }

  play(seat: number, move: string): boolean {
    this.text = move;
    return this.call('play', seat) === 0;
  }

  // ---- The next step ----

  /** The seats that people play, now and in later matches. */
  people(seats: readonly number[]): void { this.call('people', seats.reduce((bits, seat) => bits | (1 << seat), 0)); }

  next(): Next {
    const kind = nextKinds[this.call('next')] ?? 'game-over';
    return { kind, seat: orNull(this.call('next_seat'), NO_SEAT), callers: seatsOf(this.call('callers')) };
  }

  /** Declines the open call for a seat. */
  letGo(seat: number): void { this.call('let_go', seat); }

  /** The seats that could call out the tile a seat has just laid, judging by the last view. */
  mayCall(seat: number): number[] { return seatsOf(this.call('may_call', seat)); }

  /** Goes back to a person's last choice, across deals if necessary. Returns whether there is one. */
  undoChoice(): boolean { return this.call('undo_choice') === 0; }
  mayUndo(): boolean { return this.call('may_undo') === 1; }

  /** The lengths to trim logs to afterwards: events of the match, moves of the round, finished rounds. */
  told(): { events: number; moves: number; ended: number } {
    return { events: this.call('told'), moves: this.call('made'), ended: this.call('ended') };
  }

  /** Looks up a typed move. Returns its index in the list of moves, or the sentence that says why it is refused. */
  read(seat: number, words: string): number | string {
    this.text = words;
    const found = this.call('read', seat);
    return found >= 0 ? found : this.refusal;
  }

  events(): GameEvent[] {
    const from = this.call('events');
    return upTo(this.i32(from + at.events.n), (i) => {
      const e = from + at.events.at + i * at.event.size;
      return {
        kind: eventKinds[this.u8(e + at.event.kind)] ?? 'move',
        seat: orNull(this.u8(e + at.event.seat), NO_SEAT),
        points: this.i32(e + at.event.points),
        drawn: this.u8(e + at.event.tiles),
        text: this.call('event_text', i) > 0 ? this.text : '',
        deed: kinds[(this.u32(e + at.event.move) >>> 20) & 15] ?? null,
        move: this.u32(e + at.event.move),
      };
    });
  }

  /** The i-th of those events in words, as a seat hears it (null: as everyone does); `you` is addressed as "you". */
  say(i: number, ear: number | null, you: number | null): string {
    this.call('say', i, ear ?? NO_SEAT, you ?? -1);
    return this.text;
  }

  /** Why a seat has just drawn these tiles, named by their ids if `you` may see them, else by NO_TILE; "" if the rules say nothing
   * about it. */
  sayDrew(seat: number, drawn: readonly number[], you: number | null): string {
    new Uint8Array(this.by.memory.buffer, this.textAt, this.textSize).set(drawn);
    this.call('say_drew', seat, drawn.length, you ?? -1);
    return this.text;
  }

  /** What a seat should do now, with the tile it has chosen: "lay a 9 on the 9-9". */
  task(seat: number, held: Tile | null): string {
    this.call('task', seat, held?.id ?? NO_TILE);
    return this.text;
  }

  /** Loads a match that is played elsewhere as one seat sees it (boneyard/pack.h); false if the bytes are not a
   * view. */
  see(bytes: Uint8Array): boolean {
    const room = new Uint8Array(this.by.memory.buffer, this.textAt, this.textSize);
    if (bytes.length > room.length)
      return false;
    room.set(bytes);
    return this.call('see', bytes.length) === 1;
  }

  // ---- Display ----

  private familyAt(place: number): Family { return families[this.u8(place)] ?? families[0]; }

  view(seat: number | null): View {
    const v = this.call('view', seat ?? NO_SEAT), o = at.view;
    const players = this.u8(v + o.players), family = this.familyAt(v + o.family), known = this.u32(v + o.known);
    const seats = <T>(make: (seat: number) => T): T[] => upTo(players, make);
    return {
      seat: this.u8(v + o.seat), family, players, lead: this.u8(v + o.lead), centre: this.tile(this.u8(v + o.centre)),
      boneyard: this.u8(v + o.boneyard), drawable: this.u8(v + o.drawable), round: this.u32(v + o.round),
      phase: phases[this.u8(v + o['now.phase'])] ?? 'ready', turn: this.u8(v + o['now.turn']), drew: this.u8(v + o['now.drew']),
      window: orNull(this.u8(v + o['now.window']), NO_SEAT), stake: this.u8(v + o['now.stake']),
      actors: seatsOf(this.u32(v + o.actors)), winners: seatsOf(this.u32(v + o.winners)),
      counts: seats((k) => this.u8(v + o.count + k)),
      hands: seats((k) => ((known >>> k) & 1 ? this.set(v + o.hand + 24 * k) : null)),
      scores: seats((k) => this.i32(v + o.score + 4 * k)),
      ...NOTHING, ...reading[family].view(this, v, players),
      drawn: this.tile(this.u8(v + o.drawn)),
      last: this.result(v, players),
    };
  }

  private result(v: number, players: number): Result | null {
    const o = at.view, round = this.u32(v + o['last.round']);
    if (round === 0)
      return null;
    return {
      round, end: this.u8(v + o['last.end']) === 1 ? 'out' : 'blocked', seat: orNull(this.u8(v + o['last.seat']), NO_SEAT),
      gains: upTo(players, (k) => this.i32(v + o['last.gain'] + 4 * k)),
      scores: upTo(players, (k) => this.i32(v + o['last.score'] + 4 * k)),
      hands: upTo(players, (k) => this.set(v + o['last.hand'] + 24 * k)),
    };
  }

  private spotAt(p: number): Spot {
    const o = at.spot;
    return {
      x: this.i32(p + o.x), y: this.i32(p + o.y), tile: this.tile(this.u8(p + o.tile)), first: this.u8(p + o.first),
      second: this.u8(p + o.second), turn: this.u8(p + o.turn), arm: this.u8(p + o.arm), order: this.u8(p + o.order),
      on: orNull(this.u8(p + o.on), NO_TILE),
    };
  }

  /** The layout of the last view, for a table of this size in units (0 for no limit). */
  layout(width: number, height: number): Layout { return this.layoutAt(this.call('layout', width, height)); }

  /** The layout with the largest tiles that fit on a felt. */
  fit({ width, height, half, last }: Felt): Layout {
    return this.layoutAt(this.call('fit', width, height, half, last?.width ?? 0, last?.height ?? 0, last?.turned ?? 0));
  }

  private layoutAt(l: number): Layout {
    const o = at.layout;
    const opening = (i: number): Opening => {
      const p = l + o.opening + i * at.opening.size;
      return {
        number: this.u8(p + at.opening.number), laid: orNull(this.u8(p + at.opening.laid), NO_TILE), train: this.u8(p + at.opening.train),
        single: this.spotAt(p + at.opening.single), twin: this.spotAt(p + at.opening.twin),
      };
    };
    const arm = (i: number): Arm => {
      const p = l + o.arm + i * at.arm.size;
      return {
        on: orNull(this.u8(p + at.arm.on), NO_TILE), train: this.u8(p + at.arm.train), tiles: this.u8(p + at.arm.tiles),
        turn: this.u8(p + at.arm.turn), x: this.i32(p + at.arm.x), y: this.i32(p + at.arm.y), nameX: this.i32(p + at.arm.name_x),
        nameY: this.i32(p + at.arm.name_y),
      };
    };
    const family = this.familyAt(l + o.family);
    return {
      width: this.i32(l + o.width), height: this.i32(l + o.height), turned: this.u8(l + o.turned),
      left: this.i32(l + o.left), top: this.i32(l + o.top), right: this.i32(l + o.right), bottom: this.i32(l + o.bottom),
      overX: this.i32(l + o.over_x), overY: this.i32(l + o.over_y), largest: this.i32(l + o.largest), family, fold: this.u8(l + o.fold),
      tiles: upTo(this.i32(l + o.tiles), (i) => this.spotAt(l + o.at + i * at.spot.size)),
      hub: reading[family].hub ? this.spotAt(l + o.hub) : null,
      openings: upTo(this.u8(l + o.openings), opening), arms: upTo(this.u8(l + o.arms), arm),
    };
  }

  rows(): Row[] {
    const r = this.call('rows'), o = at.rows;
    return upTo(this.i32(r + o.rows), (i) => {
      const p = r + o.row + i * at.row.size, begin = this.u16(p + at.row.begin);
      return {
        arm: this.u8(p + at.row.arm), train: this.u8(p + at.row.train), on: orNull(this.u8(p + at.row.on), NO_TILE),
        depth: this.u8(p + at.row.depth),
        tiles: upTo(this.u16(p + at.row.n), (k) => ({ at: this.u8(r + o.at + begin + k), lowLeft: this.u8(r + o.low_left + begin + k) === 1 })),
      };
    });
  }

  /** The position of a listed move's tile in the last layout; null if it has none. */
  spot(index: number): Spot | null {
    const p = this.call('spot', index);
    return p === 0 ? null : this.spotAt(p);
  }

  /** The score of a listed move in the last view, and the count of the ends after it. */
  points(index: number): number { return this.call('points', index); }
  countAfter(index: number): number { return this.call('count', index); }

  /** The count of each open end of the last view (L-15). */
  parts(): number[] { return upTo(this.call('parts'), (i) => this.u8(this.textAt + i)); }

  /** The bonus of the last round in the last view; null if the game has none. */
  sum(): Sum | null {
    const s = this.call('sum'), o = at.sum;
    return s === 0 ? null : {
      takers: seatsOf(this.u32(s + o.takers)), tied: seatsOf(this.u32(s + o.tied)), sum: this.i32(s + o.sum),
      rounded: this.u8(s + o.rounds) === 1 ? this.i32(s + o.rounded) : null, unit: this.i32(s + o.unit), points: this.i32(s + o.points),
      shares: upTo(this.i32(s + o.n), (i) => {
        const p = s + o.share + i * at.share.size;
        return { seat: this.u8(p + at.share.seat), pips: this.u16(p + at.share.pips), less: this.u8(p + at.share.less) === 1 };
      }),
    };
  }

  /** What a tile left in a hand costs under the rules of the last view; 0 if the game has a bonus instead. */
  leftPoints(tile: Tile): number { return this.call('left_points', tile.id); }

  /** The seat that leads the round after the last view, if known before the deal. */
  nextLead(): number | null { return orNull(this.call('next_lead'), -1); }

  /** The number that two tiles share, or null. */
  shared(a: Tile, b: Tile): number | null { return orNull(this.call('shared', a.id, b.id), -1); }

  // ---- The planner ----

  /** The best train in a seat's hand from one number and, if another number is given, a second train from that. */
  trains(seat: number, from: number, other: number | null): TrainPlan[] {
    const p = this.call('trains', seat, from, other ?? -1), o = at.train;
    return upTo(other === null ? 1 : 2, (i) => {
      const t = p + i * o.size;
      return { from: this.u8(t + o.from), end: this.u8(t + o.end), pips: this.i32(t + o.pips),
               tiles: upTo(this.u8(t + o.n), (k) => tileOf(this.u8(t + o.tile + k))) };
    });
  }

  /** The open number of a train whose first tile is the engine, and loads its view for fit(); null if a tile does not join the
   * one before it. */
  trainEnd(train: readonly Tile[]): number | null {
    new Uint8Array(this.by.memory.buffer).set(train.map((tile) => tile.id), this.textAt);
    return orNull(this.call('train_view', train.length), -1);
  }
}
