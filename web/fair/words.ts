// How a shuffle stands, in words.
import { learn, tell } from '../texts';
import { fair as texts } from '../texts/fair';
import type { Fair } from './checker';

learn(texts);

export function wordsOf(fair: Fair): string {
  if (fair.is === 'waiting')
    return tell('fair.waiting');
  if (fair.is === 'failed')
    return tell('fair.failed', fair.round, tell(`fair.why.${fair.why}`));
  const first = fair.is === 'fine' ? tell('fair.fine') : tell('fair.proven', fair.round);
  return `${first} ${fair.seats.length === 0 ? tell('fair.alone') : fair.mine ? tell('fair.mine') : ''}`.trim();
}
