// SPDX-License-Identifier: MIT
// The worker's jobs. Each brings the whole history, which is replayed, so nothing can get out of step.
import type { Language } from '../generated/languages';
import type { Daily, DailyOf, Why } from './daily';
import { type History, bare, dealAgain, standAt } from './history';
import type { Thinker } from './thinker';
import type { Grade, Unit } from './views';

/** A studied decision. The chance is the seat's, in thousandths, if it continues with its best move. */
export interface ReviewStep {
  round: number;                        // from 1
  move: number;                         // the number of earlier moves in the round
  seat: number;
  played: string;                       // as a record has it
  best: string;
  grade: Grade;
  unit: Unit;
  lost: number;                         // thousandths of the unit
  cost: string;                         // the same in words; '' if nothing was lost
  better: string;                       // the best move in words
  why: string;                          // why it is better; may be ''
  known: string;                        // the possible inferences about the other hands; may be ''
  hurried: string;                      // a note a note that the move was judged in a hurry; may be ''
  words: string;                        // the best move and why, as sentences
  reason: string;                       // the name of the strongest reason (reasons.def); may be ''
  chance: number | null;
}

export interface Review { seats: number[]; steps: ReviewStep[] }
export interface Progress { done: number; all: number; step: ReviewStep | null }

export type Job = { language: Language } & (
  | { kind: 'ask'; history: History; seat: number; bot: number; stream: number; count: number }
  | { kind: 'hint'; history: History; seat: number; count: number }
  | { kind: 'review'; history: History; seats: number[]; you: number | null; count: number }
  | { kind: 'clearable'; history: History }
  | { kind: 'certify'; rules: string; seed: string; tries: number }
  | { kind: 'daily'; what: Daily; date: string; count: number }
  | { kind: 'why'; history: History; seat: number; move: number; other: number });

/** The result of each kind of job. */
export interface Results {
  ask: number;
  hint: { best: number; words: string };
  review: Review;
  clearable: boolean | null;
  certify: string | null;
  daily: DailyOf[Daily];
  why: Why;
}

/** The number of seeds tried at a time in the search for a clearable deal. */
const CERTIFY_STEP = 4;

function review(t: Thinker, job: Extract<Job, { kind: 'review' }>, tell: (progress: Progress) => void): Review {
  const { history, seats, you, count } = job, steps: ReviewStep[] = [];
  const all = history.rounds.reduce((sum, round) => sum + round.moves.length, 0);
  let done = 0;
  t.rules(history.rules);
  t.start(history.names, history.seed);
  history.rounds.forEach((round, r) => {
    if (!dealAgain(t, round))
      throw new RangeError(`round ${r + 1} cannot be dealt`);
    round.moves.forEach(({ seat, move }, m) => {
      const list = seats.includes(seat) ? t.moves(seat) : [], played = list.findIndex((one) => one.text === bare(move));
      const verdict = played >= 0 && list.length > 1 ? t.study(seat, played, you, count) : null;
      const step = verdict && {
        round: r + 1, move: m, seat, played: move, best: list[verdict.best]?.text ?? '', grade: verdict.grade, unit: verdict.unit, lost: verdict.cost,
        cost: verdict.grade === 'best' ? '' : verdict.costWords, better: verdict.better, why: verdict.why, known: verdict.known, hurried: verdict.hurried,
        words: verdict.words, reason: verdict.reason, chance: verdict.chance,
      };
      if (step)
        steps.push(step);
      if (!t.play(seat, bare(move)))
        throw new RangeError(`${move} is no move of seat ${seat}`);
      done++;
      if (step || done === all)
        tell({ done, all, step });
    });
  });
  return { seats, steps };
}

function certify(t: Thinker, rules: string, seed: string, tries: number, tell: (progress: Progress) => void): string | null {
  t.rules(rules);
  for (let done = 0, at = seed; done < tries; done += CERTIFY_STEP) {
    const found = t.certify(at, CERTIFY_STEP);
    if (found.clear)
      return found.seed;
    at = found.seed;
    tell({ done: done + CERTIFY_STEP, all: tries, step: null });
  }
  return null;
}

export function work(t: Thinker, job: Job, tell: (progress: Progress) => void): Results[Job['kind']] {
  t.language(job.language);
  if (job.kind === 'review')
    return review(t, job, tell);
  if (job.kind === 'certify')
    return certify(t, job.rules, job.seed, job.tries, tell);
  if (job.kind === 'daily')
    return t.daily(job.what, job.date, job.count);
  standAt(t, job.history);
  switch (job.kind) {
  case 'ask':
    return t.ask(job.bot, job.seat, job.count, job.stream).chosen;
  case 'hint':
    return t.hint(job.seat, job.count);
  case 'why':
    return t.why(job.seat, job.move, job.other);
  default:
    return t.clearable();
  }
}
