// SPDX-License-Identifier: MIT
// The loop of a game with others: the server runs the game, and the screen follows its events.
import { type Online, WINDOW } from '../../core/online';
import { isOver, LAST, type Loop, type Now, Showing } from './loop';

export class OnlineDriver extends Showing<Online> implements Loop {
  private let = -1;                     // its length when the people here declined to call
  private ends: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  // ---- What stands ----

  protected override look(known: Partial<Now>): Now {
    const { session } = this, now = super.look(known);
    return { ...now, ended: this.seen === this.length && isOver(now.due), held: session.sent !== null && session.held };
  }

  protected inAir(): boolean { return this.air > 0; }

  /** Milliseconds left for people at this device to call, with or without reason. */
  private get air(): number {
    const { session } = this, left = session.heardAt + WINDOW - performance.now();
    return left > 0 && session.sent === null && this.let !== this.length && session.people.some((seat) => session.mayShout(seat)) ? left : 0;
  }

  protected show(): void {
    if (!this.session.running)
      return;
    clearTimeout(this.timer);
    const now = this.look({}), waits: number[] = [];
    if (isOver(now.due) && !now.ended)
      waits.push(LAST[this.speed()]);
    if (now.air)
      waits.push(this.air);
    this.now.set(now);
    if (this.ends.length > 0 && waits.length > 0) {
      const { length } = this, over = isOver(now.due);
      this.timer = setTimeout(() => {
        if (over && this.length === length)
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
    if (isOver(due) && !ended) {
      this.seen = this.length;
      this.show();
    }
  }

  play(move: string): void {
    const { due } = this.now.get();
    if ((due.kind !== 'move' && due.kind !== 'call') || this.session.sent !== null)
      return;
    this.heard = this.length;
    void this.session.play(due.seat, move);
  }

  /** The question disappears; the button still calls as long as the server accepts calls. */
  letGo(): void {
    this.let = this.length;
    this.show();
  }

  undo(): boolean { return this.session.undo(); }

  /** The others must be ready too; the round then starts automatically. */
  async next(): Promise<void> {
    if (this.now.get().due.kind !== 'round')
      return;
    this.heard = this.length;
    this.unveiled = null;
    await this.session.next();
  }

  again(): void { this.show(); }
  refresh(): void { this.show(); }
}
