// SPDX-License-Identifier: MIT
// A small picture of each game, made of tiles.
import { useEffect, useRef } from 'preact/hooks';
import { settings } from '../../core/settings';
import { type GameKey, HALF } from '../../generated/tables';
import { tileGroup } from '../../table/tile';
import { type Lie, type Picture, pictures } from './games';

const UNIT = HALF / 40;                 // the pictures are written down in the look's drawing units

/** One tile with its middle at x, y. */
function TilePicture({ lie: [a, b, x, y, degrees, down] }: { lie: Lie }) {
  const at = useRef<SVGGElement>(null), { oneColour } = settings.get();
  useEffect(() => {
    at.current?.replaceChildren(tileGroup(a, b, { face: 'dots', half: 40, turn: ((degrees + 360) % 360) / 45, marks: down ? ['down']
      : [] }));
  }, []);
  return <g class={oneColour ? 'mono' : ''} transform={`translate(${x},${y}) scale(${1 / UNIT})`} ref={at} />;
}

export function TilesPicture({ picture: { box, tiles } }: { picture: Picture }) {
  return <span class="game-pic" aria-hidden="true">
    <svg viewBox={box}>{tiles.map((lie) => <TilePicture lie={lie} />)}</svg>
  </span>;
}

export const GamePicture = ({ game }: { game: GameKey }) => <TilesPicture picture={pictures[game]} />;

/** The sign of the program: one tile. */
export function Sign() {
  return <svg width="34" height="20" viewBox="-42 -24 84 50" aria-hidden="true"><TilePicture lie={[4, 2, 0, 0, 0]} /></svg>;
}
