// The line above the table: what happened last, or why something cannot be done.
import type { Said } from '../../core/session';
import { type Tile, tiles } from '../../core/views';
import { tell } from '../../texts';
import { Face } from './face';
import { useGame } from './use';

/** The sentences of one move, which share its place in the log. */
export function movesOf(log: readonly Said[]): Said[][] {
  const all: Said[][] = [];
  for (const said of log) {
    const last = all.at(-1), first = last?.[0];
    if (last && first && first.round === said.round && first.move === said.move && first.event.kind !== 'round' && first.event.kind !== 'round-end'
      && said.event.kind !== 'round' && said.event.kind !== 'round-end')
      last.push(said);
    else
      all.push([said]);
  }
  return all;
}

/** The tile that a move has laid, taken or drawn before the eyes of `you`; null: none.  What others draw stays hidden. */
export function tileIn(said: Said | undefined, you: number | null): Tile | null {
  const { event } = said ?? {}, seen = event?.kind === 'move' && (event.drawn === 0 || event.seat === you);
  const [, high, low] = /(\d+)-(\d+)/.exec(seen ? event.text : '') ?? [];
  return tiles.find((tile) => tile.high === Math.max(Number(high), Number(low)) && tile.low === Math.min(Number(high), Number(low))) ?? null;
}

export function EventLine({ onFits }: { onFits(): void }) {
  const { held, session, view } = useGame(), { refusal, hint, thinking } = held;
  if (refusal)
    return (
      <p class="event refusal">
        <span>{refusal.words}</span>
        {refusal.offer && <button type="button" class="btn onfelt" onClick={onFits}>{tell('table.fits.show')}</button>}
      </p>
    );
  if (thinking)
    return <p class="event hinting"><span>{tell('table.hint.thinking')}</span></p>;
  if (hint)
    return <p class="event hinting"><span>{hint.words}</span></p>;
  const moves = movesOf(session.log.slice(-24)), last = moves.at(-1), before = moves.at(-2), tile = tileIn(last?.[0], session.you);
  if (!last)
    return <p class="event"><span>{tell('table.dealing')}</span></p>;
  const words = last.map((said) => said.words).join(' ');
  return (
    <p class={`event${words.length > 44 ? ' long' : ''}`}>
      {tile && <Face tile={tile} half={20} lying />}
      <span>
        {last.map((said) => (said.event.kind === 'score' ? <b key={said.words}>{said.words} </b> : `${said.words} `))}
        {before && before[0]?.round === view.round && before[0].event.kind === 'move'
          && <small>{tell('table.before', before.map((said) => said.words).join(' '))}</small>}
      </span>
    </p>
  );
}
