// SPDX-License-Identifier: MIT
// A game in progress on the page: seats, the next decision, the log, undo, the record and saving.
//
// A screen repeatedly handles the result of due() (due.ts): step() deals, or makes a move that is not a person's
// choice; play() makes one of moves(); letGo() declines a call; rematch() starts over. The module decides what is due
// and performs undo (boneyard/table.h).
//
// The whole game follows from its history (history.ts); a saved game is the record of docs/protocol.md, which
// `boneyard check` reads. The game is saved after every move (saves.ts).
import { optionIds } from '../generated/tables';
import { tell } from '../texts';
import { Clock } from './clock';
import { drewWords } from './drew';
import { type Due, dueOf } from './due';
import { type Engine, Refusal } from './engine';
import { lastOf } from './families';
import type { Game } from './game';
import { bare, dealAgain, type History, type Round, standAt } from './history';
import { BadRecord, counted, readRecord, same, textOf } from './record';
import { freshId, keepGame, type SavedGame } from './saves';
import { labelsOf, namesOf, onlyPerson, type Sitter, sittersOf } from './sitters';
import { Store } from './store';
import { type GameEvent, type Move, type Paragraph, type Result, type Sum, type Terms, type Tile, type View } from './views';

export type { Due } from './due';
export type { History, Played, Round } from './history';
export { BadRecord } from './record';
export type { Sitter } from './sitters';

export interface Setup { rules: string; seats: Sitter[] }

/** One sentence of the log.  move: the number of earlier moves in the round.  drew: of a draw, one sentence for it and the seat's
 * draws before it, with their reason; undefined if the core gives none. */
export interface Said { words: string; round: number; move: number; event: GameEvent; drew?: string | undefined }

/** Chooses a move for a bot: an index into the seat's list of moves. */
export type Asker = (history: History, seat: number, bot: number, stream: number) => Promise<number>;

const hexOf = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
export const freshSeed = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)));
export const nextSeed = (seed: string): string => ((BigInt(`0x${seed}`) + 1n) % (1n << 256n)).toString(16).padStart(64, '0');
const today = (): string => new Date().toISOString().replace(/\.\d+Z/, 'Z');

interface Start { seed?: string; date?: string; header?: string; ms?: number; id?: string; version?: number }

export class Session implements Game {
  readonly log: Said[] = [];
  readonly results: Result[] = [];
  readonly setup: Setup;                // the names as displayed
  readonly date: string;                // when it began, UTC
  /** The id of the saved game; undefined until first saved. */
  readonly kept = new Store<SavedGame | null>(null);
  private readonly clock: Clock;
  private readonly lines: string[];     // the record
  readonly terms: Terms;
  private made: History;
  private id: string;
  private version: number;
  private over = 0;                     // playing time in milliseconds at the end of the game
  private passed: number[] = [];        // the seats that have let the open window pass
  private keeping: Promise<void> | null = null;
  private changed = false;

  protected constructor(private readonly shared: Engine, private readonly given: Setup, start: Start) {
    const engine = shared, rules = engine.rules(given.rules), names = namesOf(given.seats), seed = start.seed ?? freshSeed();
    engine.owner = this;                // only to read the options
    this.setup = { rules, seats: given.seats.map(({ bot }, seat) => ({ name: names[seat] ?? '', bot })) };
    this.terms = engine.terms(given.seats.length);
    this.made = { rules, names, seed, rounds: [] };
    this.date = start.date ?? today();
    this.lines = [start.header ?? JSON.stringify({ boneyard: 1, rules, players: labelsOf(given.seats, names), date: this.date })];
    this.clock = new Clock(start.ms);
    this.id = start.id ?? freshId();
    this.version = start.version ?? 0;
    engine.people(this.people);
    engine.start(names, seed);
    engine.owner = this;
  }

  /** The module with this game loaded; another game may have been loaded in the meantime. */
  protected get engine(): Engine {
    if (this.shared.owner !== this) {
      this.shared.people(this.people);
      standAt(this.shared, this.made);
      this.passed.forEach((seat) => this.shared.letGo(seat));
      this.shared.owner = this;
    }
    return this.shared;
  }

