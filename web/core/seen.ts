// SPDX-License-Identifier: MIT
// The module for a match that is played elsewhere: it holds one seat's view (boneyard/pack.h) and describes what was
// heard as ever.
import { NO_SEAT } from '../generated/tables';
import { Engine } from './engine';
import { eventKinds, type GameEvent } from './views';

/** The facts known about a moment in addition to its events. */
export interface Moment {
  round: number;
  scores: readonly number[];
  winners: readonly number[];
  end: { out: boolean; seat: number | null; gains: readonly number[]; scores: readonly number[] } | null;
}

export type Heard = Pick<GameEvent, 'kind' | 'seat' | 'points' | 'text'>;

export class Seen extends Engine {
  names(names: readonly string[]): void {
    names.forEach((name, seat) => {
      this.text = name;
      this.call('name', seat);
    });
  }

  /** Sets the events for events() and say(); false if they are invalid. */
  hear(all: readonly Heard[]): boolean {
    this.call('deaf');
    return all.every(({ kind, seat, points, text }) => {
      this.text = text;
      return this.call('hear', eventKinds.indexOf(kind), seat ?? NO_SEAT, points) === 1;
    });
  }

  /** Sets the facts known about the moment of past events, in addition to the rules read last. */
  remember({ round, scores, winners, end }: Moment): void {
    this.call('told_round', round);
    scores.forEach((score, seat) => this.call('told_score', seat, score));
    this.call('told_winners', winners.reduce((bits, seat) => bits | (1 << seat), 0));
    if (end) {
      this.call('told_end', end.out ? 1 : 2, end.seat ?? NO_SEAT);
      end.gains.forEach((gain, seat) => this.call('told_gain', seat, gain, end.scores[seat] ?? 0));
    }
  }

  /** Event i in words, using only the remembered facts. */
  sayPast(i: number, you: number | null): string {
    this.call('say_told', i, you ?? -1);
    return this.text;
  }
}
