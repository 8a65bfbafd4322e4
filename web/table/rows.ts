// SPDX-License-Identifier: MIT
// Mexican Train as rows, for narrow screens and many trains: one row per train; the whole row is clickable.  Plain elements:
// each selectable row has a real button, so it needs no separate list of places.
import { FLAG, markGroup } from './marks';
import { draw, faceOf, type Mark, tileElement } from './tile';
import type { Config, Handlers, Rows, RowScene, RowTile } from './types';

type Row = RowScene['rows'][number];

/** How much larger than the default the user's text size is. */
export const textScale = (): number => (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;

/** Pixels of a row that are not its tiles: its padding, then the name and the wanted number, which grow with the text. */
const beside = (name: number): number => 16 + 8 + (name + 32) * textScale();
/** The width from which a row shows its full name; the height of a line of tiles in halves; the planned length of a train. */
const NAMED = 250, WIDE = 480, NAME = 92, WIDE_NAME = 150, MARK = 34, HIGH = 2.3, LONG = 10;
/** Pixels: a lower row has no room for a note. More columns must enlarge the tiles by this factor. */
const LOW = 64, MUCH = 1.2;
/** Pixels: the gap between rows, the minimum height of a row for touch, the largest half, and the smallest half at which all tiles of a
 * train are shown. */
const GAP = 4, TARGET = 40, LARGEST = 40, LEAST = 14;

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, classes: string,
  ...inside: (Node | string)[]): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.className = classes;
  element.append(...inside);
  return element;
}

const picture = (box: string, size: number, inside: Element): SVGSVGElement =>
  draw('svg', { viewBox: box, width: size, height: size, 'aria-hidden': 'true', focusable: 'false' }, inside);

class Board implements Rows {
  private readonly list = make('ul', 'rows');
  private scene: RowScene | null = null;
  private readonly parts: { item: HTMLLIElement; drawn: string }[] = [];
  private readonly open = new Set<number>();
  private readonly watcher: ResizeObserver | null = null;
  private size = '';
  private wide = false;                 // room for more than on a phone
  private named = true;                 // or a small name below its seat's mark
  private thin = false;                 // only the last two tiles fit, below the number of hidden ones
  private columns = 1;
  private half = 24;
  private shown = 3;                    // tiles at the end of a longer train than `whole` that are always shown
  private whole = 3;                    // tiles that fit in a row, next to the one that may be added; in a thin row, including it

  constructor(host: HTMLElement, private config: Config, private readonly handlers: Handlers) {
    host.append(this.list);
    this.size = this.measure();
    if (typeof ResizeObserver === 'function') {
      this.watcher = new ResizeObserver(() => {
        const before = this.size;
        if (before !== (this.size = this.measure()))
          this.draw();
      });
      this.watcher.observe(host);
    }
  }

  /** The largest half at which trains of these lengths fit in their rows, on as many lines as fit; 0 if there is none. */
  private halfIn(columns: number, long: number): number {
    const { height } = this.room(columns), train = this.trainRoom(columns);
    for (let half = LARGEST; half >= LEAST; half--)
      if (Math.ceil((long + 1) / Math.max(1, Math.floor(train / (2 * half)))) * HIGH * half <= height - 4)
        return half;
    return 0;
  }

  /** How wide a train may be. */
  private trainRoom(columns: number): number {
    const { width } = this.room(columns), scale = textScale();
    return width - beside(width >= WIDE * scale ? WIDE_NAME : width >= NAMED * scale ? NAME : MARK);
  }

  /** A row in so many columns. */
  private room(columns: number): { width: number; height: number } {
    const host = this.list.parentElement, lines = Math.ceil((this.scene?.rows.length ?? 1) / columns);
    return { width: ((host?.clientWidth || 390) - 16) / columns - GAP, height: ((host?.clientHeight || 600) - 8) / lines - GAP };
  }

  /** The number of columns, the pixels of a half tile, and the number of tiles shown: the largest tiles in rows of equal height that fill
   * the felt. */
  private measure(): string {
    const longest = Math.max(1, ...this.scene?.rows.map((row) => row.tiles.length) ?? []);
    const low = (columns: number): boolean => this.room(columns).height < TARGET;
    const many = [1, 2, 3].filter((columns) => !low(columns) || columns === 3);
    this.columns = many.reduce((best, one) => (this.halfIn(one, LONG) > this.halfIn(best, LONG) * MUCH ? one : best), many[0] ?? 1);
    const { width } = this.room(this.columns);
    this.wide = width >= WIDE * textScale();
    this.named = width >= NAMED * textScale();
    const half = this.halfIn(this.columns, longest);
    this.half = half || LEAST;
    const across = Math.floor(this.trainRoom(this.columns) / (2 * this.half)),
      lines = Math.max(1, Math.floor((this.room(this.columns).height - 4) / (HIGH * this.half)));
    this.thin = half === 0 && across < 3;
    this.shown = half > 0 ? longest : Math.max(1, across * lines - 2);
    this.whole = half > 0 ? longest : this.thin ? Math.max(1, across) : across * lines - 1;
    this.list.dataset['felt'] = `${this.list.parentElement?.clientWidth}x${this.list.parentElement?.clientHeight}`;
    this.list.style.setProperty('--slack', `${-this.half * 4.1 / 24}px`);
    return `${this.columns} ${this.half} ${this.shown} ${this.whole} ${this.wide} ${this.named} ${this.thin}`;
  }

