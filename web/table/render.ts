// SPDX-License-Identifier: MIT
// Draws a state: tiles are keyed by number, so that a move changes only what it moves; names and labels have the size
// of the page's text at every scale.
import { HALF } from '../generated/tables';
import { beside, distance, meet, onRim, type Point, type Room, roomOf, round } from './geometry';
import { drawing } from './families';
import { arc, bracket } from './families/castle';
import { footCircle } from './families/feet';
import { star } from './families/trains';
import { jokers } from './joker';
import { FLAG, markGroup } from './marks';
import { away, type Away, kindOf, lying, type State } from './state';
import { pill, pillWidth, widthOf, within } from './text';
import { draw, type Look, type Mark, redraw, ring, tileGroup } from './tile';
import type { Ghost, Kind, Scene, Sign, Spot, Viewpoint } from './types';

interface Piece { spot: Spot; group: SVGGElement; drawn: string }

const LABEL = 16, PILL = 28;            // pixels: a label's text and its height
const DISC = 9;                         // pixels: half a disc on small tables
const MIDDLE: Point = { x: 0, y: 0 };

/** The size for which a tile's face is drawn; the face is chosen for all tiles together (state.ts). */
const CLOSE = 40;

export class Picture {
  readonly svg = draw('svg', { class: 'drawing', 'aria-hidden': 'true', focusable: 'false' });
  private readonly under = draw('g', { class: 'under' });
  private readonly tiles = draw('g', { class: 'tiles' });
  private readonly ghosts = draw('g', { class: 'ghosts' });
  private readonly rings = draw('g', { class: 'rings' });
  readonly air = draw('g', { class: 'air' });
  private readonly notes = draw('g', { class: 'notes' });
  private readonly world = draw('g', { class: 'world' }, this.under, this.tiles, this.ghosts, this.rings, this.air, this.notes);
  private readonly signs = draw('g', { class: 'away' });
  private readonly pieces = new Map<number, Piece>();
  private order: Piece[] = [];          // in drawing order: lower on the screen means later
  private scale = 0;                    // of the text as drawn; 0 to draw it again
  private kind: Kind | null = null;     // what the tiles show
  private scene: Scene | null = null;
  private out: Away[] = [];
  private stood = new Map<string, Room>();      // where the pills are

  constructor() {
    this.svg.append(this.world, this.signs);
  }

  /** Draws the parts of a state that are not drawn yet. */
  show(state: State): void {
    const { scene } = state;
    this.svg.classList.toggle('mono', state.config.oneColour);
    if (!scene)
      return;
    this.lay(state, scene);
    if (this.scene?.layout !== scene.layout || this.scene.feet !== scene.feet)
      this.under.replaceChildren(...drawing[scene.layout.family].ground(scene));
    this.scene = scene;
    this.rings.replaceChildren(...this.frames(scene), ...jokers(scene));
    this.scale = 0;
    this.see(state, state.from);
  }

  /** The same from another viewpoint. */
  see(state: State, from: Viewpoint): void {
    const { scene } = state;
    this.world.setAttribute('transform', `translate(${round(from.x)} ${round(from.y)}) scale(${Math.round(from.scale * 1e4) / 1e4})`);
    if (!scene)
      return;
    const at = { ...state, from };
    if (kindOf(at) !== this.kind)
      this.lay(at, scene);
    if (from.scale !== this.scale) {
      this.scale = from.scale;
      this.ghosts.replaceChildren(...this.places(at, scene));
      this.notes.replaceChildren(...this.signsOf(at, scene), ...this.choices(at, scene), ...this.labels(at, scene));
    }
    this.out = away(at);
    this.signs.replaceChildren(...this.out.map(edgeSign));
  }

  /** The piece of a tile, for what moves it. */
  piece(id: number): SVGGElement | null { return this.pieces.get(id)?.group ?? null; }

  /** Puts a piece back in drawing order (after a flight). */
  settle(id: number): void {
    const piece = this.pieces.get(id), at = piece ? this.order.indexOf(piece) : -1;
    if (piece)
      this.tiles.insertBefore(piece.group, this.order.slice(at + 1).find((o) => o.group.parentNode === this.tiles)?.group ?? null);
  }

  /** Frames wait until their tiles have landed. */
  frame(shown: boolean): void { this.rings.classList.toggle('waiting', !shown); }

