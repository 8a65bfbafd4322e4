// SPDX-License-Identifier: MIT
// Mexican Train as rows, for narrow screens and many trains: a row a train, the whole row is the target.  Plain elements: each
// row that may be chosen has a real button, so no list of places is needed beside it.
import { FLAG, markGroup } from './marks';
import { draw, type Mark, tileElement } from './tile';
import type { Config, Handlers, Rows, RowScene, RowTile } from './types';

type Row = RowScene['rows'][number];

/** How much larger than usual the reader has set the text of pages. */
export const textScale = (): number => (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;

/** Pixels of a row that are not its tiles: the name and the wanted number grow with the text. */
const beside = (name: number): number => 16 + 4 + 16 + 28 + 8 + (name + 32) * textScale();
const WIDE = 480;

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
  private half = 24;
  private shown = 3;                    // tiles at the end of a train that are always shown

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

  /** Half a tile's pixels and how many tiles are shown: so that they and a ghost have room in a row. */
  private measure(): string {
    const rows = this.scene?.rows.length ?? 0, width = (this.list.clientWidth || 390) / (this.scene?.columns ?? 1);
    this.wide = width >= WIDE * textScale();
    const room = width - beside(this.wide ? 150 : 92);
    this.shown = width < 360 ? 2 : 3;
    this.half = this.wide ? (rows > 14 ? 24 : 28) : Math.max(18, Math.min(34, Math.floor(room / (2 * this.shown + 2))));
    if (this.wide)
      this.shown = Math.max(3, Math.floor(room / (2 * this.half)) - 1);
    this.list.style.setProperty('--slack', `${-this.half * 4.1 / 24}px`);
    return `${this.half} ${this.shown} ${this.wide}`;
  }

  show(scene: RowScene): void {
    const before = this.scene;
    this.scene = scene;
    if (before?.columns !== scene.columns || before.rows.length !== scene.rows.length)
      this.size = this.measure();
    if (before && scene.rows.some((row, i) => row.tiles.length < (before.rows[i]?.tiles.length ?? 0)))
      this.open.clear();
    this.draw();
    this.follow(before, scene);
  }

  /** The row that a tile has just come to is brought into sight; at a choice the only row that may be chosen. */
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

  /** Only rows that look different are made anew, so that focus and scrolling stay. */
  private draw(): void {
    const { scene } = this;
    if (!scene)
      return;
    this.list.className = `rows${scene.columns === 2 ? ' two' : ''}${this.wide ? ' wide' : ''}${this.config.oneColour ? ' mono' : ''}`;
    this.list.style.setProperty('--lines', String(Math.ceil(scene.rows.length / scene.columns)));
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
    const { sign } = row, item = make('li', ['row', row.key !== null && 'can', sign.waits && 'waits', sign.you && 'you',
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
      who.append(make('span', 'row-note', ...(sign.score === undefined ? [] : [make('b', 'row-score', String(sign.score)), ' · ']), sign.note));
    return who;
  }

  private train(row: Row, i: number): HTMLElement {
    const all = this.open.has(i), hidden = all ? 0 : Math.max(0, row.tiles.length - this.shown),
      train = make('span', `row-train${all ? ' all' : ''}`);
    if (row.tiles.length > this.shown) {
      const more = make('button', 'row-more', all ? '−' : `+${hidden}`);
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
    return tileElement(first, second, { face: this.config.face, half: this.half, turn: first === second ? 2 : 0, marks });
  }

  private wanted(row: Row): HTMLElement {
    const ring = make('span', 'row-wanted', row.wanted === null ? '' : String(row.wanted));
    ring.setAttribute('aria-hidden', 'true');
    return ring;
  }
}

/** Rows in a host element that scrolls. */
export const createRows = (host: HTMLElement, config: Config, handlers: Handlers): Rows => new Board(host, config, handlers);
