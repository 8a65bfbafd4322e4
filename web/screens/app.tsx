// SPDX-License-Identifier: MIT
// The current screen. A screen is a component in its own file, loaded on first use; going from one to
// another is a value in a store, and a step in the browser's history (address.ts).
import { Component, type ComponentType, createContext } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Bots } from '../core/bots';
import type { Daily } from '../core/daily';
import type { Engine } from '../core/engine';
import type { Seen } from '../core/seen';
import type { Session } from '../core/session';
import type { GameKey } from '../generated/tables';
import { settings } from '../core/settings';
import { Store } from '../core/store';
import { tell } from '../texts';
import { Failure } from './failure';
import { hasSat } from './start/others';
import { setTitle } from './title';
import { useLater, useStore } from './use';

/** The tools of every screen. `engine` belongs to the current game; fresh() makes another one to view other games; seen() makes one for a
 * game played elsewhere. */
export interface Tools { engine: Engine; bots: Bots; fresh(): Promise<Engine>; seen(): Promise<Seen> }

export type Screen =
  | { at: 'start'; rules?: string; house?: string; note?: string }    // rules: the initial ones; house: their name;
                                                                      // note: a sentence to show
  | { at: 'table'; session: Session }
  | { at: 'learn'; game: GameKey }
  | { at: 'tables'; note?: string }
  | { at: 'make' }                                                    // a table with others
  | { at: 'online'; table: string; sit?: string; seat?: string }      // sit: the name under which to sit down at once;
                                                                      // seat: the secret of a seat link
  | { at: 'rules'; rules: string; back: Screen }
  | { at: 'review'; record: string; back: Screen }
  | { at: 'daily'; what?: Daily; date?: string }                      // without `what`: all of the day
  | { at: 'tournaments' }
  | { at: 'tournament'; id: string }
  | { at: 'organise' }                                                // a new tournament
  | { at: 'moderate' }                                                // for moderators only
  | { at: 'saved' }
  | { at: 'stats' }
  | { at: 'settings'; back: Screen }
  | { at: 'account'; back: Screen }
  | { at: 'profile'; name?: string; back: Screen }                    // without a name: your own
  | { at: 'history'; name?: string; back: Screen }
  | { at: 'ladder'; family?: string; back: Screen };

/** For components far below their screen. */
export const ToolsHere = createContext<Tools | null>(null);

export const screen = new Store<Screen>({ at: 'start' });

/** The contents that a part loaded later shows above every screen. */
export const above = new Store<{ Part: ComponentType } | null>(null);

/** address.ts sets this to update the browser's history when the screen changes. */
export const steps: { go(to: Screen): void } = { go: (to) => screen.set(to) };
export const go = (to: Screen): void => steps.go(to);

export type Shown<At extends Screen['at']> = { tools: Tools; screen: Extract<Screen, { at: At }> };
/** Screens that can be shown before the module has loaded. */
export type ShownEarly<At extends Screen['at']> = { tools: Tools | null; screen: Extract<Screen, { at: At }> };
type Any = ComponentType<{ tools: Tools | null; screen: never }>;
type Early = 'start' | 'saved' | 'settings' | 'account' | 'tables' | 'make' | 'tournaments' | 'tournament' | 'organise' | 'profile' | 'history' | 'ladder' | 'moderate';
const early: readonly Screen['at'][] = ['start', 'saved', 'settings', 'account', 'tables', 'make', 'tournaments', 'tournament', 'organise', 'profile', 'history', 'ladder', 'moderate'] satisfies Early[];

const screens: { [At in Exclude<Screen['at'], 'start'>]: () => Promise<{ default: ComponentType<At extends Early ? ShownEarly<At> : Shown<At>> }> } = {
  table: () => import('./table/table'),
  learn: () => import('./learn/learn'),
  tables: () => import('./together/tables'),
  make: () => import('./together/new'),
  online: () => import('./together/online'),
  rules: () => import('./rules/rules'),
  review: () => import('./review/review'),
  daily: () => import('./daily/daily'),
  tournaments: () => import('./cup/cups'),
  tournament: () => import('./cup/cup'),
  organise: () => import('./cup/organise'),
  saved: () => import('./saved/saved'),
  stats: () => import('./stats/stats'),
  settings: () => import('./settings/settings'),
  account: () => import('./account/account'),
  profile: () => import('./profile/profile'),
  history: () => import('./profile/history'),
  ladder: () => import('./profile/ladder'),
  moderate: () => import('./moderate/moderate'),
};

/** The screen that comes with the page and is shown at once. */
const present: Partial<Record<Screen['at'], Any>> = {};
export const bring = (at: Early, part: Any): void => void (present[at] = part);

/** Shows an unexpected error in place of the part that failed; the game is saved. */
export class Guard extends Component<{ children: preact.ComponentChildren }, { error: unknown }> {
  override state = { error: null };
  static override getDerivedStateFromError(error: unknown) { return { error }; }
  override render() {
    return this.state.error === null ? this.props.children : <Failure error={this.state.error} />;
  }
}

export function App({ tools }: { tools: Tools | null }) {
  const now = useStore(screen);
  const [shown, setShown] = useState<{ at: Screen['at']; part: Any } | null>(null), [error, setError] = useState<unknown>(null);
  const [sat, setSat] = useState(false), asked = useLater(() => import('./together/asked'), sat);
  useStore(settings);
  useEffect(() => setSat(hasSat()), [now]);
  const part = present[now.at] ?? (shown?.at === now.at ? shown.part : null);
  useEffect(() => {
    let wanted = true;
    if (present[now.at] || now.at === 'start')
      return;
    screens[now.at]().then((module) => {
      if (wanted)
        setShown({ at: now.at, part: module.default as Any });
    }, (reason: unknown) => wanted && setError(reason));
    return () => void (wanted = false);
  }, [now.at]);
  useEffect(() => {                     // the page's title is the heading of the screen
    const words = document.querySelector('h1')?.textContent?.split(' · ')[0];
    if (words)
      setTitle(words);
  });
  if (error !== null)
    return <Failure error={error} fetching />;
  if (!part || (!tools && !early.includes(now.at)))
    return <p class="loading" role="status">{tell('app.loading')}</p>;
  const Part = part;
  return <ToolsHere.Provider value={tools}>{asked && <asked.Asked />}<Part tools={tools} screen={now as never} /></ToolsHere.Provider>;
}
