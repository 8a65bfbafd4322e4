// SPDX-License-Identifier: MIT
// The table on the page: one drawing in its host element, with touch, mouse and wheel.
import { HALF } from '../generated/tables';
import { Motion, still } from './animate';
import { drawing } from './families';
import { distance, roomOf } from './geometry';
import { keyAt, Picture } from './render';
import * as state from './state';
import type { Ask, Config, Handlers, Scene, Spot, Table, Viewpoint } from './types';

const STEADY = 7;                       // the number of pixels that a finger may move during a tap
const FINGER = 22;                      // pixels: how far a tap may miss

const sizeOf = (host: HTMLElement): state.Size => ({ width: host.clientWidth || 800, height: host.clientHeight || 500 });

class Board implements Table {
  private now: state.State;
  private shown: Viewpoint;       // what is shown while the view moves
  private readonly picture = new Picture();
  private readonly motion = new Motion();
  private readonly pointers = new Map<number, { x: number; y: number }>();
  private readonly listeners = new AbortController();
  private readonly watcher: ResizeObserver | null = null;
  private tap: { x: number; y: number } | null = null;
  private told = '';
  private rests: Viewpoint | null = null;       // the viewpoint that was told
  private second = false;               // the second click of a double click: the first has already moved its target

  constructor(private readonly host: HTMLElement, config: Config, private readonly handlers: Handlers) {
    this.now = state.begin(config, sizeOf(host));
    this.shown = this.now.from;
    host.append(this.picture.svg);
    this.listen();
    if (typeof ResizeObserver === 'function') {
      this.watcher = new ResizeObserver(() => this.resized());
      this.watcher.observe(host);
    }
  }

  // ---- What is shown ----

  arrange(ask: Ask, fresh: boolean): Scene['layout'] {
    this.now = { ...this.now, size: sizeOf(this.host) };
    const { state: next, layout } = state.arrange(this.now, ask, fresh);
    this.now = next;
    return layout;
  }

  show(scene: Scene, from?: { x: number; y: number }): void {
    const before = this.now.scene, seen = this.now.from, fly = still() ? 0 : this.now.config.fly;
    const changed = state.change(before?.layout ?? null, scene.layout),
      same = !changed.came.length && !changed.gone.length && !changed.moved.length;
    if (!same)
      this.motion.skip();
    const leaving = fly > 0 && before && drawing[scene.layout.family].leaves ? changed.gone.flatMap((id) => this.picture.piece(id) ?? []) : [];
    const again = before !== null && scene.layout.family === before.layout.family && changed.came.length <= 2;
    this.now = state.show(this.now, scene);
    const near = state.wanted(this.now, before);
    if (near)
      this.now = state.bring(this.now, near);
    const goal = this.now.from, go = !same || goal.x !== seen.x || goal.y !== seen.y || goal.scale !== seen.scale;
    if (go && !(again && fly > 0))
      this.shown = goal;
    this.picture.show({ ...this.now, from: this.shown });
    this.tell();
    if (go)
      this.travel(again ? fly : 0);
    if (fly > 0 && again)
      this.animate(before, changed, leaving, fly, from);
  }

  private animate(before: Scene, changed: state.Change, leaving: readonly SVGGElement[], fly: number,
    from?: { x: number; y: number }): void {
    for (const piece of leaving) {
      this.picture.air.append(piece);
      this.motion.leave(piece, fly);
    }
    for (const spot of changed.came)
      this.come(spot, fly, from);
    if (changed.moved.length <= 60)
      this.move(before, changed.moved, fly);
  }

  /** A new tile flies in above the others, then joins the drawing order. */
  private come(spot: Spot, fly: number, from?: { x: number; y: number }): void {
    const id = spot.tile?.id ?? -1, piece = this.picture.piece(id);
    if (!piece)
      return;
    this.picture.air.append(piece);
    this.picture.frame(false);
    const landed = (): void => {
      this.picture.settle(id);
      this.picture.frame(true);
    };
    if (!from) {
      this.motion.appear(piece, spot, fly, landed);
      return;
    }
    const box = this.picture.svg.getBoundingClientRect(), { x, y, scale } = this.now.from;
    this.motion.fly(piece, { x: (from.x - box.left - x) / scale, y: (from.y - box.top - y) / scale,
      scale: Math.max(1, 44 / HALF / scale) }, spot, fly, landed);
  }

  private move(before: Scene, moved: readonly Spot[], fly: number): void {
    const old = new Map(state.lying(before.layout).map((spot) => [spot.tile?.id, spot]));
    for (const spot of moved) {
      const was = old.get(spot.tile?.id), piece = spot.tile ? this.picture.piece(spot.tile.id) : null;
      if (was && piece)
        this.motion.slide(piece, was, spot, fly);
    }
  }

  configure(config: Config): void {
    this.now = state.configure(this.now, config);
    this.travel(0);
    this.picture.show(this.now);
  }

