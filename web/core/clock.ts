// SPDX-License-Identifier: MIT
// Time of play: it runs while somebody can see the page, and stands while nobody can.

const now = (): number => performance.now();
const seen = (): boolean => typeof document === 'undefined' || document.visibilityState === 'visible';

let before = 0, since: number | null = seen() ? now() : null;

if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (since !== null)
      before += now() - since;
    since = seen() ? now() : null;
  });

/** Milliseconds that this page has been seen. */
const seenTime = (): number => before + (since === null ? 0 : now() - since);

/** A stopwatch on that time. */
export class Clock {
  private from: number | null = seenTime();

  constructor(private sum = 0) {}

  get ms(): number { return Math.round(this.sum + (this.from === null ? 0 : seenTime() - this.from)); }

  stop(): void {
    this.sum = this.ms;
    this.from = null;
  }

  start(): void { this.from ??= seenTime(); }
}
