// SPDX-License-Identifier: MIT
// Dragging a tile of the hand by mouse, pen or finger: to a place on the table, or to another place in the hand.
import type { Table } from '../../table/types';
import type { Tile } from '../../core/views';
import { spotsOf } from './places';
import type { Play } from './play';

/** How far a press may move and still be a tap. */
const SLOP = 8;

/** The second click of a double click: the first has already moved its target. */
export const isSecond = (event: MouseEvent): boolean =>
  event.detail > 1 && !(event instanceof PointerEvent && event.pointerType === 'touch');

class Dragging {
  /** The element under the pointer. */
  table: (Pick<Table, 'at'> & Partial<Table>) | null = null;
  private ended = 0;
  private flying: HTMLElement | null = null;

  /** Whether this click merely ends a drag. */
  just(event: MouseEvent): boolean { return event.timeStamp - this.ended < 60; }

  begin(event: PointerEvent, play: Play, at: number, tile: Tile): void {
    const button = event.currentTarget;
    if (event.button !== 0 || !(button instanceof HTMLElement))
      return;
    const from = { x: event.clientX, y: event.clientY }, id = event.pointerId;
    let moving = false, over: string | null = null;
    const move = (e: PointerEvent): void => {
      if (e.pointerId !== id)
        return;
      const dx = e.clientX - from.x, dy = e.clientY - from.y;
      if (!moving && Math.hypot(dx, dy) < SLOP)
        return;
      if (!moving) {
        moving = true;
        this.lift(button, id, play, tile);
      }
      e.preventDefault();
      if (this.flying)
        this.flying.style.translate = `${dx}px ${dy}px`;
      const found = this.table?.at(e.clientX, e.clientY) ?? null;
      if (found !== over)
        play.stand(over = found);
    };
    const end = (e: PointerEvent): void => {
      if (e.pointerId !== id)
        return;
      for (const [kind, what] of [['pointermove', move], ['pointerup', end], ['pointercancel', end]] as const)
        removeEventListener(kind, what as EventListener);
      if (!moving)
        return;
      this.ended = e.timeStamp;
      this.drop(button);
      if (e.type === 'pointercancel')
        play.back();
      else
        this.land(e, play, at, tile);
    };
    addEventListener('pointermove', move, { passive: false });
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  /** A picture of the tile follows the pointer, since the hand may be clipped and scroll. */
  private lift(button: HTMLElement, id: number, play: Play, tile: Tile): void {
    const face = button.querySelector('svg'), box = face?.getBoundingClientRect();
    button.setPointerCapture(id);
    if (play.held.get().tile?.id !== tile.id && play.fits(tile).length > 0)
      play.take(tile);
    if (!face || !box)
      return;
    const flying = (this.flying = document.createElement('div'));
    flying.className = 'game-flying';
    flying.style.left = `${box.left}px`;
    flying.style.top = `${box.top}px`;
    flying.append(face.cloneNode(true));
    document.body.append(flying);
    button.classList.add('dragged');
  }

  private drop(button: HTMLElement): void {
    button.classList.remove('dragged');
    this.flying?.remove();
    this.flying = null;
  }

  /** On a ghost, the tile is laid; in the hand, it moves to a new place; elsewhere, it returns, and the page says why
   * if it fits nowhere. */
  private land(e: PointerEvent, play: Play, at: number, tile: Tile): void {
    const key = this.table?.at(e.clientX, e.clientY) ?? null, inHand = this.placeInHand(e);
    if (key !== null && play.fits(tile).length > 0)
      play.point(key);
    else if (inHand !== null) {
      play.back();
      play.move(at, inHand);
    } else if (play.fits(tile).length === 0) {
      play.choose(tile);
    } else if (spotsOf(play.fits(tile)).length === 1 && play.held.get().stand !== null) {
      play.point(play.held.get().stand ?? '');
    } else {
      play.back();
    }
  }

  private placeInHand(e: PointerEvent): number | null {
    const hand = document.querySelector('.game-hand'), box = hand?.getBoundingClientRect();
    if (!hand || !box || e.clientY < box.top - 8 || e.clientY > box.bottom + 24)
      return null;
    const tiles = [...hand.querySelectorAll<HTMLElement>('[data-tile]')];
    let best = tiles.length, near = Infinity;
    tiles.forEach((tile, i) => {
      const r = tile.getBoundingClientRect(), y = Math.abs(e.clientY - (r.top + r.bottom) / 2);
      for (const [x, place] of [[r.left, i], [r.right, i + 1]] as const) {
        const d = Math.hypot(e.clientX - x, y);
        if (d < near)
          [near, best] = [d, place];
      }
    });
    return best;
  }
}

export const dragging = new Dragging();
