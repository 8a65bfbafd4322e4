// SPDX-License-Identifier: MIT
// The page's side of the bots' worker (worker.ts).  Bots and hints share one worker. Long jobs (a review, a search for
// deals that can be cleared) each have their own, so nothing waits behind them, and stopping one ends its worker.
import type { Language } from '../generated/languages';
import type { Daily, DailyOf, Why } from './daily';
import type { History } from './history';
import type { Job, Progress, Results, Review } from './jobs';
import { settings } from './settings';
import { namesOf, onlyPerson, sittersOf } from './sitters';
import type { Answer, Question } from './worker';

export type { Progress, Review, ReviewStep } from './jobs';

type Waiting = { done: (result: never) => void; failed: (error: unknown) => void; step: (progress: Progress) => void };
type MakeWorker = () => Worker;

/** A worker that starts at the first request, and again if it has died. */
class Desk {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;

  constructor(private readonly make: MakeWorker) {}

  start(): Worker {
    if (this.worker)
      return this.worker;
    const worker = (this.worker = this.make());
    worker.onmessage = (message: MessageEvent<Answer>) => this.hear(message.data);
    worker.onerror = (event) => this.close(new Error(event.message || 'the worker stopped'));
    worker.onmessageerror = () => this.close(new Error('the worker cannot be understood'));
    return worker;
  }

  private hear(answer: Answer): void {
    const asked = this.waiting.get(answer.id);
    if (answer.kind === 'step') {
      asked?.step(answer.progress);
      return;
    }
    this.waiting.delete(answer.id);
    if (answer.kind === 'done')
      asked?.done(answer.result as never);
    else
      asked?.failed(new Error(answer.error));
  }

  ask<K extends Job['kind']>(job: Extract<Job, { kind: K }>, step: (progress: Progress) => void = () => undefined): Promise<Results[K]> {
    const id = this.next++;
    return new Promise<Results[K]>((done, failed) => {
      this.waiting.set(id, { done, failed, step });
      this.start().postMessage({ ...job, id } satisfies Question);
    });
  }

  /** Ends the worker; pending requests fail with the error. */
  close(error: unknown): void {
    this.worker?.terminate();
    this.worker = null;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { failed } of all)
      failed(error);
  }
}

const begin: MakeWorker = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

export class Bots {
  private readonly desk: Desk;

  constructor(private readonly make: MakeWorker = begin) {
    this.desk = new Desk(make);
  }

  /** Starts the worker, so that the first answer does not wait for it. */
  warm(): void {
    try {
      this.desk.start();
    } catch {
      // For browsers without workers: every request fails.
    }
  }

  private get language(): Language { return settings.get().language; }

  /** A bot's choice, as an index into the seat's list of moves. count: its budget, or 0 for the default. */
  ask = (history: History, seat: number, bot: number, stream: number, count = 0): Promise<number> =>
    this.desk.ask({ kind: 'ask', language: this.language, history, seat, bot, stream, count });

  /** The best move, as an index into the seat's list of moves, and the reason. */
  hint = (history: History, seat: number): Promise<{ best: number; words: string }> =>
    this.desk.ask({ kind: 'hint', language: this.language, history, seat, count: 0 });

  /** Studies a record decision by decision: those of people, or of everyone if only bots played, or of the seats named.
   *  onStep is called after each. An aborted signal ends the study with the signal's reason. Throws BadRecord if the
   *  record is invalid. */
  review = async (record: string, onStep: (progress: Progress) => void, signal?: AbortSignal, seats?: number[], count = 0): Promise<Review> => {
    const { historyOf, readWhole } = await import('./record'), read = readWhole(record), sitters = sittersOf(read.labels), people = sitters.flatMap((s, seat) => (s.bot === null ? [seat] : []));
    return this.long({
      kind: 'review', language: this.language, history: historyOf(read, namesOf(sitters), '0'), you: onlyPerson(sitters), count,
      seats: seats ?? (people.length > 0 ? people : sitters.map((_, seat) => seat)),
    }, onStep, signal);
  };

  /** Castle Rock: whether the last round of a history could be cleared; null if unknown. */
  clearable = (history: History, signal?: AbortSignal): Promise<boolean | null> =>
    this.long({ kind: 'clearable', language: this.language, history }, () => undefined, signal);

  /** Castle Rock: the first seed, from this one on, whose first round can be cleared; null if none of `tries` can. */
  certify = (rules: string, seed: string, onStep: (progress: Progress) => void, signal?: AbortSignal, tries = 400): Promise<string | null> =>
    this.long({ kind: 'certify', language: this.language, rules, seed, tries }, onStep, signal);

  /** The daily of a date; `count` is the number of puzzles. */
  daily = <K extends Daily>(what: K, date: string, count = 1): Promise<DailyOf[K]> =>
    this.desk.ask({ kind: 'daily', language: this.language, what, date, count }) as Promise<DailyOf[K]>;

  /** The reason why a seat's move is better than another one, and every move in words. */
  why = (history: History, seat: number, move: number, other: number): Promise<Why> =>
    this.desk.ask({ kind: 'why', language: this.language, history, seat, move, other });

  private async long<K extends Job['kind']>(job: Extract<Job, { kind: K }>, step: (progress: Progress) => void, signal?: AbortSignal): Promise<Results[K]> {
    signal?.throwIfAborted();
    const desk = new Desk(this.make), stop = (): void => desk.close(signal?.reason);
    signal?.addEventListener('abort', stop);
    try {
      return await desk.ask(job, step);
    } finally {
      signal?.removeEventListener('abort', stop);
      desk.close(null);
    }
  }
}
