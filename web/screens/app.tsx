// Which screen is shown.  A screen is a component in its own file, loaded when it is first wanted; going from one to
// another is a value in a store.
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Bots } from '../core/bots';
import type { Engine } from '../core/engine';
import type { Session } from '../core/session';
import { settings } from '../core/settings';
import { Store } from '../core/store';
import { tell } from '../texts';
import { useStore } from './use';

/** What every screen may use.  `engine` belongs to the running game; fresh() gives another one to look at other games. */
export interface Tools { engine: Engine; bots: Bots; fresh(): Promise<Engine> }

export type Screen =
  | { at: 'start' }
  | { at: 'table'; session: Session }
  | { at: 'rules'; rules: string; back: Screen }
  | { at: 'review'; record: string; back: Screen }
  | { at: 'saved' }
  | { at: 'settings'; back: Screen };

export const screen = new Store<Screen>({ at: 'start' });
export const go = (to: Screen): void => screen.set(to);

export type Shown<At extends Screen['at']> = { tools: Tools; screen: Extract<Screen, { at: At }> };
type Any = ComponentType<{ tools: Tools; screen: never }>;

const screens: { [At in Screen['at']]: () => Promise<{ default: ComponentType<Shown<At>> }> } = {
  start: () => import('./start/start'),
  table: () => import('./table/table'),
  rules: () => import('./rules/rules'),
  review: () => import('./review/review'),
  saved: () => import('./saved/saved'),
  settings: () => import('./settings/settings'),
};

export function App({ tools }: { tools: Tools | null }) {
  const now = useStore(screen);
  const [shown, setShown] = useState<{ at: Screen['at']; part: Any } | null>(null);
  useStore(settings);
  useEffect(() => {
    let wanted = true;
    void screens[now.at]().then((module) => {
      if (wanted)
        setShown({ at: now.at, part: module.default as Any });
    });
    return () => void (wanted = false);
  }, [now.at]);
  if (!tools || shown?.at !== now.at)
    return <p class="loading" role="status">{tell('app.loading')}</p>;
  return <shown.part tools={tools} screen={now as never} />;
}
