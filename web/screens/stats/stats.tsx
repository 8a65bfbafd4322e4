// SPDX-License-Identifier: MIT
// Your own record: games and wins by game and by opponent, points a round, what the coach said; everything as one file.
import { useEffect, useRef, useState } from 'preact/hooks';
import { bots, games as allGames } from '../../generated/tables';
import { changes, type SavedGame, savedGames } from '../../core/saves';
import { settings } from '../../core/settings';
import { botName } from '../../core/sitters';
import { type Finished, finishedGames, LAST, type Tally, tallyOf } from '../../core/stats';
import { units } from '../../core/views';
import { learn, pick, tell, type TextKey, texts as known } from '../../texts';
import { texts as review } from '../../generated/texts/review';
import { texts as stats } from '../../generated/texts/stats';
import { go, type Shown, type Tools } from '../app';
import { Head, Title } from '../head';
import { Portrait } from '../portrait';
import { Sign } from '../start/picture';
import { useStore } from '../use';
import { allCoached, type Cost, sumOf } from './coached';
import { deleteEverything, everything, hasLists, takeEverything } from './file';
import './stats.css';

learn(review, stats);

const number = (n: number, digits = 0): string => n.toLocaleString(settings.get().language, { maximumFractionDigits: digits });
const share = (part: number, whole: number): string => (whole === 0 ? '–' : tell('stats.percent', number((100 * part) / whole)));

function Numbers({ tally }: { tally: Tally }) {
  const { games, won, last, lastWon } = tally, before = games - last;
  return <section class="stats-card">
    <dl class="stats-numbers">
      <div><dt>{tell('stats.games')}</dt><dd data-stat="games">{number(games)}</dd></div>
      <div><dt>{tell('stats.won')}</dt><dd data-stat="won">{number(won)}</dd></div>
      <div><dt>{tell('stats.rate')}</dt><dd data-stat="rate">{share(won, games)}</dd></div>
    </dl>
    <p data-stat="trend">{before > 0 ? tell('stats.trend', lastWon, last, share(won - lastWon, before)) : tell('stats.trend.later', LAST)}</p>
  </section>;
}

interface One { key: string; name: string; tally: Tally; low: boolean }

/** points: only by game, because points of different games cannot be compared. */
function Rows({ title, first, rows, points }: { title: string; first: string; rows: readonly One[]; points: boolean }) {
  return <section class="stats-card">
    <h2>{title}</h2>
    <div class="stats-scroll" tabIndex={0} role="region" aria-label={title}>
      <table class="stats-table">
        <thead><tr>
          <th scope="col">{first}</th><th scope="col">{tell('stats.won')}</th><th scope="col">{tell('stats.last')}</th>
          {points && <th scope="col">{tell('stats.points')}</th>}
        </tr></thead>
        <tbody>{rows.map(({ key, name, tally, low }) => <tr key={key} data-row={key} data-games={tally.games}>
          <th scope="row"><span class="stats-name"><Portrait bot={key} size={28} /><span>{name}
            {points && low && <small>{tell('stats.low')}</small>}</span></span></th>
          <td>{tell('stats.of', tally.won, tally.games)} <small>{share(tally.won, tally.games)}</small></td>
          <td>{tally.games > LAST ? <>{share(tally.lastWon, tally.last)}{' '}
            <small>{tell('stats.before', share(tally.won - tally.lastWon, tally.games - tally.last))}</small></> : '–'}</td>
          {points && <td>{tally.rounds > 0 ? number(tally.points / tally.rounds, 1) : '–'}</td>}
        </tr>)}</tbody>
      </table>
    </div>
  </section>;
}

const gameRows = (all: readonly Finished[]): One[] => allGames.flatMap(({ key, name }) => {
  const own = all.filter(({ game }) => game === key);
  return own.length > 0 ? [{ key, name: pick(name), tally: tallyOf(own), low: own.every(({ low }) => low) }] : [];
});

const opponentRows = (all: readonly Finished[]): One[] => bots.flatMap(({ key }) => {
  const own = all.filter(({ opponents }) => opponents.includes(key));
  return own.length > 0 ? [{ key, name: botName(key), tally: tallyOf(own), low: false }] : [];
});

/** Shown for each unit of cost. */
const MOST = 3;

function costWords({ unit, times, lost }: Cost): string {
  const tenths = unit === 'chance' ? lost : Math.round(lost / 100);
  return tell('stats.cost', times, tell(`review.lost.${unit}`, number(tenths / 10, 1)));
}

