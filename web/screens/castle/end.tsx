// SPDX-License-Identifier: MIT
// Castle Rock's score sheet: tiles left, pips, time, the place on the best list, and whether the deal could be cleared.
import { useState } from 'preact/hooks';
import type { Game } from '../../core/game';
import { tell } from '../../texts';
import { Tiles } from '../sheet/tiles';
import { gameOf, keepBest, PLACES } from './best';
import { BestList } from './bestlist';
import { Clearable } from './clearable';
import { clockOf, timeWords } from './clock';
import './castle.css';

function Numbers({ tiles, pips, ms }: { tiles: number; pips: number; ms: number }) {
  return (
    <dl class="castle-numbers">
      <div><dt>{tell('castle.tiles', tiles)}</dt><dd>{tiles}</dd></div>
      <div><dt>{tell('castle.pips', pips)}</dt><dd>{pips}</dd></div>
      <div><dt>{tell('castle.minutes')}</dt><dd aria-label={timeWords(ms)}>{clockOf(ms)}</dd></div>
    </dl>
  );
}

/** A game that is lost sets no record, even if it is the best so far. */
const placeWords = (place: number, all: number, won: boolean): string => {
  if (place === 0)
    return tell('castle.best.off', PLACES);
  return place === 1 && won ? tell('castle.best.first') : all === 1 ? tell('castle.best.only') : tell('castle.best.place', place, all);
};

export function CastleEnd({ session }: { session: Game }) {
  const view = session.view(null), [game] = useState(() => gameOf(session)), [kept] = useState(() => keepBest(game));
  return (
    <>
      <Numbers tiles={game.tiles} pips={game.pips} ms={game.ms} />
      {view.round > 1 && <p class="castle-place">{tell('castle.rounds.best', view.round, view.scores[0] ?? 0)}</p>}
      <div class="castle-two">
        <div>
          {game.tiles > 0 && <div class="castle-row"><h3>{tell('castle.stays')}</h3><Tiles tiles={view.row} /></div>}
          <Clearable session={session} />
        </div>
        <div>
          <p class="castle-place">{placeWords(kept.place, kept.list.length, game.tiles === 0)}</p>
          <BestList list={game.list} games={kept.list} now={game.id} most={5} />
        </div>
      </div>
    </>
  );
}