  /** Tells the page when the view has changed. */
  private tell(): void {
    const { asked, scene, from } = this.now, { layout } = scene ?? {};
    this.picture.svg.dataset['fit'] = [layout?.fold, layout?.width, layout?.height, layout?.turned, from.scale, from.x, from.y].join(' ');
    this.picture.svg.dataset['largest'] = String(layout?.largest || state.LARGEST);
    this.picture.svg.dataset['used'] = String(Math.round(100 * state.used(this.now)));
    this.picture.svg.dataset['felt'] = asked ? `${asked.width}x${asked.height}` : '';
    const kind = state.kindOf(this.now), told = `${kind} ${this.now.free}`;
    if (told !== this.told)
      this.handlers.seen?.(kind, this.now.free);
    this.told = told;
    if (from !== this.rests)
      this.handlers.from?.(from);
    this.rests = from;
  }

  private travel(ms: number): void {
    this.tell();
    const goal = this.now.from, { x, y, scale } = this.shown;
    if (x === goal.x && y === goal.y && scale === goal.scale)
      ms = 0;
    this.motion.travel(this.shown, goal, still() ? 0 : ms, (at) => {
      this.shown = at;
      this.picture.see(this.now, at);
    });
  }

  private resized(): void {
    const size = sizeOf(this.host);
    if (size.width === this.now.size.width && size.height === this.now.size.height && this.shown === this.now.from)
      return;
    this.now = state.resize(this.now, size);
    this.travel(0);
  }

  zoom(factor: number): void {
    this.now = state.zoom(this.now, factor);
    this.travel(160);
  }

  fit(): void {
    this.now = state.fit(this.now);
    this.travel(240);
  }

  skip(): void { this.motion.skip(); }

  destroy(): void {
    this.motion.skip();
    this.watcher?.disconnect();
    this.listeners.abort();
    this.picture.svg.remove();
  }

  // ---- Fingers, mouse, wheel ----

  private local(x: number, y: number): { x: number; y: number } {
    const box = this.picture.svg.getBoundingClientRect();
    return { x: x - box.left, y: y - box.top };
  }

  private plane(x: number, y: number): { x: number; y: number } {
    const at = this.local(x, y), { from } = this.now;
    return { x: (at.x - from.x) / from.scale, y: (at.y - from.y) / from.scale };
  }

  at(x: number, y: number): string | null {
    const { scene, from } = this.now, at = this.local(x, y), { width, height } = this.now.size;
    if (!scene || at.x < 0 || at.y < 0 || at.x > width || at.y > height)
      return null;
    return keyAt(scene, this.plane(x, y), FINGER / from.scale);
  }

  private listen(): void {
    const { svg } = this.picture, { signal } = this.listeners;
    svg.addEventListener('pointerdown', (event) => this.down(event), { signal });
    svg.addEventListener('pointermove', (event) => this.drag(event), { signal });
    svg.addEventListener('mousedown', (event) => (this.second = event.detail > 1), { signal });
    svg.addEventListener('pointerup', (event) => this.up(event), { signal });
    svg.addEventListener('pointercancel', (event) => this.lose(event), { signal });
    svg.addEventListener('wheel', (event) => {
      event.preventDefault();
      const at = this.local(event.clientX, event.clientY), lines = event.deltaMode === 1 ? 20 : 1;
      this.now = state.zoom(this.now, Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), at.x, at.y);
      this.travel(0);
    }, { signal, passive: false });
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0)
      return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.tap = this.pointers.size === 1 ? { x: event.clientX, y: event.clientY } : null;
    this.motion.stop();
  }

  private drag(event: PointerEvent): void {
    const was = this.pointers.get(event.pointerId);
    if (!was)
      return;
    if (event.pointerType === 'mouse' && event.buttons === 0) {         // let go outside
      this.lose(event);
      return;
    }
    if (this.tap) {
      if (Math.hypot(event.clientX - this.tap.x, event.clientY - this.tap.y) < STEADY)
        return;
      this.tap = null;
      this.picture.svg.setPointerCapture?.(event.pointerId);
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const far = Math.hypot(event.clientX - other.x, event.clientY - other.y), before = Math.hypot(was.x - other.x, was.y - other.y);
      const at = this.local((event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
      this.now = state.zoom(this.now, far / Math.max(1, before), at.x, at.y);
      this.now = state.pan(this.now, (event.clientX - was.x) / 2, (event.clientY - was.y) / 2);
    } else
      this.now = state.pan(this.now, event.clientX - was.x, event.clientY - was.y);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.travel(0);
  }

  private lose(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    this.tap = null;
  }

  private up(event: PointerEvent): void {
    const { tap } = this;
    this.lose(event);
    if (tap && !(this.second && event.pointerType === 'mouse'))
      this.tapped(event.clientX, event.clientY);
  }

  private tapped(x: number, y: number): void {
    const at = this.local(x, y), sign = this.picture.signAt(at.x, at.y), key = sign ? null : this.at(x, y), { scene } = this.now;
    if (sign) {
      this.now = { ...state.bring(this.now, sign.spot), free: true };
      this.travel(240);
    } else if (key !== null)
      this.handlers.choose(key);
    else {
      const spot = scene && state.lying(scene.layout).find((o) => distance(roomOf(o), this.plane(x, y)) === 0);
      if (spot?.tile)
        this.handlers.look(spot.tile);
    }
  }
}

/** A table that fills its host element. */
export const createTable = (host: HTMLElement, config: Config, handlers: Handlers): Table => new Board(host, config, handlers);
