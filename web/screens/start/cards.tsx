// The games, by what they are like.
import { tell } from '../../texts';
import { type Game, gameList, inWords } from './catalogue';
import { GamePicture } from './picture';

/** Never by the alphabet; a game that nobody has put anywhere comes last. */
const groups = [
  ['quick', ['block', 'draw']], ['count', ['muggins', 'allfives', 'fiveup']], ['big', ['mexicantrain', 'chickenfoot']], ['own', ['castlerock']],
  ['more', []],
] as const satisfies readonly (readonly [string, readonly string[]])[];
const placed = new Set<string>(groups.flatMap(([, games]) => games));

function seatsOf(game: Game): string {
  const ranges = game.presets.flatMap(({ options }) => options.find(({ option }) => option === 'players')?.range ?? []);
  const low = Math.min(...ranges), high = Math.max(...ranges);
  return ranges.length === 0 ? tell('start.for.one') : tell('start.for.some', low, high);
}

interface Props { game: string; choose(game: string): void }

function Card({ game, on, time, choose }: { game: Game; on: boolean; time: string; choose(): void }) {
  return <label class={on ? 'start-card on' : 'start-card'}>
    <input type="radio" name="game" checked={on} onChange={choose} />
    <GamePicture game={game.game} />
    <span class="start-words">
      <b>{inWords(game.name)}</b>
      <span>{inWords(game.about)}</span>
      <em>{seatsOf(game)} · {time}</em>
    </span>
  </label>;
}

export function Cards({ game, choose }: Props) {
  return <fieldset class="start-games">
    <legend class="start-hidden">{tell('start.title')}</legend>
    {groups.map(([group, names]) => {
      const here: readonly string[] = group === 'more' ? gameList.map((one) => one.game).filter((key) => !placed.has(key)) : names;
      const games = here.flatMap((key) => gameList.filter((one) => one.game === key));
      return games.length > 0 && <section key={group}>
        <h2>{tell(`start.group.${group}`)}</h2>
        <div class={`start-cards of-${Math.min(3, Math.max(2, games.length))}`}>
          {games.map((one) => <Card key={one.game} game={one} on={one.game === game} time={tell(`start.time.${group}`)} choose={() => choose(one.game)} />)}
        </div>
      </section>;
    })}
  </fieldset>;
}
