// SPDX-License-Identifier: MIT
// The games, by what they are like and never by the alphabet.  Each can be played at once, by the rules it was played by last.
import { type Game, type GameKey, games, kinds } from '../../generated/tables';
import { pick, tell } from '../../texts';
import { GamePicture } from './picture';

const seatsOf = ({ players: [low, high] }: Game): string => (high === 1 ? tell('start.for.one') : tell('start.for.some', low, high));

interface Props { game: GameKey; learn(game: GameKey): void; choose(game: GameKey): void; play(game: GameKey): void }

function Card({ game, on, choose, learn, play }: { game: Game; on: boolean; choose(): void; learn(): void; play(): void }) {
  const name = pick(game.name), about = pick(game.about);
  return <div class={on ? 'start-card on' : 'start-card'}>
    <label>
      <input type="radio" name="game" checked={on} onChange={choose} />
      <GamePicture game={game.key} />
      <span class="start-words">
        <b>{name}</b>
        <span>{about.charAt(0).toUpperCase() + about.slice(1)}</span>
        <em>{seatsOf(game)} · {pick(game.time)}</em>
      </span>
    </label>
    <button type="button" class="btn quiet start-learn" data-act="learn" data-game={game.key} aria-label={tell('start.learn.game', name)}
      onClick={learn}>{tell('start.learn')}</button>
    <button type="button" class="btn primary" data-act="play" data-game={game.key} aria-label={tell('start.play.game', name)}
      onClick={play}>{tell('start.play')}</button>
  </div>;
}

export function Cards({ game, choose, learn, play }: Props) {
  return <fieldset class="start-games">
    <legend class="hidden-words">{tell('start.title')}</legend>
    {kinds.map((kind, k) => {
      const here = games.filter((one) => one.kind === k);
      return here.length > 0 && <section key={k}>
        <h2>{pick(kind)}</h2>
        <div class={`start-cards of-${Math.min(3, Math.max(2, here.length))}`}>
          {here.map((one) => <Card key={one.key} game={one} on={one.key === game} choose={() => choose(one.key)} learn={() => learn(one.key)}
            play={() => play(one.key)} />)}
        </div>
      </section>;
    })}
  </fieldset>;
}
