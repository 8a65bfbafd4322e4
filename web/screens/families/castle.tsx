// SPDX-License-Identifier: MIT
// Castle Rock on the screens: what can be taken instead of a hand, tiles left instead of scores.
import type { ComponentChildren } from 'preact';
import { type Move, pipsOf, type Tile } from '../../core/views';
import { tell } from '../../texts';
import { YourBest } from '../castle/bestlist';
import { Clock } from '../castle/clock';
import { takeOf } from '../castle/take';
import { CastleEnd } from '../castle/end';
import { isSecond } from '../table/drag';
import { Face } from '../table/face';
import { textOf } from '../table/places';
import type { Play } from '../table/play';
import { useGame, useKeptFocus } from '../table/use';
import { joined } from './joined';
import type { Members } from './members';

/** The same choices as the arcs, with the tiles that would be left. Drawing is among the actions (tray.tsx). */
function Choices() {
  const { play, view } = useGame(), host = useKeptFocus(), rests = play.acting === null, look = rests ? 'btn onfelt game-take' : 'btn turn game-take';
  const stays = (gone: readonly Tile[]): string => tell('table.stays', view.row.length - gone.length, pipsOf(view.row) - pipsOf(gone));
  const choice = (move: Move) => {
    const at = view.row.findIndex((tile) => tile.id === move.tile?.id), tile = view.row[at];
    if (!tile)
      return null;
    const all = move.kind === 'take3', gone = all ? view.row.slice(at - 1, at + 2) : [tile], why = takeOf(play.engine, view.row, move)?.number ?? '';
    return (
      <button key={move.text} type="button" class={look} disabled={rests} data-move={move.text}
        onClick={(event) => { if (!isSecond(event)) play.point(move.text); }}
        onFocus={() => play.stand(move.text)} onMouseEnter={() => play.stand(move.text)}>
        <span class="faces">{gone.map((one) => <Face key={one.id} tile={one} half={22} />)}</span>
        <span><b>{all ? tell('table.take.three') : tell('table.take', textOf(tile))}</b>
          <small>{tell(all ? 'table.take.three.why' : 'table.take.why', why)}</small> <small>{stays(gone)}</small></span>
      </button>
    );
  };
  return (
    <div class="game-hand game-takes" role="group" aria-label={tell('table.choices')} ref={host}>
      {play.moves.map(choice)}
      {!rests && view.row.length > 0 && play.moves.every(({ kind }) => kind === 'draw') && <p>{tell('table.take.none')}</p>}
    </div>
  );
}

/** Explains, for a tapped tile that cannot be removed, which tiles can be, or why none can. */
function look(play: Play, tile: Tile): void {
  const { view } = play.driver.now.get(), at = view.row.findIndex(({ id }) => id === tile.id);
  const takes = play.acting === null ? [] : play.moves.flatMap((move) => takeOf(play.engine, view.row, move) ?? []);
  const middle = view.row[takes.find(({ tiles }) => tiles.includes(at))?.tiles[1] ?? -1];
  if (middle)
    play.tell(tell('table.take.middle', textOf(middle)));
  else if (play.acting !== null)
    play.tell(takes.length > 0 ? tell('table.take.other', textOf(tile)) : tell('table.take.none'));
}

function Standing() {
  const { view, session } = useGame(), pips = pipsOf(view.row);
  const boxes: [ComponentChildren, string][] = [[view.row.length, tell('table.castle.tiles')], [pips, tell('table.castle.pips')],
    [view.boneyard, tell('table.castle.draw')], [<Clock session={session} />, tell('table.castle.time')]];
  return (
    <section class="game-score">
      <h2>{tell('table.castle.game')}</h2>
      <dl class="game-boxes">{boxes.map(([value, name]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      <YourBest session={session} />
    </section>
  );
}

export const castle: Members = {
  ...joined, Choices, look, Standing, Sheet: CastleEnd, chances: 'review.castle',
  turning: 'review.turning.castle',
};
