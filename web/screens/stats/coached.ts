// SPDX-License-Identifier: MIT
// What the coach said about the player's own decisions, a summary for each reviewed game, stored in the browser.
import type { ReviewStep } from '../../core/bots';
import { type Unit, units } from '../../core/views';
import { countsOf } from '../review/data';

/** A reason (reasons.def) for better moves: how often it applied, and its cost in thousandths of the unit. */
export interface Cost { reason: string; unit: Unit; times: number; lost: number }
interface Coached { judged: number; agreed: number; costs: Cost[] }
type AllCoached = Record<string, Coached>;

export const KEY = 'boneyard.coached';
/** Older reviews are dropped. */
const KEPT = 1000;

/** Adds costs for the same reason and unit. */
function added(costs: readonly Cost[]): Cost[] {
  const sums = new Map<string, Cost>();
  for (const cost of costs) {
    const key = `${cost.reason} ${cost.unit}`, was = sums.get(key);
    sums.set(key, was ? { ...was, times: was.times + cost.times, lost: was.lost + cost.lost } : cost);
  }
  return [...sums.values()];
}

/** The coach agrees with a move that it grades as best. */
export function coachedOf(steps: readonly ReviewStep[]): Coached {
  const { decisions, of } = countsOf(steps);
  const costs = steps.flatMap(({ grade, reason, unit, lost }): Cost[] =>
    (grade === 'best' || reason === '' || lost <= 0 ? [] : [{ reason, unit, times: 1, lost }]));
  return { judged: decisions, agreed: of.best, costs: added(costs) };
}

/** All reviews combined, with the greatest cost of each unit first. */
export function sumOf(all: AllCoached): Coached {
  const each = Object.values(all), sum = (of: (one: Coached) => number): number => each.reduce((n, one) => n + of(one), 0);
  const costs = added(each.flatMap((one) => one.costs)).sort((a, b) => units.indexOf(a.unit) - units.indexOf(b.unit) || b.lost - a.lost);
  return { judged: sum((one) => one.judged), agreed: sum((one) => one.agreed), costs };
}

const isCount = (n: unknown): n is number => typeof n === 'number' && Number.isFinite(n) && n >= 0;
const isCost = (o: Partial<Cost> | null): boolean =>
  typeof o?.reason === 'string' && units.some((unit) => unit === o.unit) && isCount(o.times) && isCount(o.lost);
const isCoached = (o: Partial<Coached> | null): boolean =>
  isCount(o?.judged) && isCount(o.agreed) && o.agreed <= o.judged && Array.isArray(o.costs) && o.costs.every(isCost);

/** Reads the stored summaries, skipping anything invalid. */
export function readCoached(text: string | null): AllCoached {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    if (typeof found !== 'object' || found === null || Array.isArray(found))
      return {};
    return Object.fromEntries(Object.entries(found as AllCoached).filter(([, one]) => isCoached(one)));
  } catch {
    return {};
  }
}

export function allCoached(): AllCoached {
  try {
    return readCoached(localStorage.getItem(KEY));
  } catch {
    return {};                          // no storage here
  }
}

/** A review of this game has finished; `game` is its date and rules, so that a second review replaces the first. */
export function keepCoached(game: string, steps: readonly ReviewStep[]): void {
  const { [game]: _was, ...others } = allCoached();
  const kept = Object.entries({ ...others, [game]: coachedOf(steps) }).slice(-KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage may be full or forbidden; this review then does not count.
  }
}
