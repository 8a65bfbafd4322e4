// SPDX-License-Identifier: MIT
// Reviews a game decision by decision: the graph of the chances, the table at each step, the coach's words.
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { ReviewStep } from '../../core/bots';
import type { Session } from '../../core/session';
import { sideOf } from '../../core/views';
import { learn, tell } from '../../texts';
import { texts as review } from '../../generated/texts/review';
import { texts as sheet } from '../../generated/texts/sheet';
import { go, type Shown, type Tools } from '../app';
import { FairPanel, isFair } from '../fair/panel';
import { Head, Title } from '../head';
import { gameName } from '../start/catalogue';
import { type Members, showing } from '../families';
import { SeatMark } from '../mark';
import { keepCoached } from '../stats/coached';
import { Board } from './board';
import { type Point, pointsOf, turningPlace, turnOf } from './data';
import { Graph, pointWords } from './graph';
import { AllDecisions, Counts, Turning, WorthALook } from './lists';
import { gradeWords, StepWords } from './step';
import { type Loaded, type Studied, useGame, useStudy } from './use';
import './review.css';

learn(review, sheet);

function Progress({ studied, stop, restart }: { studied: Studied; stop(): void; restart(): void }) {
  const { state, done, all, steps, trouble } = studied;
  return (
    <div class="review-progress">
      {state === 'running' && (
        <>
          <progress max={all || 1} value={done} aria-label={tell('review.progress', done, all)} />
          <span>{tell('review.progress', done, all)}</span>
          <button type="button" class="btn" onClick={stop}>{tell('review.stop')}</button>
          <span class="review-quiet">{tell('review.wait')}</span>
        </>
      )}
      <p role="status">{state !== 'running' && tell(state === 'done' ? 'review.done' : 'review.stopped', steps.length)}</p>
      {trouble !== '' && <p role="alert">{tell('review.bad', trouble)}</p>}
      {state === 'stopped' && <button type="button" class="btn" onClick={restart}>{tell('review.on')}</button>}
    </div>
  );
}

function Seats({ game, seat, set }: { game: Loaded; seat: number; set(seat: number): void }) {
  return (
    <fieldset class="review-seats">
      <legend>{tell('review.who')}</legend>
      {game.seats.map((one) => (
        <label key={one} class="review-seat">
          <input type="radio" name="review-seat" checked={one === seat} onChange={() => set(one)} />
          <SeatMark seat={one} sides={game.session.terms.sides} /> {game.session.setup.seats[one]?.name}
        </label>
      ))}
    </fieldset>
  );
}

/** The decision selected in the graph, and the table before it. */
function Step({ game, record, points, now, set }: { game: Loaded; record: string; points: Point[]; now: number; set(i: number): void }) {
  const point = points[now], step = point?.step ?? null, { session } = game, name = session.setup.seats[step?.seat ?? 0]?.name ?? '';
  return (
    <>
      <section class="review-card review-step">
        <div class="review-walk">
          <h2>{step ? tell('review.round', step.round, step.move + 1) : point ? pointWords(point, '') : ''}</h2>
          <button type="button" class="btn" disabled={now <= 0} onClick={() => set(now - 1)}>{tell('review.before')}</button>
          <button type="button" class="btn" disabled={now >= points.length - 1} onClick={() => set(now + 1)}>{tell('review.after')}</button>
        </div>
        {step && <StepWords session={session} step={step} />}
      </section>
      {step && (
        <section class="review-card review-before">
          <h2>{step.seat === session.you ? tell('review.board.you') : tell('review.board', name)}</h2>
          <Board engine={game.engine} record={record} step={step} />
        </section>
      )}
    </>
  );
}

const titleOf = (session: Session, seat: number, { chances }: Members): string => {
  if (chances)
    return tell(chances);
  return seat === session.you ? tell('review.chance.you') : tell('review.chance', session.setup.seats[seat]?.name ?? '');
};

interface End { own: Members; mates: readonly number[]; end: { won: boolean; round: number } | null }

