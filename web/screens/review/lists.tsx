// SPDX-License-Identifier: MIT
// The review's summary: the turning point, moves worth another look, counts, and every decision as a table.
import type { ReviewStep } from '../../core/bots';
import type { Session } from '../../core/session';
import { settings } from '../../core/settings';
import { grades } from '../../core/views';
import { tell, type TextKey } from '../../texts';
import { countsOf, percent, type Place, type Point, type Turn } from './data';
import { GradeMark, gradeWords, saidAt, verdictWords } from './step';

export function Turning({ session, turn, place, points, turning, done, onGo }: {
  session: Session; turn: Turn | null; place: Place | null; points: Point[]; turning: TextKey; done: boolean; onGo(i: number): void;
}) {
  const step = turn ? points[turn.at]?.step : null;
  return (
    <section class="review-card">
      <h2>{tell('review.turning')}</h2>
      {!done && <p class="review-quiet">{tell('review.turning.later')}</p>}
      {done && !turn && <p>{tell('review.turning.none')}</p>}
      {done && turn && place && (
        <>
          <p><b>{tell('review.round', place.round, place.move + 1)}.</b> {saidAt(session, place)}</p>
          <p>
            {tell(turning, percent(turn.from), percent(turn.to))}
            {turn.own && step && ` ${gradeWords(step)}.`}
          </p>
          <button type="button" class="btn" onClick={() => onGo(turn.at)}>{tell('review.show')}</button>
        </>
      )}
    </section>
  );
}

export function WorthALook({ session, points, now, onGo }: { session: Session; points: Point[]; now: number; onGo(i: number): void }) {
  const all = points.flatMap((o, i) => (o.step && (o.step.grade === 'loose' || o.step.grade === 'blunder') ? [{ step: o.step, i }] : []));
  return (
    <section class="review-card">
      <h2>{tell('review.list')}</h2>
      {all.length === 0 && <p class="review-quiet">{tell('review.list.none')}</p>}
      <ol class="review-list">
        {all.map(({ step, i }) => (
          <li key={i}>
            <button type="button" class="review-item" aria-current={i === now ? 'true' : undefined} onClick={() => onGo(i)}>
              <GradeMark grade={step.grade} />
              <span>
                <b>{tell('review.round', step.round, step.move + 1)}</b> · {verdictWords(step)}
                <span class="review-quiet review-short">{saidAt(session, step)}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function lostWords(steps: readonly ReviewStep[]): string {
  const { lost } = countsOf(steps), unit = steps[0]?.unit ?? 'points', tenths = unit === 'chance' ? lost : Math.round(lost / 100);
  return tell(`review.lost.${unit}`, (tenths / 10).toLocaleString(settings.get().language));
}

/** One line per reviewed seat. */
export function Counts({ session, seats }: { session: Session; seats: readonly { seat: number; steps: readonly ReviewStep[] }[] }) {
  return (
    <section class="review-card">
      <h2>{tell('review.counts')}</h2>
      <div class="review-scroll" tabIndex={0} role="region" aria-label={tell('review.counts')}>
        <table class="review-table">
          <thead>
            <tr>
              <th scope="col">{tell('review.player')}</th><th scope="col">{tell('review.decisions')}</th>
              {grades.map((grade) => <th key={grade} scope="col">{tell(`review.grade.${grade}`)}</th>)}
              <th scope="col">{tell('review.lost')}</th>
            </tr>
          </thead>
          <tbody>
            {seats.map(({ seat, steps }) => {
              const { decisions, of } = countsOf(steps);
              return (
                <tr key={seat}>
                  <th scope="row">{session.setup.seats[seat]?.name}</th><td>{decisions}</td>
                  {grades.map((grade) => <td key={grade}>{of[grade]}</td>)}<td>{lostWords(steps)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function AllDecisions({ points, onGo }: { points: Point[]; onGo(i: number): void }) {
  const titles = ['round', 'move', 'played', 'best', 'grade', 'chance'] as const;
  return (
    <details class="review-card">
      <summary>{tell('review.table')}</summary>
      <div class="review-scroll" tabIndex={0} role="region" aria-label={tell('review.table')}>
        <table class="review-table">
          <thead><tr>{titles.map((title) => <th key={title} scope="col">{tell(`review.table.${title}`)}</th>)}</tr></thead>
          <tbody>
            {points.map(({ step, chance }, i) => step && (
              <tr key={i}>
                <td>{step.round}</td><td><button type="button" class="review-jump" onClick={() => onGo(i)}>{step.move + 1}</button></td>
                <td>{step.played}</td><td>{step.best}</td><td>{gradeWords(step)}</td><td>{percent(chance)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
