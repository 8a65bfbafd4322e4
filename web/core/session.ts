// A running game for the page: who sits where, whose decision is next, what has happened, undo, the record, keeping.
//
// A screen does, over and over, what due() says (as src/tui/session.h has it):
//     step   somebody else's decision, or one that leaves no choice: step() plays one move, or deals
//     round  the round is over: show it; step() deals the next one
//     move   a person's choice: play() with one of moves()
//     call   a person may call: play() 'call', or letGo(); the seat on turn may also play
//     over   the game is over: rematch(), or leave
//
// The whole game follows from its history (history.ts).  Undo cuts the history and plays it again; a saved game is the
// record of docs/protocol.md, which `boneyard check` reads.  After every move the game is kept (saves.ts).
import { optionIds } from '../generated/tables';
import { tell } from '../texts';
import { Clock } from './clock';
import { type Engine, Refusal } from './engine';
import type { Game } from './game';
import { bare, dealAgain, type History, type Round, standAt } from './history';
import { BadRecord, counted, readRecord, same, textOf } from './record';
import { freshId, keepGame, type SavedGame } from './saves';
import { labelsOf, namesOf, onlyPerson, type Sitter, sittersOf } from './sitters';
import { Store } from './store';
import { type GameEvent, type Move, type Result, type View } from './views';

export type { History, Played, Round } from './history';
export { BadRecord } from './record';
export type { Sitter } from './sitters';

export interface Setup { rules: string; seats: Sitter[] }

/** What comes next. */
export type Due =
  | { kind: 'step'; seat: number | null; forced: boolean }
  | { kind: 'round' }
  | { kind: 'move'; seat: number }
  | { kind: 'call'; seat: number }
  | { kind: 'over' };

/** One sentence of the log.  move: how many moves of the round came before it; choice: a person could have done something else. */
export interface Said { words: string; round: number; move: number; event: GameEvent; choice: boolean }

/** Answers for a bot: a place in the seat's list of moves. */
export type Asker = (history: History, seat: number, bot: number, stream: number) => Promise<number>;

const hexOf = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
export const freshSeed = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)));
export const nextSeed = (seed: string): string => ((BigInt(`0x${seed}`) + 1n) % (1n << 256n)).toString(16).padStart(64, '0');
const today = (): string => new Date().toISOString().replace(/\.\d+Z/, 'Z');

interface Start { seed?: string; date?: string; header?: string; ms?: number; id?: string; version?: number }

export class Session implements Game {
  readonly log: Said[] = [];
  readonly results: Result[] = [];
  readonly setup: Setup;                // the names as they are shown
  readonly date: string;                // when it began, UTC
  /** Under which id it is kept; undefined until it was. */
  readonly kept = new Store<SavedGame | null>(null);
  private readonly clock: Clock;
  private readonly lines: string[];     // the record
  private readonly lineOf: number[] = [];       // how many lines it had before log[i] was said
  private readonly calling: boolean;
  private readonly teams: boolean;
  private made: History;
  private id: string;
  private version: number;
  private window: number | null = null;
  private over = 0;                     // milliseconds of play when the game ended
  private passed = new Set<number>();
  private keeping: Promise<void> | null = null;
  private changed = false;

  private constructor(private readonly shared: Engine, private readonly given: Setup, start: Start) {
    const engine = shared, rules = engine.rules(given.rules), names = namesOf(given.seats), seed = start.seed ?? freshSeed();
    engine.owner = this;                // so far as to read the options
    this.setup = { rules, seats: given.seats.map(({ bot }, seat) => ({ name: names[seat] ?? '', bot })) };
    this.calling = this.option('call') === 'on';
    this.teams = this.option('teams') === 'on';
    this.made = { rules, names, seed, rounds: [] };
    this.date = start.date ?? today();
    this.lines = [start.header ?? JSON.stringify({ boneyard: 1, rules, players: labelsOf(given.seats, names), date: this.date })];
    this.clock = new Clock(start.ms);
    this.id = start.id ?? freshId();
    this.version = start.version ?? 0;
    engine.start(names, seed);
    engine.owner = this;
  }

  /** The module, with this game in it: another game may have been there meanwhile. */
  private get engine(): Engine {
    if (this.shared.owner !== this) {
      standAt(this.shared, this.made);
      this.shared.owner = this;
    }
    return this.shared;
  }

