// SPDX-License-Identifier: MIT
// The hand: one stop for the keyboard, a toolbar whose buttons are the tiles in their owner's order.
import type { Tile } from '../../core/views';
import { tell } from '../../texts';
import { dragging, isSecond } from './drag';
import { Face } from './face';
import type { Play } from './play';
import { keyOfHint } from './scene';
import type { Cell, Spread } from './spread';
import { useGame, useKeptFocus } from './use';
import { fitsWords } from './words';

interface Shown { tile: Tile; at: number; lying: boolean; turned: boolean }

function look(play: Play, tile: Tile): 'selected' | 'play' | 'rest' | 'hint' | '' {
  const held = play.held.get(), fits = play.fits(tile);
  if (held.tile?.id === tile.id)
    return 'selected';
  if (play.acting === null || play.driver.now.get().due.kind !== 'move')
    return '';
  if (held.hint?.move?.tile?.id === tile.id && keyOfHint(play))
    return 'hint';
  if (play.asked !== null && play.asked.id !== tile.id)
    return 'rest';
  const here = held.opening === null ? fits : fits.filter((place) => place.opening === held.opening);
  return here.length > 0 ? 'play' : 'rest';
}

interface TileProps { game: ReturnType<typeof useGame>; shown: Shown; cell: Cell; stop: boolean; onStop(at: number): void }

function HandTile({ game, shown, cell, stop, onStop }: TileProps) {
  const { play, session, view, laid } = game, { tile, at, lying, turned } = shown, state = look(play, tile);
  const up = state === 'play' || state === 'hint', fits = play.fits(tile), name = `${tile.high}-${tile.low}`;
  const kind = `handtile${up ? ' up' : ''}${state === 'selected' ? ' up sel' : ''}${lying ? ' lying' : ''}${play.asked?.id === tile.id ? ' asked' : ''}`;
  const words = play.acting === null ? name : tell('table.hand.tile', name, fitsWords(session, view, laid.layout, fits));
  return (
    <button type="button" class={kind} data-tile={name} style={{ '--x': `${cell.x}px`, '--y': `${cell.y}px`, '--fx': `${cell.width / 2}px`, '--fy': `${cell.height}px`, width: `${cell.width}px`, height: `${cell.height}px` }}
      data-fits={fits.length} aria-label={words} aria-pressed={state === 'selected'} tabIndex={stop ? 0 : -1} onFocus={() => onStop(at)}
      onClick={(event) => { if (!dragging.just(event) && !isSecond(event)) play.choose(tile); }}
      onPointerDown={(event) => dragging.begin(event, play, at, tile)}>
      <Face tile={tile} half={cell.half} lying={lying && tile.high !== tile.low} turned={turned} mark={state || undefined} />
    </button>
  );
}

interface PartProps { game: ReturnType<typeof useGame>; name: string; tiles: Shown[]; part: Spread['parts'][number]; stop: number; onStop(at: number): void }

function HandPart({ game, name, tiles, part, stop, onStop }: PartProps) {
  return (
    <div class={`handpart${name === '' ? '' : ' named'}`} role="group" aria-label={name || undefined}
      style={{ translate: `0 ${part.y}px`, height: `${part.height}px` }}>
      <div class={`handrow${tiles[0]?.lying ? ' train' : ''}`} style={{ width: `${part.width}px` }}>
        {name !== '' && <p class="handlabel" aria-hidden="true" style={{ translate: `${part.label}px` }}>{name}</p>}
        {tiles.map((shown, i) => {
          const cell = part.cells[i];
          return cell && <HandTile key={shown.tile.id} game={game} shown={shown} cell={cell} stop={shown.at === stop} onStop={onStop} />;
        })}
      </div>
    </div>
  );
}

interface HandProps { spread: Spread; stop: number; onStop(at: number): void }

export function Hand({ spread: { parts, height, rolls }, stop, onStop }: HandProps) {
  const game = useGame(), { order, play, now } = game, host = useKeptFocus(), style = { height: `${height}px` };
  const shown = order.tiles.map((tile, at): Shown => ({ tile, at, lying: at < order.planned, turned: order.turned[at] ?? false }));
  if (shown.length === 0)
    return <div class="game-hand" style={style} />;
  const { planned } = order, train = planned > 0 ? parts[0] : undefined, rest = parts.at(-1);
  return (
    <div class={`game-hand${rolls ? ' rolls' : ''}`} role="toolbar" aria-label={tell('table.hand')} ref={host} data-own={now.seat ?? ''} style={style}>
      {train && <HandPart {...{ game, stop, onStop }} key="train" name={tell('table.planned', play.planFrom ?? '')} tiles={shown.slice(0, planned)} part={train} />}
      {rest && <HandPart {...{ game, stop, onStop }} key="rest" name={train ? tell('table.rest') : ''} tiles={shown.slice(planned)} part={rest} />}
    </div>
  );
}
