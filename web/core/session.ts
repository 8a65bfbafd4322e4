// A running game for the page: who sits where, whose decision is next, what has happened, undo, the record.
//
// The whole game follows from its history: rules, and for each round the deck, the lead and the moves.  Undo cuts the
// history and plays it again; a saved game is the record of docs/protocol.md, which `boneyard check` reads.
import { optionIds } from '../generated/tables';
import type { Engine } from './engine';
import { type GameEvent, type Move, type Result, type Tile, type View, tileOf, tiles } from './views';

export interface Sitter { name: string; bot: number | null }        // bot: its id in the tables; null: a person here
export interface Setup { rules: string; seats: Sitter[] }
export interface Played { seat: number; move: string; t: number }
export interface Round { deck: Tile[]; lead: number; moves: Played[] }
export interface History { rules: string; names: string[]; seed: string; rounds: Round[] }

/** What comes next (as src/tui/session.h has it). */
export type Due =
  | { kind: 'step'; seat: number | null; forced: boolean }
  | { kind: 'round' }
  | { kind: 'move'; seat: number }
  | { kind: 'call'; seat: number }
  | { kind: 'over' };

/** One sentence of the log. */
export interface Said { words: string; round: number; move: number; event: GameEvent; choice: boolean }

/** Answers for a bot: a place in the seat's list of moves. */
export type Asker = (history: History, seat: number, bot: number, stream: number) => Promise<number>;

export const hexOf = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
export const freshSeed = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)));
const textOf = (tile: Tile): string => `${tile.high}-${tile.low}`;
const numberOf = (words: unknown): number => (typeof words === 'number' && Number.isInteger(words) ? words : NaN);

export class Session {
  readonly log: Said[] = [];
  readonly results: Result[] = [];
  private letGo = new Set<number>();
  private window: number | null = null;
  private started = Date.now();
  private before = 0;                   // milliseconds played before the game was loaded

  private constructor(
    private readonly engine: Engine,
    readonly setup: Setup,
    private history: History,
    readonly date: string,
  ) {}

  static begin(engine: Engine, setup: Setup, seed = freshSeed(), date = new Date().toISOString().replace(/\.\d+Z/, 'Z')): Session {
    const rules = engine.rules(setup.rules);
    const session = new Session(engine, { ...setup, rules }, { rules, names: setup.seats.map((s) => s.name), seed, rounds: [] }, date);
    engine.start(session.history.names, seed);
    return session;
  }

  // ---- Who is next ----

  get people(): number[] { return this.setup.seats.flatMap((s, seat) => (s.bot === null ? [seat] : [])); }

  /** The seat of the only person, or null. */
  get you(): number | null { return this.people.length === 1 ? (this.people[0] ?? null) : null; }

  view(seat: number | null): View { return this.engine.view(seat); }
  moves(seat: number): Move[] { return this.engine.moves(seat); }
  get elapsed(): number { return this.before + Date.now() - this.started; }

