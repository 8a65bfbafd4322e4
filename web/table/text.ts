// SPDX-License-Identifier: MIT
// Measures words, and shortens them if space is short.
import { draw } from './tile';

let context: CanvasRenderingContext2D | null | undefined;
let family = '';
const known = new Map<string, number>();

/** The width of a text in pixels; an estimate without a canvas. */
export function widthOf(words: string, size: number, weight = 700): number {
  const key = `${weight} ${size} ${words}`;
  let width = known.get(key);
  if (width !== undefined)
    return width;
  if (context === undefined) {
    context = typeof document.createElement('canvas').getContext === 'function' ? document.createElement('canvas').getContext('2d') : null;
    family = getComputedStyle(document.documentElement).getPropertyValue('--font') || 'sans-serif';
  }
  if (context)
    context.font = `${weight} ${size}px ${family}`;
  width = context ? context.measureText(words).width : words.length * size * 0.58;
  if (known.size > 2000)
    known.clear();
  known.set(key, width);
  return width;
}

/** As much of the words as fits. */
export function within(words: string, size: number, room: number, weight = 700): string {
  if (widthOf(words, size, weight) <= room)
    return words;
  let n = words.length - 1;
  while (n > 1 && widthOf(`${words.slice(0, n)}…`, size, weight) > room)
    n--;
  return `${words.slice(0, n).trimEnd()}…`;
}

/** A pill-shaped label, centred at 0, 0. */
export function pill(name: string, words: string, size: number, height: number): SVGGElement {
  const width = widthOf(words, size) + height * 0.85;
  return draw('g', { class: name },
    draw('rect', { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }),
    draw('text', { y: size * 0.36, 'font-size': size }, words));
}

export const pillWidth = (words: string, size: number, height: number): number => widthOf(words, size) + height * 0.85;
