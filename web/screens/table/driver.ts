// The loop of a running game, without any framework: it lets bots and forced steps happen at the speed that is set, and
// stops where a person has to choose, at the end of a round and at the end of the game.
import type { Game } from '../../core/game';
import type { Due, Session } from '../../core/session';
import type { Settings } from '../../core/settings';
import { Store } from '../../core/store';
import type { Move, View } from '../../core/views';

type Speed = Settings['speed'];
/** Milliseconds a bot's move is at least away from the one before it. */
const PACE: Record<Speed, number> = { none: 0, fast: 260, normal: 850, slow: 1700 };
/** A step without a choice: long enough to be seen. */
const FORCED: Record<Speed, number> = { none: 0, fast: 450, normal: 700, slow: 1400 };
/** Before the sheet of a finished round covers the last move. */
export const LAST: Record<Speed, number> = { none: 0, fast: 500, normal: 1100, slow: 1900 };
/** Games with calls: how long a bot waits after each tile, so that one can shout. */
const SHOUT: Record<Speed, number> = { none: 1200, fast: 1800, normal: 3200, slow: Infinity };
/** A bot that has not answered after so long is asked again by hand. */
const PATIENCE = 45_000;

/** What stands on the screen now. */
export interface Now {
  due: Due;
  /** Whose hand is shown; null: nobody's. */
  seat: number | null;
  view: View;
  moves: Move[];
  /** The device has to be handed to this seat first. */
  curtain: number | null;
  /** Why nothing goes on. */
  trouble: string | null;
  /** The round is over and its last move has been seen. */
  ended: boolean;
  /** How many sentences of the log are new since the person's last choice. */
  fresh: number;
  /** Somebody has just laid in a game with calls: there is time to shout. */
  air: boolean;
  /** What was played waits until the others have had their time to call (with others). */
  held: boolean;
  /** Counts every change. */
  at: number;
}

/** What the playing screen does with a game that runs: here (Driver), or with others (online_driver.ts). */
export interface Loop {
  readonly session: Game;
  readonly now: Store<Now>;
  start(): void;
  /** Nothing happens any more; answers that come later are dropped. */
  stop(): void;
  /** Whoever cannot wait: what is still to be seen before the next choice comes at once. */
  skip(): void;
  play(move: string): void;
  /** Nobody shouts: on at once. */
  letGo(): void;
  /** Back to the last choice; false: there is none. */
  undo(): boolean;
  /** After a round: the next deal. */
  next(): Promise<void>;
  /** The person whose turn it is has the device. */
  unveil(): void;
  /** After trouble. */
  again(): void;
  /** Something outside has changed the game. */
  refresh(): void;
}

/** How a bot is asked; what `core/bots.ts` does. */
export type Ask = Parameters<Session['step']>[0];

class Stale extends Error {}

export class Driver implements Loop {
  readonly now: Store<Now>;
  private run = 0;                      // the loop that may go on; an older one finds another number here and ends
  private open = false;
  private awaited: (() => void) | null = null;
  private heard: number;                // sentences that were there at the person's last choice
  private unveiled: number | null = null;
  private count = 0;
  private skipping = false;
  private shouted = -1;                 // how long the log was when the time to shout had passed
  private shouting = false;             // a wait that no click cuts short
  private seen = -1;                    // how long it was when the end of a round had been seen
  private readonly knocking: boolean;

  constructor(
    readonly session: Session,
    private readonly ask: Ask,
    private readonly speed: () => Speed,
    private readonly people = session.people,
  ) {
    this.heard = session.log.length;
    this.knocking = session.option('knock') === 'on';
    this.now = new Store(this.look(false, null));
  }

  // ---- What stands ----

  private look(ended: boolean, trouble: string | null): Now {
    const due = this.due(), own = due.kind === 'move' ? due.seat : null, shared = this.people.length > 1;
    const curtain = shared && own !== null && own !== this.unveiled ? own : null;
    const seat = !shared ? (this.people[0] ?? null) : curtain === null ? own : null;
    const caller = due.kind === 'call' ? due.seat : null, acting = curtain === null ? (own ?? caller) : null;
    const moves = acting === null ? [] : this.session.moves(acting), view = this.session.view(seat);
    const fresh = this.session.log.length - this.heard;
    return { due, seat, view, moves, curtain, trouble, ended, fresh, air: this.air(view), held: false, at: ++this.count };
  }

