// SPDX-License-Identifier: MIT
// What the player does at the table: choosing a tile and a place, claiming, drawing, asking for a hint, learning why
// something is not possible. Uses no framework; two stores hold what is shown.
import type { Engine } from '../../core/engine';
import { settings } from '../../core/settings';
import { Store } from '../../core/store';
import type { Felt, Layout, Move, Tile, View } from '../../core/views';
import type { optionIds } from '../../generated/tables';
import type { Kind, Viewpoint } from '../../table/types';
import { tell } from '../../texts';
import type { Loop } from './loop';
import { type Moment, momentOf } from './moment';
import * as hand from './order';
import { fitting, openingsOf, type Place, placesOf, sameSpot, spotsOf, textOf } from './places';

/** What is being done. */
interface Held {
  tile: Tile | null;
  /** A place was chosen before a tile. */
  opening: number | null;
  /** The ghost under the keyboard cursor. */
  stand: string | null;
  hint: { move: Move | null; words: string } | null;
  /** Why something is not possible; offer: the tiles that fit can be shown. */
  refusal: { words: string; offer: boolean; at: number } | null;
  /** The place is chosen, but not yet the claim (L-25) or announcement (T-16). */
  claim: Place | null;
  /** The tile fits there either way round (L-08): which half should stay open? */
  ways: Place[] | null;
  thinking: boolean;
}

/** What is on the table, and what can be done. */
interface Laid { layout: Layout; places: Place[]; openings: Map<number, Place[]>; parts: number[]; at: number }

const nothing: Held = { tile: null, opening: null, stand: null, hint: null, refusal: null, claim: null, ways: null, thinking: false };
const THINKING = 60_000;
/** No drawing yet, or rows: it does not matter where tiles lie. */
export const NO_FELT: Felt = { width: 0, height: 0, half: 0, last: null };

/** Finds the layout that has room; fresh: nothing has to stay where it lay. */
type Arranger = (ask: (felt: Felt) => Layout, fresh: boolean) => Layout;
type Adviser = (seat: number) => Promise<{ best: number; words: string }>;

export class Play {
  readonly held = new Store<Held>(nothing);
  readonly laid: Store<Laid>;
  readonly order = new Store<hand.Order>(hand.empty);
  /** With call=on the players count for themselves, unless they want the count shown. */
  readonly counted = new Store(false);
  /** What the tiles of the table show: numerals where they are small; nothing where they are smaller still. */
  readonly kind = new Store<Kind>('dots');
  /** What the tiles of the hand show: as the table at the deal and on another felt, so that they never change during a round. */
  readonly face = new Store<Kind>('dots');
  private faced = '';
  /** The player has moved the picture of the table. */
  readonly zoomed = new Store(false);
  readonly from = new Store<Viewpoint>({ x: 0, y: 0, scale: 1 });
  /** What is announced beside the last event. */
  readonly moment = new Store<Moment | null>(null);
  /** What somebody asked to hear. */
  readonly news = new Store('');
  private readonly orders = new Map<number, hand.Order>();
  private readonly options = new Map<string, string>();
  private arranger: Arranger = (ask) => ask(NO_FELT);
  private fresh = true;
  private felts = 0;                    // how many felts there have been
  private round = -1;
  private refusals = 0;
  private before: View | null = null;   // the last view
  private length = -1;                  // of the log, when it was last looked at
  private decided = '';                 // and what there was to decide
  private readonly unwatch: () => void;

  constructor(readonly driver: Loop, readonly engine: Engine, private readonly advise: Adviser) {
    this.laid = new Store(this.lay());
    this.unwatch = driver.now.watch(() => this.refresh());
    this.refresh();
  }

  stop(): void { this.unwatch(); }

  /** An option of this table as a word; '' if the game lacks it. */
  option(key: keyof typeof optionIds): string {
    const known = this.options.get(key) ?? this.driver.session.option(key) ?? '';
    this.options.set(key, known);
    return known;
  }

  /** The numbers in play go beyond 9. */
  get high(): boolean { return this.driver.session.terms.highest > 9; }
  get claiming(): boolean { return this.driver.session.terms.claims; }
  get countShown(): boolean {
    return this.driver.session.terms.step > 0 && (this.claiming ? this.counted.get() : settings.get().showCount);
  }

  // ---- What lies ----

  /** The size or the kind of the table has changed. */
  resize(arranger: Arranger): void {
    this.arranger = arranger;
    this.felts++;
    this.fresh = true;
    this.laid.set(this.lay());
  }

  /** The table has been drawn. */
  reface(): void {
    const now = `${this.round} ${this.felts}`;
    if (now !== this.faced)
      this.face.set(this.kind.get());
    this.faced = now;
  }

