// SPDX-License-Identifier: MIT
// Shared by the parts of the playing screen: the controller in a context, and window sizes.
import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { textScale } from '../../table/rows';
import { useStore } from '../use';
import type { Play } from './play';

export const Playing = createContext<Play | null>(null);

function usePlay(): Play {
  const play = useContext(Playing);
  if (!play)
    throw new Error('no game is played here');
  return play;
}

/** The controller, updated on every change. */
export function useGame() {
  const play = usePlay(), now = useStore(play.driver.now), held = useStore(play.held);
  const laid = useStore(play.laid), order = useStore(play.order), counted = useStore(play.counted);
  return { play, now, held, laid, order, counted, view: now.view, session: play.driver.session };
}

/** A dialog that is shown over the table while it is rendered. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}

/** When the focused element disappears, the focus stays in its group: on a toolbar's tab stop, else on the first
 * button. */
export function useKeptFocus() {
  const host = useRef<HTMLDivElement>(null), had = useRef(false);
  useEffect(() => {
    const { current } = host;
    if (!current)
      return;
    const came = (): void => void (had.current = true);
    const went = (event: FocusEvent): void => void (had.current = event.relatedTarget === null);
    current.addEventListener('focusin', came);
    current.addEventListener('focusout', went);
    return () => {
      current.removeEventListener('focusin', came);
      current.removeEventListener('focusout', went);
    };
  });
  useEffect(() => {
    if (had.current && document.activeElement === document.body)
      (host.current?.querySelector<HTMLElement>('[tabindex="0"]') ?? host.current?.querySelector('button'))?.focus();
  });
  return host;
}

export interface Shape {
  /** Whether the panel is next to the table; otherwise it is a drawer, or a sheet from below. */
  side: boolean;
  /** Whether the boneyard, hand and buttons are side by side. */
  wide: boolean;
  phone: boolean;
  /** A phone in landscape: the hand is next to the table. */
  lying: boolean;
  low: boolean;
  /** Whether the window is tall enough for three rows of tiles below the table. */
  tall: boolean;
  /** Whether the text is so large, or the window so low, that the page may need to scroll. */
  large: boolean;
  width: number;
  /** Only where it decides something: on a phone lying on its side. */
  height: number;
  scale: number;
}

/** Large text leaves as little space as a small window. Trains need the whole width. */
function measure(trains: boolean): Shape {
  const scale = textScale(), width = innerWidth / scale, height = innerHeight / scale;
  const phone = width < 600, lying = width > height && height <= 500 && !phone, wide = width >= 1024 && !lying;
  return { side: wide && !trains, wide, phone, lying, low: height <= 800, tall: height >= 700,
    large: scale >= 1.25 || (phone && height < 420), width: innerWidth,
    height: lying ? innerHeight : 0, scale };
}

export function useShape(trains: boolean): Shape {
  const [shape, set] = useState(() => measure(trains));
  useEffect(() => {
    const changed = (): void => {
      const now = measure(trains);
      set((was) => (JSON.stringify(was) === JSON.stringify(now) ? was : now));
    };
    const text = matchMedia('(min-width: 37.5em)');
    addEventListener('resize', changed);
    text.addEventListener('change', changed);       // the text's size may change while the window's does not
    changed();
    return () => {
      removeEventListener('resize', changed);
      text.removeEventListener('change', changed);
    };
  }, [trains]);
  return shape;
}