  /** A new game, nothing dealt yet; the same seed makes the same game.  A seat without a name gets one. */
  static begin(engine: Engine, setup: Setup, seed = freshSeed(), date = today()): Session {
    return new Session(engine, setup, { seed, date });
  }

  /** The same seats play the same rules again, from the next seed. */
  rematch(): Session { return Session.begin(this.shared, this.given, nextSeed(this.made.seed)); }

  // ---- Who is next ----

  get people(): number[] { return this.setup.seats.flatMap((s, seat) => (s.bot === null ? [seat] : [])); }

  /** The seat of the only person, or null: then the log is what everybody may hear. */
  get you(): number | null { return onlyPerson(this.setup.seats); }

  /** For practice against bots: among people a tile laid is laid (C-06). */
  get mayUndo(): boolean { return this.you !== null; }
  get undoable(): boolean { return this.log.some((said) => said.choice); }
  get mayHint(): boolean { return true; }

  get names(): readonly string[] { return this.made.names; }
  get history(): History { return this.made; }

  view(seat: number | null): View { return this.engine.view(seat); }
  moves(seat: number): Move[] { return this.engine.moves(seat); }

  /** When the last move of each round came, in milliseconds of play. */
  get times(): number[] { return this.made.rounds.map((round) => round.moves.at(-1)?.t ?? 0); }

  /** An option of these rules as a word; null: this game does not have it. */
  option(key: keyof typeof optionIds): string | null {
    this.engine.rules(this.setup.rules);
    return this.engine.option(optionIds[key])?.value ?? null;
  }

  /** These rules in words. */
  explain(): { section: string; numbers: string; text: string }[] {
    this.engine.rules(this.setup.rules);
    return this.engine.explain();
  }

  due(): Due {
    const view = this.engine.view(null);
    if (view.phase === 'ready')
      return { kind: 'step', seat: null, forced: true };
    if (view.phase === 'game-over')
      return { kind: 'over' };
    if (view.phase === 'round-over')
      return { kind: 'round' };
    const caller = this.caller(view), seat = caller ?? view.turn;
    if (!this.isPerson(seat))
      return { kind: 'step', seat, forced: false };
    if (caller !== null)
      return { kind: 'call', seat };
    const list = this.engine.moves(seat), only = list.length === 1 ? list[0] : undefined;
    const forced = view.family !== 'castle' && (only?.kind === 'draw' || only?.kind === 'pass');
    return forced ? { kind: 'step', seat, forced } : { kind: 'move', seat };
  }

  private isPerson(seat: number): boolean { return this.setup.seats[seat]?.bot === null; }

  /** The next seat that may call and has not let the window pass: people before bots, for they are slower. */
  private caller(view: View): number | null {
    if (view.window === null)
      return null;
    if (view.window !== this.window) {
      this.window = view.window;
      this.passed.clear();
    }
    const round = Array.from({ length: view.players }, (_, i) => (view.turn + i) % view.players);
    const may = round.filter((seat) => view.actors.includes(seat) && !this.passed.has(seat));
    return may.find((seat) => this.isPerson(seat)) ?? may.find((seat) => seat !== view.turn) ?? null;
  }

  /** The seat lets the window pass in which it could call. */
  letGo(seat: number): void { this.passed.add(seat); }

  /** Whether a call by this seat is in the air, whether or not there is anything to call: an opponent has just laid a tile in a
   *  game with calls.  What is shown and how long it waits must not depend on more than this. */
  mayShout(seat: number): boolean {
    const view = this.engine.view(null), last = this.log.findLast((said) => said.event.kind === 'move')?.event;
    const mate = this.teams ? (seat + 2) % view.players : seat;
    return this.calling && view.phase === 'playing' && last?.seat !== undefined && last.seat !== seat && last.seat !== mate && last.text.includes('-');
  }

  // ---- What is done ----

