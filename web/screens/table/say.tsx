// SPDX-License-Identifier: MIT
// For ears: what happened since the last choice in a few sentences, whose turn it is; and refusals, at once.
import { useEffect, useRef, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { useStore } from '../use';
import { movesOf } from './log';
import type { Play } from './play';
import { turnWords } from './tray';
import { useGame } from './use';

/** Bots' moves in a row are one message; of many only the last are said, all stand in the log. */
const MOST = 5;

/** Somebody else takes their time: what has happened so far is said after so many milliseconds. */
const LONG = 3000;

/** What has been heard already, up to `from`, is not said again. */
function newsOf(play: Play, from: number): string {
  const { session, now } = play.driver, { fresh, due } = now.get(), { length } = session.log;
  const said = session.log.slice(Math.max(length - fresh, Math.min(from, length)));
  const moves = movesOf(said).slice(-MOST).map((one) => one.map((o) => o.words).join(' '));
  return [...moves, due.kind === 'move' ? turnNews(play) : ''].filter(Boolean).join(' ');
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
  // Said when somebody has to choose, or it is over; while bots play on it is gathered, but for what may be called.
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
