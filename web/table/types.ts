// The drawing component's own words.  It knows no rules: where tiles lie, which places may be chosen and what is written
// on them is told to it.  State is plain data, changed by the pure functions of state.ts and drawn by render.ts.
import type { Arm, Layout, Spot, Tile } from '../core/views';

export type Face = 'auto' | 'dots' | 'numerals' | 'large';

/** How it looks; the page's settings. */
export interface Config {
  face: Face;
  oneColour: boolean;
  /** Milliseconds that a tile flies; 0: things appear in place. */
  fly: number;
}

/** A place that may be chosen, or that a hint points at. */
export interface Ghost {
  key: string;                          // the caller's own; comes back in Handlers.choose
  spot: Spot;                           // where the tile would lie; spot.tile null: only the number in a gold disc
  label: string;                        // "makes 20", or ''
  scores: boolean;                      // the label is gold, else outlined
  hint: boolean;                        // violet, dashed: asked for
  words: string;                        // for those who cannot see it: "Left, on 5-5; makes 5"
}

/** What stands beside an arm: whose train it is, its marker. */
export interface Sign { arm: number; name: string; seat: number | null; open: boolean; waits: boolean; you: boolean }

/** All that is drawn. */
export interface Scene {
  layout: Layout;
  signs: Sign[];                        // Mexican Train: one for every arm; else empty
  last: number | null;                  // the tile that came last: a place in layout.tiles
  ghosts: Ghost[];
  chosen: string | null;                // the ghost that the keyboard stands on
  feet: { centre: number; toes: number }[];     // Chickenfoot: doubles that still wait for toes: a place in layout.tiles, how many
  takes: { key: string; tiles: number[]; words: string; hint: boolean }[];      // Castle Rock: arcs over tiles of the row; places
}

export interface Handlers {
  choose(key: string): void;            // a ghost, an arc or a row was chosen
  look(tile: Tile): void;               // a lying tile was pointed at
}

/** The table as everything outside sees it (table.ts makes one). */
export interface Table {
  /** Draws a scene; animates what came if the layout's fold and size are the same. `from`: where a tile starts to fly, client coordinates. */
  show(scene: Scene, from?: { x: number; y: number }): void;
  configure(config: Config): void;
  /** The size of the drawing in layout units for a half of at least `half` CSS pixels: what to ask a layout for. */
  room(half: number): { width: number; height: number };
  zoom(factor: number): void;
  /** Everything in sight again. */
  fit(): void;
  /** Which ghost is at a point of the screen, within reach of a finger; null: none.  For dragging. */
  at(x: number, y: number): string | null;
  /** Ends a flight at once. */
  skip(): void;
  destroy(): void;
}

export type { Arm, Layout, Spot, Tile };
