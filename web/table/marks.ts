// SPDX-License-Identifier: MIT
// The marks next to names: a shape and a colour for every seat, the locomotive, the flag.
import { draw } from './tile';

const SHAPES = [
  'M0 -7A7 7 0 1 1 -.01 -7Z', 'M-4.5 -6.3H4.5Q6.3 -6.3 6.3 -4.5V4.5Q6.3 6.3 4.5 6.3H-4.5Q-6.3 6.3 -6.3 4.5V-4.5Q-6.3 -6.3 -4.5 -6.3Z',
  'M0 -8L8 0L0 8L-8 0Z', 'M0 -7.5L8 6.5H-8Z', 'M-4 -7H4L8 0L4 7H-4L-8 0Z',
] as const;
const ENGINE = 'M-7 -1V-6H-1V-2H2V-5H5V-2H7V4H-7Z'
  + 'M-4 3A2.2 2.2 0 1 0 -4 7.4A2.2 2.2 0 1 0 -4 3ZM3.4 3A2.2 2.2 0 1 0 3.4 7.4A2.2 2.2 0 1 0 3.4 3Z';
export const FLAG = 'M-4 -6V7M-4 -5.5H5L2.6 -2L5 1.5H-4';

/** A seat's mark as a group at 0, 0, 16 wide; null for the locomotive. From the sixth seat on, shapes repeat with a numeral. */
export function markGroup(seat: number | null, hollow = false): SVGGElement {
  const group = draw('g', { class: 'mark' });
  if (seat === null) {
    group.append(draw('path', { class: 'engine', d: ENGINE }));
    return group;
  }
  group.append(draw('path', { class: `body seat${seat % 5}`, d: SHAPES[seat % 5] ?? SHAPES[0],
    ...(hollow ? { 'fill-opacity': 0.15 } : {}) }));
  if (seat >= 5)
    group.append(draw('text', { y: seat % 5 === 3 ? 5 : 3.2 }, String(Math.floor(seat / 5) + 1)));
  return group;
}

/** The same as a picture of its own. */
export function seatMark(seat: number | null, size = 18, hollow = false): SVGSVGElement {
  return draw('svg', { class: 'mark', width: size, height: size, viewBox: '-9 -9 18 18', 'aria-hidden': 'true', focusable: 'false' },
    markGroup(seat, hollow));
}
