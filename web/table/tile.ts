// SPDX-License-Identifier: MIT
// Draws one tile: on the table, in the hand, in the log.  Sizes are layout units: a half is HALF wide.
import './table.css';
import { HALF } from '../generated/tables';
import type { Config, Face, Kind } from './types';

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element with its attributes. */
export function draw<Name extends keyof SVGElementTagNameMap>(
  name: Name, attributes: Record<string, string | number> = {}, ...inside: (Element | string)[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name) as SVGElementTagNameMap[Name];
  for (const key in attributes)
    element.setAttribute(key, String(attributes[key]));
  element.append(...inside);
  return element;
}

/** How a tile looks: each state has its own shape or place besides its colour. */
export type Mark = 'play' | 'selected' | 'rest' | 'last' | 'hint' | 'ghost' | 'down';

export interface Look {
  face: Face | Kind;
  half: number;                         // pixels on the screen, so that small tiles show numerals
  turn?: number;                        // eighths clockwise from right; 2, upright, if omitted
  marks?: readonly Mark[];
}

const UNIT = HALF / 40;                 // the look's drawing units
const n1 = (n: number): number => Math.round(n * 100) / 100;
const EDGE = 4 * UNIT, CORNER = 7 * UNIT;

// ---- Numbers ----

/** Rows of dots: the number in each, from top to bottom, of a half whose tile lies along x; 2 and 3 are diagonal. */
const ROWS: Record<number, readonly number[]> = {
  4: [2, 0, 2], 5: [2, 1, 2], 6: [3, 0, 3], 7: [3, 1, 3], 8: [3, 2, 3], 9: [3, 3, 3],
  10: [3, 4, 3], 11: [4, 3, 4], 12: [4, 4, 4], 13: [3, 2, 3, 2, 3], 14: [4, 3, 3, 4], 15: [3, 3, 3, 3, 3], 16: [4, 4, 4, 4],
  17: [3, 4, 3, 4, 3], 18: [4, 3, 4, 3, 4],
};

/** The dots of a number relative to the middle of its half, and their size, in drawing units. */
function dots(n: number): { at: [number, number][]; r: number } {
  if (n < 4) {
    const three: [number, number][] = [[-11.6, 11.6], [0, 0], [11.6, -11.6]];
    return { r: 4.4, at: n === 0 ? [] : n === 1 ? [[0, 0]] : n === 2 ? [three[0]!, three[2]!] : three };
  }
  const rows = ROWS[n] ?? [], k = rows.length, small = n > 9;
  const down = !small ? 11.6 : k === 3 ? 10.6 : k === 4 ? 9 : 7.3, wide = n === 13 || n === 15 ? 10.4 : 9;
  const at = rows.flatMap((count, row) => Array.from({ length: count }, (_, i): [number, number] => {
    const across = small ? (i - (count - 1) / 2) * wide : count === 2 ? (i ? 11.6 : -11.6) : (i - (count - 1) / 2) * 11.6;
    return [across, (row - (k - 1) / 2) * down];
  }));
  return { at, r: !small ? 4.4 : k === 3 ? 3.3 : k === 4 ? 3.2 : 2.6 };
}

/** Pixels of a half: the sizes from which dots can be counted and numerals can be read. */
export const DOTS = 14, CHIPS = 9;

/** The face of all tiles of a table while they are large enough. */
export const faceOf = ({ face, high }: Config): Kind => (face !== 'auto' ? face : high ? 'numerals' : 'dots');

/** What a half shows. */
function shows(n: number, face: Face | Kind, half: number): Kind {
  if (face !== 'chips' && half < DOTS)
    return 'large';
  return face !== 'auto' ? face : n > 9 ? 'numerals' : 'dots';
}

const paths = new Map<number, string>();

/** All dots of a number as one path of round points. */
function points(n: number): string {
  let d = paths.get(n);
  if (d === undefined)
    paths.set(n, d = dots(n).at.map(([x, y]) => `M${n1(x * UNIT)} ${n1(y * UNIT)}h0`).join(''));
  return d;
}

function numeral(n: number, large: boolean, turn: number): SVGGElement {
  const lined = n === 6 || n === 9, size = UNIT * (large ? (n > 9 ? 27 : lined ? 34 : 38) : n > 9 ? 23 : 27);
  const group = draw('g', { transform: `rotate(${-45 * turn})` },
    draw('text', { class: 'num', y: n1(size * 0.36 - (lined ? 1.2 : 0)), 'font-size': n1(size) }, String(n)));
  if (lined)
    group.append(draw('rect', { class: 'numbar', x: -3.8, y: n1(size * 0.42), width: 7.6, height: 1.5, rx: 0.7 }));
  return group;
}

