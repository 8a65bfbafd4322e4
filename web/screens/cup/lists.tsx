// SPDX-License-Identifier: MIT
// The standings and the results of a tournament.
import { tell } from '../../texts';
import { go } from '../app';
import type { Cup, CupTable } from '../../net/wire';
import { isOver, sideOf, tieWords } from './data';
import { tieName } from './words';

/** Before the first round: who has entered. */
function Entered({ cup }: { cup: Cup }) {
  return <section class="cup-standings"><h2>{tell('cup.entries')}</h2>
    {cup.players.length === 0 ? <p>{tell('cup.nobody')}</p> : <ol class="cup-entered">{cup.players.map(({ name }, at) =>
      <li key={at} class={at === cup.you ? 'you' : ''}>{name}{at === cup.you && <span class="cup-you">{tell('cup.you')}</span>}</li>)}</ol>}
  </section>;
}

export function Standings({ cup }: { cup: Cup }) {
  if (cup.played.length === 0)
    return <Entered cup={cup} />;
  const rounds = cup.played.map((_, i) => i), tie = cup.ties[0];
  return <section class="cup-standings">
    <div class="with-bar"><h2>{tell('cup.standings')}</h2><span class="note">{tell('cup.after', cup.played.length)}</span></div>
    <div class="cup-scroll" tabIndex={0} role="region" aria-label={tell('cup.standings')}><table>
      <thead><tr><th scope="col" class="num"><abbr title={tell('cup.place')}>#</abbr></th><th scope="col">{tell('cup.player')}</th>
        {rounds.map((i) => <th key={i} scope="col" class="num cup-each">{tell('cup.r', i + 1)}</th>)}
        <th scope="col" class="num">{tell('cup.points')}</th>{tie && <th scope="col" class="num">{tieName(tie)}</th>}</tr></thead>
      <tbody>{cup.standings.map((one) => <tr key={one.player} class={one.player === cup.you ? 'you' : ''}>
        <td class="num">{one.place}</td>
        <th scope="row">{cup.players[one.player]?.name}{one.player === cup.you && <span class="cup-you">{tell('cup.you')}</span>}
          {cup.players[one.player]?.out && <span class="note"> {tell('cup.left')}</span>}</th>
        {rounds.map((i) => <td key={i} class="num cup-each">{one.rounds[i] ?? '·'}</td>)}
        <td class="num"><b>{one.points}</b></td>{tie && <td class="num">{tieWords(tie, one.ties[0] ?? 0)}</td>}
      </tr>)}</tbody>
    </table></div>
  </section>;
}

function Table({ cup, table, number, live }: { cup: Cup; table: CupTable; number: number; live: boolean }) {
  const mine = table.players.includes(cup.you);
  return <li class={mine ? 'cup-table you' : 'cup-table'}>
    <h4>{tell('cup.table', number)}</h4>
    <ul>{table.players.map((player, at) => <li key={player}><span>{cup.players[player]?.name}</span>
      {table.score && <span class="note">{tell('cup.score', table.score[sideOf(table, at)] ?? 0)} · <b>{tell('cup.gained', table.points?.[at] ?? 0)}</b></span>}</li>)}</ul>
    {live && !table.score && table.over && <p class="note">{tell('cup.over')}</p>}
    {live && !isOver(table) && <p class="note">{tell('cup.playing')} {!mine && !cup.duplicate && <button type="button" class="btn quiet" aria-label={tell('cup.watch.of', number)}
      onClick={() => go({ at: 'online', table: table.table })}>{tell('cup.watch')}</button>}</p>}
  </li>;
}

export function Results({ cup }: { cup: Cup }) {
  return <section class="cup-results">
    <h2>{tell('cup.results')}</h2>
    {cup.played.length === 0 && <p class="note">{tell('cup.results.none')}</p>}
    {cup.played.map((round, i) => <section key={i}><h3>{tell('cup.state.round', i + 1)}</h3>
      <ul class="cup-tables">{round.tables.map((table, k) => <Table key={table.table} cup={cup} table={table} number={k + 1} live={cup.state === 'playing' && i === cup.played.length - 1} />)}</ul>
      {round.byes.length > 0 && <p class="note">{tell('cup.byes', round.byes.map((player) => cup.players[player]?.name ?? '').join(', '))}</p>}
    </section>).reverse()}
  </section>;
}