  /** The sign at the edge under a point of the drawing. */
  signAt(x: number, y: number): Away | null { return this.out.find((sign) => Math.hypot(sign.x - x, sign.y - y) <= 24) ?? null; }

  // ---- Tiles ----

  private marksOf(scene: Scene, spot: Spot, at: number): Mark[] {
    const marks: Mark[] = [];
    if (at >= 0 && scene.signs.some((sign) => sign.arm === spot.arm && sign.waits))
      marks.push('rest');
    if (at >= 0 && at === scene.last)
      marks.push('last');
    if (at >= 0 && this.taken(scene).has(at))
      marks.push('play');
    return marks;
  }

  /** The tiles of the focused choice, or of the only choice. */
  private taken(scene: Scene): Set<number> {
    const only = new Set(scene.takes.map((take) => take.tiles.join())).size === 1;
    return new Set(scene.takes.filter((take) => only || take.key === scene.chosen).flatMap((take) => take.tiles));
  }

  private lay(state: State, scene: Scene): void {
    const left = new Set(this.pieces.keys()), first = scene.layout.hub?.tile ? 1 : 0, kind = kindOf(state);
    let changed = false;
    this.kind = kind;
    lying(scene.layout).forEach((spot, i) => {
      if (!spot.tile)
        return;
      left.delete(spot.tile.id);
      changed = this.put(scene, spot, i - first, kind) || changed;
    });
    for (const id of left) {
      this.pieces.get(id)?.group.remove();
      this.pieces.delete(id);
      changed = true;
    }
    if (changed)
      this.sort();
  }

  /** Draws one tile. Returns true if it is new or has moved. */
  private put(scene: Scene, spot: Spot, at: number, face: Kind): boolean {
    const id = spot.tile?.id ?? -1, marks = this.marksOf(scene, spot, at);
    const look: Look = { face, half: CLOSE, turn: spot.turn, marks };
    const drawn = `${spot.first} ${spot.second} ${spot.turn} ${face}`;
    let piece = this.pieces.get(id);
    if (!piece) {
      piece = { spot, group: tileGroup(spot.first, spot.second, look), drawn };
      piece.group.dataset['tile'] = String(id);
      this.pieces.set(id, piece);
    } else if (piece.drawn !== drawn)
      redraw(piece.group, spot.first, spot.second, look);
    else
      piece.group.setAttribute('class', ['tile', ...marks].join(' '));
    const same = piece.group.isConnected && piece.spot.x === spot.x && piece.spot.y === spot.y;
    piece.group.classList.toggle('raised', scene.takes.some((take) => take.tiles[1] === at) && this.taken(scene).has(at));
    piece.drawn = drawn;
    piece.spot = spot;
    piece.group.setAttribute('transform', `translate(${spot.x} ${spot.y})`);
    return !same;
  }

  private sort(): void {
    this.order = [...this.pieces.values()].sort((a, b) => a.spot.y - b.spot.y || a.spot.x - b.spot.x);
    let next: Element | null = null;
    for (let i = this.order.length - 1; i >= 0; i--) {
      const group = this.order[i]!.group;
      if (group.parentNode === this.air)
        continue;
      if (group.parentNode !== this.tiles || group.nextElementSibling !== next)
        this.tiles.insertBefore(group, next);
      next = group;
    }
  }

  private frames(scene: Scene): Element[] {
    const spot = scene.last === null ? undefined : scene.layout.tiles[scene.last];
    return spot ? [framed('last', spot)] : [];
  }

  // ---- Places ----

  private places(state: State, scene: Scene): Element[] {
    const { from } = state, face = kindOf(state), ghosts = scene.ghosts.flatMap((ghost) => {
      const { spot } = ghost, chosen = ghost.key === scene.chosen;
      const marks: Mark[] = ['ghost', ...(ghost.hint ? ['hint' as const] : []), ...(chosen ? ['selected' as const] : [])];
      const numbers: [number | null, number | null] = spot.tile ? [spot.first, spot.second] : [null, null];
      const group = tileGroup(...numbers, { face, half: CLOSE, turn: spot.turn, marks });
      group.setAttribute('transform', `translate(${spot.x} ${spot.y})`);
      group.dataset['key'] = ghost.key;
      const all: Element[] = [group];
      if (!spot.tile && spot.first <= 18 && face !== 'chips')
        group.append(disc(spot.first, discOf(from.scale), ghost.hint));
      if (chosen)
        all.push(framed('selected', spot));
      return all;
    });
    return face === 'chips' ? [...ghosts, ...this.ends(state, scene)] : ghosts;
  }