  /** When the last move of each round came, in milliseconds of play. */
  get times(): number[] { return this.history.rounds.map((round) => round.moves.at(-1)?.t ?? 0); }

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
    const caller = this.caller(view), seat = caller ?? view.turn, bot = this.setup.seats[seat]?.bot ?? null;
    if (bot !== null)
      return { kind: 'step', seat, forced: false };
    if (caller !== null)
      return { kind: 'call', seat };
    const list = this.engine.moves(seat), only = list.length === 1 ? list[0] : undefined;
    const forced = view.family !== 'castle' && (only?.kind === 'draw' || only?.kind === 'pass');
    return forced ? { kind: 'step', seat, forced } : { kind: 'move', seat };
  }

  /** The next seat that can only call and has not let the window pass, from the seat after the one on turn. */
  private caller(view: View): number | null {
    if (view.window === null)
      return null;
    if (view.window !== this.window) {
      this.window = view.window;
      this.letGo.clear();
    }
    for (let i = 1; i < view.players; i++) {
      const seat = (view.turn + i) % view.players;
      if (view.actors.includes(seat) && !this.letGo.has(seat))
        return seat;
    }
    return null;
  }

  pass(seat: number): void { this.letGo.add(seat); }

  // ---- What is done ----

  /** One move of a bot, a forced one, or the next deal; the sentences it adds. */
  async step(ask: Asker): Promise<Said[]> {
    const due = this.due();
    if (due.kind === 'round' || (due.kind === 'step' && due.seat === null))
      return this.deal();
    if (due.kind !== 'step' || due.seat === null)
      return [];
    const list = this.engine.moves(due.seat), bot = this.setup.seats[due.seat]?.bot ?? null;
    const chosen = due.forced || bot === null ? 0 : await ask(this.history, due.seat, bot, this.log.length);
    const move = list[chosen];
    if (!move)
      throw new RangeError(`a bot chose move ${chosen} of ${list.length}`);
    return this.play(due.seat, move.text, false);
  }

  play(seat: number, move: string, choice = true): Said[] {
    if (!this.engine.play(seat, move))
      throw new RangeError(`${move} is no move of seat ${seat}`);
    const round = this.history.rounds.at(-1), said = this.tell(choice), first = this.engine.events()[0];
    round?.moves.push({ seat, move: first?.text || move, t: this.elapsed });
    const view = this.engine.view(null);
    if (view.window === null)
      this.window = null;
    if (view.last && view.last.round > this.results.length)
      this.results.push(view.last);
    return said;
  }

  private deal(): Said[] {
    if (!this.engine.deal())
      return [];
    this.history.rounds.push({ deck: this.engine.deck(), lead: this.engine.view(null).lead, moves: [] });
    this.window = null;
    return this.tell(false);
  }

  private tell(choice: boolean): Said[] {
    const said = this.engine.events().map((event, i) => ({
      words: this.engine.say(i, this.you, this.you), round: this.history.rounds.length,
      move: this.history.rounds.at(-1)?.moves.length ?? 0, event, choice: choice && i === 0,
    }));
    this.log.push(...said);
    return said;
  }

  /** Back to the last choice of a person; false: there is none. */
  undo(): boolean {
    const last = this.log.findLast((said) => said.choice);
    if (!last)
      return false;
    const choices = new Set(this.log.filter((said) => said.choice && said !== last).map((said) => `${said.round} ${said.move}`));
    const rounds = this.history.rounds.slice(0, last.round).map((round, i) =>
      (i + 1 < last.round ? round : { ...round, moves: round.moves.slice(0, last.move) }));
    this.replay({ ...this.history, rounds }, (round, move) => choices.has(`${round} ${move}`));
    return true;
  }

  /** Plays a history again from nothing. */
  private replay(history: History, choice: (round: number, move: number) => boolean): void {
    this.log.length = this.results.length = 0;
    this.history = { ...history, rounds: [] };
    this.engine.rules(history.rules);
    this.engine.start(history.names, history.seed);
    for (const round of history.rounds) {
      if (!this.engine.dealDeck(round.deck, -1) && !this.engine.dealDeck(round.deck, round.lead))
        throw new RangeError(`round ${this.history.rounds.length + 1} cannot be dealt`);
      this.history.rounds.push({ deck: round.deck, lead: round.lead, moves: [] });
      this.tell(false);
      for (const { seat, move, t } of round.moves) {
        const bare = move.startsWith('draw') ? 'draw' : move, made = this.history.rounds.at(-1)?.moves;
        this.play(seat, bare, choice(this.history.rounds.length, made?.length ?? 0));
        if (made?.length)
          made[made.length - 1] = { seat, move, t };
      }
    }
    this.window = null;
    this.letGo.clear();
  }

  // ---- Keeping ----

  /** The record, one event a line (docs/protocol.md).  `names`: what stands in its header. */
  record(names: readonly string[]): string {
    const again = this.history, lines: object[] = [{ boneyard: 1, rules: again.rules, players: names, date: this.date }];
    const said = [...this.log];
    let at = 0;
    again.rounds.forEach((round, r) => {
      lines.push({ round: r + 1, lead: round.lead, deck: round.deck.map(textOf) });
      at++;
      for (const { seat, move, t } of round.moves) {
        lines.push({ seat, move, t });
        for (at++; said[at] && said[at]?.event.kind !== 'move' && said[at]?.event.kind !== 'round'; at++)
          lines.push(this.line(said[at]!.event, r));
      }
    });
    return lines.map((line) => JSON.stringify(line)).join('\n') + '\n';
  }

  private line(event: GameEvent, round: number): object {
    const result = this.results[round], view = this.engine.view(null);
    if (event.kind === 'score')
      return { seat: event.seat, score: event.points };
    if (event.kind === 'round-end' && result)
      return { 'round-end': result.end, seat: result.seat, gains: result.gains, scores: result.scores,
               hands: view.family === 'castle' ? [[]] : result.hands.map((hand) => hand.map(textOf)) };
    return { 'game-end': true, winners: view.winners, scores: view.scores };
  }

  /** Goes on with a record; throws with a sentence where it is none. */
  static load(engine: Engine, text: string, seatOf: (name: string, seat: number) => Sitter, seed = freshSeed()): Session {
    const lines = text.trimEnd().split('\n').map((line, i) => {
      try {
        return JSON.parse(line) as Record<string, unknown>;
      } catch {
        throw new RangeError(`line ${i + 1} is no JSON`);
      }
    });
    const head = lines[0];
    if (!head || head['boneyard'] !== 1 || typeof head['rules'] !== 'string' || !Array.isArray(head['players']))
      throw new RangeError('this is no record of a game');
    const names = head['players'].map(String), rounds: Round[] = [];
    for (const line of lines.slice(1)) {
      const t = numberOf(line['t']) || 0;
      if (Array.isArray(line['deck']))
        rounds.push({ lead: numberOf(line['lead']), moves: [], deck: line['deck'].map((words) => {
          const [high = NaN, low = NaN] = String(words).split('-').map(Number), tile = tiles.find((o) => o.high === Math.max(high, low) && o.low === Math.min(high, low));
          return tile ?? tileOf(NaN);
        }) });
      else if (typeof line['move'] === 'string')
        rounds.at(-1)?.moves.push({ seat: numberOf(line['seat']), move: line['move'], t });
    }
    const seats = names.map(seatOf), rules = engine.rules(head['rules']);
    const session = new Session(engine, { rules, seats }, { rules, names: seats.map((s) => s.name), seed, rounds: [] }, String(head['date'] ?? ''));
    session.before = rounds.at(-1)?.moves.at(-1)?.t ?? 0;
    session.replay({ ...session.history, rounds }, (round, move) => seats[rounds[round - 1]?.moves[move]?.seat ?? -1]?.bot === null);
    return session;
  }
}
