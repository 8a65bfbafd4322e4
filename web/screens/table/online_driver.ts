// The loop of a game with others: the server goes on by itself, and what stands on the screen follows what it tells.
import { type Online, WINDOW } from '../../core/online';
import type { Settings } from '../../core/settings';
import { Store } from '../../core/store';
import type { Due } from '../../core/session';
import { LAST, type Loop, type Now } from './driver';

export class OnlineDriver implements Loop {
  readonly now: Store<Now>;
  private heard: number;                // sentences that were there at the person's last choice
  private unveiled: number | null = null;
  private seen = -1;                    // how long the log was when the end of a round had been seen
  private let = -1;                     // how long it was when nobody here wanted to call
  private count = 0;
  private ends: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly session: Online, private readonly speed: () => Settings['speed']) {
    this.heard = session.log.length;
    this.now = new Store(this.look());
  }

  // ---- What stands ----

  private look(): Now {
    const { session } = this, { people } = session, due = this.due(), own = due.kind === 'move' ? due.seat : null, shared = people.length > 1;
    const curtain = shared && own !== null && own !== this.unveiled ? own : null;
    const seat = !shared ? (people[0] ?? null) : curtain === null ? own : null;
    const caller = due.kind === 'call' ? due.seat : null, acting = curtain === null ? (own ?? caller) : null;
    const moves = acting === null ? [] : session.moves(acting), view = session.view(seat);
    this.heard = Math.min(this.heard, session.log.length);
    return {
      due, seat, view, moves, curtain, trouble: null, ended: this.seen === session.log.length && (due.kind === 'round' || due.kind === 'over'),
      fresh: session.log.length - this.heard, air: this.air > 0, held: session.sent !== null && session.held, at: ++this.count,
    };
  }

  /** As the game has it; but who is on turn and may also call has a move to make. */
  private due(): Due {
    const due = this.session.due();
    if (due.kind !== 'call' || this.session.view(null).turn !== due.seat)
      return due;
    const others = this.session.moves(due.seat).filter((move) => move.kind !== 'call');
    const forced = others.length === 1 && (others[0]?.kind === 'draw' || others[0]?.kind === 'pass');
    return forced ? due : { kind: 'move', seat: due.seat };
  }

  /** Milliseconds that somebody at this device may still shout, with or without reason. */
  private get air(): number {
    const { session } = this, left = session.heardAt + WINDOW - performance.now();
    return left > 0 && session.sent === null && this.let !== session.log.length && session.people.some((seat) => session.mayShout(seat)) ? left : 0;
  }

  private show(): void {
    if (!this.session.running)
      return;
    clearTimeout(this.timer);
    const now = this.look(), waits: number[] = [];
    if ((now.due.kind === 'round' || now.due.kind === 'over') && !now.ended)
      waits.push(LAST[this.speed()]);
    if (now.air)
      waits.push(this.air);
    this.now.set(now);
    if (this.ends.length > 0 && waits.length > 0) {
      const length = this.session.log.length, over = now.due.kind === 'round' || now.due.kind === 'over';
      this.timer = setTimeout(() => {
        if (over && this.session.log.length === length)
          this.seen = length;
        this.show();
      }, Math.max(0, Math.min(...waits)) + 1);
    }
  }

  start(): void {
    this.ends = [this.session.changes.watch(() => this.show())];
    this.show();
  }

  stop(): void {
    clearTimeout(this.timer);
    for (const end of this.ends)
      end();
    this.ends = [];
  }

  // ---- What a person does ----

  skip(): void {
    const { due, ended } = this.now.get();
    if ((due.kind === 'round' || due.kind === 'over') && !ended) {
      this.seen = this.session.log.length;
      this.show();
    }
  }

  play(move: string): void {
    const { due } = this.now.get();
    if ((due.kind !== 'move' && due.kind !== 'call') || this.session.sent !== null)
      return;
    this.heard = this.session.log.length;
    void this.session.play(due.seat, move);
  }

  /** The question goes away; as long as the server takes a call, the button still calls. */
  letGo(): void {
    this.let = this.session.log.length;
    this.show();
  }

  undo(): boolean { return this.session.undo(); }

  /** The others have to want it too: the round comes by itself. */
  async next(): Promise<void> {
    if (this.now.get().due.kind !== 'round')
      return;
    this.heard = this.session.log.length;
    this.unveiled = null;
    await this.session.next();
  }

  unveil(): void {
    this.unveiled = this.now.get().curtain;
    this.show();
  }

  again(): void { this.show(); }
  refresh(): void { this.show(); }
}