  private lay(): Laid {
    const { view, seat, moves, at } = this.driver.now.get(), acting = this.acting;
    this.engine.view(seat);
    if (acting !== null)
      this.engine.moves(acting);
    const fresh = this.fresh || view.round !== this.round, layout = this.arranger((felt) => this.engine.fit(felt), fresh);
    this.fresh = false;
    this.round = view.round;
    const places = acting === null ? [] : placesOf(this.engine, layout, moves, this.driver.session.terms.step > 0);
    return { layout, places, openings: openingsOf(places), parts: this.engine.parts(), at };
  }

  private refresh(): void {
    this.laid.set(this.lay());
    const { view, seat } = this.driver.now.get(), held = this.held.get();
    const own = seat === null ? null : view.hands[seat];
    if (seat !== null && own) {
      this.arrangeAs(seat, hand.keep(this.orders.get(seat) ?? hand.empty, own, this.planFrom));
    } else {
      this.order.set(hand.empty);
    }
    const kept = held.tile && own?.some((tile) => tile.id === held.tile?.id) ? held.tile : null;
    const { length } = this.driver.session.log, refusal = length === this.length ? held.refusal : null, before = this.decided;
    if (length !== this.length) {
      const { session } = this.driver, said = this.length < 0 ? [] : session.log.slice(this.length);
      this.moment.set(momentOf(said, this.before ?? view, view, session.results.at(-1)?.end === 'out', session.terms.claims));
    }
    this.before = view;
    this.length = length;
    this.decided = this.decision;
    this.held.set(before === this.decided ? this.again(held) : { ...nothing, tile: kept, refusal });
  }

  /** Nothing was played and the same seat is choosing; only people or clocks have changed. */
  private get decision(): string { return `${this.driver.session.log.length} ${this.acting} ${this.moves.map(({ text }) => text).join()}`; }

  /** Keeps the choice in progress, with the current places. */
  private again(held: Held): Held {
    const { places } = this.laid.get(), now = (was: Place): Place | undefined =>
      places.find(({ key, spot }) => key === was.key && sameSpot(spot, was.spot)) ?? places.find(({ key }) => key === was.key);
    const ways = held.ways?.map(now).filter((one) => one !== undefined) ?? null;
    return { ...held, claim: held.claim && (now(held.claim) ?? null), ways: ways && ways.length === held.ways?.length ? ways : null };
  }

  // ---- Whose move ----

  /** The seat that a person may move for now, or null. */
  get acting(): number | null {
    const { due, curtain } = this.driver.now.get();
    return curtain === null && due.kind === 'move' ? due.seat : null;
  }

  get moves(): Move[] { return this.driver.now.get().moves; }
  has(kind: Move['kind']): boolean { return this.moves.some((move) => move.kind === kind); }
  fits(tile: Tile): Place[] { return this.acting === null ? [] : fitting(this.laid.get().places, tile); }

  /** Whether a place that takes a tile of the hand is marked; in a lesson only those that take the tile it asks for are. */
  opens(opening: number): boolean {
    return this.laid.get().openings.get(opening)?.some(({ tile }) => this.asked === null || tile.id === this.asked.id) ?? false;
  }

  /** In a lesson: the tile that it asks for, and what the tab says instead of whose turn it is. */
  get asked(): Tile | null { return null; }
  get tab(): string | null { return null; }

  // ---- Choosing ----

  private hold(change: Partial<Held>): void { this.held.set({ ...this.held.get(), refusal: null, ...change }); }

  choose(tile: Tile): void {
    const held = this.held.get(), fits = this.fits(tile);
    if (held.tile?.id === tile.id && fits.length > 0) {
      this.back();
      return;
    }
    if (fits.length === 0) {
      this.refuse(textOf(tile));
      return;
    }
    const there = held.opening === null ? undefined : fits.find((place) => place.opening === held.opening);
    // In rows, setting the hub has no place that can be pointed at.
    const only = spotsOf(fits).length === 1 && (settings.get().oneTap || this.moves.some((move) => move.kind === 'hub')) ? fits[0]
      : undefined;
    const place = there ?? only;
    this.hold({ tile, opening: null, stand: null, claim: null, ways: null });
    if (place)
      this.lays(place);
  }

  /** A tile is chosen, but no place yet. */
  take(tile: Tile): void { this.hold({ tile, opening: null, stand: null, claim: null, ways: null }); }

  /** A ghost, an arc or a row of the drawing. */
  point(key: string): void {
    if (key.startsWith('at:')) {
      this.open(Number(key.slice(3)));
      return;
    }
    const place = this.laid.get().places.find((one) => one.key === key);
    if (place)
      this.lays(place);
    else if (this.moves.some((move) => move.text === key))
      this.driver.play(key);
  }

  /** A place without a tile: lays the only tile that fits, or asks which. */
  private open(opening: number): void {
    const there = this.laid.get().openings.get(opening) ?? [];
    const only = spotsOf(there).length === 1 ? there[0] : undefined;
    if (there.length === 0)
      this.tell(tell('table.end.none'), this.laid.get().places.length > 0);
    else if (only && settings.get().oneTap)
      this.lays(only);
    else if (only)
      this.hold({ tile: only.tile, opening: null });
    else
      this.hold({ tile: null, opening });
  }

