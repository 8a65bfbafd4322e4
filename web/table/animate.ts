// SPDX-License-Identifier: MIT
// Animations: a tile flies to its place, tiles make room, the view follows. All can be skipped.
import { round } from './geometry';
import type { Spot, Viewpoint } from './types';

/** Whether the user prefers reduced motion. */
export const still = (): boolean => typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

const to = (x: number, y: number, turn = 0, scale = 1): string =>
  `translate(${round(x)}px, ${round(y)}px) rotate(${turn}deg) scale(${scale})`;

/** All running animations. */
export class Motion {
  private readonly running = new Map<Animation, () => void>();
  private frame = 0;
  private end: (() => void) | null = null;

  private play(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions, done: () => void): void {
    if (typeof element.animate !== 'function') {
      done();
      return;
    }
    const animation = element.animate(frames, options), over = (): void => {
      if (this.running.delete(animation))
        done();
    };
    this.running.set(animation, over);
    animation.addEventListener('finish', over);
    animation.addEventListener('cancel', over);
  }

  /** Animates a tile from a point on the plane (upright, slightly larger) to its spot, where it lands with a slight bounce. */
  fly(tile: Element, from: { x: number; y: number; scale: number }, spot: Spot, ms: number, landed: () => void): void {
    const turned = ((2 - spot.turn) * 45 + 540) % 360 - 180;
    this.play(tile, [
      { transform: to(from.x, from.y, turned, from.scale), easing: 'cubic-bezier(.3, .5, .3, 1)' },
      { transform: to(spot.x, spot.y - 1, 0, 1.1), offset: 0.8 },
      { transform: to(spot.x, spot.y + 1.2, 0, 1), offset: 0.92 },
      { transform: to(spot.x, spot.y) },
    ], { duration: ms }, landed);
  }

  /** A tile without a particular origin. */
  appear(tile: Element, spot: Spot, ms: number, landed: () => void): void {
    this.play(tile, [
      { opacity: 0, transform: to(spot.x, spot.y - 6, 0, 1.25) },
      { opacity: 1, transform: to(spot.x, spot.y) },
    ], { duration: ms * 0.6, easing: 'ease-out' }, landed);
  }

  slide(tile: Element, from: Spot, spot: Spot, ms: number): void {
    this.play(tile, [{ transform: to(from.x, from.y) }, { transform: to(spot.x, spot.y) }], { duration: ms, easing: 'ease-in-out' },
      () => {});
  }

  leave(tile: Element, ms: number): void {
    this.play(tile, [{ opacity: 1 }, { opacity: 0 }], { duration: ms * 0.6 }, () => tile.remove());
  }

  /** Moves the view from one viewpoint to another. */
  travel(from: Viewpoint, goal: Viewpoint, ms: number, see: (at: Viewpoint) => void): void {
    cancelAnimationFrame(this.frame);
    this.end = null;
    if (ms <= 0 || typeof requestAnimationFrame !== 'function') {
      see(goal);
      return;
    }
    const begun = performance.now();
    this.end = () => see(goal);
    const step = (now: number): void => {
      const done = Math.min(1, Math.max(0, (now - begun) / ms)), k = 1 - (1 - done) ** 3;
      const scale = from.scale * (goal.scale / from.scale) ** k;
      see(done === 1 ? goal : { scale, x: from.x + (goal.x - from.x) * k, y: from.y + (goal.y - from.y) * k });
      if (done === 1)
        this.end = null;
      else
        this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  /** Finishes the movement at its target. */
  stop(): void {
    const end = this.end;
    this.end = null;
    if (end) {
      cancelAnimationFrame(this.frame);
      end();
    }
  }

  skip(): void {
    this.stop();
    for (const [animation, over] of [...this.running]) {
      animation.finish();
      over();                           // the event comes later
    }
  }
}