  show(scene: RowScene): void {
    const before = this.scene;
    this.scene = scene;
    this.size = this.measure();
    if (before && scene.rows.some((row, i) => row.tiles.length < (before.rows[i]?.tiles.length ?? 0)))
      this.open.clear();
    this.draw();
    this.follow(before, scene);
  }

  /** Scrolls to the row of the newest tile, or to the only row that may be chosen. */
  private follow(before: RowScene | null, scene: RowScene): void {
    const can = ({ rows }: RowScene): string => rows.map((row) => row.key ?? '').join(), lit = scene.rows.filter((row) => row.key !== null);
    const came = before ? scene.rows.findIndex((row, i) => row.tiles.length > (before.rows[i]?.tiles.length ?? 0)) : -1;
    const only = lit.length === 1 && lit[0] && (!before || can(before) !== can(scene)) ? scene.rows.indexOf(lit[0]) : -1;
    this.parts[only >= 0 ? only : came]?.item.scrollIntoView?.({ block: 'nearest' });
  }

  configure(config: Config): void {
    this.config = config;
    this.parts.forEach((part) => void (part.drawn = ''));
    this.draw();
  }

  destroy(): void {
    this.watcher?.disconnect();
    this.list.remove();
  }

  /** Rebuilds only rows that look different, so that focus and scroll position stay. */
  private draw(): void {
    const { scene } = this;
    if (!scene)
      return;
    this.list.className = `rows${this.wide ? ' wide' : this.named ? '' : ' bare'}${this.thin ? ' thin' : ''}${this.room(this.columns).height < LOW * textScale() ? ' low' : ''}${this.config.oneColour ? ' mono' : ''}`;
    this.list.style.setProperty('--lines', String(Math.ceil(scene.rows.length / this.columns)));
    while (this.parts.length > scene.rows.length)
      this.parts.pop()?.item.remove();
    scene.rows.forEach((row, i) => {
      const drawn = `${JSON.stringify(row)} ${this.size} ${this.open.has(i)}`, part = this.parts[i];
      if (part?.drawn === drawn)
        return;
      const focused = part?.item.contains(document.activeElement) ? document.activeElement?.className ?? null : null,
        item = this.row(row, i);
      if (part)
        part.item.replaceWith(item);
      else
        this.list.append(item);
      this.parts[i] = { item, drawn };
      if (focused !== null)
        [...item.querySelectorAll('button')].find((button) => button.className === focused)?.focus();
    });
  }

  private row(row: Row, i: number): HTMLLIElement {
    const { sign } = row, item = make('li', ['row', row.key !== null && 'can', sign.waits && 'waits', sign.you && 'you', sign.seat === null && 'common',
      row.hint && 'hint'].filter(Boolean).join(' '));
    if (row.key !== null) {
      const { key } = row, target = make('button', 'row-target');
      target.type = 'button';
      target.setAttribute('aria-label', row.words);
      target.addEventListener('click', () => this.handlers.choose(key));
      item.append(target);
    } else
      item.append(make('span', 'row-words', row.words));
    item.append(this.who(row), this.train(row, i), this.wanted(row));
    return item;
  }

  private who({ sign }: Row): HTMLElement {
    const name = make('span', 'row-name', picture('-9 -9 18 18', 18, markGroup(sign.seat)), make('b', '', sign.name));
    const who = make('span', 'row-who', name);
    who.setAttribute('aria-hidden', 'true');
    if (sign.flag)
      name.after(make('span', `row-flag${sign.waits ? ' quiet' : ''}`, picture('-7 -8 16 16', 14, draw('path', { d: FLAG })), sign.flag));
    if (sign.note)
      who.append(make('span', 'row-note', ...(sign.score === undefined ? [] : [make('b', 'row-score', String(sign.score))]), make('span', 'row-said', sign.note)));
    return who;
  }

  private train(row: Row, i: number): HTMLElement {
    const all = this.open.has(i), most = Math.max(1, this.whole - (this.thin && row.ghost ? 1 : 0)), folds = row.tiles.length > most;
    const hidden = all || !folds ? 0 : row.tiles.length - Math.min(row.tiles.length, this.thin ? most : this.shown),
      train = make('span', `row-train${all ? ' all' : ''}`);
    if (folds) {
      const words = this.wide || this.named ? this.handlers.hidden?.(hidden) : undefined;    // narrow rows have no room for words
      const more = make('button', 'row-more', all ? '−' : words ?? `…${hidden}`);
      more.type = 'button';
      more.setAttribute('aria-expanded', String(all));
      more.setAttribute('aria-label', row.more);
      more.addEventListener('click', () => {
        if (!this.open.delete(i))
          this.open.add(i);
        this.draw();
      });
      train.append(more);
    }
    const shown = row.tiles.slice(hidden);
    train.append(...shown.map((tile, k) => this.tile(tile, [...(row.sign.waits ? ['rest' as const] : []),
      ...(row.last && k === shown.length - 1 ? ['last' as const] : [])])));
    if (row.ghost)
      train.append(this.tile(row.ghost, row.hint ? ['ghost', 'hint'] : ['ghost']));
    return train;
  }

  private tile({ first, second }: RowTile, marks: readonly Mark[]): Element {
    return tileElement(first, second, { face: faceOf(this.config), half: this.half, turn: first === second && !this.thin ? 2 : 0, marks });
  }

  private wanted(row: Row): HTMLElement {
    const ring = make('span', 'row-wanted', row.wanted === null ? '' : String(row.wanted));
    ring.setAttribute('aria-hidden', 'true');
    return ring;
  }
}

/** Rows in a host element that scrolls. */
export const createRows = (host: HTMLElement, config: Config, handlers: Handlers): Rows => new Board(host, config, handlers);
