// SPDX-License-Identifier: MIT
// Where each tile of a hand lies in its tray.  The tray has one height in a whole game, and tiles are moved by `translate`:
// whatever comes and goes, the table above stays where it is and no tile jumps.
import { BETWEEN, EDGE, fitOf, heightOf, LONG, LYING, MARGIN, OVERLAP, SHORT, TARGET, trainOf } from './fit';
import type { Order } from './order';
import type { Shape } from './use';

/** A tile: its place, x from the middle of the tray, on a phone from the left of its row, which may be scrolled; and the size of its half. */
export interface Cell { x: number; y: number; width: number; height: number; half: number }
/** The planned train, the rest, or all tiles.  label: where its name begins. */
export interface Part { y: number; label: number; cells: Cell[]; width: number; height: number }
/** rolls: the column of a phone lying on its side is too low for it. */
export interface Spread { parts: Part[]; height: number; rolls: boolean }

/** What the tray is for. */
export interface Needs {
  /** Tiles dealt to a player; 0 if no hand is shown here. */
  dealt: number;
  draws: boolean;
  /** A train can be planned in it. */
  plans: boolean;
  players: number;
  /** Pixels that the words of a lesson take. */
  taught: number;
  /** A train is planned now. */
  planned: boolean;
}

/** The width of an upright tile with its spacing, for a mouse and for a finger. */
const cellOf = (half: number): number => Math.max(50, half * 1.35 + 4);
const GAP = 4, BESIDE = 48, LABEL = 28;
/** Pixels of the column that the hand has on a phone lying on its side, and what the words, the buttons and their gaps take of its
 *  height; a hand of more tiles than MANY has a broad one, with all buttons in one row. */
const COLUMN = { width: 211, rest: 200, cell: 48, between: BETWEEN, least: 26 }, BROAD = { width: 286, rest: 152, cell: 44, between: 8, least: 19 }, MANY = 8;
/** The same for a planned train and the rest: the names above them and the rows are closer. */
const CLOSE = { label: 18, between: 4 };
export const isBroad = (shape: Shape, { dealt, taught }: Needs): boolean => shape.lying && taught === 0 && dealt > MANY;
const columnOf = (shape: Shape, needs: Needs): typeof COLUMN & { high: number } => {
  const column = isBroad(shape, needs) ? BROAD : COLUMN;
  return { ...column, width: column.width * shape.scale, high: shape.height - column.rest * shape.scale - needs.taught };
};
/** So many players need the room of the second row on a low phone. */
const CROWD = 8;

interface Size { width: number; height: number; half: number }

/** Rows of these tiles, each in the middle, from `top` down. */
function flow(sizes: readonly Size[], gap: number, most: number, top: number, between = BETWEEN): Part {
  const rows: Size[][] = [];
  let left = 0;
  for (const size of sizes) {
    const row = rows.at(-1);
    if (row && size.width + gap <= left) {
      row.push(size);
      left -= size.width + gap;
    } else {
      rows.push([size]);
      left = most - size.width;
    }
  }
  const cells: Cell[] = [], widths = rows.map((row) => row.reduce((sum, { width }) => sum + width + gap, -gap));
  let y = top;
  for (const [i, row] of rows.entries()) {
    const high = Math.max(...row.map(({ height }) => height));
    let x = -(widths[i] ?? 0) / 2;
    for (const size of row) {
      cells.push({ ...size, x, y: y + high - size.height });
      x += size.width + gap;
    }
    y += high + between;
  }
  const width = Math.max(0, ...widths);
  return { y: 0, label: -width / 2, cells, width, height: y - (rows.length > 0 ? between : 0) + MARGIN };
}

const upright = (n: number, half: number, width: number, least: number): Size[] => Array.from({ length: n }, () => ({ width, height: Math.max(least, LONG * half), half }));

