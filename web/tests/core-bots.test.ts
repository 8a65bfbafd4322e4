// SPDX-License-Identifier: MIT
// The bots' worker and the page's side of it, without a browser: the worker's own code runs behind a pretended Worker.
import { afterEach, describe, expect, it } from 'vitest';
import { bots as levels } from '../generated/tables';
import { Bots } from '../core/bots';
import { type Job, work } from '../core/jobs';
import { Session } from '../core/session';
import type { Answer, Question } from '../core/worker';
import { freshEngine, freshThinker, playOn, table } from './core';

const engine = await freshEngine(), thinker = await freshThinker();
const SEED = 'b0b'.padStart(64, '0');

/** Answers one question at a time, later; `dies` can make it stop in the middle. */
class Pretended {
  static made = 0;
  static open = 0;
  static dies: (job: Job) => boolean = () => false;
  onmessage: ((message: { data: Answer }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  onmessageerror = null;
  private ended = false;
  private queue = Promise.resolve();

  constructor() {
    Pretended.made++;
    Pretended.open++;
  }

  postMessage(question: Question): void {
    const q = structuredClone(question);
    this.queue = this.queue.then(async () => {
      await new Promise((next) => setTimeout(next, 1));
      if (this.ended)
        return;
      if (Pretended.dies(q))
        return this.onerror?.({ message: 'out of memory' });
      const said: Answer[] = [];
      try {
        const result = work(thinker, q, (progress) => said.push({ id: q.id, kind: 'step', progress }));
        said.push({ id: q.id, kind: 'done', result });
      } catch (error) {
        said.push({ id: q.id, kind: 'failed', error: String(error) });
      }
      for (const data of said) {
        await null;
        if (!this.ended)
          this.onmessage?.({ data: structuredClone(data) });
      }
    });
  }

  terminate(): void {
    Pretended.open -= this.ended ? 0 : 1;
    this.ended = true;
  }
}

const fresh = (): Bots => new Bots(() => new Pretended() as unknown as Worker);
const game = (rules: string, players: number, people = [0], bot = 0): Session =>
  Session.begin(engine, { rules, seats: table(players, people, bot) }, SEED);

afterEach(() => {
  Pretended.dies = () => false;
});

describe('the bots', () => {
  it('answer many questions at once, each its own', async () => {
    const bots = fresh(), session = game('draw:basics', 2, [], 1);
    await session.step(bots.ask);
    const due = session.due(), seat = due.kind === 'step' ? due.seat! : 0;
    const answers = await Promise.all(levels.map((level) => bots.ask(session.history, seat, level.id, 7, 20)));
    const again = await Promise.all(levels.map((level) => bots.ask(session.history, seat, level.id, 7, 20)));
    expect(answers).toEqual(again);
    expect(answers.every((at) => at >= 0 && at < session.moves(seat).length)).toBe(true);
  });

  it('that die give an error to whoever waits, and are started again', async () => {
    const bots = fresh(), session = game('draw:basics', 2, [], 1);
    await session.step(bots.ask);
    bots.warm();
    const seat = session.view(null).turn, before = Pretended.made;
    Pretended.dies = (job) => job.kind === 'ask' && job.stream === 13;
    const answers = await Promise.allSettled([1, 13, 2].map((stream) => bots.ask(session.history, seat, 1, stream, 20)));
    expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await bots.ask(session.history, seat, 1, 2, 20)).toBeGreaterThanOrEqual(0);
    expect(Pretended.made).toBe(before + 1);
  });

  it('say what is wrong with a question and answer the next one', async () => {
    const bots = fresh(), session = game('draw:basics', 2, [], 1);
    await session.step(bots.ask);
    await expect(bots.ask({ ...session.history, rules: 'chess' }, 0, 1, 1)).rejects.toThrow(/chess/);
    expect(await bots.ask(session.history, session.view(null).turn, 1, 1, 20)).toBeGreaterThanOrEqual(0);
  });

  it('hint at a move and say why', async () => {
    const bots = fresh(), session = game('muggins:number', 2);
    await playOn(session, bots.ask, 12);
    while (session.due().kind !== 'move')
      await session.step(bots.ask);
    const { best, words } = await bots.hint(session.history, 0);
    expect(session.moves(0)[best]).toBeDefined();
    expect(words).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a review', () => {
  it('studies every decision of the people, tells each step, and ends its worker', async () => {
    const bots = fresh(), session = game('draw:basics target=30', 2);
    let decisions = 0;
    await playOn(session, bots.ask, 400, (n) => (decisions += n > 1 ? 1 : 0, 0));
    const heard: number[] = [], open = Pretended.open;
    const review = await bots.review(session.record(), ({ done, step }) => step && heard.push(done), undefined, undefined, 8);
    expect(Pretended.open).toBe(open);
    expect(review.seats).toEqual([0]);
    expect(review.steps.length).toBe(heard.length);
    expect(review.steps.length).toBe(decisions);
    for (const step of review.steps) {
      expect(step.chance).toBeGreaterThanOrEqual(0);
      expect(step.chance).toBeLessThanOrEqual(1000);
      expect(step.words).not.toBe('');
      expect(step.grade === 'best').toBe(step.cost === '');
      expect(step.hurried).toBe('');
    }
  });

  it('says which moves it judged in a hurry', async () => {
    const bots = fresh(), session = game('castlerock:number set=12 removals=once', 1);
    await playOn(session, bots.ask, 60);
    const { steps } = await bots.review(session.record(), () => undefined);
    expect(steps.map((step) => step.hurried)).toContain('The analysis of this move was cut short.');
  });

  it('is stopped by its signal while bots go on answering', async () => {
    const bots = fresh(), session = game('draw:basics target=30', 2), stop = new AbortController();
    await playOn(session, bots.ask, 400);
    const seen = bots.review(session.record(), () => stop.abort(), stop.signal, undefined, 8);
    const answer = bots.hint(session.history, 0);
    await expect(seen).rejects.toThrow(/abort/i);
    await expect(answer).resolves.toMatchObject({ best: -1 });
  });
});

describe('Castle Rock', () => {
  it('finds a deal that can be cleared, and says so of the round that was dealt from it', async () => {
    const bots = fresh(), rules = engine.rules('castlerock:number'), seed = await bots.certify(rules, SEED, () => undefined);
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    const session = Session.begin(engine, { rules, seats: table(1, [0]) }, seed!);
    await playOn(session, bots.ask, 25);
    expect(await bots.clearable(session.history)).toBe(true);
  });

  it('says of some deals that they cannot be cleared', async () => {
    const answers = new Set<boolean | null>();
    for (let i = 1; i <= 12; i++) {
      const session = Session.begin(engine, { rules: 'castlerock:number', seats: table(1, [0]) }, i.toString(16).padStart(64, '0'));
      await session.step(fresh().ask);
      answers.add(await fresh().clearable(session.history));
    }
    expect([...answers].sort()).toEqual([false, true]);
  });
});
