// SPDX-License-Identifier: MIT
// The round in numbers: a line for each player or team.
import type { Game } from '../../core/game';
import type { Sides } from '../../core/views';
import { tell } from '../../texts';
import { SeatMark } from '../mark';
import { nameOf } from './names';
import type { Line } from './sums';
import { Tiles } from './tiles';
import { Track } from './track';

const plus = (n: number): string => (n > 0 ? `+${n}` : String(n));

function Who({ session, line }: { session: Game; line: Line }) {
  return (
    <>
      {line.seats.map((seat, i) => (
        <span key={seat} class="sheet-part">
          <span class="sheet-name"><SeatMark seat={seat} sides={session.terms.sides} />{nameOf(session, seat)}</span>
          {line.wins && i === 0 && <span class="sheet-wins">{tell('sheet.winner')}</span>}
        </span>
      ))}
    </>
  );
}

/** On a phone the hands are below the table of numbers, so each has its player's name once more. */
function Hands({ session, line, sides }: { session: Game; line: Line; sides: Sides }) {
  return (
    <>
      {line.hands.map((hand, i) => (
        <div key={i} class="sheet-part">
          <span class={`sheet-whose${line.seats.length > 1 ? ' team' : ''}`} aria-hidden="true"><SeatMark seat={line.seats[i] ?? 0} sides={sides} />
            <b>{nameOf(session, line.seats[i] ?? 0)}</b></span>
          {hand ? <Tiles tiles={hand} /> : <span class="sheet-none">{tell('sheet.hidden')}</span>}
        </div>
      ))}
    </>
  );
}

interface Column { key: string; title: string; cell(line: Line): preact.ComponentChildren }

function columnsOf(session: Game, lines: Line[]): Column[] {
  const { low, step, target, sides } = session.terms, scored = step > 0 || lines.some((line) => line.inPlay !== 0);
  const shown = lines.some((line) => line.hands.some((hand) => hand !== null));
  const all: (Column | false)[] = [
    {
      key: 'who', title: tell(lines.some((line) => line.seats.length > 1) ? 'sheet.team' : 'sheet.player'),
      cell: (line) => <Who session={session} line={line} />,
    },
    shown && { key: 'left', title: tell('sheet.left'), cell: (line) => <Hands session={session} line={line} sides={sides} /> },
    shown && !(low && lines.every((line) => line.gain === line.pips)) && { key: 'count', title: tell('sheet.count'), cell: (line) => line.pips },
    scored && { key: 'play', title: low ? tell('sheet.penalties') : tell('sheet.in-play'), cell: (line) => plus(line.inPlay) },
    shown && {
      key: 'gain', title: low ? tell('sheet.this-round') : tell('sheet.bonus'),
      cell: (line) => <span class={line.gain > 0 && !low ? 'sheet-plus' : ''}>{plus(line.gain)}</span>,
    },
    target > 0 && {
      key: 'way', title: tell('sheet.way', target),
      cell: (line) => <Track now={line.total} before={line.before} target={target} kind={(line.seats[0] ?? 0) % 5} />,
    },
    { key: 'total', title: tell('sheet.total'), cell: (line) => line.total },
  ];
  return all.filter((column) => column !== false);
}

/** Roles are written out: on narrow screens the parts of the table are laid out as blocks, which would take them away. */
export function Lines({ session, lines }: { session: Game; lines: Line[] }) {
  const columns = columnsOf(session, lines), best = (line: Line) => (session.terms.low ? line.wins : line.gain > 0 || line.wins);
  const numbers = columns.filter(({ key }) => !['who', 'left', 'way'].includes(key)).length;
  return (
    <table class={`sheet-lines${lines.length > 2 ? ' many' : ''}`} role="table" aria-label={tell('sheet.table')} style={{ '--numbers': numbers }}>
      <thead role="rowgroup">
        <tr role="row">{columns.map((o) => <th key={o.key} role="columnheader" scope="col" class={`sheet-${o.key}`}>{o.title}</th>)}</tr>
      </thead>
      <tbody role="rowgroup">
        {lines.map((line, i) => (
          <tr key={line.seats[0]} role="row" class={best(line) ? 'best' : ''} style={{ '--row': 2 * i + 1 }}>
            {columns.map((o) => (o.key === 'who'
              ? <th key={o.key} role="rowheader" scope="row" class="sheet-who-cell">{o.cell(line)}</th>
              : <td key={o.key} role="cell" class={`sheet-${o.key}`} data-label={o.title}>{o.cell(line)}</td>))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