  private lays(place: Place): void {
    const ways = this.fits(place.tile).filter((one) => sameSpot(one.spot, place.spot));
    if (ways.length > 1)
      this.hold({ tile: place.tile, opening: null, stand: place.key, claim: null, ways });
    else
      this.laysSo(place);
  }

  /** The orientation is chosen, or there is only one. */
  laysSo(place: Place): void {
    if (place.ways.length > 1 || this.claiming)
      this.hold({ tile: place.tile, stand: place.key, claim: place, ways: null });
    else
      this.driver.play(place.key);
  }

  /** The declaration with the tile: points, a last tile, or nothing. */
  say(claim: { points: number } | 'one' | null): void {
    const place = this.held.get().claim, seat = this.acting;
    if (!place || seat === null)
      return;
    if (claim === null || claim === 'one') {
      const way = place.ways.find((move) => move.announced === (claim === 'one') && move.claim === 0);
      this.driver.play(way?.text ?? place.key);
      return;
    }
    const found = this.engine.read(seat, `${place.key} +${claim.points}`);
    if (typeof found === 'number')
      this.driver.play(`${place.key} +${claim.points}`);
    else
      this.tell(found);
  }

  back(): void { this.hold({ tile: null, opening: null, stand: null, claim: null, ways: null }); }
  stand(key: string | null): void { this.hold({ stand: key }); }

  /** draw, pass or call; or the sentence that says why not. */
  do(kind: 'draw' | 'pass' | 'call'): void {
    if (this.driver.now.get().curtain !== null)
      return;                           // the person pressing may be another player
    if (this.has(kind))
      this.driver.play(kind);
    else
      this.refuse(kind);
  }

  tell(words: string, offer = false): void { this.hold({ refusal: { words, offer, at: ++this.refusals } }); }

  refuse(words: string): void {
    const { seat } = this.driver.now.get();
    if (seat === null)
      return;
    const why = this.engine.read(this.acting ?? seat, words);
    if (typeof why === 'string')
      this.tell(why, this.laid.get().places.length > 0);
  }

  /** Shows what fits: nothing is chosen, so every place shows its number, and the first fitting tile is focused. */
  showFits(): Tile | null {
    this.back();
    return this.order.get().tiles.find((tile) => this.fits(tile).length > 0) ?? null;
  }

  // ---- Help ----

  /** No hints between people. */
  get mayHint(): boolean { return this.driver.session.mayHint; }

  async hint(): Promise<void> {
    const seat = this.acting, asked = this.decision;
    if (seat === null || !this.mayHint || this.held.get().thinking)
      return;
    this.hold({ thinking: true });
    const late = new Promise<null>((done) => setTimeout(() => done(null), THINKING));
    const answer = await Promise.race([this.advise(seat), late]).catch(() => null);
    if (this.decision !== asked)
      return;
    if (!answer) {
      this.hold({ thinking: false });
      this.tell(tell('table.hint.none'));
      return;
    }
    const move = this.moves[answer.best] ?? null;
    this.hold({ thinking: false, hint: { move, words: answer.words }, tile: null, opening: null, claim: null, ways: null });
  }

  /** For practice against bots only: between people a move stands (C-06). */
  get mayUndo(): boolean { return this.driver.session.mayUndo; }
  undo(): boolean { return this.mayUndo && this.driver.undo(); }
  tellNews(words: string): void { this.news.set(words); }

  // ---- The hand ----

  private arrangeAs(seat: number, order: hand.Order): void {
    this.orders.set(seat, order);
    this.order.set(order);
  }

  private withHand(make: (seat: number, tiles: Tile[]) => hand.Order): void {
    const { view, seat } = this.driver.now.get(), own = seat === null ? null : view.hands[seat];
    if (seat !== null && own)
      this.arrangeAs(seat, make(seat, own));
  }

  sort(): void { this.withHand((_, tiles) => hand.sorted(tiles)); }

  /** First the longest train from the end of the player's own train, then the rest. */
  arrange(): void {
    const from = this.planFrom;
    this.withHand((seat, tiles) => {
      const plan = from === null ? undefined : this.engine.trains(seat, from, null)[0];
      return plan && from !== null ? hand.planned(tiles, from, plan.tiles) : hand.sorted(tiles);
    });
    if (from !== null && this.order.get().planned === 0)
      this.tell(tell('table.arrange.none', from));
  }

  /** The number that continues the player's own train; null if there are no trains. */
  get planFrom(): number | null {
    const { view, seat } = this.driver.now.get();
    return view.centre && seat !== null ? (view.tails[seat] ?? null) : null;
  }

  move(from: number, to: number): void { this.withHand(() => hand.moved(this.order.get(), from, to)); }
}