  /** One move of a bot, a forced one, or the next deal; the sentences it adds. */
  async step(ask: Asker): Promise<Said[]> {
    const due = this.due();
    if (due.kind === 'round' || (due.kind === 'step' && due.seat === null))
      return this.deal();
    if (due.kind !== 'step' || due.seat === null)
      return [];
    const bot = this.setup.seats[due.seat]?.bot ?? null, at = this.log.length;
    const chosen = due.forced || bot === null ? 0 : await ask(this.made, due.seat, bot, at);
    if (this.log.length !== at)
      return [];                        // taken back, or somebody called, while it thought
    const move = this.engine.moves(due.seat)[chosen];
    if (!move)
      throw new RangeError(`a bot chose move ${chosen}, which there is none`);
    return this.play(due.seat, move.text);
  }

  /** Plays a legal move as text; the sentences it adds. */
  play(seat: number, move: string): Said[] {
    const choice = this.isPerson(seat) && this.engine.howMany(seat) > 1;
    if (!this.engine.play(seat, move))
      throw new RangeError(`${move} is no move of seat ${seat}`);
    const said = this.hear(seat, move, choice, this.clock.ms);
    this.keep();
    return said;
  }

  /** What was typed or pointed at as a move: its text, or the sentence that says why it is none. */
  read(seat: number, words: string): { move: string } | { why: string } {
    const found = this.engine.read(seat, words), move = typeof found === 'number' ? this.engine.moves(seat)[found] : undefined;
    return move ? { move: move.text } : { why: String(found) };
  }

  private deal(): Said[] {
    if (!this.engine.deal())
      return [];
    const said = this.hearDeal({ deck: this.engine.deck(), lead: this.engine.view(null).lead, moves: [] });
    this.keep();
    return said;
  }

  /** A round has been dealt. */
  private hearDeal(round: Round, text?: string): Said[] {
    this.made.rounds.push(round);
    this.window = null;
    const said = this.tell(false);
    this.lines.push(text ?? JSON.stringify({ round: this.made.rounds.length, lead: round.lead, deck: round.deck.map(textOf) }));
    return said;
  }

  /** A move has been played. */
  private hear(seat: number, move: string, choice: boolean, t: number, text?: string): Said[] {
    const said = this.tell(choice), full = said[0]?.event.text || move, view = this.engine.view(null);
    this.made.rounds.at(-1)?.moves.push({ seat, move: full, t });
    if (view.window === null)
      this.window = null;
    if (view.last && view.last.round > (this.results.at(-1)?.round ?? 0))
      this.results.push(view.last);
    if (view.phase === 'game-over')
      this.over = t;
    this.lines.push(text ?? JSON.stringify({ seat, move: full, t }));
    for (const { event } of said.slice(1))
      this.lines.push(JSON.stringify(this.line(event, view)));
    return said;
  }

  private tell(choice: boolean): Said[] {
    const round = this.made.rounds.length, move = this.made.rounds.at(-1)?.moves.length ?? 0;
    const said = this.engine.events().map((event, i) => ({ words: this.engine.say(i, this.you, this.you), round, move, event, choice: choice && i === 0 }));
    this.lineOf.push(...said.map(() => this.lines.length));
    this.log.push(...said);
    return said;
  }

  /** Back to the last choice of a person, over deals if need be; false: there is none. */
  undo(): boolean {
    const at = this.log.findLastIndex((said) => said.choice), last = this.log[at];
    if (!last)
      return false;
    const rounds = this.made.rounds.slice(0, last.round);
    rounds.push(...rounds.splice(-1).map((round) => ({ ...round, moves: round.moves.slice(0, last.move) })));
    this.made = { ...this.made, rounds };
    standAt(this.shared, this.made);
    this.shared.owner = this;
    this.lines.length = this.lineOf[at] ?? 1;
    this.log.length = this.lineOf.length = at;
    this.results.splice(0, Infinity, ...this.results.filter((result) => result.round < last.round));
    this.window = null;
    this.keep();
    return true;
  }

