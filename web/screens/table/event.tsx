// SPDX-License-Identifier: MIT
// The line above the table: the last event, or why something is not possible.
import { useEffect, useRef } from 'preact/hooks';
import { settings } from '../../core/settings';
import { tell } from '../../texts';
import { useStore } from '../use';
import { Face } from './face';
import { movesOf, tileIn, unbroken } from './log';
import { type Moment, momentWords } from './moment';
import { wildOf } from './scene';
import { type Sound, sound } from './sound';
import { useGame } from './use';

/** Text too long for its place scrolls, so it must be reachable by keyboard. */
function reachable(line: HTMLElement | null) {
  if (line && line.scrollHeight > line.clientHeight)
    line.tabIndex = 0;
  else
    line?.removeAttribute('tabindex');
}

const SOUNDS: Record<Moment, Sound> = { muggins: 'call', caught: 'call', domino: 'over', one: 'one', train: 'flag' };
const OFFERED = 'boneyard.sound';

/** With the first moment sound is offered: once, and it is never turned on unasked. */
function offered(): boolean {
  try {
    return settings.get().sound || localStorage.getItem(OFFERED) !== null;
  } catch {
    return true;
  }
}

function Announced() {
  const { play } = useGame(), moment = useStore(play.moment), { sound: on } = useStore(settings), offer = useRef<Moment | null>(null);
  useEffect(() => {
    if (moment === null || offered())
      return;
    localStorage.setItem(OFFERED, 'offered');
  }, [moment]);
  if (moment === null)
    offer.current = null;
  else if (!offered())
    offer.current = moment;             // until the next event
  if (moment === null)
    return null;
  return <>
    <b key={play.driver.session.log.length} class="moment" data-moment={moment}>{tell(momentWords[moment])}</b>
    {offer.current === moment && !on && <button type="button" class="btn onfelt moment-sound" data-act="sound" onClick={() => {
      settings.set({ ...settings.get(), sound: true });
      sound(SOUNDS[moment]);
    }}>{tell('table.sound.offer')}</button>}
  </>;
}

export function EventLine({ onFits }: { onFits(): void }) {
  const { play, held, session, view, laid } = useGame(), { refusal, hint, thinking } = held;
  if (refusal)
    return (
      <p class="event refusal">
        <span ref={(line) => reachable(line)}>{unbroken(refusal.words)}</span>
        {refusal.offer && <button type="button" class="btn onfelt" onClick={onFits}>{tell('table.fits.show')}</button>}
      </p>
    );
  if (thinking)
    return <p class="event hinting" aria-busy="true"><span>{tell('table.hint.thinking')}</span></p>;
  if (hint)
    return <p class="event hinting"><span ref={(line) => reachable(line)}>{unbroken(hint.words)}</span></p>;
  const moves = movesOf(session.log.slice(-24)), last = moves.at(-1), before = moves.at(-2), tile = tileIn(last?.[0], session.you);
  if (!last)
    return <p class="event"><span>{tell('table.dealing')}</span></p>;
  const words = last.map((said) => said.words).join(' ');
  const wild = wildOf(play), first = wild.length === 1 && wild[0] === session.last;
  const sum = play.countShown && laid.parts.length > 1 && last.some((said) => said.event.kind === 'score');
  return (
    <p class={`event${words.length > 44 ? ' long' : ''}`}>
      {tile && <Face tile={tile} half={20} lying />}
      <Announced />
      <span ref={(line) => reachable(line)}>
        {last.map((said) => (said.event.kind === 'score' ? <b key={said.words}>{unbroken(said.words)} </b> : `${unbroken(said.words)} `))}
        {sum && <small>{laid.parts.join(' + ')} = {view.count}</small>}
        {!sum && first && <small>{tell('table.wild')}</small>}
        {!sum && !first && before && before[0]?.round === view.round && before[0].event.kind === 'move'
          && <small>{tell('table.before', unbroken(before.map((said) => said.words).join(' ')))}</small>}
      </span>
    </p>
  );
}
