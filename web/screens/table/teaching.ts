// SPDX-License-Identifier: MIT
// What a lesson puts in place of the bar and the event line. Null: a game.
import { type ComponentChild, type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** Acts: the buttons below the hand, which are other ones at the end. */
interface Teaching { Bar: ComponentType<{ onFits(): void }>; Acts: ComponentType<{ usual: ComponentChild }> }

export const TeachingGame = createContext<Teaching | null>(null);
export const useTeaching = (): Teaching | null => useContext(TeachingGame);
