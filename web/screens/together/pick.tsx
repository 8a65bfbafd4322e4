// SPDX-License-Identifier: MIT
// Which game, by pictures: the lobby's quick match.
import { games } from '../../generated/tables';
import { pick } from '../../texts';
import { GamePicture } from '../start/picture';

/** The games for more than one. */
export const many = games.filter((game) => game.players[1] > 1);

export function GamePick({ value, set, label }: { value: string; set(game: string): void; label: string }) {
  return <fieldset class="with-pick"><legend>{label}</legend>
    <div>{many.map((game) => <label key={game.key}>
      <input type="radio" name="quick-game" value={game.key} checked={game.key === value} onChange={() => set(game.key)} />
      <GamePicture game={game.key} />
      <span>{pick(game.name)}</span>
    </label>)}</div>
  </fieldset>;
}
