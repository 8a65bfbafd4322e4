// SPDX-License-Identifier: MIT
// The three dailies, and how far the player is with them.
import { useEffect, useState } from 'preact/hooks';
import { type Daily, today } from '../../core/daily';
import { settings } from '../../core/settings';
import { dailies } from '../../generated/tables';
import { tell } from '../../texts';
import { go } from '../app';
import { type DayResult, resultOf } from '../daily/results';
import { days } from './games';
import { TilesPicture } from './picture';

function castleState({ castle }: DayResult): string | null {
  if (castle?.tiles === undefined)
    return castle ? tell('start.daily.begun') : null;
  return castle.tiles === 0 ? tell('start.daily.cleared') : tell('start.daily.left', castle.tiles);
}

/** The player's progress in it; null if none. */
const stateOf: Record<Daily, (day: DayResult) => string | null> = {
  castle: castleState,
  train: ({ train }) => (train ? tell('start.daily.pips', train.pips) : null),
  puzzle: ({ puzzle }) => (puzzle ? tell(puzzle.right ? 'start.daily.right' : 'start.daily.wrong') : null),
};

/** The build draws this part without a date: only the browser knows what day it is. */
export function Today() {
  const [date, set] = useState('');
  useEffect(() => set(today()), []);
  const words = date && new Date(date).toLocaleDateString(settings.get().language, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' });
  return <section class="start-today">
    <h2>{tell('start.daily')} <small>{words}</small></h2>
    <button type="button" class="btn quiet" data-act="daily" onClick={() => go({ at: 'daily' })}>{tell('start.daily.all')}</button>
    <ul>{dailies.map((what) => {
      const done = date === '' ? null : stateOf[what](resultOf(date));
      return <li key={what}><button type="button" class="start-day" data-act={`daily-${what}`} onClick={() => go({ at: 'daily', what, date: date || today() })}>
        <TilesPicture picture={days[what]} />
        <span><b>{tell(`start.daily.${what}`)}</b><span class={done === null ? '' : 'done'}>{done ?? tell('start.daily.open')}</span></span>
      </button></li>;
    })}</ul>
  </section>;
}
