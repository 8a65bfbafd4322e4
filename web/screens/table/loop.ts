// SPDX-License-Identifier: MIT
// A running game as the playing screen shows it, here (driver.ts) or with others (online_driver.ts): the two differ in where
// what happens comes from, not in what stands on the screen.
import type { Game } from '../../core/game';
import type { Due } from '../../core/session';
import type { Settings } from '../../core/settings';
import { Store } from '../../core/store';
import type { Move, View } from '../../core/views';

export type Speed = Settings['speed'];
/** Before the sheet of a finished round covers the last move. */
export const LAST: Record<Speed, number> = { none: 0, fast: 500, normal: 1100, slow: 1900 };

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

/** What the playing screen does with a game that runs. */
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

/** Whether a round or the game is over. */
export const isOver = ({ kind }: Due): boolean => kind === 'round' || kind === 'over';

/** What both have: whose hand is shown, what may be chosen, what is new. */
export abstract class Showing<G extends Game> {
  readonly now: Store<Now>;
  protected heard: number;              // sentences that were there at the person's last choice
  protected unveiled: number | null = null;
  protected seen = -1;                  // how long the log was when the end of a round had been seen
  private count = 0;

  constructor(readonly session: G, protected readonly speed: () => Speed) {
    this.heard = session.log.length;
    this.now = new Store(this.look({}));
  }

  /** Whether a person may shout now, with or without reason: what is shown must not tell which. */
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
