// SPDX-License-Identifier: MIT
// The hand: one stop for the keyboard, a toolbar whose buttons are the tiles in their owner's order.
import type { Tile } from '../../core/views';
import { tell } from '../../texts';
import { dragging, isSecond } from './drag';
import { Face } from './face';
import type { Fit } from './fit';
import type { Play } from './play';
import type { Order } from './order';
import { keyOfHint } from './scene';
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
  const here = held.opening === null ? fits : fits.filter((place) => place.opening === held.opening);
  return here.length > 0 ? 'play' : 'rest';
}

interface TileProps { game: ReturnType<typeof useGame>; shown: Shown; half: number; stop: boolean; onStop(at: number): void }

function HandTile({ game, shown, half, stop, onStop }: TileProps) {
  const { play, session, view, laid } = game, { tile, at, lying, turned } = shown, state = look(play, tile);
  const up = state === 'play' || state === 'hint', fits = play.fits(tile), name = `${tile.high}-${tile.low}`;
  const kind = `handtile${up ? ' up' : ''}${state === 'selected' ? ' up sel' : ''}${lying ? ' lying' : ''}${play.asked?.id === tile.id ? ' asked' : ''}`;
  const words = play.acting === null ? name : tell('table.hand.tile', name, fitsWords(session, view, laid.layout, fits));
  return (
    <button type="button" class={kind} data-tile={name}
      data-fits={fits.length} aria-label={words} aria-pressed={state === 'selected'} tabIndex={stop ? 0 : -1} onFocus={() => onStop(at)}
      onClick={(event) => { if (!dragging.just(event) && !isSecond(event)) play.choose(tile); }}
      onPointerDown={(event) => dragging.begin(event, play, at, tile)}>
      <Face tile={tile} half={half} lying={lying && tile.high !== tile.low} turned={turned} mark={state || undefined} />
    </button>
  );
}

/** The room of an upright tile. */
export const cellOf = (half: number): number => Math.max(50, half * 1.35 + 4);

/** The width of a hand at this size, in pixels: train tiles touch, the others are spaced. */
export function widthOf(order: Order, half: number): number {
  const train = order.tiles.slice(0, order.planned).reduce((sum, tile) => sum + (tile.high === tile.low ? 1.35 : 2.15) * half, 0);
  return train + (order.tiles.length - order.planned) * cellOf(half) + (order.planned > 0 ? 60 : 0);
}

interface PartProps {
  game: ReturnType<typeof useGame>;
  label: string;
  tiles: Shown[];
  half: number;
  /** On a phone: the columns. */
  grid: { '--columns': number; '--column': string; '--apart': string } | undefined;
  stop: number;
  onStop(at: number): void;
}

function Part({ game, label, tiles, half, grid, stop, onStop }: PartProps) {
  return (
    <div class={`handpart${label === '' ? '' : ' named'}`} role="group" aria-label={label || undefined}>
      {label !== '' && <p class="handlabel" aria-hidden="true">{label}</p>}
      <div class={`handrow${tiles[0]?.lying ? ' train' : ''}`} style={grid}>
        {tiles.map((shown) => (
          <HandTile key={shown.tile.id} game={game} shown={shown} half={half} stop={shown.at === stop} onStop={onStop} />
        ))}
      </div>
    </div>
  );
}

/** wrap: the width of the rows if one is not enough, so that they are equal; 0: one row. fit: on a phone. */
interface HandProps { half: number; stacked: boolean; wrap: number; fit: Fit | null; stop: number; onStop(at: number): void }

export function Hand({ half, stacked, wrap, fit, stop, onStop }: HandProps) {
  const game = useGame(), { order, play, now } = game, host = useKeptFocus();
  const shown = order.tiles.map((tile, at): Shown => ({ tile, at, lying: at < order.planned, turned: order.turned[at] ?? false }));
  const from = play.planFrom, parts = order.planned > 0 && from !== null;
  const rest = shown.slice(parts ? order.planned : 0);
  if (order.tiles.length === 0)
    return <div class="game-hand" />;
  return (
    <div class={`game-hand${stacked ? ' stacked' : ''}`} role="toolbar" aria-label={tell('table.hand')} ref={host} data-own={now.seat ?? ''}
      style={wrap > 0 ? { '--wrap': `${wrap}px` } : undefined}>
      {parts && <Part {...{ game, stop, onStop }} label={tell('table.planned', from)} tiles={shown.slice(0, order.planned)}
        half={fit?.train ?? half} grid={fit ? { '--columns': order.planned, '--column': 'minmax(54px, max-content)', '--apart': '0' } : undefined} />}
      <Part {...{ game, stop, onStop }} label={parts ? tell('table.rest') : ''} tiles={rest} half={fit?.half ?? half}
        grid={fit ? { '--columns': fit.columns, '--column': `${fit.cell}px`, '--apart': `${fit.gap}px` } : undefined} />
    </div>
  );
}