/** How the game ended for a seat. Read once, because the engine is used for other positions later. */
function endOf({ session, over }: Loaded, seat: number): End {
  const view = session.view(null), own = showing[view.family];
  return {
    own, mates: sideOf(session.terms.sides, seat),
    end: over && !own.chances ? { won: view.winners.includes(seat), round: view.round } : null,
  };
}

function Page({ game, record, seat, studied, known }: {
  game: Loaded; record: string; seat: number; studied: Studied; known: { seat: number; steps: readonly ReviewStep[] }[];
}) {
  const { session } = game, [now, setNow] = useState(0), done = studied.state === 'done';
  const [ends] = useState(() => session.setup.seats.map((_, one) => endOf(game, one)));
  const { own, mates, end } = ends[seat] ?? endOf(game, seat);
  const points = useMemo(() => pointsOf(studied.steps, done ? end : null), [studied, end]);
  const turn = useMemo(() => (done ? turnOf(points) : null), [points, done]);
  const place = useMemo(() => turn && turningPlace(session, points, turn, seat, mates), [turn]);
  useEffect(() => setNow(0), [seat]);
  if (points.length === 0)
    return done ? <p>{tell('review.nothing')}</p> : null;
  const title = titleOf(session, seat, own), at = Math.min(now, points.length - 1);
  return (
    <div class="review-page">
      <section class="review-card review-over">
        <h2>{title}</h2>
        <Graph points={points} now={at} turn={turn} title={title} onGo={setNow}
          wordsOf={(point) => pointWords(point, point.step ? gradeWords(point.step) : '')} />
      </section>
      <Step game={game} record={record} points={points} now={at} set={setNow} />
      <div class="review-more">
        <Turning session={session} turn={turn} place={place} points={points} turning={own.turning} done={done} onGo={setNow} />
        <WorthALook session={session} points={points} now={at} onGo={setNow} />
        <Counts session={session} seats={known} />
        <AllDecisions points={points} onGo={setNow} />
      </div>
    </div>
  );
}

function Gone({ tools, game }: { tools: Tools; game: Loaded }) {
  const { record } = game;
  const [seat, setSeat] = useState(game.first), { studied, stop, restart } = useStudy(tools, record, seat);
  const [kept, setKept] = useState<{ seat: number; steps: readonly ReviewStep[] }[]>([]);
  useLayoutEffect(() => {               // at once: the player may leave in the same frame
    if (studied.state !== 'done' || !studied.steps.every((step) => step.seat === seat))
      return;
    if (seat === game.session.you)
      keepCoached(`${game.session.date} ${game.session.setup.rules}`, studied.steps);
    setKept((was) => [...was.filter((o) => o.seat !== seat), { seat, steps: studied.steps }].sort((a, b) => a.seat - b.seat));
  }, [studied.state, seat]);
  const known = kept.some((o) => o.seat === seat) ? kept : [...kept, { seat, steps: studied.steps }].sort((a, b) => a.seat - b.seat);
  return (
    <>
      <Title words={tell('review.title')} />
      <p class="review-quiet">{gameName(game.session.setup.rules)} · {tell('review.judged')}</p>
      {!game.over && <p>{tell(game.session.people.length > 1 ? 'review.saved.people' : 'review.saved')}</p>}
      <div class="review-head">
        {game.seats.length > 1 && <Seats game={game} seat={seat} set={setSeat} />}
        <Progress studied={studied} stop={stop} restart={restart} />
      </div>
      {isFair(record) && <FairPanel record={record} />}
      <Page game={game} record={record} seat={seat} studied={studied} known={known} />
    </>
  );
}

export default function Review({ tools, screen }: Shown<'review'>) {
  const game = useGame(tools, screen.record);
  return (
    <div class="review">
      <Head><button type="button" class="btn" onClick={() => go(screen.back)}>{tell('app.back')}</button></Head>
      <main class="review-main">
        {game === null && <p role="status">{tell('app.loading')}</p>}
        {typeof game === 'string' && <><Title words={tell('review.title')} /><p role="alert">{tell('review.bad', game)}</p></>}
        {game !== null && typeof game !== 'string' && <Gone tools={tools} game={game} />}
      </main>
    </div>
  );
}
