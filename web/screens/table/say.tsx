// SPDX-License-Identifier: MIT
// For screen readers: what happened since the last choice, in a few sentences, and whose turn it is; refusals at once.
import { useEffect, useRef, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { useStore } from '../use';
import { movesOf, toldOf } from './log';
import { momentWords } from './moment';
import type { Play } from './play';
import { turnWords } from './tray';
import { useGame } from './use';

/** Consecutive bots' moves form one message; of many only the last are read out, and the log has them all. */
const MOST = 5;

/** If another player takes long, what has happened so far is read out after this many milliseconds. */
const LONG = 3000;

/** Skips what was already read out, up to `from`. */
function newsOf(play: Play, from: number): string {
  const { session, now } = play.driver, { fresh, due } = now.get(), { length } = session.log;
  const said = session.log.slice(Math.max(length - fresh, Math.min(from, length)));
  const moves = movesOf(said).slice(-MOST).map((one) => toldOf(one).join(' '));
  const one = play.moment.get() === 'one' ? `${tell(momentWords.one)}.` : '';
  return [...moves, one, due.kind === 'move' ? turnNews(play) : ''].filter(Boolean).join(' ');
}

/** "Your turn: 3 of 6 tiles fit." */
export function turnNews(play: Play): string {
  const { due } = play.driver.now.get(), hand = play.order.get().tiles;
  if (due.kind !== 'move' || hand.length === 0)
    return due.kind === 'move' ? `${turnWords(play)}.` : '';
  const fit = hand.filter((tile) => play.fits(tile).length > 0).length;
  return tell('table.news.turn', fit, hand.length);
}

export function Say() {
  const { play, now, held } = useGame(), [news, tellNews] = useState(''), said = useRef(-1), early = useRef(false);
  const { length } = play.driver.session.log;
  // Read out when a person must choose or the game is over; collected while bots play, except for what may be called.
  useEffect(() => {
    const waits = now.due.kind === 'step' || now.due.kind === 'call', heard = said.current === length && (waits || !early.current);
    if (heard || now.curtain !== null)
      return undefined;
    const say = () => {
      tellNews(newsOf(play, said.current));
      said.current = length;
      early.current = waits;
    };
    if (waits && !now.air) {
      const late = setTimeout(say, LONG);
      return () => clearTimeout(late);
    }
    say();
    return undefined;
  }, [now, length]);
  const asked = useStore(play.news), hint = held.hint?.words ?? '';
  useEffect(() => play.tellNews(''), [now]);
  return (
    <>
      <p class="game-sr" role="status" aria-live="polite" aria-atomic="true" data-news>{asked || hint || news}</p>
      <p class="game-sr" role="alert" aria-live="assertive" aria-atomic="true" data-refusal>{held.refusal?.words ?? now.trouble ?? ''}</p>
    </>
  );
}
