// A small picture of each game, made of tiles as they lie in it.
import { useEffect, useRef } from 'preact/hooks';
import { settings } from '../../core/settings';
import { HALF } from '../../generated/tables';
import { tileGroup } from '../../table/tile';

type Lie = readonly [a: number, b: number, x: number, y: number, turn: number, down?: boolean];

const pictures: Record<string, { box: string; tiles: readonly Lie[] }> = {
  block: { box: '-108 -112 216 216', tiles: [[6, 3, -62, 0, 0], [3, 3, 0, 0, -90], [3, 1, 62, 0, 0]] },
  draw: { box: '-96 -100 192 194', tiles: [[4, 2, -42, -30, 0], [2, 5, 42, -30, 0], [0, 0, -42, 44, 0, true], [0, 0, 42, 44, 0, true]] },
  muggins: { box: '-126 -132 252 264',
    tiles: [[5, 5, 0, 0, -90], [5, 0, -62, 0, 180], [5, 3, 62, 0, 0], [5, 2, 0, -82, -90], [5, 1, 0, 82, 90]] },
  allfives: { box: '-108 -112 216 216', tiles: [[5, 5, -62, 0, -90], [5, 0, 0, 0, 0], [0, 0, 62, 0, -90]] },
  fiveup: { box: '-126 -132 252 264',
    tiles: [[1, 1, -62, 0, -90], [1, 4, 0, 0, 0], [4, 4, 62, 0, -90], [4, 0, 62, -82, -90], [1, 3, -62, 82, 90]] },
  chickenfoot: { box: '-100 -122 220 240', tiles: [[9, 9, -56, 0, -90], [9, 2, 8, 0, 0], [9, 5, 0, -66, -45], [9, 4, 0, 66, 45]] },
  mexicantrain: { box: '-100 -108 200 216',
    tiles: [[9, 9, -70, 0, -90], [9, 3, -6, -46, 0], [3, 6, 76, -46, 0], [9, 4, -6, 46, 0], [4, 1, 76, 46, 0], [9, 5, -6, 0, 0]] },
  castlerock: { box: '-100 -108 200 216', tiles: [[6, 2, -58, 12, 90], [4, 1, 0, -22, 90], [2, 5, 58, 12, 90]] },
};

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

export function GamePicture({ game }: { game: string }) {
  const picture = pictures[game] ?? { box: '-100 -60 200 120', tiles: [[6, 4, 0, 0, 0]] as const };
  return <span class="game-pic" aria-hidden="true">
    <svg viewBox={picture.box}>{picture.tiles.map((lie) => <TilePicture lie={lie} />)}</svg>
  </span>;
}

/** The sign of the program: one tile. */
export function Sign() {
  return <svg width="34" height="20" viewBox="-42 -24 84 50" aria-hidden="true"><TilePicture lie={[4, 2, 0, 0, 0]} /></svg>;
}
