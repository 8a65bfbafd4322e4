// SPDX-License-Identifier: MIT
// A game in progress as the playing screen shows it, on this device (driver.ts) or with others (online_driver.ts): they
// differ in where events come from, not in what the screen shows.
import type { Game } from '../../core/game';
import type { Due } from '../../core/session';
import type { Settings } from '../../core/settings';
import { Store } from '../../core/store';
import type { Move, View } from '../../core/views';

export type Speed = Settings['speed'];
/** The delay before the sheet of a finished round covers the last move. */
export const LAST: Record<Speed, number> = { none: 0, fast: 500, normal: 1100, slow: 1900 };

/** What the screen shows now. */
export interface Now {
  due: Due;
  /** Whose hand is shown; null for no one's. */
  seat: number | null;
  view: View;
  moves: Move[];
  /** The device must be handed to this seat first. */
  curtain: number | null;
  /** Why nothing goes on. */
  trouble: string | null;
  /** The round is over and its last move has been seen. */
  ended: boolean;
  /** The number of log sentences since the person's last choice. */
  fresh: number;
  /** A player has just laid a tile in a game with calls, and there is time to call. */
  air: boolean;
  /** The move is waiting until the others have had time to call (with others). */
  held: boolean;
  /** Counts every change. */
  at: number;
}

/** What the playing screen does with a game in progress. */
export interface Loop {
  readonly session: Game;
  readonly now: Store<Now>;
  start(): void;
  /** Stops everything; later answers are dropped. */
  stop(): void;
  /** Skips ahead: everything up to the next choice happens at once.  calls: the chance to call on the last tile is given up. */
  skip(calls?: boolean): void;
  play(move: string): void;
  /** Declines to call: continues at once. */
  letGo(): void;
  /** Back to the last choice; false if there is none. */
  undo(): boolean;
  /** After a round: the next deal. */
  next(): Promise<void>;
  /** The person whose turn it is has the device. */
  unveil(): void;
  /** After trouble. */
  again(): void;
  /** The game has changed from outside. */
  refresh(): void;
}

/** Whether a round or the game is over. */
export const isOver = ({ kind }: Due): boolean => kind === 'round' || kind === 'over';

/** Shared by both: whose hand is shown, what may be chosen, what is new. */
export abstract class Showing<G extends Game> {
  readonly now: Store<Now>;
  protected heard: number;              // the number of sentences at the person's last choice
  protected unveiled: number | null = null;
  protected seen = -1;                  // the length of the log when the end of a round had been seen
  private count = 0;

  constructor(readonly session: G, protected readonly speed: () => Speed) {
    this.heard = session.log.length;
    this.now = new Store(this.look({}));
  }

  /** Whether a person may call now, with or without reason; the display must not reveal which. */
  protected abstract inAir(): boolean;

  protected get length(): number { return this.session.log.length; }

  protected look(known: Partial<Now>): Now {
    const { session } = this, { people } = session, due = session.due(), own = due.kind === 'move' ? due.seat : null, shared = people.length > 1;
    const curtain = shared && own !== null && own !== this.unveiled ? own : null;
    const seat = !shared ? (people[0] ?? null) : curtain === null ? own : null;
    const caller = due.kind === 'call' ? due.seat : null, acting = curtain === null ? (own ?? caller) : null;
    const moves = acting === null ? [] : session.moves(acting), view = session.view(seat);
    this.heard = Math.min(this.heard, this.length);
    return {
      due, seat, view, moves, curtain, trouble: null, ended: false, fresh: this.length - this.heard, air: this.inAir(), held: false,
      at: ++this.count, ...known,
    };
  }

  protected abstract show(): void;

  /** The person whose turn it is has the device. */
  unveil(): void {
    this.unveiled = this.now.get().curtain;
    this.show();
  }
}
