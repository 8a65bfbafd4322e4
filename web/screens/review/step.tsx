// SPDX-License-Identifier: MIT
// One decision: the move played, what the coach says, and what would have been better.
import type { ReviewStep } from '../../core/bots';
import type { Session } from '../../core/session';
import { tell } from '../../texts';
import type { Place } from './data';

/** A move as everyone heard it, with all its consequences. */
export const saidAt = (session: Session, { round, move }: Place): string =>
  session.log.filter((o) => o.round === round && o.move === move && o.event.kind !== 'round').map((o) => o.words).join(' ');

export const gradeWords = (step: ReviewStep): string => tell(`review.${step.grade}`);
const upper = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** "Loose: about 2 % of the match." */
export const verdictWords = (step: ReviewStep): string =>
  (step.grade === 'best' || step.cost === '' ? `${gradeWords(step)}.` : `${gradeWords(step)}: ${tell('review.cost', step.cost)}.`);

export function StepWords({ session, step }: { session: Session; step: ReviewStep }) {
  const same = step.best === step.played, other = step.better !== '' && !same && step.grade !== 'best';
  return (
    <div class="review-words">
      <p class="review-said">{saidAt(session, step)}</p>
      <p class={`review-verdict ${step.grade}`}><GradeMark grade={step.grade} /> <b>{verdictWords(step)}</b></p>
      {other && <p>{tell('review.better', step.better)}: {step.why === '' ? tell('review.deeper') : step.why}.</p>}
      {same && step.words !== '' && <p>{upper(step.words)}</p>}
      {!same && !other && <p class="review-quiet">{tell('review.equal', step.better)}</p>}
      {!same && step.hurried !== '' && <p class="review-quiet">{step.hurried}</p>}
      {other && step.known !== '' && <p class="review-quiet">{tell('review.known', step.known)}</p>}
    </div>
  );
}

/** A hollow diamond for a loose move, a full one for a blunder, and a disc for the rest, as in the graph. */
export function GradeMark({ grade }: { grade: ReviewStep['grade'] }) {
  return (
    <svg class="review-grade" width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
      {grade === 'loose' || grade === 'blunder' ? <path class={`review-mark ${grade}`} d="M0-7L7 0 0 7-7 0Z" />
        : <circle class={`review-mark ${grade}`} r={grade === 'best' ? 5.5 : 4} />}
    </svg>
  );
}