  /** With chips, the number at the end of every line is shown beyond it, in gold if a tile may be laid there; discs never touch. */
  private ends({ from }: State, scene: Scene): Element[] {
    const k = 1 / from.scale, r = DISC * k, out: (Point & { group: SVGGElement })[] = [], { tiles, openings } = scene.layout;
    const can = (spot: Spot): boolean => scene.ghosts.some((ghost) => ghost.spot.x === spot.x && ghost.spot.y === spot.y);
    const put = (number: number, spot: Point, turn: number, idle: boolean): void => {
      const ux = Math.cos(turn * Math.PI / 4), uy = Math.sin(turn * Math.PI / 4), at = { x: spot.x, y: spot.y };
      for (let step = 0; step < 6 && out.some((o) => Math.hypot(o.x - at.x, o.y - at.y) < 2 * r); step++) {
        at.x += ux * r / 2;
        at.y += uy * r / 2;
      }
      const group = disc(number, r / 9, false);
      group.classList.toggle('idle', idle);
      group.setAttribute('transform', `translate(${round(at.x)} ${round(at.y)}) ${group.getAttribute('transform') ?? ''}`);
      out.push({ ...at, group });
    };
    for (const { number, single, twin } of openings.filter((o) => o.number <= 18))
      put(number, single, single.turn, !can(single) && !can(twin));
    tiles.forEach((spot, i) => {        // while a double waits, no other line is open; a row of Castle Rock has no open ends
      if (openings.length > 0 && spot.first !== spot.second && !tiles.some(({ on }) => on === i) && !openings.some(({ laid }) => laid === i))
        put(spot.second, { x: spot.x + 1.1 * HALF * Math.cos(spot.turn * Math.PI / 4), y: spot.y + 1.1 * HALF * Math.sin(spot.turn * Math.PI / 4) }, spot.turn, true);
    });
    return out.map(({ group }) => group);
  }

  /** Arcs and brackets of Castle Rock. */
  private choices({ from }: State, scene: Scene): Element[] {
    return scene.takes.flatMap((take) => {
      const chosen = take.key === scene.chosen, state = `${take.hint ? ' hint' : ''}${chosen ? ' chosen' : ''}`;
      if (take.all) {
        const line = bracket(scene.layout, take.tiles);
        return [draw('path', { class: `bracket${state}`, d: line, 'data-key': take.key })];
      }
      const over = arc(scene.layout, take.tiles);
      if (!over)
        return [];
      const number = disc(take.number, discOf(from.scale), take.hint);
      number.setAttribute('transform', `translate(${over.disc.x} ${over.disc.y}) ${number.getAttribute('transform') ?? ''}`);
      return [draw('g', { class: `arc${state}`, 'data-key': take.key }, draw('path', { d: over.path }), number)];
    });
  }

  // ---- Words ----

