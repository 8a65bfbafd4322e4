// SPDX-License-Identifier: MIT
// The worker's module, with the bots and the coach (src/wasm/think.c).
import { Engine } from './engine';
import { dailies, DAILY_HAND } from '../generated/tables';
import type { Daily, DailyOf, Why } from './daily';
import { type Grade, grades, tileOf, type Unit, units } from './views';

/** What the coach says about a decision. */
interface Verdict {
  grade: Grade;
  unit: Unit;
  best: number;                         // an index into the seat's list of moves
  cost: number;                         // thousandths of the unit: 150 is 15 % of a match, or 0.15 points
  costWords: string;                    // "12 % of the match", "3.5 points"
  chance: number;                       // the seat's chance of winning the match with its best move, in thousandths
                                        // move
  better: string;                       // the best move: "lay 5-0 on 5-5"
  why: string;                          // why it is better than the one played: "it scores 15"; may be empty
  known: string;                        // the possible inferences about the other hands; may be empty
  words: string;                        // the best move and why, as sentences
  hurried: string;                      // a note a note that the move was judged in a hurry, or empty
  reason: string;                       // the name of the strongest reason (reasons.def), or empty
}

export class Thinker extends Engine {
  /** A bot's choice, as an index into the seat's list of moves, and its value for each. count: its budget, or 0 for the
   *  default. */
  ask(bot: number, seat: number, count: number, stream: number): { chosen: number; values: number[] } {
    const chosen = this.call('ask', bot, seat, count, stream), values = this.call('values'), n = this.howMany(seat);
    return { chosen, values: Array.from({ length: n }, (_, i) => this.i32(values + 4 * i)) };
  }

  /** The best move of a seat, as an index into its list of moves, and the reason. */
  hint(seat: number, count = 0): { best: number; words: string } {
    const best = this.call('hint', seat, count);
    return { best, words: best < 0 ? '' : this.text };
  }

  /** Grades listed move `played` of a seat before it is played; null if there is no decision. The seat `you` is
   *  addressed as "you". */
  study(seat: number, played: number, you: number | null, count = 0): Verdict | null {
    if (this.call('study', seat, played, you ?? -1, count) === 0)
      return null;
    const at = this.call('verdict'), say = (what: number): string => (this.call('verdict_say', what, played), this.text);
    return {
      grade: grades[this.i32(at)] ?? 'best', unit: units[this.i32(at + 4)] ?? 'chance', best: this.i32(at + 8), cost: this.i32(at + 12),
      chance: this.i32(at + 16), costWords: say(0), better: say(1), why: say(2), known: say(3), words: say(4), hurried: say(5), reason: say(6),
    };
  }

  /** Castle Rock: whether the current round can be cleared from its deal; null if unknown. */
  clearable(): boolean | null {
    const answer = this.call('clearable');
    return answer < 0 ? null : answer === 1;
  }

  /** Castle Rock: advances a seed until its first round can be cleared; `seed` is the last one tried. */
  certify(seed: string, tries: number): { clear: boolean; seed: string } {
    this.seed(seed);
    const clear = this.call('certify', tries) === 1;
    return { clear, seed: this.text };
  }

  /** The daily of a date; `count` is the number of puzzles. */
  daily<K extends Daily>(what: K, date: string, count: number): DailyOf[K] {
    this.text = date;
    const found = this.call('daily', dailies.indexOf(what), count);
    if (found < 0)
      throw new RangeError(`${date} is no date`);
    const make: { [Key in Daily]: () => DailyOf[Key] } = {
      castle: () => {
        const [seed = '', rules = ''] = this.text.split('\n');
        return { seed, rules, moves: found };
      },
      train: () => ({ engine: tileOf(this.byte(0)), hand: Array.from({ length: DAILY_HAND }, (_, i) => tileOf(this.byte(1 + i))),
                      best: Array.from({ length: found }, (_, i) => tileOf(this.byte(1 + DAILY_HAND + i))) }),
      puzzle: () => found,
    };
    return make[what]();
  }

  /** The reason why a seat's move is better than another one (indices into its list of moves), and every move in words. */
  why(seat: number, move: number, other: number): Why {
    this.call('reason', seat, move, other);
    const [why = '', known = '', ...moves] = this.text.split('\n');
    return { why, known, moves };
  }
}
