// SPDX-License-Identifier: MIT
// A small picture of each game, made of tiles.
import { useEffect, useRef } from 'preact/hooks';
import { type GameKey, HALF } from '../../generated/tables';
import { draw, tileGroup } from '../../table/tile';
import { type Lie, type Picture, pictureOf } from './games';

const UNIT = HALF / 40;                 // the pictures are defined in the look's drawing units

/** The build leaves the drawing empty, so that the document is small: the tiles are drawn with the first effects. */
function Drawing({ tiles, ...size }: { tiles: readonly Lie[]; viewBox: string; width?: string; height?: string }) {
  const at = useRef<SVGSVGElement>(null);
  useEffect(() => at.current?.replaceChildren(...tiles.map(([a, b, x, y, degrees, down]) => draw('g', { transform: `translate(${x},${y}) scale(${1 / UNIT})` },
    tileGroup(a, b, { face: 'dots', half: 40, turn: ((degrees + 360) % 360) / 45, marks: down ? ['down'] : [] })))), [tiles]);
  return <svg {...size} aria-hidden="true" ref={at} />;
}

export const TilesPicture = ({ picture: { box, tiles } }: { picture: Picture }) => <span class="game-pic"><Drawing viewBox={box} tiles={tiles} /></span>;

export const GamePicture = ({ game }: { game: GameKey }) => <TilesPicture picture={pictureOf(game)} />;

const sign: readonly Lie[] = [[4, 2, 0, 0, 0]];

/** The sign of the program: one tile. */
export const Sign = () => <Drawing width="34" height="20" viewBox="-42 -24 84 50" tiles={sign} />;