  /** Tells the whole game again, after the language was changed. */
  retell(): void {
    const { rounds } = this.made, choices = new Set(this.log.flatMap((said) => (said.choice ? [`${said.round} ${said.move}`] : [])));
    const names = namesOf(this.given.seats), lines = [...this.lines];
    names.forEach((name, seat) => (this.setup.seats[seat] = { name, bot: this.setup.seats[seat]?.bot ?? null }));
    this.made = { ...this.made, names, rounds: [] };
    this.log.length = this.lineOf.length = this.results.length = 0;
    this.lines.length = 1;
    this.shared.rules(this.made.rules);
    this.shared.start(names, this.made.seed);
    this.shared.owner = this;
    rounds.forEach((round, r) => {
      dealAgain(this.engine, round);
      this.hearDeal({ ...round, moves: [] });
      round.moves.forEach(({ seat, move, t }, i) => {
        this.engine.play(seat, bare(move));
        this.hear(seat, move, choices.has(`${r + 1} ${i}`), t);
      });
    });
    this.lines.splice(0, Infinity, ...lines);
  }

  // ---- What is shown beside the view ----

  /** The tile that came last: a place in Layout.tiles and View.laid (Castle Rock: in the row); null: none has. */
  get last(): number | null {
    const view = this.engine.view(null), castle = view.family === 'castle';
    const event = this.log.findLast((said) => said.round === this.made.rounds.length && said.event.kind === 'move' &&
      (castle || said.event.text.includes('-') && !said.event.text.startsWith('draw')))?.event;
    if (!event || (castle && !event.text.startsWith('draw')))
      return null;
    return (castle ? view.row.length : view.laid.length) - 1;
  }

  /** Milliseconds of play so far: it stands while the page is hidden, after attend(false), and when the game is over. */
  get elapsed(): number { return this.engine.view(null).phase === 'game-over' ? this.over : this.clock.ms; }

  /** Whether somebody plays: the table is shown.  Time runs only then. */
  attend(here: boolean): void {
    if (here)
      this.clock.start();
    else
      this.clock.stop();
  }

  // ---- Keeping ----

  /** The record, one event a line (docs/protocol.md). */
  record(): string { return this.lines.join('\n') + '\n'; }

  private saved(): SavedGame {
    const view = this.engine.view(null);
    return {
      id: this.id, version: this.version, rules: this.made.rules, names: labelsOf(this.given.seats, this.made.names), date: this.date,
      changed: new Date().toISOString(), round: this.made.rounds.length, scores: view.scores, over: view.phase === 'game-over', record: this.record(),
    };
  }

  /** Keeps the game as it is now; done by every move.  While one version is being kept the newest waits, the others are left out. */
  keep(): void {
    this.changed = true;
    this.keeping ??= this.keepOn();
  }

  private async keepOn(): Promise<void> {
    await null;                         // all that is done in one go is kept at once
    try {
      while (this.changed) {
        this.changed = false;
        const kept = await keepGame(this.saved());
        this.id = kept.id;
        this.version = kept.version;
        this.kept.set(kept);
      }
    } finally {
      this.keeping = null;              // whatever a watcher does, the next move is kept
    }
  }

  /** When all that was to be kept has been. */
  async settled(): Promise<void> { await this.keeping; }

  private line(event: GameEvent, view: View): object {
    const result = view.last;
    if (event.kind === 'score')
      return { seat: event.seat, score: event.points };
    if (event.kind === 'round-end' && result)
      return { 'round-end': result.end, seat: result.seat, gains: result.gains, scores: result.scores, hands: result.hands.map((hand) => hand.map(textOf)) };
    return { 'game-end': true, winners: view.winners, scores: view.scores };
  }

  /** Goes on with a kept game. */
  static resume(engine: Engine, game: SavedGame): Session {
    const session = Session.load(engine, game.record, null, game);
    session.kept.set(game);
    return session;
  }

  /** Goes on with a record, with other seats if they are given; throws a BadRecord with a sentence where it is none. */
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

  /** Plays what a record tells; what follows from the moves has to stand there as it follows. */
  private playAgain(events: ReturnType<typeof readRecord>['events']): void {
    let next = this.lines.length;       // up to here the file has said what follows
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
        const choice = this.isPerson(seat) && this.engine.howMany(seat) > 1;
        if (!this.made.rounds.length || !this.engine.play(seat, bare(move)))
          throw new BadRecord(tell('record.move', line, move));
        this.hear(seat, move, choice, t, event.text);
        if (this.made.rounds.at(-1)?.moves.at(-1)?.move !== move)
          throw new BadRecord(tell('record.follows', line));
        next = from + 1;
      }
    }
    if (next < this.lines.length)
      throw new BadRecord(tell('record.cut'));
  }
}
