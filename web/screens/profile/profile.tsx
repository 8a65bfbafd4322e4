// SPDX-License-Identifier: MIT
// A profile: ratings and results, of yourself or of somebody else as far as they show them.
import { useEffect, useState } from 'preact/hooks';
import { games } from '../../generated/tables';
import type { Counted, Profile as Person, Rating, Shows } from '../../net/wire';
import { pick, tell } from '../../texts';
import { go, type ShownEarly } from '../app';
import { SwitchField } from '../parts';
import { type Deed, useDeed } from '../together/deed';
import { server } from '../together/server';
import { Empty, Frame } from './frame';
import { dateOf, familyName, levelName, opponentName } from './words';

interface Tick { key: string; points: number }

/** The bots' ratings on the scale whose names have room: the nearest to the player's own rating first. */
function ticksOf({ levels, points: own }: Rating, low: number, high: number): readonly Tick[] {
  const room = 0.2 * (high - low), taken: Tick[] = [];
  const all = Object.entries(levels).flatMap(([key, points = low]) => (points > low && points < high ? [{ key, points }] : []));
  for (const one of all.sort((a, b) => Math.abs(a.points - own) - Math.abs(b.points - own)))
    if (taken.every(({ points }) => Math.abs(points - one.points) >= room))
      taken.push(one);
  return taken;
}

/** The position of a rating on a scale of hundreds, as a percentage of its width. */
function Scale({ rating, low, high }: { rating: Rating; low: number; high: number }) {
  const at = (points: number): string => `${(100 * (points - low)) / (high - low)}%`, hundreds = [];
  for (let points = low; points <= high; points += 100)
    hundreds.push(points);
  const ends = { x1: at(rating.points - rating.half), x2: at(rating.points + rating.half), y1: '50%', y2: '50%' };
  return <svg class={rating.provisional ? 'profile-scale wide' : 'profile-scale'} aria-hidden="true">
    {hundreds.map((points) => <line key={points} class="grid" x1={at(points)} x2={at(points)} y1="0" y2="100%" />)}
    <line class="bar" {...ends} />
    {ticksOf(rating, low, high).map(({ key, points }) => <g key={key} class="tick">
      <line x1={at(points)} x2={at(points)} y1="25%" y2="75%" /><text x={at(points)} y="100%">{levelName(key)}</text>
    </g>)}<circle cx={at(rating.points)} cy="50%" r="6" />
  </svg>;
}

function Ratings({ ratings }: { ratings: readonly Rating[] }) {
  const low = 100 * Math.floor(Math.min(...ratings.map(({ points, half }) => points - half)) / 100 - 0.1);
  const high = 100 * Math.ceil(Math.max(...ratings.map(({ points, half }) => points + half)) / 100 + 0.1);
  return <section data-part="ratings">
    <h2>{tell('profile.ratings')}</h2>
    <p class="note">{tell('profile.ratings.about')}</p>
    <ul class="profile-ratings">{ratings.map((one) => <li key={one.family} data-family={one.family}>
      <div><b>{familyName(one.family)}</b><span class="note">{tell('profile.matches', one.matches)}</span></div>
      <Scale rating={one} low={low} high={high} />
      <div class="num"><b>{one.points} ± {one.half}</b>{one.provisional && <span class="note">{tell('profile.provisional')}</span>}</div>
    </li>)}</ul>
  </section>;
}

function Results({ title, first, rows }: { title: string; first: string; rows: readonly (readonly [string, [number, number]])[] }) {
  return <section>
    <h2>{title}</h2>
    <table>
      <thead><tr><th scope="col">{first}</th><th scope="col" class="num">{tell('profile.count')}</th><th scope="col" class="num">{tell('profile.won')}</th>
        <th scope="col" class="num">{tell('profile.rate')}</th></tr></thead>
      <tbody>{rows.map(([name, [played, won]]) => <tr key={name}><th scope="row">{name}</th><td class="num">{played}</td><td class="num">{won}</td>
        <td class="num"><meter min={0} max={played} value={won} aria-hidden="true" />{tell('profile.percent', Math.round((100 * won) / played))}</td></tr>)}</tbody>
    </table>
  </section>;
}