  /** A new game with nothing dealt yet. The same seed makes the same game; unnamed seats get names. */
  static begin(engine: Engine, setup: Setup, seed = freshSeed(), date = today()): Session {
    return new Session(engine, setup, { seed, date });
  }

  /** Starts another game with the same seats and rules, from the next seed. */
  rematch(): Session { return Session.begin(this.shared, this.given, nextSeed(this.made.seed)); }

  // ---- Who is next ----

  get people(): number[] { return this.setup.seats.flatMap((s, seat) => (s.bot === null ? [seat] : [])); }

  /** The seat of the only person, or null if there are several; the log then holds only public information. */
  get you(): number | null { return onlyPerson(this.setup.seats); }

  /** Only for practice against bots; between people, a move stands (C-06). */
  get mayUndo(): boolean { return this.you !== null; }
  get undoable(): boolean { return this.engine.mayUndo(); }
  get mayHint(): boolean { return true; }

  get names(): readonly string[] { return this.made.names; }
  get history(): History { return this.made; }

  view(seat: number | null): View { return this.engine.view(seat); }
  moves(seat: number): Move[] { return this.engine.moves(seat); }

  /** The time of each round's last move, in milliseconds of playing time. */
  get times(): number[] { return this.made.rounds.map((round) => round.moves.at(-1)?.t ?? 0); }

  /** An option of these rules as a word; null if this game lacks it. */
  option(key: keyof typeof optionIds): string | null {
    this.engine.rules(this.setup.rules);
    return this.engine.option(optionIds[key])?.value ?? null;
  }

  sum(): Sum | null {
    this.engine.view(null);
    return this.engine.sum();
  }

  leftPoints(list: readonly Tile[]): number[] {
    this.engine.view(null);
    return list.map((tile) => this.engine.leftPoints(tile));
  }

  nextLead(): number | null {
    this.engine.view(null);
    return this.engine.nextLead();
  }

  /** These rules in words. */
  explain(): Paragraph[] {
    this.engine.rules(this.setup.rules);
    return this.engine.explain();
  }

  due(): Due {
    const { turn } = this.engine.view(null);
    return dueOf(this.engine.next(), turn, this.people);
  }

  /** Declines the seat's chance to call. */
  letGo(seat: number): void {
    this.passed.push(seat);
    this.engine.letGo(seat);
  }

  /** Whether this seat might call, with or without reason: an opponent has just laid a tile in a game with calls. The
   * display and its delays must not depend on anything more. */
  mayShout(seat: number): boolean {
    const last = this.log.findLast((said) => said.event.kind === 'move')?.event;
    this.engine.view(null);
    return last?.deed === 'lay' && last.seat !== null && this.engine.mayCall(last.seat).includes(seat);
  }

  // ---- Actions ----

  /** Makes a bot's move, a forced move or the next deal. Returns the sentences added. */
  async step(ask: Asker): Promise<Said[]> {
    const due = this.due();
    if (due.kind === 'round' || (due.kind === 'step' && due.seat === null))
      return this.deal();
    if (due.kind !== 'step' || due.seat === null)
      return [];
    const bot = this.setup.seats[due.seat]?.bot ?? null, at = this.log.length;
    const chosen = due.forced || bot === null ? 0 : await ask(this.made, due.seat, bot, at);
    if (this.log.length !== at)
      return [];                        // undone, or called by a player, while the bot was thinking
    const move = this.engine.moves(due.seat)[chosen];
    if (!move)
      throw new RangeError(`a bot chose move ${chosen}, which there is none`);
    return this.play(due.seat, move.text);
  }

  /** Plays a legal move given as text. Returns the sentences added. */
  play(seat: number, move: string): Said[] {
    if (!this.engine.play(seat, move))
      throw new RangeError(`${move} is no move of seat ${seat}`);
    const said = this.hear(seat, move, this.clock.ms);
    this.keep();
    return said;
  }

