// SPDX-License-Identifier: MIT
// Playing time: it runs while the page is visible and stops while it is hidden.

const now = (): number => performance.now();
const seen = (): boolean => typeof document === 'undefined' || document.visibilityState === 'visible';

let before = 0, since: number | null = seen() ? now() : null;

if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (since !== null)
      before += now() - since;
    since = seen() ? now() : null;
  });

/** Milliseconds for which this page has been visible. */
const seenTime = (): number => before + (since === null ? 0 : now() - since);

/** A stopwatch for that time. */
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