function AllResults({ results }: { results: { games: Counted; against: Counted } }) {
  const byGame = games.flatMap(({ key, name }) => (results.games[key] ? [[pick(name), results.games[key]] as const] : []));
  const against = Object.entries(results.against).flatMap(([key, counts]) => (counts ? [[opponentName(key), counts] as const] : []));
  return <>
    <Results title={tell('profile.by.game')} first={tell('profile.game')} rows={byGame} />
    <Results title={tell('profile.by.opponent')} first={tell('profile.against')} rows={against} />
  </>;
}

function Seen({ shows, set, deed }: { shows: Shows; set(shows: Shows): void; deed: Deed }) {
  const change = async (some: Partial<Shows>) => {
    const now = { ...shows, ...some };
    set(now);
    if (!(await deed.run(server.ask('show', now))).ok)
      set(shows);
  };
  return <section data-part="shows">
    <h2>{tell('profile.shows')}</h2>
    {(['ratings', 'results', 'matches'] as const).map((what) => <SwitchField key={what} name={tell(`profile.shows.${what}`)}
      about={tell(`profile.shows.${what}.about`)} on={shows[what]} set={(on) => void change({ [what]: on })} />)}
  </section>;
}

function Guest({ screen }: Pick<ShownEarly<'profile'>, 'screen'>) {
  return <section data-part="guest"><h2>{tell('profile.guest')}</h2><p>{tell('profile.guest.about')}</p>
    <button type="button" class="btn primary" data-act="account" onClick={() => go({ at: 'account', back: screen })}>{tell('profile.account')}</button></section>;
}

const Hidden = ({ title, name }: { title: string; name: string }) =>
  <section><h2>{title}</h2><p class="note">{tell('profile.hidden', name)}</p></section>;

interface PersonProps { person: Person; set(person: Person): void; deed: Deed; screen: ShownEarly<'profile'>['screen'] }

function Parts({ person, set, deed, screen }: PersonProps) {
  const { name, ratings, results, shows } = person, own = screen.name === undefined, played = Object.keys(results?.games ?? {}).length > 0;
  return <div class="profile-columns">
    <div>
      {ratings === undefined && <Hidden title={tell('profile.ratings')} name={name} />}
      {ratings?.length === 0 && name !== '' && <section><h2>{tell('profile.ratings')}</h2><p>{tell('profile.ratings.none')}</p></section>}
      {ratings && ratings.length > 0 && <Ratings ratings={ratings} />}
      {own && name === '' && <Guest screen={screen} />}
      {shows && name !== '' && <Seen shows={shows} set={(now) => set({ ...person, shows: now })} deed={deed} />}
    </div>
    <div>
      {results === undefined && <Hidden title={tell('profile.by.game')} name={name} />}
      {results && played && <AllResults results={results} />}
      {results && !played && (own ? <Empty title={tell('profile.none')} about={tell('profile.none.about')} /> : <section><h2>{tell('profile.none')}</h2></section>)}
      {!own && person.matches && <button type="button" class="btn" data-act="matches"
        onClick={() => go({ at: 'history', name, back: screen })}>{tell('profile.matches.of', name)}</button>}
    </div>
  </div>;
}

export default function Profile({ screen }: ShownEarly<'profile'>) {
  const [person, set] = useState<Person | null>(null), deed = useDeed(), { name } = screen;
  useEffect(() => {
    set(null);
    void deed.run(server.ask('profile', name === undefined ? {} : { name })).then((reply) => reply.ok && set(reply.profile ?? null));
  }, [name]);
  return <Frame at="profile" back={screen.back} title={person?.name || name || tell('profile.title')} said={deed.said}>
    {person?.since !== undefined && person.since > 0 && <p class="note">{tell('profile.since', dateOf(person.since))}</p>}
    {person && <Parts person={person} set={set} deed={deed} screen={screen} />}
  </Frame>;
}