  /** Looks up a move that was typed or pointed at. Returns its text, or the sentence that says why it is refused. */
  read(seat: number, words: string): { move: string } | { why: string } {
    const found = this.engine.read(seat, words), move = typeof found === 'number' ? this.engine.moves(seat)[found] : undefined;
    return move ? { move: move.text } : { why: String(found) };
  }

  /** Deals the next round. Returns false if there is none. */
  protected dealt(): boolean { return this.engine.deal(); }

  private deal(): Said[] {
    if (!this.dealt())
      return [];
    const said = this.hearDeal({ deck: this.engine.deck(), lead: this.engine.view(null).lead, moves: [] });
    this.keep();
    return said;
  }

  /** A round has been dealt. */
  private hearDeal(round: Round, text?: string): Said[] {
    this.made.rounds.push(round);
    const said = this.tell();
    this.lines.push(text ?? JSON.stringify({ round: this.made.rounds.length, lead: round.lead, deck: round.deck.map(textOf) }));
    return said;
  }

  /** A move has been played. */
  private hear(seat: number, move: string, t: number, text?: string): Said[] {
    const said = this.tell(), full = said[0]?.event.text || move, view = this.engine.view(null);
    this.made.rounds.at(-1)?.moves.push({ seat, move: full, t });
    this.passed = [];
    if (view.last && view.last.round > (this.results.at(-1)?.round ?? 0))
      this.results.push(view.last);
    if (view.phase === 'game-over')
      this.over = t;
    this.lines.push(text ?? JSON.stringify({ seat, move: full, t }));
    for (const { event } of said.slice(1))
      this.lines.push(JSON.stringify(this.line(event, view)));
    return said;
  }

  private tell(): Said[] {
    const round = this.made.rounds.length, move = this.made.rounds.at(-1)?.moves.length ?? 0;
    const said = this.engine.events().map((event, i): Said => ({
      words: this.engine.say(i, this.you, this.you), round, move, event, drew: drewWords(this.engine, this.log, event, this.you),
    }));
    this.log.push(...said);
    return said;
  }

  /** Goes back to a person's last choice, across deals if necessary. Returns false if there is none. */
  undo(): boolean {
    if (!this.engine.undoChoice())
      return false;
    const { events, moves, ended } = this.engine.told(), rounds = this.made.rounds.slice(0, this.engine.view(null).round);
    rounds.push(...rounds.splice(-1).map((round) => ({ ...round, moves: round.moves.slice(0, moves) })));
    this.made = { ...this.made, rounds };
    this.lines.length = events + 1;     // the header, and one line per event
    this.log.length = events;
    this.results.length = ended;
    this.passed = [];
    this.keep();
    return true;
  }

  /** Rewrites the whole log after a change of language. */
  retell(): void {
    const { rounds } = this.made, names = namesOf(this.given.seats), lines = [...this.lines];
    names.forEach((name, seat) => (this.setup.seats[seat] = { name, bot: this.setup.seats[seat]?.bot ?? null }));
    this.made = { ...this.made, names, rounds: [] };
    this.log.length = this.results.length = 0;
    this.lines.length = 1;
    this.shared.rules(this.made.rules);
    this.shared.start(names, this.made.seed);
    this.shared.owner = this;
    rounds.forEach((round) => {
      dealAgain(this.engine, round);
      this.hearDeal({ ...round, moves: [] });
      round.moves.forEach(({ seat, move, t }) => {
        this.engine.play(seat, bare(move));
        this.hear(seat, move, t);
      });
    });
    this.lines.splice(0, Infinity, ...lines);
  }

  // ---- Shown next to the view ----

  /** The last tile laid, as an index into Layout.tiles and View.laid (Castle Rock: into the row), or null. */
  get last(): number | null { return lastOf(this.engine.view(null), this.log, this.made.rounds.length); }

  /** Playing time in milliseconds; it stops while the page is hidden, after attend(false), and when the game is over
   * (R-07). */
  get elapsed(): number { return this.engine.view(null).phase === 'game-over' ? this.over : this.clock.ms; }

