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

function newsOf(play: Play): string {
  const { session, now } = play.driver, { fresh, due } = now.get(), said = fresh > 0 ? session.log.slice(-fresh) : [];
  const moves = movesOf(said).slice(-MOST).map((one) => one.map((o) => o.words).join(' '));
  return [...moves, due.kind === 'move' ? turnNews(play) : ''].filter(Boolean).join(' ');
}

/** "Your turn: 3 of 6 tiles fit." */
export function turnNews(play: Play): string {
  const { due, view } = play.driver.now.get(), hand = play.order.get().tiles;
  if (due.kind !== 'move' || view.family === 'castle')
    return due.kind === 'move' ? `${turnWords(play)}.` : '';
  const fit = hand.filter((tile) => play.fits(tile).length > 0).length;
  return tell('table.news.turn', fit, hand.length);
}

export function Say() {
  const { play, now, held } = useGame(), [news, tellNews] = useState(''), said = useRef(-1), { length } = play.driver.session.log;
  // Said when somebody has to choose, or it is over; while bots play on it is gathered.
  useEffect(() => {
    if (now.due.kind === 'step' || now.due.kind === 'call' || now.curtain !== null || said.current === length)
      return;
    said.current = length;
    tellNews(newsOf(play));
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
