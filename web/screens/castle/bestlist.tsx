// SPDX-License-Identifier: MIT
// Shows the best list: next to the table, and at the end with this game's place.
import { settings } from '../../core/settings';
import type { Game } from '../../core/game';
import { tell } from '../../texts';
import { type Best, bestOf, listOf } from './best';
import { clockOf, timeWords } from './clock';
import './castle.css';

function leftWords(game: Pick<Best, 'tiles' | 'pips'>): string {
  if (game.tiles === 0)
    return tell('castle.gone');
  return tell('castle.left', game.tiles, game.pips);
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const day = (date: string): string => {
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? '' : at.toLocaleDateString(settings.get().language, DAY);
};

function rulesWords(list: string): string {
  const [set = '6', removals] = list.split(' ');
  return tell(removals === 'once' ? 'castle.best.once' : 'castle.best.rules', set);
}

/** `now`: the id of the game that has just ended. */
export function BestList({ list, games, now = '', most = 10 }: { list: string; games: readonly Best[]; now?: string; most?: number }) {
  return (
    <section class="castle-best">
      <h3>{tell('castle.best')} <small>{rulesWords(list)}</small></h3>
      {games.length === 0 && <p class="castle-quiet">{tell('castle.best.none')}</p>}
      <ol>
        {games.slice(0, most).map((game) => (
          <li key={game.id} class={game.id === now ? 'now' : ''}>
            <b>{leftWords(game)}</b>
            <span class="castle-quiet">
              <time dateTime={`PT${Math.floor(game.ms / 1000)}S`} aria-label={timeWords(game.ms)}>{clockOf(game.ms)}</time>
              {' · '}{day(game.date)}
              {game.id === now && ` · ${tell('castle.best.this')}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** For the side panel: the three best results with these rules. */
export function YourBest({ session }: { session: Game }) {
  const list = listOf(session);
  return <BestList list={list} games={bestOf(list)} most={3} />;
}
