// SPDX-License-Identifier: MIT
// What the review derives from the studied decisions: the graph's points, the counts of grades, the turning point.
import type { ReviewStep } from '../../core/bots';
import type { Session } from '../../core/session';
import type { Grade } from '../../core/views';

/** A point of the graph: the seat's chances in thousandths. step null: the end of the match. */
export interface Point { chance: number; round: number; step: ReviewStep | null }

/** The seat's decisions in order, and the end of the match, won or lost, if there is one. */
export function pointsOf(steps: readonly ReviewStep[], end: { won: boolean; round: number } | null): Point[] {
  const points: Point[] = steps.flatMap((step) => (step.chance === null ? [] : [{ chance: step.chance, round: step.round, step }]));
  return end && points.length > 0 ? [...points, { chance: end.won ? 1000 : 0, round: end.round, step: null }] : points;
}

export interface Counts { decisions: number; of: Record<Grade, number>; lost: number }

/** Costs are thousandths of the unit; those of the best moves are noise. */
export function countsOf(steps: readonly ReviewStep[]): Counts {
  const of = { best: 0, fine: 0, loose: 0, blunder: 0 };
  let lost = 0;
  for (const { grade, lost: one } of steps) {
    of[grade]++;
    lost += grade === 'best' ? 0 : one;
  }
  return { decisions: steps.length, of, lost };
}

/** The lasting part of the change from point a to the next: the smallest part that remains at any later moment. */
export function stayed(points: readonly Point[], a: number): number {
  const from = points[a]?.chance ?? 0, later = points.slice(a + 1).map((o) => o.chance);
  const low = Math.min(...later), high = Math.max(...later);
  return low > from ? low - from : high < from ? from - high : 0;
}

const NOTICED = 60;                     // thousandths; a smaller change is not a turning point

/** The turning point: between point `at` and the next one; own: caused by the seat's own decision. */
export interface Turn { at: number; from: number; to: number; own: boolean }

export function turnOf(points: readonly Point[]): Turn | null {
  let most = NOTICED, turn: Turn | null = null;
  for (let at = 0; at + 1 < points.length; at++) {
    const left = stayed(points, at), from = points[at]?.chance ?? 0, to = points[at + 1]?.chance ?? 0, step = points[at]?.step;
    if (left <= most)
      continue;
    most = left;
    turn = { at, from, to, own: to < from && (step?.unit === 'chance' ? step.lost * 2 >= from - to : step?.grade === 'blunder') };
  }
  return turn;
}

/** A move of the record: its round from 1, and the number of earlier moves in the round. */
export interface Place { round: number; move: number }

/** The cause of the turning point, among the moves from one decision to the next: the decision itself if it cost half
 * of the drop, otherwise the end of a round, otherwise the highest score by the side that gained, otherwise another
 * player's last move. */
export function turningPlace(session: Session, points: readonly Point[], turn: Turn, seat: number, mates: readonly number[]): Place {
  const step = points[turn.at]?.step, next = points[turn.at + 1]?.step, first = { round: step?.round ?? 1, move: step?.move ?? 0 };
  if (turn.own)
    return first;
  const after = (a: Place, b: Place) => a.round - b.round || a.move - b.move;
  const said = session.log.filter((o) => o.event.kind !== 'round' && after(o, first) >= 0 && (!next || after(o, next) < 0));
  const ended = said.findLast((o) => o.event.kind === 'round-end' || o.event.kind === 'game-end');
  const gained = said.filter(({ event }) =>
    event.kind === 'score' && event.points > 0 && mates.includes(event.seat ?? -1) === (turn.to > turn.from));
  const most = Math.max(...gained.map((o) => o.event.points)), score = gained.find((o) => o.event.points === most);
  const found = ended ?? score ?? said.findLast((o) => o.event.kind === 'move' && o.event.seat !== seat) ?? said[0];
  return found ? { round: found.round, move: found.move } : first;
}

// ---- The graph ----

export interface Frame { width: number; height: number; left: number; top: number; right: number; bottom: number }

/** The positions of the points in a frame, with decisions evenly spaced and 0 at the bottom. */
export function scale(points: readonly Point[], frame: Frame): { x: number; y: number }[] {
  const wide = frame.width - frame.left - frame.right, high = frame.height - frame.top - frame.bottom, n = Math.max(1, points.length - 1);
  const low = (chance: number): number => 1 - Math.min(1000, Math.max(0, chance)) / 1000;
  return points.map((o, i) => ({ x: frame.left + (wide * i) / n, y: frame.top + high * low(o.chance) }));
}

/** The point nearest to a horizontal position. */
export function nearest(at: readonly { x: number }[], x: number): number {
  return at.reduce((best, o, i) => (Math.abs(o.x - x) < Math.abs((at[best]?.x ?? 0) - x) ? i : best), 0);
}

/** The indices of the points at which a new round begins. */
export const roundStarts = (points: readonly Point[]): number[] =>
  points.flatMap((o, i) => (i > 0 && o.round !== points[i - 1]?.round ? [i] : []));

/** Converts thousandths to whole per cent. */
export const percent = (chance: number): number => Math.floor((chance + 5) / 10);

// ---- The record ----

/** A record cut before a move: the lines of the game up to that point. */
export function cut(record: string, { round, move }: Place): string {
  const lines = record.trimEnd().split('\n');
  let rounds = 0, moves = 0;
  const end = lines.findIndex((text, i) => {
    const line = i === 0 ? {} : (JSON.parse(text) as Record<string, unknown>);
    if ('round' in line && 'deck' in line) {
      rounds++;
      moves = 0;
    } else if ('move' in line) {
      moves++;
    }
    return rounds === round && 'move' in line && moves === move + 1;
  });
  return `${(end < 0 ? lines : lines.slice(0, end)).join('\n')}\n`;
}
