// A small picture of each game, made of tiles as they lie in it.
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

const thirds: Record<number, readonly (readonly number[])[]> = {
  0: [], 1: [[], [0]], 2: [[1], [], [-1]], 3: [[1], [0], [-1]], 4: [[-1, 1], [], [-1, 1]], 5: [[-1, 1], [0], [-1, 1]], 6: [[-1, 0, 1], [], [-1, 0, 1]],
  7: [[-1, 0, 1], [0], [-1, 0, 1]], 8: [[-1, 0, 1], [-1, 1], [-1, 0, 1]], 9: [[-1, 0, 1], [-1, 0, 1], [-1, 0, 1]],
};

function Half({ number, at }: { number: number; at: number }) {
  const dots = (thirds[number] ?? []).flatMap((row, y) => row.map((x) => [at + 11.6 * x, 11.6 * (y - 1)] as const));
  return <>{dots.map(([x, y]) => <circle class="pip" cx={x} cy={y} r="4.3" style={{ '--c': `var(--pip-${number})` }} />)}</>;
}

/** One tile with its middle at x, y: its edge falls to the bottom of the picture whatever way it lies. */
export function TilePicture({ lie: [a, b, x, y, turn, down] }: { lie: Lie }) {
  const body = (cls: string) => <rect class={cls} x="-39.5" y="-19.5" width="79" height="39" rx="7" />;
  const at = (lower: number) => `translate(${x},${y + lower}) rotate(${turn})`;
  return <g class={down ? 'tile down' : 'tile'}>
    <g transform={at(7)}>{body('shade')}</g>
    <g transform={at(4)}>{body('edge')}</g>
    <g transform={at(0)}>{body('base')}
      {down ? <path class="backmark" d="M-8 0L0-8L8 0L0 8Z" />
        : <><Half number={a} at={-20} /><rect class="split" x="-1" y="-13" width="2" height="26" /><circle class="pin" r="2.6" /><Half number={b} at={20} /></>}
    </g>
  </g>;
}

export function GamePicture({ game }: { game: string }) {
  const picture = pictures[game] ?? { box: '-100 -60 200 120', tiles: [[6, 4, 0, 0, 0]] as const };
  return <span class="start-pic" aria-hidden="true">
    <svg viewBox={picture.box}>{picture.tiles.map((lie) => <TilePicture lie={lie} />)}</svg>
  </span>;
}

/** The sign of the program: one tile. */
export function Sign() {
  return <svg width="34" height="20" viewBox="-42 -24 84 50" aria-hidden="true"><TilePicture lie={[4, 2, 0, 0, 0]} /></svg>;
}

/** The marks of seats: a colour and a shape; the shapes repeat with a numeral from the sixth on. */
export function SeatMark({ seat }: { seat: number }) {
  const look = { fill: `var(--seat-${seat % 5})`, stroke: '#10261f', 'stroke-width': '1.5' };
  return <svg class="mark" width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
    {[<circle r="7" {...look} />, <rect x="-6.3" y="-6.3" width="12.6" height="12.6" rx="2" {...look} />, <path d="M0-8L8 0 0 8-8 0Z" {...look} />,
      <path d="M0-7.5L8 6.5-8 6.5Z" {...look} />, <path d="M-4-7H4L8 0 4 7H-4L-8 0Z" {...look} />][seat % 5]}
    {seat > 4 && <text y="4" font-size="10" font-weight="700" text-anchor="middle" fill="#10261f">{seat + 1}</text>}
  </svg>;
}