function Coach() {
  const { judged, agreed, costs } = sumOf(allCoached());
  const habitOf = ({ reason }: Cost): TextKey => `stats.habit.${reason}` as TextKey;
  const most = units.flatMap((unit) => costs.filter((one) => one.unit === unit && habitOf(one) in known).slice(0, MOST));
  return <section class="stats-card" data-stat="coach">
    <h2>{tell('stats.coach')}</h2>
    {judged === 0 ? <p>{tell('stats.coach.none')}</p>
      : <p>{tell('stats.coach.agreed', share(agreed, judged), judged)}</p>}
    {judged === 0 && <button type="button" class="btn" onClick={() => go({ at: 'saved' })}>{tell('stats.saved')}</button>}
    {most.length > 0 && <>
      <h3>{tell('stats.most')}</h3>
      <ul class="stats-most">{most.map((one) => <li key={one.reason + one.unit}>
        <b>{tell(habitOf(one))}</b> <span>{costWords(one)}</span></li>)}</ul>
    </>}
  </section>;
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' })), link = document.createElement('a');
  link.href = address;
  link.download = `boneyard-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A button that chooses a file. */
function Import({ take }: { take(file: File): void }) {
  return <>
    <input id="stats-file" class="hidden-words" type="file" accept=".json" onChange={(e) => {
      const field = e.currentTarget, file = field.files?.[0];
      if (file)
        take(file);
      field.value = '';                 // so that the same file can be chosen again
    }} />
    <label for="stats-file" class="btn">{tell('stats.import')}</label>
  </>;
}

function Empty({ take }: { take(file: File): void }) {
  return <section class="stats-empty">
    <span class="stats-sign"><Sign /></span>
    <h2>{tell('stats.none')}</h2>
    <p>{tell('stats.none.about')}</p>
    <div class="stats-do">
      <button type="button" class="btn primary" onClick={() => go({ at: 'start' })}>{tell('stats.choose')}</button>
      <Import take={take} />
    </div>
  </section>;
}

/** Asks first, with the focus on the answer that deletes nothing. */
function Sure({ games, yes, no }: { games: number; yes(): void; no(): void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return <div class="stats-sure" role="group" aria-labelledby="stats-sure">
    <p id="stats-sure">{tell('stats.sure', games)}</p>
    <div class="stats-do">
      <button type="button" class="btn" data-act="keep" ref={keep} onClick={no}>{tell('stats.keep')}</button>
      <button type="button" class="btn" data-act="delete-now" onClick={yes}>{tell('stats.delete')}</button>
    </div>
  </div>;
}

function useGames(tools: Tools): { saved: SavedGame[]; all: Finished[] } | null {
  const [games, set] = useState<{ saved: SavedGame[]; all: Finished[] } | null>(null), changed = useStore(changes);
  useEffect(() => {
    let wanted = true;
    void Promise.all([savedGames(), tools.fresh()]).then(([saved, engine]) => wanted && set({ saved, all: finishedGames(engine, saved) }));
    return () => void (wanted = false);
  }, [tools, changed]);
  return games;
}

export default function Stats({ tools }: Shown<'stats'>) {
  const games = useGames(tools), [said, setSaid] = useState(''), [failed, setFailed] = useState(''), [asked, setAsked] = useState(false);
  const did = (words: string): void => { setSaid(words); setFailed(''); };
  const take = (file: File): void => void takeEverything(tools, file).then((n) => did(tell('stats.imported', n)), (error: unknown) => {
    setSaid('');
    setFailed(tell('stats.unread', file.name, error instanceof Error ? error.message : String(error)));
  });
  const remove = (): void => void deleteEverything().then(() => {
    setAsked(false);
    did(tell('stats.deleted'));
  });
  const all = games?.all ?? [];
  return <div class="stats">
    <Head><button type="button" class="btn" onClick={() => go({ at: 'saved' })}>{tell('app.back')}</button></Head>
    <main>
      <div>
        <Title words={tell('stats.title')} />
        <p class="stats-said" role="status">{said}</p>
        <p class="stats-said" role="alert">{failed}</p>
      </div>
      {!games && <p role="status">{tell('app.loading')}</p>}
      {games && all.length === 0 && <Empty take={take} />}
      {all.length > 0 && <>
        <p class="note">{tell('stats.lead')}</p>
        <Numbers tally={tallyOf(all)} />
        <Rows title={tell('stats.by.game')} first={tell('stats.game')} rows={gameRows(all)} points />
        {opponentRows(all).length > 0 && <Rows title={tell('stats.by.opponent')} first={tell('stats.opponent')} rows={opponentRows(all)} points={false} />}
        <Coach />
      </>}
      {games && (games.saved.length > 0 || hasLists()) && <section class="stats-card">
        <h2>{tell('stats.file')}</h2>
        <p class="note">{tell('stats.file.about')}</p>
        {asked ? <Sure games={games.saved.length} yes={remove} no={() => setAsked(false)} /> : <div class="stats-do">
          <button type="button" class="btn" data-act="export" onClick={() => void everything().then(download)}>{tell('stats.export')}</button>
          {all.length > 0 && <Import take={take} />}
          <button type="button" class="btn" data-act="delete" onClick={() => setAsked(true)}>{tell('stats.delete')}</button>
        </div>}
      </section>}
    </main>
  </div>;
}
