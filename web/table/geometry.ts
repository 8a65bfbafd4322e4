// SPDX-License-Identifier: MIT
// Areas of tiles on the plane: whether they overlap, how far away a point is, where a label fits.
import { HALF } from '../generated/tables';
import type { Spot } from './types';

export interface Point { readonly x: number; readonly y: number }

/** A rectangle: its middle, half its length along `turn` (eighths of a turn) and half its width. */
export interface Room { x: number; y: number; long: number; broad: number; turn: number }

export const roomOf = (spot: Spot, more = 0): Room => ({ x: spot.x, y: spot.y, long: HALF + more, broad: HALF / 2 + more,
  turn: spot.turn });

const COS = [1, Math.SQRT1_2, 0, -Math.SQRT1_2, -1, -Math.SQRT1_2, 0, Math.SQRT1_2];
const cos = (turn: number): number => COS[turn & 7] ?? 1;
const sin = (turn: number): number => COS[(turn + 6) & 7] ?? 0;

/** How far an area extends from its middle along a direction. */
const reach = (room: Room, ux: number, uy: number): number =>
  room.long * Math.abs(ux * cos(room.turn) + uy * sin(room.turn)) + room.broad * Math.abs(uy * cos(room.turn) - ux * sin(room.turn));

const wideOf = (room: Room): number => reach(room, 1, 0);
const highOf = (room: Room): number => reach(room, 0, 1);

/** Whether two areas overlap: no side of either separates them. */
export function meet(a: Room, b: Room): boolean {
  const dx = b.x - a.x, dy = b.y - a.y;
  for (const turn of [a.turn, a.turn + 2, b.turn, b.turn + 2]) {
    const ux = cos(turn), uy = sin(turn);
    if (Math.abs(dx * ux + dy * uy) >= reach(a, ux, uy) + reach(b, ux, uy) - 0.01)
      return false;
  }
  return true;
}

/** The distance of a point from an area; 0 if inside. */
export function distance(room: Room, at: Point): number {
  const dx = at.x - room.x, dy = at.y - room.y;
  const along = Math.abs(dx * cos(room.turn) + dy * sin(room.turn)) - room.long;
  const aside = Math.abs(dy * cos(room.turn) - dx * sin(room.turn)) - room.broad;
  return Math.hypot(Math.max(0, along), Math.max(0, aside));
}

/**
 * A place for a label of this size next to an area: below, above, at the sides, then a step further; null if there is none. `away`: the
 * middle of the table; labels are placed on the far side.
 */
export function beside(room: Room, width: number, height: number, gap: number, away: Point, free: (label: Room) => boolean): Room | null {
  const w = wideOf(room), h = highOf(room), outX = room.x >= away.x ? 1 : -1, outY = room.y >= away.y ? 1 : -1;
  for (const far of [1, 1.6, 2.4]) {
    const dx = w + width / 2 + gap * far, dy = h + height / 2 + gap * far, slide = Math.max(0, (w - width / 2) * 0.9);
    const flat = w >= h, ends: Point[] = [{ x: outX * dx, y: 0 }, { x: outX * dx, y: outY * h * 0.7 },
      { x: outX * dx, y: -outY * h * 0.7 }];
    const sides: Point[] = [{ x: 0, y: outY * dy }, { x: outX * slide, y: outY * dy }, { x: 0, y: -outY * dy },
      { x: outX * slide, y: -outY * dy },
                            { x: outX * w, y: outY * dy }, { x: outX * w, y: -outY * dy }];
    const rest: Point[] = [{ x: -outX * dx, y: 0 }, { x: -outX * dx, y: outY * h }, { x: -outX * dx, y: -outY * h },
      { x: -outX * w, y: outY * dy },
                           { x: -outX * w, y: -outY * dy }];
    for (const step of [...(flat ? sides : ends), ...(flat ? ends : sides), ...rest]) {
      const label = { x: room.x + step.x, y: room.y + step.y, long: width / 2, broad: height / 2, turn: 0 };
      if (free(label))
        return label;
    }
  }
  return null;
}

/** A place for a label on the rim of a circle or just inside it, searched from the bottom up. */
export function onRim(circle: { x: number; y: number; r: number }, width: number, height: number,
  free: (label: Room) => boolean): Room | null {
  for (const far of [1, 0.8, 1.25])
    for (const angle of [90, 60, 120, 30, 150, 0, 180, -30, -150, -60, -120, -90]) {
      const x = circle.x + Math.cos(angle * Math.PI / 180) * circle.r * far,
        y = circle.y + Math.sin(angle * Math.PI / 180) * circle.r * far;
      const label = { x, y, long: width / 2, broad: height / 2, turn: 0 };
      if (free(label))
        return label;
    }
  return null;
}

/** The circle around some areas, centred on all of them. */
export function circleRound(rooms: readonly Room[]): { x: number; y: number; r: number } {
  const left = Math.min(...rooms.map((r) => r.x - wideOf(r))), right = Math.max(...rooms.map((r) => r.x + wideOf(r)));
  const top = Math.min(...rooms.map((r) => r.y - highOf(r))), bottom = Math.max(...rooms.map((r) => r.y + highOf(r)));
  const x = (left + right) / 2, y = (top + bottom) / 2;
  const corner = (r: Room): number => Math.max(...[-1, 1].flatMap((i) => [-1, 1].map((j) => Math.hypot(
    r.x - x + i * r.long * cos(r.turn) - j * r.broad * sin(r.turn), r.y - y + i * r.long * sin(r.turn) + j * r.broad * cos(r.turn)))));
  return { x, y, r: Math.max(...rooms.map(corner)) };
}

/** A line parallel to a line of points, this far to its right. */
export function aside(line: readonly Point[], by: number): Point[] {
  return line.map((p, i) => {
    const a = line[Math.max(0, i - 1)] ?? p, b = line[Math.min(line.length - 1, i + 1)] ?? p, long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: p.x - (b.y - a.y) / long * by, y: p.y + (b.x - a.x) / long * by };
  });
}

export const round = (n: number): number => Math.round(n * 100) / 100;
export const pathOf = (line: readonly Point[]): string => line.map((p, i) => `${i ? 'L' : 'M'}${round(p.x)} ${round(p.y)}`).join('');
