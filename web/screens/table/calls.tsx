// SPDX-License-Identifier: MIT
// What is said with a tile: points, the last tile, which way round.
import { useEffect, useRef, useState } from 'preact/hooks';
import { tell } from '../../texts';
import { openHalf, type Place, textOf } from './places';
import { useGame } from './use';

/** The first control has the focus; afterwards it is in the hand again. */
function useFocus<T extends HTMLInputElement | HTMLButtonElement>() {
  const first = useRef<T>(null);
  useEffect(() => {
    // Under a finger a field would bring up a keyboard that covers the hand.
    const finger = first.current?.tagName === 'INPUT' && matchMedia('(pointer: coarse)').matches;
    (finger ? first.current?.form?.querySelector<HTMLElement>('.quick button') : first.current)?.focus();
    return () => void setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('.game-hand [tabindex="0"]')?.focus();
    });
  }, []);
  return first;
}

/** How many points the play makes is the player's own count: a number, or nothing. */
function Points() {
  const { play, held } = useGame(), [points, set] = useState(''), field = useFocus<HTMLInputElement>();
  const { step } = play.driver.session.terms, ready = /^\d+$/.test(points) && Number(points) > 0;
  const submit = (event: Event) => {
    event.preventDefault();
    play.say(ready ? { points: Number(points) } : null);
  };
  const quick = Array.from({ length: 8 }, (_, i) => (i + 1) * step);
  return (
    <form class="game-claim" data-claim="points" onSubmit={submit}>
      <label>{tell('table.claim.label')}
        <input ref={field} inputMode="numeric" autocomplete="off" maxLength={3} value={points}
          onInput={(event) => set(event.currentTarget.value)} />
      </label>
      <div class="quick" role="group" aria-label={tell('table.claim.quick')}>
        {quick.map((n) => (
          <button key={n} type="button" class="btn onfelt" data-points={n} onClick={() => play.say({ points: n })}>{n}</button>
        ))}
      </div>
      {held.refusal && <p class="why">{held.refusal.words}</p>}
      <div class="ways">
        <button type="submit" class="btn turn big" disabled={!ready}>
          {ready ? tell('table.claim.take', points) : tell('table.claim')}</button>
        <button type="button" class="btn onfelt" data-act="silent" onClick={() => play.say(null)}>{tell('table.claim.none')}</button>
        <button type="button" class="btn onfelt" data-act="back" onClick={() => play.back()}>{tell('table.back')}</button>
      </div>
    </form>
  );
}

function Knock() {
  const { play } = useGame(), first = useFocus<HTMLButtonElement>();
  return (
    <div class="game-claim" data-claim="last">
      <p>{tell('table.knock.ask')}</p>
      <div class="ways">
        <button type="button" ref={first} class="btn turn big" data-act="knock" onClick={() => play.say('one')}>
          {tell('table.knock')}</button>
        <button type="button" class="btn onfelt" data-act="silent" onClick={() => play.say(null)}>{tell('table.knock.none')}</button>
        <button type="button" class="btn onfelt" data-act="back" onClick={() => play.back()}>{tell('table.back')}</button>
      </div>
    </div>
  );
}

/** Wild blanks: the tile fits there both ways round (L-08). */
function Ways({ ways }: { ways: readonly Place[] }) {
  const { play } = useGame(), first = useFocus<HTMLButtonElement>(), tile = ways[0]?.tile;
  return (
    <div class="game-claim" data-claim="way" role="group" aria-label={tell('table.task.way')}>
      <p>{tell('table.way.ask', tile ? textOf(tile) : '')}</p>
      <div class="ways">
        {ways.map((place, i) => (
          <button key={place.key} type="button" {...(i === 0 ? { ref: first } : {})} class="btn turn big" data-act="way" data-way={place.key}
            onClick={() => play.laysSo(place)} onFocus={() => play.stand(place.key)} onMouseEnter={() => play.stand(place.key)}>
            {play.countShown ? tell('table.way.makes', openHalf(place), place.makes) : tell('table.way', openHalf(place))}</button>
        ))}
        <button type="button" class="btn onfelt" data-act="back" onClick={() => play.back()}>{tell('table.back')}</button>
      </div>
    </div>
  );
}

/** Stands above the table and leaves it and the hand in sight: one has to count. */
export function ClaimBox() {
  const { play, held } = useGame();
  if (held.ways)
    return <Ways ways={held.ways} />;
  if (!held.claim)
    return null;
  return play.claiming ? <Points /> : <Knock />;
}
