// SPDX-License-Identifier: MIT
// What a lesson puts in place of the bar and the event line. Null: a game.
import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';

interface Teaching { Bar: ComponentType<{ onFits(): void }> }

export const TeachingGame = createContext<Teaching | null>(null);
export const useTeaching = (): Teaching | null => useContext(TeachingGame);
