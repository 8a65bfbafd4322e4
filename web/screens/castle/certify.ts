// Castle Rock's deals that can be cleared for certain, found in a worker.
import type { Bots } from '../../core/bots';
import { freshSeed } from '../../core/session';

/** Deals that are looked at before it is given up. */
export const TRIES = 400;

/** A seed whose first round can be cleared; null: none of TRIES deals could for certain, or `signal` was aborted.  `onTried`: how many so far. */
export async function certifiedSeed(bots: Bots, rules: string, signal?: AbortSignal, onTried?: (tried: number) => void): Promise<string | null> {
  try {
    return await bots.certify(rules, freshSeed(), ({ done }) => onTried?.(done), signal, TRIES);
  } catch (error) {
    if (signal?.aborted)
      return null;
    throw error;
  }
}