/** One half, its middle at x. */
function half(n: number, x: number, turn: number, look: Look): SVGGElement {
  const kind = shows(n, look.face, look.half), group = draw('g', { class: `half n${n}`, transform: `translate(${x} 0)` });
  if (n > 9)
    group.append(draw('rect', { class: 'plate', x: -10, y: -10, width: 20, height: 20, rx: 3 }));
  if (kind === 'chips')
    return draw('g', {});
  if (kind !== 'dots')
    group.append(numeral(n, kind === 'large', turn));
  else if (n > 0)
    group.append(draw('path', { class: 'dots', d: points(n), 'stroke-width': n1(2 * dots(n).r * UNIT) }));
  return group;
}

// ---- The tile ----

/** A rectangle of the tile's shape, `more` larger on every side. */
export function shape(name: string, more: number, transform = ''): SVGRectElement {
  const w = 2 * HALF - 1.2 + 2 * more, h = HALF - 1.2 + 2 * more;
  const rect = draw('rect', { class: name, x: n1(-w / 2), y: n1(-h / 2), width: n1(w), height: n1(h), rx: n1(CORNER + more * 0.8) });
  if (transform)
    rect.setAttribute('transform', transform);
  return rect;
}

const RINGED: readonly Mark[] = ['selected', 'last', 'hint'];

/** The frame of a state, drawn above the neighbours. */
export const ring = (turn: number): SVGRectElement => shape('ring', 3, `rotate(${45 * turn})`);

/** The contents of a tile's group: shadow, edge (always towards the bottom of the screen) and face. */
function parts(first: number | null, second: number | null, look: Look): Element[] {
  const turn = look.turn ?? 2, rotate = `rotate(${45 * turn})`, ghost = look.marks?.includes('ghost'), down = look.marks?.includes('down');
  const face = draw('g', { class: 'face', transform: rotate }, shape(ghost ? 'place' : 'base', ghost ? -0.6 : 0));
  if (down)
    face.append(draw('path', { class: 'back', d: 'M-16 -7h32q3 0 3 3v8q0 3 -3 3h-32q-3 0 -3 -3v-8q0 -3 3 -3ZM-5 0l5 -5l5 5l-5 5Z' }));
  else if (first !== null)
    face.append(half(first, -HALF / 2, turn, look), draw('path', { class: 'split', d: 'M0 -7.5V7.5' }),
      draw('circle', { class: 'pin', r: 1.6 }),
                ...(second === null ? [] : [half(second, HALF / 2, turn, look)]));
  if (ghost)
    return [face];
  return [shape('shade', 0, `translate(0 ${n1(EDGE + 1.8)}) ${rotate}`), shape('edge', 0, `translate(0 ${n1(EDGE)}) ${rotate}`), face];
}

/** A tile as a group at 0, 0; the frame of its state is not part of it (see ring). */
export function tileGroup(first: number | null, second: number | null, look: Look): SVGGElement {
  return draw('g', { class: ['tile', ...(look.marks ?? [])].join(' ') }, ...parts(first, second, look));
}

/** Redraws a group's tile with another face or other numerals. */
export function redraw(group: SVGGElement, first: number | null, second: number | null, look: Look): void {
  group.setAttribute('class', ['tile', ...(look.marks ?? [])].join(' '));
  group.replaceChildren(...parts(first, second, look));
}

/** A tile as a separate picture, for hands and lists; `half` is its size. Its box has space for frame and edge. */
export function tileElement(first: number | null, second: number | null, look: Look): SVGSVGElement {
  const turn = look.turn ?? 2, upright = turn % 4 === 2, pad = 4.2, w = (upright ? HALF : 2 * HALF) + 2 * pad,
    h = (upright ? 2 * HALF : HALF) + 2 * pad + EDGE;
  const group = tileGroup(first, second, look), scale = look.half / HALF;
  if (look.marks?.some((mark) => RINGED.includes(mark)) && !look.marks.includes('ghost'))
    group.append(ring(turn));
  return draw('svg', {
    class: 't', viewBox: `${-w / 2} ${n1(-h / 2 + EDGE / 2)} ${w} ${n1(h)}`, width: n1(w * scale), height: n1(h * scale),
      'aria-hidden': 'true', focusable: 'false',
  }, group);
}