  /** Whether the table is visible; time runs only then. */
  attend(here: boolean): void {
    if (here)
      this.clock.start();
    else
      this.clock.stop();
  }

  // ---- Keeping ----

  /** The record, one event per line (docs/protocol.md). */
  record(): string { return this.lines.join('\n') + '\n'; }

  /** The game as it is saved now. */
  saved(): SavedGame {
    const view = this.engine.view(null);
    return {
      id: this.id, version: this.version, rules: this.made.rules, names: labelsOf(this.given.seats, this.made.names), date: this.date,
      changed: new Date().toISOString(), round: this.made.rounds.length, scores: view.scores, over: view.phase === 'game-over', record: this.record(),
    };
  }

  /** Saves the game; every move calls this. While one version is being saved, only the newest waits. */
  keep(): void {
    this.changed = true;
    this.keeping ??= this.keepOn();
  }

  private async keepOn(): Promise<void> {
    await null;                         // changes made together are saved together
    try {
      while (this.changed) {
        this.changed = false;
        const kept = await keepGame(this.saved());
        this.id = kept.id;
        this.version = kept.version;
        this.kept.set(kept);
      }
    } finally {
      this.keeping = null;              // even if a watcher fails, the next move is saved
    }
  }

  /** Resolves when all pending saves are done. */
  async settled(): Promise<void> { await this.keeping; }

  private line(event: GameEvent, view: View): object {
    const result = view.last;
    if (event.kind === 'score')
      return { seat: event.seat, score: event.points };
    if (event.kind === 'round-end' && result)
      return { 'round-end': result.end, seat: result.seat, gains: result.gains, scores: result.scores, hands: result.hands.map((hand) => hand.map(textOf)) };
    return { 'game-end': true, winners: view.winners, scores: view.scores };
  }

  /** Resumes a saved game. */
  static resume(engine: Engine, game: SavedGame): Session {
    const session = Session.load(engine, game.record, null, game);
    session.kept.set(game);
    return session;
  }

  /** Resumes a record, with other seats if given; throws BadRecord with a sentence if it is invalid. */
  static load(engine: Engine, text: string, seats: Sitter[] | null = null, kept: { id?: string; version?: number } = {}): Session {
    const record = readRecord(text);
    let session: Session;
    try {
      const { header, date, ms } = record;
      session = new Session(engine, { rules: record.rules, seats: seats ?? sittersOf(record.labels) }, { header, date, ms, ...kept });
    } catch (error) {
      throw error instanceof Refusal ? new BadRecord(tell('record.rules', error.message)) : error;
    }
    const { players } = engine.view(null);
    if (players !== record.labels.length)
      throw new BadRecord(tell('record.players', players, record.labels.length));
    session.playAgain(record.events);
    return session;
  }

  /** Replays a record; the consequences of its moves must match exactly. */
  private playAgain(events: ReturnType<typeof readRecord>['events']): void {
    let next = this.lines.length;       // so far the file matches the moves
    for (const event of events) {
      const { line } = event;
      if (event.kind === 'follows' ? next >= this.lines.length || !same(counted(event.text), JSON.parse(this.lines[next]!)) : next < this.lines.length)
        throw new BadRecord(tell('record.follows', line));
      if (event.kind === 'follows') {
        this.lines[next++] = event.text;
      } else if (event.kind === 'deal') {
        if (!dealAgain(this.engine, event.round))
          throw new BadRecord(tell('record.deal', line));
        this.hearDeal(event.round, event.text);
        next = this.lines.length;
      } else {
        const { seat, move, t } = event.played, from = this.lines.length;
        if (!this.made.rounds.length || !this.engine.play(seat, bare(move)))
          throw new BadRecord(tell('record.move', line, move));
        this.hear(seat, move, t, event.text);
        if (this.made.rounds.at(-1)?.moves.at(-1)?.move !== move)
          throw new BadRecord(tell('record.follows', line));
        next = from + 1;
      }
    }
    if (next < this.lines.length)
      throw new BadRecord(tell('record.cut'));
  }
}
