// SPDX-License-Identifier: MIT
// Who plays: you, other people at this screen, and bots of any level.
import { namesOf, type Sitter } from '../../core/sitters';
import type { Sides } from '../../core/views';
import { bots } from '../../generated/tables';
import { pick, tell } from '../../texts';
import { SeatMark } from '../mark';
import { Portrait } from '../portrait';
import type { Seat } from './plan';

const PERSON = 'person';
const peopleAt = (seats: readonly Seat[]): number => seats.filter(({ bot }) => bot === null).length;

/** The players. Only people who share a screen have their own names. */
export function sittersAt(seats: readonly Seat[]): Sitter[] {
  const shared = peopleAt(seats) > 1;
  return seats.map(({ name, bot }) => ({ name: bot === null && shared ? name : '', bot: bots.find(({ key }) => key === bot)?.id ?? null }));
}

/** Their names at the table. */
export const namesAt = (seats: readonly Seat[]): string[] => namesOf(sittersAt(seats));

interface Who { seats: readonly Seat[]; sides: Sides | undefined; set(seat: number, to: Seat): void; setAll(bot: string): void }

const [named, plain] = [bots.filter(({ level }) => level !== null), bots.filter(({ level }) => level === null)];
const levelName = (key: string): string => pick(bots.find((bot) => bot.key === key)?.name ?? bots[0].name).toLowerCase();

/** The named players with their levels, then the levels alone. */
export function Players({ value }: { value?(key: string): string }) {
  const of = value ?? ((key: string) => key);
  return <>
    {named.map((bot) => <option key={bot.key} value={of(bot.key)}>{pick(bot.name)} · {levelName(bot.level ?? '')}</option>)}
    <optgroup label={tell('start.levels.plain')}>
      {plain.map((bot) => <option key={bot.key} value={of(bot.key)}>{pick(bot.name)}</option>)}
    </optgroup>
  </>;
}

function SeatPart({ seat, who, name }: { seat: number; who: Who; name: string }) {
  const sitter = who.seats[seat] ?? { name: '', bot: null }, bot = bots.find(({ key }) => key === sitter.bot);
  return <li class="start-seat">
    <SeatMark seat={seat} sides={who.sides} />
    <Portrait bot={sitter.bot} size={36} />
    {sitter.bot === null && peopleAt(who.seats) > 1
      ? <input type="text" value={sitter.name} placeholder={name} maxLength={24} autocomplete="off" aria-label={tell('start.seat.name',
        seat + 1)}
          onInput={(e) => who.set(seat, { ...sitter, name: e.currentTarget.value })} />
      : <b>{name}</b>}
    {seat > 0 && <select value={sitter.bot ?? PERSON} aria-label={tell('start.seat.who', seat + 1, name)}
      onChange={(e) => who.set(seat, { ...sitter, bot: e.currentTarget.value === PERSON ? null : e.currentTarget.value })}>
      <option value={PERSON}>{tell('start.person')}</option>
      <Players />
    </select>}
    {bot?.level && <small>{pick(bot.about)}</small>}
  </li>;
}

export function Seats(who: Who) {
  const levels = new Set(who.seats.flatMap(({ bot }) => (bot === null ? [] : [bot]))), one = levels.size === 1 ? [...levels][0] : '';
  const names = namesAt(who.seats), about = bots.find(({ key }) => key === one);
  return <section>
    <h3>{tell('start.who')}</h3>
    <ul class="start-seats">{who.seats.map((_, seat) => <SeatPart key={seat} seat={seat} who={who} name={names[seat] ?? ''} />)}</ul>
    {peopleAt(who.seats) > 1 && <p class="note">{tell('start.hot')}</p>}
    {who.seats.length > 2 && levels.size > 0 && <label class="start-levels">
      <span>{tell('start.levels')}</span>
      <select value={one} onChange={(e) => e.currentTarget.value && who.setAll(e.currentTarget.value)}>
        {!one && <option value="">{tell('start.levels.mixed')}</option>}
        {plain.map((bot) => <option key={bot.key} value={bot.key}>{pick(bot.name)}</option>)}
      </select>
    </label>}
    {about?.level === null && <p class="note">{pick(about.name)}: {pick(about.about)}</p>}
  </section>;
}