/** The tiles of a planned train touch, and lie unless they are doubles. */
const lying = ({ tiles, planned }: Order, half: number, least: number, low = least): Size[] => tiles.slice(0, planned).map(({ high, low: small }) => ({
  width: Math.max(least, high === small ? SHORT * half : LYING * half - OVERLAP), height: Math.max(low, (high === small ? LONG : SHORT) * half), half,
}));

const wide = (sizes: readonly Size[], gap: number): number => sizes.reduce((sum, { width }) => sum + width + gap, -gap);

/** The train above, the rest below, each under its name. */
const above = (train: Part, rest: Part, apart = BETWEEN): Part[] => [train, { ...rest, y: train.height + apart - MARGIN }];

const shifted = (part: Part, by: number): Part => ({ ...part, label: part.label + by, cells: part.cells.map((cell) => ({ ...cell, x: cell.x + by })) });

// ---- The tray of each shape ----

/** Pixels beside each other for the hand. */
function roomOf({ width, scale, wide: besides, side }: Shape): number {
  const beside = (side ? 328 : 0) + (width / scale > 1380 ? 490 : 400);
  return width - (besides ? beside * scale : 24);
}

const rowsOn = (shape: Shape, players: number): number => (players > CROWD && !shape.tall && !shape.large ? 1 : shape.tall || shape.large ? 3 : 2);

/** The largest half with which so many tiles have room; in rows of equal length, and never smaller than `least`. */
function largest(n: number, width: number, height: number, most: number, least: number): { half: number; columns: number } {
  let best = { half: 0, columns: 1 };
  for (let rows = 1; rows <= Math.max(1, n); rows++) {
    const columns = Math.ceil(n / rows), pitch = width / columns - 1, high = (height - 2 * MARGIN - (rows - 1) * BETWEEN) / rows;
    const half = pitch < 43 || high < 44 ? 0 : Math.min(most, (pitch - 4) / 1.35, high / LONG);
    if (half > best.half)
      best = { half, columns };
  }
  return best.half >= least ? best : { half: least, columns: Math.max(1, Math.floor((width + GAP) / (cellOf(least) + GAP))) };
}

/** Pixels that the hand has from the first deal to the end of the game; null for as many as it takes. */
export function heightFor(shape: Shape, { dealt, draws, plans, players, planned }: Needs): number | null {
  if (shape.lying || (shape.large && !shape.wide))
    return null;
  if (dealt === 0)
    return 0;
  const label = LABEL * shape.scale, two = heightOf(2, 0) + (plans ? 2 * label : 0);
  if (shape.phone) {
    // A low phone leaves the felt what it can, and so do three rows: smaller tiles there, and a planned train may ask for more.
    const { rows, half } = fitOf(dealt, shape.width, rowsOn(shape, players)), least = shape.tall || planned ? two : heightOf(2, 0);
    return Math.max(heightOf(rows, rows < 2 ? half : Math.min(half, shape.tall ? (rows > 2 ? 25 : 38) : 23)), draws || plans ? least : 0);
  }
  const most = shape.low ? 44 : 54, one = largest(dealt, roomOf(shape), heightOf(1, most), most, 0);
  return one.columns >= dealt && one.half >= 28 ? Math.max(heightOf(1, most), plans ? two : 0) : heightOf(Math.ceil(dealt / largest(dealt, roomOf(shape), heightOf(2, 38), 38, 30).columns), 38);
}

function onPhone(order: Order, shape: Shape, needs: Needs, height: number): Part[] {
  const { tiles, planned } = order, most = rowsOn(shape, needs.players), label = LABEL * shape.scale;
  const rest = (n: number, rows: number, room: number, biggest: number, top: number): Part => {
    const fit = fitOf(n, shape.width, rows, room), half = Math.min(fit.half, biggest);
    return flow(upright(n, half, fit.cell, TARGET), fit.gap, fit.columns * (fit.cell + fit.gap), top);
  };
  const aside = (part: Part): Part => ({ ...shifted(part, Math.max(part.width, shape.width - 2 * EDGE) / 2), label: EDGE });
  if (planned === 0)
    return [aside(rest(tiles.length, most, height, 99, MARGIN))];
  const row = Math.max(TARGET, (height - 2 * label - 2 * MARGIN - BETWEEN) / 2), { half, least } = trainOf(tiles.slice(0, planned), shape.width, Math.min(38, row / LONG));
  return above(flow(lying(order, half, least, TARGET), 0, Infinity, label), rest(tiles.length - planned, 1, row + 2 * MARGIN, 36, label)).map(aside);
}

