// SPDX-License-Identifier: MIT
// What is declared with a tile: points, the last tile, which way round.
import { useEffect, useRef, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { openHalf, type Place, textOf } from './places';
import { useGame } from './use';

/** Focuses the first control, and afterwards the hand again. */
function useFocus<T extends HTMLInputElement | HTMLButtonElement>() {
  const first = useRef<T>(null);
  useEffect(() => {
    // On touch screens, focusing a field would open a keyboard that covers the hand.
    const finger = first.current?.tagName === 'INPUT' && matchMedia('(pointer: coarse)').matches;
    (finger ? first.current?.form?.querySelector<HTMLElement>('[data-act="more"]') : first.current)?.focus();
    return () => void setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('.game-hand [tabindex="0"]')?.focus();
    });
  }, []);
  return first;
}

/** How many points the play makes is the player's own count: a number, or nothing.  Less and more go by fives (or by ones). */
function Points() {
  const { play, held } = useGame(), [points, set] = useState(''), field = useFocus<HTMLInputElement>();
  const { step } = play.driver.session.terms, now = Number(points), ready = /^\d+$/.test(points) && now > 0;
  const submit = (event: Event) => {
    event.preventDefault();
    play.say(ready ? { points: now } : null);
  };
  const by = (more: number) => () => set(String(Math.max(step, now + more)));
  return (
    <form class="game-claim" data-claim="points" onSubmit={submit}>
      <div class="count" role="group" aria-label={tell('table.claim.label')}>
        <button type="button" class="btn onfelt" data-act="less" aria-label={tell('table.claim.less')} disabled={now <= step} onClick={by(-step)}>−</button>
        <input ref={field} aria-label={tell('table.claim.label')} inputMode="numeric" autocomplete="off" maxLength={3} value={points}
          onInput={(event) => set(event.currentTarget.value)} />
        <button type="button" class="btn onfelt" data-act="more" aria-label={tell('table.claim.more')} onClick={by(step)}>+</button>
      </div>
      {held.refusal && <p class="game-sr">{held.refusal.words}</p>}
      <button type="submit" class="btn turn" data-act="claim" disabled={!ready}>
        {ready ? tell('table.claim.take', points) : tell('table.claim')}</button>
      <button type="button" class="btn onfelt" data-act="silent" onClick={() => play.say(null)}>{tell('table.claim.none')}</button>
      <button type="button" class="btn onfelt" data-act="back" onClick={() => play.back()}>{tell('table.back')}</button>
    </form>
  );
}

function Knock() {
  const { play } = useGame(), first = useFocus<HTMLButtonElement>();
  return (
    <div class="game-claim" data-claim="last" role="group" aria-label={tell('table.knock.ask')}>
      <button type="button" ref={first} class="btn turn" data-act="knock" onClick={() => play.say('one')}>
        {tell('table.knock')}</button>
      <button type="button" class="btn onfelt" data-act="silent" onClick={() => play.say(null)}>{tell('table.knock.none')}</button>
      <button type="button" class="btn onfelt" data-act="back" onClick={() => play.back()}>{tell('table.back')}</button>
    </div>
  );
}

/** Wild blanks: the tile fits there either way round (L-08). */
function Ways({ ways }: { ways: readonly Place[] }) {
  const { play } = useGame(), first = useFocus<HTMLButtonElement>(), tile = ways[0]?.tile;
  return (
    <div class="game-claim" data-claim="way" role="group" aria-label={tell('table.way.ask', tile ? textOf(tile) : '')}>
      {ways.map((place, i) => (
        <button key={place.key} type="button" {...(i === 0 ? { ref: first } : {})} class="btn turn" data-act="way" data-way={place.key}
          onClick={() => play.laysSo(place)} onFocus={() => play.stand(place.key)} onMouseEnter={() => play.stand(place.key)}>
          {play.countShown ? tell('table.way.makes', openHalf(place), place.makes) : tell('table.way', openHalf(place))}</button>
      ))}
      <button type="button" class="btn onfelt" data-act="back" onClick={() => play.back()}>{tell('table.back')}</button>
    </div>
  );
}

/** Takes the place of the other buttons, and leaves the table and the hand in sight, since players have to count. */
export function ClaimBox() {
  const { play, held } = useGame();
  if (held.ways)
    return <Ways ways={held.ways} />;
  if (!held.claim)
    return null;
  return play.claiming ? <Points /> : <Knock />;
}
