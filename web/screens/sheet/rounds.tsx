// SPDX-License-Identifier: MIT
// The whole game in one table: a row for each round, a column for each player or team.
import type { Game } from '../../core/game';
import { tell } from '../../texts';
import { More } from './more';
import { listOf } from './names';
import type { RoundLine } from './sums';

export function Rounds({ session, rounds }: { session: Game; rounds: RoundLine[] }) {
  const all = session.terms.sides, last = rounds.at(-1);
  return (
    <More words={tell('sheet.all')}>
      <div class="sheet-scroll" tabIndex={0} role="region" aria-label={tell('sheet.all')}>
        <table class="sheet-rounds">
          <thead>
            <tr>
              <th scope="col">{tell('sheet.round')}</th>
              {all.map((side) => <th key={side[0]} scope="col">{listOf(session, side)}</th>)}
            </tr>
          </thead>
          <tbody>
            {rounds.map((o) => (
              <tr key={o.round}>
                <th scope="row">{o.round}</th>
                {o.got.map((got, i) => <td key={i}>{got}<span class="sheet-then">{o.totals[i]}</span></td>)}
              </tr>
            ))}
          </tbody>
          <tfoot><tr><th scope="row">{tell('sheet.total')}</th>{last?.totals.map((total, i) => <td key={i}>{total}</td>)}</tr></tfoot>
        </table>
      </div>
    </More>
  );
}
