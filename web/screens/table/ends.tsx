// SPDX-License-Identifier: MIT
// The open ends as buttons: beside the drawing for those who cannot see it, as a strip where the table scrolls; and the
// count of the ends in games of fives.
import type { Spot } from '../../core/views';
import { HALF } from '../../generated/tables';
import type { Viewpoint } from '../../table/types';
import { tell } from '../../texts';
import { useStore } from '../use';
import { Face } from './face';
import { fitting, spotsOf, textOf } from './places';
import { useGame } from './use';
import { endsOf, idleOf, placeWords, tilesWords } from './words';
import { Zoom } from './zoom';

/** In pixels of the drawing: a button is at least this large. */
const LEAST = 24;

/** The position of a button: over the spot, so that the element read out is where it is drawn. */
function over({ x, y, turn }: Spot, from: Viewpoint): { left: string; top: string; width: string; height: string } {
  const slanting = turn % 2 === 1, along = turn % 4 === 0, long = slanting ? 1.5 : 2, px = (n: number): string => `${Math.round(n)}px`;
  const width = Math.max(LEAST, from.scale * HALF * (along || slanting ? long : 1)), height = Math.max(LEAST, from.scale * HALF * (along ? 1 : long));
  return { left: px(x * from.scale + from.x - width / 2), top: px(y * from.scale + from.y - height / 2), width: px(width), height: px(height) };
}

/** While a tile is chosen, lists its places, otherwise every open end. Pressing one is like tapping it. */
export function Ends() {
  const { play, session, view, laid, held } = useGame(), strip = useStore(play.kind) === 'chips', from = useStore(play.from);
  const on = (spot: Spot | undefined): { style?: ReturnType<typeof over> } => (strip || !spot ? {} : { style: over(spot, from) });
  if (laid.layout.openings.length === 0 || play.driver.now.get().due.kind === 'over')
    return null;
  const places = held.tile ? spotsOf(fitting(laid.places, held.tile)) : null, open = laid.openings;
  const ends = endsOf(session, view, laid.layout).sort((a, b) => Number(open.has(b.opening)) - Number(open.has(a.opening)));
  const title = places ? tell('table.places', places.length) : tell('table.ends', ends.length);
  // One element over the table, another below it: one that moved there would count as a shift.
  return (
    <nav key={strip ? 'below' : 'over'} class={`game-ends${strip ? ' strip' : ''}`} aria-label={title} tabIndex={-1}>
      {strip && <Zoom />}
      <ul>
        {places?.map((place) => (
          <li key={place.key}><button type="button" class="btn onfelt" data-move={place.key} {...on(place.spot)} onClick={() => play.point(place.key)}
            onFocus={() => play.stand(place.key)}>{placeWords(session, view, laid.layout, place, play.countShown)}</button></li>
        ))}
        {!places && ends.map((end) => (
          <li key={end.opening}><button type="button" class="btn onfelt" data-end={end.opening} {...on(laid.layout.openings[end.opening]?.single)} aria-disabled={!open.has(end.opening)}
            aria-label={end.words} onClick={() => play.point(`at:${end.opening}`)}>{end.short}</button></li>
        ))}
      </ul>
    </nav>
  );
}

/** The count of each end, before their sum; a single end is the sum. */
function Parts() {
  const { parts } = useGame().laid;
  return parts.length < 2 ? null : <span class="game-parts">{parts.join(' + ')} = </span>;
}

/** Fives games: what the ends make. */
function Count() {
  const { play, view, counted, session, laid } = useGame();
  if (session.terms.step === 0 || view.laid.length === 0)
    return null;
  if (play.claiming && !counted)
    return <button type="button" class="btn onfelt game-count" onClick={() => play.counted.set(true)}>{tell('table.count.show')}</button>;
  if (!play.countShown)
    return null;
  const idle = idleOf(view, laid.layout), why = [tell('table.count.why'), ...(idle ? [tell('table.count.why.idle', textOf(idle))] : [])].join(' ');
  return (
    <button type="button" class="game-count known" data-count={view.count} onClick={() => play.tell(why)}>
      <span class="label">{tell('table.count')}<i aria-hidden="true">?</i></span> <span class="game-sum"><Parts /><b>{view.count}</b></span>
      <span class="game-sr"> {tell('table.count.explain')}</span></button>
  );
}

/** Rows of trains have no hub, so the engine is shown below them, always in sight. */
function Engine() {
  const { centre } = useGame().view;
  return centre && (
    <p class="game-engine" data-engine={centre.high}>{tell('table.engine')} <span class="hub" aria-hidden="true"><Face tile={centre} half={16} lying /></span>
      <span class="game-sr"> {textOf(centre)}</span></p>
  );
}

/** Below the table: what the ends make, the engine of trains in rows, and the boneyard. */
export function Strip({ rows }: { rows: boolean }) {
  const { play, view, session } = useGame();
  return (
    <div class={`game-strip${play.claiming ? ' counts' : session.terms.step > 0 ? ' sums' : ''}`}>
      <Count />
      {rows && <Engine />}
      <p class="game-bone" data-boneyard={view.boneyard}><i class="back" aria-hidden="true" />{tell('table.boneyard')} <b>{view.boneyard}</b>
        <span class="game-sr"> {tilesWords(view.boneyard)}</span></p>
    </div>
  );
}
