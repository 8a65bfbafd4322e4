// SPDX-License-Identifier: MIT
// The line above the table: the last event, or why something is not possible.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { settings } from '../../core/settings';
import { tell } from '../../texts';
import { firstOf } from '../sheet/sheet';
import { useStore } from '../use';
import { Face } from './face';
import { latestOf, movesOf, recentOf, tileIn, toldOf, unbroken } from './log';
import { type Moment, momentWords } from './moment';
import { wildOf } from './scene';
import { type Sound, sound } from './sound';
import { useGame } from './use';

/** Tries sizes from the style sheet's down to the smallest, and takes the first at which all words are visible. */
const SIZES = ['', '.9375rem', '.875rem', '.8125rem', '.75rem', '.6875rem', '.625rem', '.5625rem'];

/** Makes the line fit its space, first by leaving out earlier sentences, then with smaller letters. A hint, which was asked for, may cover
 *  the plates below it on a phone. */
function fit(line: HTMLElement): void {
  const place = line.parentElement, text = line.querySelector(':scope > span:not(.face)'), small = line.querySelector('small');
  if (!place || !text)
    return;
  const room = place.getBoundingClientRect(), plates = line.matches('.phone .hinting') ? document.querySelector('.game-seats.row') : null;
  const end = Math.max(room.bottom, plates?.getBoundingClientRect().bottom ?? 0), whole = (): boolean => {
    const boxes = [line, text].map((one) => one.getBoundingClientRect());
    return room.height === 0 || (boxes.every(({ top, bottom }) => top >= room.top - 1 && bottom <= end + 1) && line.scrollWidth <= line.clientWidth + 1);
  };
  line.style.fontSize = line.style.minBlockSize = '';
  small?.removeAttribute('hidden');
  if (small && (!whole() || small.scrollWidth > small.clientWidth + 1))
    small.hidden = true;
  for (const size of SIZES) {
    line.style.fontSize = size;
    if (whole())
      break;
  }
  if (plates && line.getBoundingClientRect().bottom > room.bottom + 1)
    line.style.minBlockSize = `${end - room.top}px`;      // covers the plates whole
}

/** Refits the line when its words or its space change. */
function useFit() {
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const place = line.current?.parentElement, again = (): void => void (line.current && fit(line.current));
    const size = new ResizeObserver(again), words = new MutationObserver(again);
    if (place) {
      size.observe(place);
      words.observe(place, { childList: true, characterData: true, subtree: true });
    }
    return () => {
      size.disconnect();
      words.disconnect();
    };
  }, []);
  return line;
}

const SOUNDS: Record<Moment, Sound> = { called: 'call', caught: 'call', domino: 'over', one: 'one', train: 'flag' };
const OFFERED = 'boneyard.sound';

/** Sound is offered once, with the first moment, and is never turned on unasked. */
function offered(): boolean {
  try {
    return settings.get().sound || localStorage.getItem(OFFERED) !== null;
  } catch {
    return true;
  }
}

/** The moment to announce, as a badge before the words and, once, an offer to hear it. */
function useAnnounced() {
  const { play } = useGame(), moment = useStore(play.moment), { sound: on } = useStore(settings), offer = useRef<Moment | null>(null);
  useEffect(() => {
    if (moment === null || offered())
      return;
    try {
      localStorage.setItem(OFFERED, 'offered');
    } catch {
      // Sound is then offered again.
    }
  }, [moment]);
  if (moment === null)
    offer.current = null;
  else if (!offered())
    offer.current = moment;             // until the next event
  return {
    badge: moment !== null && <b key={play.driver.session.log.length} class="moment" data-moment={moment}>{tell(momentWords[moment])}</b>,
    hear: moment !== null && offer.current === moment && !on && <button type="button" class="btn onfelt moment-sound" data-act="sound" onClick={() => {
      settings.set({ ...settings.get(), sound: true });
      sound(SOUNDS[moment]);
    }}>{tell('table.sound.offer')}</button>,
  };
}

export function EventLine({ onFits }: { onFits(): void }) {
  const line = useFit(), { badge, hear } = useAnnounced();
  const { play, held, session, view, laid } = useGame(), { refusal, hint, thinking } = held;
  if (refusal)
    return (
      <p key={`no ${refusal.at}`} ref={line} class="event refusal">
        <span>{unbroken(refusal.words)}</span>
        {refusal.offer && <button type="button" class="btn onfelt" onClick={onFits}>{tell('table.fits.show')}</button>}
      </p>
    );
  if (thinking)
    return <p key="thinking" ref={line} class="event hinting" aria-busy="true"><span>{tell('table.hint.thinking')}</span></p>;
  if (hint)
    return <p key={hint.words} ref={line} class="event hinting"><span>{unbroken(hint.words)}</span></p>;
  const { moves: last, joined, before } = latestOf(movesOf(recentOf(session.log, session.you)), session.you);
  const tile = joined || last[1]?.drew ? null : tileIn(last[0], session.you);
  if (last.length === 0)
    return <p key="deal" ref={line} class="event"><span>{tell('table.dealing')}</span></p>;
  const words = toldOf(last).map((one) => (joined ? `${firstOf(one, session.names).replace(/\.$/, '')}.` : one)), scores = new Set(last.filter((said) => said.event.kind === 'score').map((said) => said.words));
  const wild = wildOf(play), first = wild.length === 1 && wild[0] === session.last;
  const sum = play.countShown && laid.parts.length > 1 && last.some((said) => said.event.kind === 'score');
  return (
    <p key={session.log.length} ref={line} class={`event${words.join(' ').length > 44 ? ' long' : ''}`}>
      {tile && <Face tile={tile} half={20} lying />}
      {hear}
      <span>
        {badge}
        {words.map((one) => (scores.has(one) ? <b key={one}>{unbroken(one)} </b> : `${unbroken(one)} `))}
        {sum && <small>{laid.parts.join(' + ')} = {view.count}</small>}
        {!sum && first && <small>{tell('table.wild')}</small>}
        {!sum && !first && before && before[0]?.round === view.round && before[0].event.kind === 'move'
          && <small>{tell('table.before', unbroken(toldOf(before).join(' ')))}</small>}
      </span>
    </p>
  );
}