/** On a phone lying on its side: rows of tiles in the column beside the table, as large as their height allows. */
function onSide(order: Order, shape: Shape, needs: Needs): Part[] {
  const { tiles: { length }, planned } = order, label = CLOSE.label * shape.scale, { width, high, between, cell: small, least } = columnOf(shape, needs);
  const lay = (half: number): Part[] => {
    const cell = Math.max(small, half * 1.35 + 4), columns = Math.max(1, Math.floor((width + GAP) / (cell + GAP)));
    const rest = (n: number, most: number, top: number, apart: number): Part => flow(upright(n, half, cell, 44), GAP, most * (cell + GAP), top, apart);
    return planned > 0 ? above(flow(lying(order, half, 44), 0, width, label, 0), rest(length - planned, columns, label, CLOSE.between), CLOSE.between)
      : [rest(length, Math.ceil(length / Math.max(1, Math.ceil(length / columns))), MARGIN, between)];
  };
  let half = 44;
  while (half > least && bottomOf(lay(half)) > high)
    half--;
  return lay(half);
}

/** Beside the buttons, or above them on a tablet: the train stands beside the rest, or above it. */
function onTable(order: Order, shape: Shape, height: number): Part[] {
  const { tiles: { length }, planned } = order, most = shape.low ? 44 : 54, label = LABEL * shape.scale, room = roomOf(shape), n = length - planned;
  const lines = (count: number, width: number, high: number, biggest: number, top: number): Part => {
    const { half, columns } = largest(count, width, high, biggest, 22), cell = Math.min(cellOf(half), width / columns - 1), gap = Math.min(GAP, width / columns - cell);
    return flow(upright(count, half, cell, 44), gap, columns * (cell + gap), top);
  };
  if (planned === 0)
    return [lines(length, room, height, most, MARGIN)];
  for (let half = Math.min(most, (height - label - 2 * MARGIN) / LONG); half >= 30; half--) {
    const train = flow(lying(order, half, 0), 0, Infinity, label), rest = flow(upright(n, half, cellOf(half), 44), GAP, Infinity, label), sum = train.width + BESIDE + rest.width;
    if (sum > room)
      continue;
    return [shifted(train, (train.width - sum) / 2), shifted(rest, (sum - rest.width) / 2)];
  }
  const row = (height - 2 * label - MARGIN - BETWEEN) / 2;
  let half = Math.min(42, Math.max(22, row / LONG));
  while (half > 22 && wide(lying(order, half, 0), 0) > room)
    half--;
  return above(flow(lying(order, half, 0), 0, room, label), lines(n, room, row + 2 * MARGIN, Math.min(42, row / LONG), label));
}

const bottomOf = (parts: readonly Part[]): number => Math.max(0, ...parts.map((part) => part.y + part.height));

/** Every tile of the hand in its place; `height`: what heightFor said. */
export function spread(order: Order, shape: Shape, needs: Needs, height: number | null): Spread {
  const room = height ?? 1e4, parts = shape.phone ? onPhone(order, shape, needs, room) : shape.lying ? onSide(order, shape, needs) : onTable(order, shape, room);
  const high = bottomOf(parts), down = height === null ? 0 : Math.max(0, (height - high) / 2);
  return { parts: parts.map((part) => ({ ...part, y: part.y + down })), height: height ?? high, rolls: shape.lying && high > columnOf(shape, needs).high };
}