  /** As the session has it; but who is on turn and may also call has a move to make. */
  private due(): Due {
    const due = this.session.due();
    if (due.kind !== 'call' || this.session.view(null).turn !== due.seat)
      return due;
    const others = this.session.moves(due.seat).filter((move) => move.kind !== 'call');
    const forced = others.length === 1 && (others[0]?.kind === 'draw' || others[0]?.kind === 'pass');
    return forced ? due : { kind: 'move', seat: due.seat };
  }

  /** Whether a person may shout now, with or without reason: what is shown must not tell which. */
  private air(view: View): boolean {
    if (this.people.some((seat) => this.session.mayShout(seat)))
      return true;
    const last = this.session.log.findLast((said) => said.event.kind === 'move')?.event;
    return this.knocking && view.phase === 'playing' && last?.seat !== undefined && last.seat !== null
      && !this.people.includes(last.seat) && view.counts[last.seat] === 1;
  }

  private show(ended = false, trouble: string | null = null): void {
    this.now.set(this.look(ended, trouble));
  }

  // ---- The loop ----

  start(): void {
    this.open = true;
    this.session.attend(true);
    void this.go();
  }

  /** Nothing happens any more; answers that come later are dropped. */
  stop(): void {
    this.open = false;
    this.session.attend(false);
    this.run++;
    this.wake();
  }

  private async go(): Promise<void> {
    const mine = ++this.run;
    this.wake();
    const stale = (): boolean => !this.open || mine !== this.run;
    try {
      while (!stale()) {
        const due = this.due();
        if (due.kind === 'round' || due.kind === 'over' || due.kind === 'move') {
          await this.rest(due, stale);
          return;
        }
        this.show();
        if (this.now.get().air && this.shouted !== this.session.log.length)
          await this.wait(stale);
        if (due.kind === 'call' && !stale())
          this.session.letGo(due.seat);
        else if (due.kind === 'step' && !stale())
          await this.step(due.seat === null, due.forced, stale);
      }
    } catch (error) {
      if (!(error instanceof Stale) && !stale())
        this.show(false, error instanceof Error ? error.message : String(error));
    }
  }

  /** Time to shout, once after each tile of somebody else; slow: as long as one likes. */
  private async wait(stale: () => boolean): Promise<void> {
    this.shouting = true;
    await this.pause(SHOUT[this.speed()]);
    this.shouting = false;
    if (!stale())
      this.shouted = this.session.log.length;
  }

  /** A person's choice, the end of a round or of the game. */
  private async rest(due: Due, stale: () => boolean): Promise<void> {
    this.skipping = false;
    this.show();
    if (due.kind !== 'round' && due.kind !== 'over')
      return;
    await this.pause(this.seen === this.session.log.length ? 0 : LAST[this.speed()]);
    this.seen = this.session.log.length;
    if (!stale())
      this.show(true);
  }

  private async step(deal: boolean, forced: boolean, stale: () => boolean): Promise<void> {
    const since = performance.now(), wait = deal ? 0 : (forced ? FORCED : PACE)[this.speed()];
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

  // ---- What a person does ----

  /** Whoever cannot wait: what is still to be seen before the next choice comes at once. */
  skip(): void {
    if (this.shouting)
      return;
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
    this.heard = this.session.log.length;
    this.session.play(due.seat, move);
    void this.go();
  }

  /** Nobody shouts: on at once. */
  letGo(): void {
    this.shouted = this.session.log.length;
    this.wake();
  }

  /** Back to the last choice; a bot's thought is dropped. */
  undo(): boolean {
    if (!this.session.undo())
      return false;
    this.heard = this.session.log.length;
    void this.go();
    return true;
  }

  /** After a round: the next deal. */
  async next(): Promise<void> {
    if (this.now.get().due.kind !== 'round')
      return;
    this.heard = this.session.log.length;
    this.unveiled = null;
    await this.session.step(this.ask);
    void this.go();
  }

  /** The person whose turn it is has the device. */
  unveil(): void {
    this.unveiled = this.now.get().curtain;
    this.show();
  }

  /** After trouble. */
  again(): void { void this.go(); }

  /** Something outside has changed the game. */
  refresh(): void { this.show(this.now.get().ended); }
}
