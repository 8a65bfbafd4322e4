// SPDX-License-Identifier: MIT
// The games.  Each can be played at once, by the rules it was played by last.
import { type Game, type GameKey, games } from '../../generated/tables';
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
        <span>{about}</span>
        <em>{seatsOf(game)} · {pick(game.time)}</em>
      </span>
    </label>
    <span>
      <button type="button" class="btn" data-act="learn" data-game={game.key} aria-label={tell('start.learn.game', name)}
        onClick={learn}>{tell('start.learn')}</button>
      <button type="button" class="btn primary" data-act="play" data-game={game.key} aria-label={tell('start.play.game', name)}
        onClick={play}>{tell('start.play')}</button>
    </span>
  </div>;
}

export function Cards({ game, choose, learn, play }: Props) {
  return <fieldset class="start-games">
    <legend class="hidden-words">{tell('start.title')}</legend>
    <div class="start-cards">
      {games.map((one) => <Card key={one.key} game={one} on={one.key === game} choose={() => choose(one.key)} learn={() => learn(one.key)}
        play={() => play(one.key)} />)}
    </div>
  </fieldset>;
}
