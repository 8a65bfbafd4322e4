// SPDX-License-Identifier: MIT
// What a game with others puts beside the table: parts that are drawn in places of the playing screen.  Null: a game on this device.
import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';

export interface Beside {
  /** In the bar, or below it where there is no room. */
  Strip: ComponentType;
  /** Below the bar: why it does not go on. */
  Banner: ComponentType;
  /** Above the scores. */
  People: ComponentType;
  /** On the plate of a seat. */
  Plate: ComponentType<{ seat: number }>;
  /** Over the table. */
  Heard: ComponentType;
  /** On the score sheet, in the place of "Next round" and "Play again". */
  Foot: ComponentType<{ next: string; first: { current: HTMLButtonElement | null }; onTable(): void }>;
  /** In the menu, above its own; and the sentence below it. */
  items: readonly (readonly [words: string, act: string, does: () => void])[];
  kept: string;
}

export const BesideGame = createContext<Beside | null>(null);
export const useBeside = (): Beside | null => useContext(BesideGame);
