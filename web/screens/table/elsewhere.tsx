// SPDX-License-Identifier: MIT
// A game is played in one tab: the tab that opens it has it, and the one before says so and can take it back.
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../core/session';
import { takeGame } from '../../core/saves';
import { tell } from '../../texts';
import { go, type Tools } from '../app';
import { findGame, openedGame } from '../saved/open';
import { useStore } from '../use';
import type { Play } from './play';

/** The id of the game that another tab has taken; null if it is played here. */
export function useElsewhere(session: Session, play: Play): string | null {
  const id = useStore(session.kept)?.id ?? null, [taken, set] = useState<string | null>(null);
  useEffect(() => {
    set(null);
    return id === null ? undefined : takeGame(id, () => {
      play.driver.stop();
      set(id);
    });
  }, [id, play]);
  return taken;
}

export function Elsewhere({ id, tools }: { id: string; tools: Tools }) {
  const [said, setSaid] = useState('');
  const back = async () => {
    const game = await findGame(id);
    if (game)
      go(await openedGame(tools, game));
    else
      setSaid(tell('start.gone'));
  };
  return <main class="failure" data-elsewhere>
    <h1>{tell('table.elsewhere')}</h1>
    <p>{tell('table.elsewhere.about')}</p>
    <button type="button" class="btn primary" data-act="take" onClick={() => void back()}>{tell('table.elsewhere.take')}</button>
    <p role="status">{said}</p>
  </main>;
}
