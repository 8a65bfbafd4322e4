// SPDX-License-Identifier: MIT
// The loop of a game in progress, without any framework: it runs bots and forced moves at the chosen speed, and
// stops for a person's choice, at the end of a round and at the end of the game.
import type { Due, Session } from '../../core/session';
import { isOver, LAST, type Loop, Showing, type Speed } from './loop';

/** The minimum number of milliseconds between the move of another player, chosen or forced, and the previous one. Three
 *  bots take at most 1.2 s at the normal speed (budgets.mjs). */
const PACE: Record<Speed, number> = { none: 0, fast: 200, normal: 340, slow: 1400 };
/** A player who draws before laying a tile continues after this fraction of the time. */
const ONWARD = 1 / 4;
/** The others take at most this much longer than one such time each; after that, their moves follow in the shortest
 * time. */
const SLACK = 1.05, LEAST = 1 / 8;
/** Games with calls: how long a bot waits after each tile, so that players can call. Every opponent's tile gets this
 * time, whether or not it scored: players have to count for themselves (L-25), so neither its length nor its end may
 * give anything away. */
const SHOUT: Record<Speed, number> = { none: 1200, fast: 1800, normal: 3200, slow: Infinity };
/** After this time without an answer, the user can ask the bot again. */
const PATIENCE = 45_000;
/** If moves together take longer than this, the browser may draw in between. */
const FRAME = 16;

/** Asks a bot, as `core/bots.ts` does. */
export type Ask = Parameters<Session['step']>[0];

class Stale extends Error {}

export class Driver extends Showing<Session> implements Loop {
  private run = 0;                      // the current loop; an older one finds another number here and ends
  private open = false;
  private awaited: (() => void) | null = null;
  private skipping = false;
  private shouted = -1;                 // the length of the log when the time to call had passed
  private mover: number | null = null;  // the seat of the last step
  private until = 0;                    // when the others should have finished
  private shouting = false;             // the time to call: only a tap on the felt cuts it short
  private breath = 0;                   // when the browser was last able to draw

  constructor(session: Session, private readonly ask: Ask, speed: () => Speed) { super(session, speed); }

  protected inAir(): boolean { return this.session.people.some((seat) => this.session.mayShout(seat)); }

  protected show(ended = false, trouble: string | null = null): void { this.now.set(this.look({ ended, trouble })); }

  // ---- The loop ----

  start(): void {
    this.open = true;
    this.session.attend(true);
    void this.go();
  }

  /** Stops everything; later answers are dropped. */
  stop(): void {
    this.open = false;
    this.session.attend(false);
    this.run++;
    this.wake();
  }

  private async go(): Promise<void> {
    const mine = ++this.run;
    this.breath = performance.now();
    this.wake();
    const stale = (): boolean => !this.open || mine !== this.run;
    try {
      while (!stale()) {
        const due = this.session.due();
        if (isOver(due) || due.kind === 'move') {
          await this.rest(due, stale);
          return;
        }
        this.show();
        if (this.now.get().air && this.shouted !== this.length)
          await this.wait(stale);
        else
          await this.breathe();
        if (due.kind === 'call' && !stale())
          this.session.letGo(due.seat);
        else if (due.kind === 'step' && !stale())
          await this.step(due.seat, due.forced, stale);
      }
    } catch (error) {
      if (!(error instanceof Stale) && !stale())
        this.show(false, error instanceof Error ? error.message : String(error));
    }
  }

  /** Keeps moves without a pause between them from adding up to one long task. */
  private async breathe(): Promise<void> {
    if (performance.now() - this.breath < FRAME)
      return;
    await new Promise((done) => setTimeout(done));
    this.breath = performance.now();
  }

  /** The time to call, once after each tile of another player; slow: unlimited. */
  private async wait(stale: () => boolean): Promise<void> {
    this.shouting = true;
    await this.pause(SHOUT[this.speed()]);
    this.shouting = false;
    if (!stale())
      this.shouted = this.length;
  }

  /** A person's choice, the end of a round or of the game. */
  private async rest(due: Due, stale: () => boolean): Promise<void> {
    this.skipping = false;
    this.mover = null;
    this.show();
    if (!isOver(due))
      return;
    await this.pause(this.seen === this.length ? 0 : LAST[this.speed()]);
    this.seen = this.length;
    if (!stale())
      this.show(true);
  }

  private async step(seat: number | null, forced: boolean, stale: () => boolean): Promise<void> {
    const since = performance.now(), deal = seat === null;
    const pace = PACE[this.speed()];
    if (this.mover === null)
      this.until = since + pace * (this.session.names.length - 1) * SLACK;
    const wait = deal ? 0 : Math.min(pace * (seat === this.mover ? ONWARD : 1), Math.max(pace * LEAST, this.until - since));
    this.mover = seat;
    const late = async (): Promise<void> => {
      await this.pause(this.skipping ? 0 : wait - (performance.now() - since));
      if (stale())
        throw new Stale();
    };
    if (deal || forced)
      await late();
    await this.session.step(async (...question) => {
      const chosen = await this.patiently(this.ask(...question));
      await late();
      return chosen;
    });
  }

  private patiently<T>(answer: Promise<T>): Promise<T> {
    return new Promise((done, failed) => {
      const limit = setTimeout(() => failed(new Error('')), PATIENCE);
      answer.then(done, failed).finally(() => clearTimeout(limit));
    });
  }

  private pause(ms: number): Promise<void> {
    if (ms <= 0)
      return Promise.resolve();
    return new Promise((done) => {
      const timer = ms === Infinity ? undefined : setTimeout(done, ms);
      this.awaited = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  private wake(): void {
    this.awaited?.();
    this.awaited = null;
  }

  // ---- A person's actions ----

  /** Skips ahead: everything up to the next choice happens at once.  The time to call ends only with `calls`, and only for the last
   *  tile: a press on the hand or on a button does not answer it. */
  skip(calls = false): void {
    if (this.shouting) {
      if (calls)
        this.letGo();
      return;
    }
    if (this.now.get().due.kind === 'step') {
      this.skipping = true;
      this.wake();
    } else if (!this.now.get().ended) {
      this.wake();
    }
  }

  play(move: string): void {
    const { due } = this.now.get();
    if (due.kind !== 'move' && due.kind !== 'call')
      return;
    this.heard = this.length;
    this.session.play(due.seat, move);
    void this.go();
  }

  /** Declines to call: continues at once. */
  letGo(): void {
    this.shouted = this.length;
    this.wake();
  }

  /** Goes back to the last choice, discarding a bot's pending answer. */
  undo(): boolean {
    if (!this.session.undo())
      return false;
    this.heard = this.length;
    void this.go();
    return true;
  }

  /** Deals the next round. */
  async next(): Promise<void> {
    if (this.now.get().due.kind !== 'round')
      return;
    this.heard = this.length;
    this.unveiled = null;
    await this.session.step(this.ask);
    void this.go();
  }

  /** After trouble. */
  again(): void { void this.go(); }

  /** Handles a change to the game from outside. */
  refresh(): void { this.show(this.now.get().ended); }
}
