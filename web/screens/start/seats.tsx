// Who plays: you, other people at this screen, bots of any level.
import { tell } from '../../texts';
import { type Bot, botList, botName, inWords } from './catalogue';
import { SeatMark } from './picture';
import type { Seat } from './plan';

const compass = [[], ['south'], ['south', 'north'], ['south', 'west', 'east'], ['south', 'west', 'north', 'east']] as const;
const PERSON = 'person';

/** The name of a seat that nobody has named. */
export function usualName(seat: number, seats: number, bot: boolean, people: number): string {
  if (seat === 0 && people === 1)
    return tell('start.you');
  if (!bot)
    return tell('start.person.n', seat + 1);
  const side = compass[seats]?.[seat];
  return side ? tell(`start.${side}`) : tell('start.bot.n', seat);
}

interface Who { seats: readonly Seat[]; set(seat: number, to: Seat): void; setAll(bot: string): void }

export function nameOf(seats: readonly Seat[], seat: number): string {
  const people = seats.filter((one) => one.bot === null).length, sitter = seats[seat];
  const own = sitter?.bot === null && people > 1 ? sitter.name.trim() : '';
  return own || usualName(seat, seats.length, sitter?.bot !== null, people);
}

function SeatPart({ seat, who }: { seat: number; who: Who }) {
  const sitter = who.seats[seat] ?? { name: '', bot: null }, people = who.seats.filter((one) => one.bot === null).length;
  const usual = nameOf(who.seats, seat), named = sitter.bot === null && people > 1;
  return <li class="start-seat">
    <SeatMark seat={seat} />
    {named
      ? <input type="text" value={sitter.name} placeholder={usualName(seat, who.seats.length, false, people)} maxLength={24} autocomplete="off"
          aria-label={tell('start.seat.name', seat + 1)} onInput={(e) => who.set(seat, { ...sitter, name: e.currentTarget.value })} />
      : <b>{usual}</b>}
    {seat > 0 && <select value={sitter.bot ?? PERSON} aria-label={tell('start.seat.who', seat + 1, usual)}
      onChange={(e) => who.set(seat, { ...sitter, bot: e.currentTarget.value === PERSON ? null : e.currentTarget.value })}>
      <option value={PERSON}>{tell('start.person')}</option>
      {botList.map((bot) => <option key={bot.key} value={bot.key}>{botName(bot)}</option>)}
    </select>}
  </li>;
}

export function Seats(who: Who) {
  const levels = new Set(who.seats.flatMap(({ bot }) => (bot === null ? [] : [bot]))), one = levels.size === 1 ? [...levels][0] : '';
  const people = who.seats.filter(({ bot }) => bot === null).length, about = botList.find(({ key }) => key === one);
  return <section>
    <h3>{tell('start.who')}</h3>
    <ul class="start-seats">{who.seats.map((_, seat) => <SeatPart key={seat} seat={seat} who={who} />)}</ul>
    {people > 1 && <p class="start-note">{tell('start.hot')}</p>}
    {levels.size > 0 && who.seats.length > 2 && <label class="start-levels">
      <span>{tell('start.levels')}</span>
      <select value={one} onChange={(e) => e.currentTarget.value && who.setAll(e.currentTarget.value)}>
        {!one && <option value="">{tell('start.levels.mixed')}</option>}
        {botList.map((bot) => <option key={bot.key} value={bot.key}>{botName(bot)}</option>)}
      </select>
    </label>}
    {about && <p class="start-note">{botSays(about)}</p>}
  </section>;
}

const botSays = (bot: Bot): string => `${botName(bot)}: ${inWords(bot.about)}.`;