  /** Pills next to their subjects: visible, and covering no tile, place or other pill. A pill keeps its place if it can. */
  private labels({ from, size }: State, scene: Scene): Element[] {
    const k = 1 / from.scale, pills: Room[] = [], tiles = [...lying(scene.layout), ...scene.ghosts.map(({ spot }) => spot)].map((spot) => roomOf(spot, 1));
    const left = -from.x * k, top = -from.y * k, right = left + size.width * k, bottom = top + size.height * k;
    const apart = (label: Room, rooms: readonly Room[]): boolean => label.x - label.long >= left && label.x + label.long <= right && label.y - label.broad >= top
      && label.y + label.broad <= bottom && rooms.every((room) => Math.abs(room.x - label.x) > 200 * k + 60 || !meet(room, label));
    const free = (label: Room): boolean => apart(label, tiles) && apart(label, pills);
    const before = this.stood, put = (key: string, words: string, name: string, find: (width: number, high: number) => Room | null): SVGGElement[] => {
      const width = pillWidth(words, LABEL, PILL) * k, was = before.get(key);
      const spot = was && was.long === width / 2 && free(was) ? was : find(width, PILL * k);
      if (!spot)
        return [];
      const label = pill(name, words, LABEL, PILL);
      label.setAttribute('transform', `translate(${round(spot.x)} ${round(spot.y)}) scale(${Math.round(k * 1e4) / 1e4})`);
      pills.push({ ...spot, long: spot.long + 2 * k, broad: spot.broad + 2 * k });
      this.stood.set(key, spot);
      return [label];
    };
    this.stood = new Map();
    const feet = scene.feet.flatMap(({ centre, words }) => {
      const circle = footCircle(scene.layout, centre), room: Room = { ...circle, long: circle.r, broad: circle.r, turn: 0 };
      return put(`toes ${centre}`, words, 'toes', (width, high) => beside(room, width, high, 3 * k, MIDDLE, free) ?? onRim(circle, width, high, free));
    });
    return [...feet, ...scene.ghosts.filter((ghost) => ghost.label).flatMap((ghost) => {
      const room = roomOf(ghost.spot), name = `label${ghost.scores ? '' : ' flat'}${ghost.hint ? ' hint' : ''}`;
      const near = (width: number, high: number): Room | null => beside(room, width, high, 5 * k, MIDDLE, free);
      // A label without room next to its place is shortened, and at last covers the place: one that stands elsewhere is not understood.
      const { label: long, short = long } = ghost, over = (width: number, high: number): Room => ({ x: room.x, y: room.y, long: width / 2, broad: high / 2, turn: 0 });
      let [label] = put(ghost.key, long, name, near);
      for (const find of [near, over])
        label ??= put(ghost.key, short, name, find)[0];
      label?.setAttribute('data-key', ghost.key);
      return label ?? [];
    })];
  }

  private signsOf({ from }: State, scene: Scene): Element[] {
    const wide = star(scene.layout), k = 1 / from.scale;
    return scene.signs.flatMap((sign) => {
      const arm = scene.layout.arms[sign.arm];
      if (!arm)
        return [];
      const group = wide ? oneLine(sign, 5 * 2 * HALF * from.scale) : twoLines(sign, (4.25 * HALF) * from.scale, 2 * HALF * from.scale);
      group.setAttribute('transform', `translate(${arm.nameX} ${arm.nameY}) scale(${Math.round(k * 1e4) / 1e4})`);
      return [group];
    });
  }
}

function framed(name: string, spot: Spot): SVGRectElement {
  const frame = ring(spot.turn);
  frame.classList.add(name);
  frame.setAttribute('transform', `translate(${spot.x} ${spot.y}) rotate(${45 * spot.turn})`);
  return frame;
}

/** The factor by which a disc is enlarged at a scale. */
const discOf = (scale: number): number => Math.max(1, Math.min(13, Math.max(DISC, HALF * scale * 0.55)) / (9 * scale));

/** A number in a gold disc, enlarged by a factor. */
function disc(number: number, scale: number, hint: boolean): SVGGElement {
  return draw('g', { class: `disc${hint ? ' hint' : ''}`, transform: `scale(${round(scale)})` },
    draw('circle', { r: 9 }), draw('text', { y: 4.1, 'font-size': 11.5 }, String(number)));
}

/** At the edge: an arrow to a place that is not visible, and its number. */
function edgeSign(sign: Away): SVGGElement {
  const bare = sign.number > 18, turned = `rotate(${round(sign.angle)})`;
  return draw('g', { class: `edgesign${sign.can ? ' can' : ''}`, transform: `translate(${round(sign.x)} ${round(sign.y)})` },
    ...(bare ? [] : [draw('path', { class: 'arrow', d: 'M13 -9L24 0L13 9Z', transform: turned })]), draw('circle', { r: 17 }),
    bare ? draw('path', { class: 'way', d: 'M-5 0H6M1 -6L7 0L1 6', transform: turned })
      : draw('text', { y: 5.6, 'font-size': 16 }, String(sign.number)));
}

// ---- Names of trains ----

/** A marker; if space is short, only its first word: "open". */
function flag(words: string, quiet: boolean, x: number, y: number, room = Infinity): SVGGElement {
  const short = widthOf(words, 13) + 34 <= room ? words : words.split(/[ ,]/)[0] ?? words, said = within(short, 13, room - 34);
  return draw('g', { class: `flag${quiet ? ' quiet' : ''}`, transform: `translate(${round(x)} ${round(y)})` },
    draw('rect', { x: 0, y: -11, width: widthOf(said, 13) + 34, height: 22, rx: 11 }),
    draw('path', { d: FLAG, transform: 'translate(14 -.5) scale(.85)' }), draw('text', { x: 24, y: 4.7, 'font-size': 13 }, said));
}

