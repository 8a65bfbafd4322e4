// What the parts of the playing screen share: the controller in a context, sizes of the window.
import { createContext } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../use';
import type { Play } from './play';

export const Playing = createContext<Play | null>(null);

export function usePlay(): Play {
  const play = useContext(Playing);
  if (!play)
    throw new Error('no game is played here');
  return play;
}

/** The controller with everything that may have changed of it. */
export function useGame() {
  const play = usePlay(), now = useStore(play.driver.now), held = useStore(play.held);
  const laid = useStore(play.laid), order = useStore(play.order), counted = useStore(play.counted);
  return { play, now, held, laid, order, counted, view: now.view, session: play.driver.session };
}

/** After what had the focus has gone, it stays in the same group: on the stop of a toolbar, else on the first button. */
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

export function useMedia(query: string): boolean {
  const [matches, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query), changed = () => set(list.matches);
    list.addEventListener('change', changed);
    changed();
    return () => list.removeEventListener('change', changed);
  }, [query]);
  return matches;
}

export interface Shape {
  /** A panel beside the table; else a drawer, or a sheet from below. */
  side: boolean;
  /** Boneyard, hand and buttons stand beside each other. */
  wide: boolean;
  phone: boolean;
  /** A phone lying on its side: the hand stands beside the table. */
  lying: boolean;
  low: boolean;
}

/** Trains need the whole width. */
export function useShape(trains: boolean): Shape {
  const wide = useMedia('(min-width: 64em)'), phone = useMedia('(max-width: 37.4375em)'), low = useMedia('(max-height: 50em)');
  const lying = useMedia('(orientation: landscape) and (max-height: 31.25em)');
  return { side: wide && !lying && !trains, wide: wide && !lying, phone, lying, low };
}
