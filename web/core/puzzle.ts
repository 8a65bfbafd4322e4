// SPDX-License-Identifier: MIT
// A puzzle as a game in progress: the position of its line, with the player in the seat to move. Never saved.
import { bots } from '../generated/tables';
import type { PuzzleLine } from './daily';
import type { Engine } from './engine';
import { Session } from './session';

const EXPERT = bots.find(({ key }) => key === 'expert')?.id ?? bots[0].id;

export class Puzzle extends Session {
  private constructor(engine: Engine, readonly source: PuzzleLine, players: number, person: number | null) {
    super(engine, { rules: source.rules, seats: Array.from({ length: players }, (_, seat) => ({ name: '', bot: seat === person ? null : EXPERT })) },
      { seed: source.seed.padStart(64, '0') });
  }

  override keep(): void { /* a puzzle is not a saved game */ }
  override get mayUndo(): boolean { return false; }
  override get mayHint(): boolean { return false; }

  /** Deals and plays to the position; returns the seat to move. */
  private async set(): Promise<number> {
    await this.step(() => Promise.resolve(0));
    for (let used = 0; ; ) {
      const { turn, phase } = this.view(null), moves = this.moves(turn);
      if (phase !== 'playing')
        throw new RangeError('the puzzle does not fit the rules');
      if (moves.length > 1 && used === this.source.choices.length)
        return turn;
      const move = moves[moves.length > 1 ? (this.source.choices[used++] ?? -1) : 0];
      if (!move)
        throw new RangeError('the puzzle does not fit the rules');
      this.play(turn, move.text);
    }
  }

  static async of(engine: Engine, line: PuzzleLine): Promise<Puzzle> {
    const players = Puzzle.players(engine, line.rules), first = new Puzzle(engine, line, players, null), turn = await first.set();
    const puzzle = new Puzzle(engine, line, players, turn);
    await puzzle.set();
    return puzzle;
  }

  private static players(engine: Engine, rules: string): number {
    engine.rules(rules);
    engine.start([], '0');
    return engine.view(null).players;
  }
}
