// SPDX-License-Identifier: MIT
// Types of the drawing component.  It knows neither rules nor languages: the caller passes in tile positions, selectable
// places and labels.  State is plain data (state.ts), drawn by render.ts; rows.ts is its counterpart for narrow screens.
import type { Arm, Felt, Layout, Lying, Opening, Spot, Tile } from '../core/views';

export type Face = 'auto' | 'dots' | 'numerals' | 'large';
/** The face of all tiles of one table; with chips, only the numbers of open ends are written. */
export type Kind = 'dots' | 'numerals' | 'large' | 'chips';

/** How it looks; the page's settings. */
export interface Config {
  face: Face;
  oneColour: boolean;
  /** The duration of a tile's flight in milliseconds; 0 if it appears in place. */
  fly: number;
  /** The largest half tile, in CSS pixels; 52 if omitted. */
  half?: number;
  /** The set is larger than double-9: 'auto' means numerals. */
  high?: boolean;
  /** About how many tiles lie on the table at the end of a round; 0 if tiles keep their size. */
  tiles?: number;
}

/** A place that may be chosen or that a hint marks. */
export interface Ghost {
  key: string;                          // the caller's id, returned in Handlers.choose
  spot: Spot;                           // the tile's place; only the number in a gold disc if spot.tile is null
  label: string;                        // "makes 20", or ''
  short?: string;                       // "= 20": the label where there is little room
  scores: boolean;                      // the label is gold, else outlined
  hint: boolean;                        // violet, dashed: asked for
  words: string;                        // for screen readers: "Left, on 5-5; makes 5"
}

/** The label of an arm in Mexican Train: whose train it is, and its marker. */
export interface Sign {
  arm: number;                          // a place in layout.arms
  name: string;
  score?: number;                       // shown before the note
  note: string;                         // "12 tiles", "for everyone", or ''
  seat: number | null;                  // null for the Mexican Train
  flag: string;                         // the marker's text: "open", "open, waits", "open double"; '': no marker
  waits: boolean;                       // its tiles are dimmed and the flag is outlined
  you: boolean;
}

/** A choice in Castle Rock: three adjacent tiles, as indices into the row. */
export interface Take {
  key: string;
  tiles: [number, number, number];
  all: boolean;                         // removing all three: a bracket; removing the middle one: an arc
  number: number;                       // what the outer two share
  words: string;
  hint: boolean;
}

/** All that is drawn. */
export interface Scene {
  layout: Layout;
  signs: Sign[];                        // Mexican Train: one for every arm; else empty
  last: number | null;                  // the last tile laid, as an index into layout.tiles
  ghosts: Ghost[];
  chosen: string | null;                // the ghost or removal under the keyboard cursor
  feet: { centre: number; words: string }[];    // Chickenfoot: doubles that wait for toes: a place in layout.tiles, "two toes to go"
  takes: Take[];
  /** Tiles joined by a wild blank: places in layout.tiles. */
  wild?: readonly number[];
}

/** The viewpoint: pixels = units * scale + x, y. */
export interface Viewpoint { readonly x: number; readonly y: number; readonly scale: number }

export interface Handlers {
  choose(key: string): void;            // a ghost, an arc, a bracket or a row was chosen
  look(tile: Tile): void;               // a lying tile was pointed at
  hidden?(tiles: number): string;       // words for tiles of a train that have no room: "10 more"
  seen?(kind: Kind, free: boolean): void;   // the face of the tiles, and whether the player has moved the picture
  from?(viewpoint: Viewpoint): void;        // the viewpoint, once it has stopped moving
}

/** A way to ask the core for a layout: the engine's own `fit`. */
export type Ask = (felt: Felt) => Layout;

/** The public interface of the table (table.ts makes one). */
export interface Table {
  /** The layout with the largest tiles that fit on the felt. `fresh`: a new round begins; otherwise tiles keep their places if they can. */
  arrange(ask: Ask, fresh: boolean): Layout;
  /** Draws a scene; a new tile flies to its place. `from`: its origin, in client coordinates. */
  show(scene: Scene, from?: { x: number; y: number }): void;
  configure(config: Config): void;
  zoom(factor: number): void;
  /** Everything in sight again. */
  fit(): void;
  /** The ghost within a finger's reach of a point on the screen, or null; for dragging. */
  at(x: number, y: number): string | null;
  /** Ends a flight at once. */
  skip(): void;
  destroy(): void;
}

// ---- Rows, for narrow screens ----

export interface RowTile { first: number; second: number }      // as it lies from left to right

/** A train as a row of real buttons, so that no separate list of places is needed. */
export interface RowScene {
  rows: {
    sign: Omit<Sign, 'arm'>;
    wanted: number | null;              // the number in the ring
    tiles: RowTile[];                   // the whole train
    last: boolean;                      // its last tile came last
    key: string | null;                 // may be chosen
    ghost: RowTile | null;              // the chosen tile as it would lie
    hint: boolean;
    words: string;                      // "North's train, open, wants 2; lay 8-2 here"
    more: string;                       // the label of the button that shows the whole train: "Show all 5 tiles"
  }[];
}

export interface Rows {
  show(scene: RowScene): void;
  configure(config: Config): void;
  destroy(): void;
}

export type { Arm, Felt, Layout, Lying, Opening, Spot, Tile };
