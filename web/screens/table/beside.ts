// SPDX-License-Identifier: MIT
// What a game with others adds to the playing screen, place by place. Null: a game on this device.
import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';

export interface Beside {
  /** In the bar, or below it if space is short. */
  Strip: ComponentType;
  /** Below the bar: why the game is paused. */
  Banner: ComponentType;
  /** Above the scores. */
  People: ComponentType;
  /** On the plate of a seat. */
  Plate: ComponentType<{ seat: number }>;
  /** Over the table. */
  Heard: ComponentType;
  /** On the score sheet, instead of "Next round" and "Play again". */
  Foot: ComponentType<{ next: string; first: { current: HTMLButtonElement | null }; onTable(): void }>;
  /** In the menu, above its usual entries; and the sentence below it. */
  items: readonly (readonly [words: string, act: string, does: () => void])[];
  kept: string;
}

export const BesideGame = createContext<Beside | null>(null);
export const useBeside = (): Beside | null => useContext(BesideGame);
