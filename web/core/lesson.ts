// SPDX-License-Identifier: MIT
// A lesson in progress (boneyard/lesson.h): a game whose deal and moves are written down, and that is never saved. The
// engine plays every move, so the script can do only what the rules allow.
import { type BotKey, bots, type GameKey, type Pair } from '../generated/tables';
import { type Lesson, lessons, type Step } from '../generated/lessons';
import type { Engine } from './engine';
import { bare } from './history';
import { type Asker, type Said, Session } from './session';
import { botName } from './sitters';
import { Store } from './store';
import { tiles } from './views';

/** The name of the other seat in every lesson. */
export const OPPONENT: BotKey = 'mabel';

/** ask: the player's move is awaited; read: "Next" is awaited, before the others move or at the end; wait: they move. */
interface Teach { step: Step; at: number; of: number; stage: 'ask' | 'read' | 'wait'; last: boolean; other: boolean }

export class LessonSession extends Session {
  readonly teach: Store<Teach>;
  private readonly lesson: Lesson;
  private readonly starts: number[];    // the number of moves before each step
  private at = 0;
  private other = false;                // another legal move was tried
  private waiting: ((open: boolean) => void)[] = [];

  constructor(engine: Engine, readonly game: GameKey) {
    const lesson = lessons[game], bot = bots[0].id;
    const seats = [{ name: '', bot: null }, { name: botName(OPPONENT), bot }].slice(0, lesson.players);
    super(engine, { rules: lesson.rules, seats }, {});
    this.lesson = lesson;
    let before = 0;
    this.starts = lesson.steps.map(({ ask, then }) => {
      const start = before;
      before += then.length + (ask === null ? 0 : 1);
      return start;
    });
    this.teach = new Store(this.look());
  }

  protected override dealt(): boolean { return this.engine.dealDeck(this.lesson.deck.map((id) => tiles[id]!), this.lesson.lead); }
  override keep(): void {}              // a lesson is not a saved game

  private get moved(): number { return this.history.rounds.at(-1)?.moves.length ?? 0; }
  private get asking(): boolean { return this.lesson.steps[this.at]!.ask !== null && this.moved === this.starts[this.at]; }

  private look(): Teach {
    const of = this.lesson.steps.length;
    return { step: this.lesson.steps[this.at]!, at: this.at, of, stage: this.acts ? 'wait' : this.asking ? 'ask' : 'read', last: this.at === of - 1, other: this.other };
  }

  /** Whether the others are moving, with nothing left for the player to read. */
  get acts(): boolean { return this.moved < this.starts[this.at]!; }
  /** The last explanation, which stays while the others move. */
  get before(): Pair { const { done, say } = this.lesson.steps[Math.max(0, this.at - 1)]!; return done ?? say; }

  /** All moves of the script, in order. */
  private get script(): string[] { return this.lesson.steps.flatMap(({ ask, then }) => [...(ask === null ? [] : [ask]), ...then]); }

  /** The others' moves, from the script. */
  readonly asker: Asker = (_, seat) => {
    const wanted = this.script[this.moved], index = this.moves(seat).findIndex(({ text }) => text === wanted);
    return Promise.resolve(index);
  };

  /** The others move once the player has read. */
  override async step(ask: Asker): Promise<Said[]> {
    const due = this.due();
    if (due.kind === 'step' && due.seat !== null && this.moved >= (this.starts[this.at] ?? Infinity) &&
      !(await new Promise<boolean>((done) => this.waiting.push(done))))
      return [];
    return super.step(ask);
  }

  private open(yes: boolean): void { this.waiting.splice(0).forEach((done) => done(yes)); }

  /** Plays the player's move if it is the requested one. Returns false if another one was tried. */
  takes(move: string): boolean {
    const fine = this.asking && bare(move) === this.lesson.steps[this.at]!.ask;
    this.other = !fine && this.asking;
    this.teach.set(this.look());
    return fine;
  }

  override play(seat: number, move: string): Said[] {
    const said = super.play(seat, move), { done, ask } = this.lesson.steps[this.at]!;
    if (ask !== null && done === null && !this.asking)
      this.next();                      // nothing is said about it
    this.teach.set(this.look());
    return said;
  }

  /** The player has finished reading. */
  next(): void {
    if (this.at + 1 < this.lesson.steps.length)
      this.at++;
    this.other = false;
    this.teach.set(this.look());
    this.open(true);
  }

  override undo(): boolean {
    const done = super.undo();
    this.other = false;
    while (this.at > 0 && (this.starts[this.at]! > this.moved || this.lesson.steps[this.at]!.ask === null))
      this.at--;
    this.open(false);
    this.teach.set(this.look());
    return done;
  }
}
