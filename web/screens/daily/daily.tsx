// SPDX-License-Identifier: MIT
// Today: the three dailies of a date, and how far the player is with them.
import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { type Daily, dayAfter, isDate, today } from '../../core/daily';
import { dailies } from '../../generated/tables';
import { texts as castle } from '../../generated/texts/castle';
import { texts as daily } from '../../generated/texts/daily';
import { texts as sheet } from '../../generated/texts/sheet';
import { learn, tell } from '../../texts';
import { go, type Shown } from '../app';
import { clockOf } from '../castle/clock';
import { Head, Title } from '../head';
import { useLater } from '../use';
import { dayWords, Next, weekday } from './parts';
import { type DayResult, daysInARow, isDone, resultOf } from './results';
import './daily.css';

learn(daily, castle, sheet);

export interface DayProps extends Shown<'daily'> { date: string }

const parts: Record<Daily, () => Promise<{ default: ComponentType<DayProps> }>> = {
  castle: () => import('./castle'), train: () => import('./train'), puzzle: () => import('./puzzle'),
};

/** The player's progress in each daily, in words; null if none. */
const states: Record<Daily, (day: DayResult) => string | null | undefined> = {
  castle: ({ castle }) => {
    if (castle?.tiles === undefined)
      return castle ? tell('daily.begun') : null;
    const time = clockOf(castle.ms ?? 0);
    return castle.tiles === 0 ? tell('daily.castle.cleared', time) : tell('daily.castle.left', castle.tiles, castle.pips ?? 0, time);
  },
  train: ({ train }) => train && (train.best === undefined ? tell('daily.train.tried', train.pips) : tell('daily.train.done', train.pips, train.best)),
  puzzle: ({ puzzle }) => puzzle && (puzzle.right ? tell('daily.puzzle.solved', clockOf(puzzle.ms)) : tell('daily.puzzle.missed')),
};

function Card({ what, date }: { what: Daily; date: string }) {
  const over = isDone(what, date), title = tell(`daily.${what}`);
  return (
    <li class={`daily-card${over ? ' done' : ''}`} data-daily={what} data-done={over}>
      <h2>{title}</h2>
      <p>{tell(`daily.${what}.about`)}</p>
      <p class="daily-state"><span aria-hidden="true">{over ? '✓' : '○'}</span> {states[what](resultOf(date)) ?? tell('daily.open')}</p>
      <button type="button" class={over ? 'btn' : 'btn primary'} aria-label={`${tell(over ? 'daily.again' : 'daily.play')}: ${title}`}
        onClick={() => go({ at: 'daily', what, date })}>{tell(over ? 'daily.again' : 'daily.play')}</button>
    </li>
  );
}

function Today() {
  const [date, set] = useState(today), row = daysInARow(today()), now = date >= today();
  return (
    <div class="daily">
      <Head><button type="button" class="btn quiet" onClick={() => go({ at: 'start' })}>{tell('daily.games')}</button></Head>
      <main>
        <Title words={tell('daily.title')} />
        <p class="daily-day">
          <button type="button" class="btn quiet" aria-label={tell('daily.before')} data-act="before" onClick={() => set(dayAfter(date, -1))}>
            <span aria-hidden="true">‹</span></button>
          <b role="status">{weekday(date)}</b>
          <button type="button" class="btn quiet" aria-label={tell('daily.after')} data-act="after" disabled={now}
            onClick={() => set(dayAfter(date, 1))}><span aria-hidden="true">›</span></button>
        </p>
        <p class="daily-quiet">{tell('daily.same', dayWords(date))}{row > 1 && ` ${tell('daily.row', row)}`}</p>
        <ul class="daily-cards">{dailies.map((what) => <Card key={`${what} ${date}`} what={what} date={date} />)}</ul>
        {now && <Next />}
      </main>
    </div>
  );
}

function Day({ what, ...props }: DayProps & { what: Daily }) {
  const part = useLater(parts[what], true);
  return part ? <part.default {...props} /> : <p class="loading" role="status">{tell('app.loading')}</p>;
}

/** The address keeps its date, since a daily belongs to the day on which it was begun. */
export default function DailyScreen({ tools, screen }: Shown<'daily'>) {
  const what = dailies.find((one) => one === screen.what), date = screen.date !== undefined && isDate(screen.date) ? screen.date : today();
  return what ? <Day key={`${what} ${date}`} what={what} tools={tools} screen={screen} date={date} /> : <Today />;
}