/** Above its train: mark, name, contents and marker; `room` pixels wide. */
function oneLine(sign: Sign, room: number): SVGGElement {
  const size = 16, flagWidth = sign.flag ? widthOf(sign.flag, 13) + 46 : 0,
    name = within(sign.name, size, Math.max(60, room - flagWidth - 30));
  const group = draw('g', { class: `sign${sign.waits ? ' waits' : ''}` }), mark = markGroup(sign.seat);
  mark.setAttribute('transform', 'translate(8 0)');
  group.append(mark, draw('text', { class: 'name', x: 24, y: 5.6, 'font-size': size }, name));
  let x = 24 + widthOf(name, size) + 8;
  if (sign.note && x + widthOf(sign.note, 14, 400) + flagWidth <= room) {
    group.append(draw('text', { class: 'note', x: round(x), y: 5.2, 'font-size': 14 }, sign.note));
    x += widthOf(sign.note, 14, 400) + 12;
  }
  if (sign.flag)
    group.append(flag(sign.flag, sign.waits, x, 0));
  return group;
}

/** A name on one or two lines, at the largest size that fits. */
function nameLines(name: string, room: number, most: number, lines: number): { size: number; words: string[] } {
  for (const size of [most, 13])
    if (widthOf(name, size) <= room)
      return { size, words: [name] };
  const cut = name.lastIndexOf(' ');
  return { size: 13, words: lines > 1 && cut > 0 ? [within(name.slice(0, cut), 13, room), within(name.slice(cut + 1), 13, room)]
    : [within(name, 13, room)] };
}

/** In front of its train: the name above, the marker or note below. */
function twoLines(sign: Sign, room: number, height: number): SVGGElement {
  const { size, words } = nameLines(sign.name, room - 22, height > 52 ? 16 : 14, sign.flag ? 1 : 2),
    note = words.length === 1 ? sign.note : '';
  const line = Math.min(24, height / 2), y = words.length > 1 || sign.flag || note ? -line / 2 : 0;
  const group = draw('g', { class: `sign${sign.waits ? ' waits' : ''}` }), mark = markGroup(sign.seat);
  mark.setAttribute('transform', `translate(8 ${y}) scale(.85)`);
  group.append(mark, ...words.map((part, i) => draw('text', { class: 'name', x: 21, y: round(y + i * 17 + size * 0.35),
    'font-size': size }, part)));
  if (sign.flag)
    group.append(flag(sign.flag, sign.waits, 0, line / 2 + 1, room));
  else if (note)
    group.append(draw('text', { class: 'note', x: 21, y: round(line / 2 + 4.6), 'font-size': 13 }, within(note, 13, room - 22, 400)));
  return group;
}

/** The nearest ghost or choice within this many units of a point on the plane. */
export function keyAt(scene: Scene, at: Point, within: number): string | null {
  let best: string | null = null, least = within;
  const near = (key: string, far: number): void => {
    if (far < least || (far === least && best === null))
      [best, least] = [key, far];
  };
  for (const ghost of scene.ghosts as readonly Ghost[])
    near(ghost.key, distance(roomOf(ghost.spot), at) + Math.hypot(ghost.spot.x - at.x, ghost.spot.y - at.y) * 1e-4);
  for (const take of scene.takes) {
    const middle = scene.layout.tiles[take.tiles[1]], over = arc(scene.layout, take.tiles),
      ends = [scene.layout.tiles[take.tiles[0]], scene.layout.tiles[take.tiles[2]]];
    if (middle && !take.all)
      near(take.key, Math.min(distance(roomOf(middle), at) + 1, over ? Math.max(0, Math.hypot(over.disc.x - at.x, over.disc.y - at.y) - 9)
        : Infinity));
    else if (middle && ends[0] && ends[1])
      near(take.key, distance({ x: (ends[0].x + ends[1].x) / 2, y: middle.y + HALF + 12, long: 2 * HALF, broad: 7, turn: 0 }, at));
  }
  return best;
}
