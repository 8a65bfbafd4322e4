// SPDX-License-Identifier: MIT
// The review's state: the game under review, and the decisions of one seat as they are studied.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ReviewStep } from '../../core/bots';
import type { Engine } from '../../core/engine';
import { BadRecord, Session } from '../../core/session';
import { settings } from '../../core/settings';
import type { Tools } from '../app';
import { cut } from './data';

export interface Loaded { engine: Engine; session: Session; record: string; over: boolean; seats: number[]; first: number }

/** Whose decisions may be viewed: everyone's once the game is over, otherwise only those of the people here (C-09). If
 * there are several people, none sees the others' hands of the round in progress. */
export function loadedOf(engine: Engine, whole: string): Loaded {
  let session = Session.load(engine, whole), record = whole;
  const { people } = session, over = engine.view(null).phase === 'game-over';
  if (people.length > 1 && engine.view(null).phase === 'playing') {
    record = cut(whole, { round: session.history.rounds.length, move: 0 });
    session = Session.load(engine, record);
  }
  const view = engine.view(null);
  const all = session.setup.seats.map((_, seat) => seat), seats = over || people.length === 0 ? all : people;
  return { engine, session, record, over, seats, first: people[0] ?? view.winners[0] ?? 0 };
}

/** null until then; a string says why there are none. */
export function useGame(tools: Tools, record: string): Loaded | string | null {
  const [game, setGame] = useState<Loaded | string | null>(null);
  useEffect(() => {
    void tools.fresh().then((engine) => {
      engine.language(settings.get().language);
      setGame(loadedOf(engine, record));
    }).catch((error: unknown) => setGame(error instanceof BadRecord ? error.message : String(error)));
  }, [tools, record]);
  return game;
}

export interface Studied { state: 'running' | 'stopped' | 'done'; done: number; all: number; steps: ReviewStep[]; trouble: string }
const BEGIN: Studied = { state: 'running', done: 0, all: 0, steps: [], trouble: '' };

/** Studies a seat's decisions and shows results as they arrive. */
export function useStudy(tools: Tools, record: string, seat: number | null) {
  const [studied, setStudied] = useState(BEGIN), [again, setAgain] = useState(0), stopping = useRef<AbortController | null>(null);
  useEffect(() => {
    if (seat === null)
      return undefined;
    const stop = (stopping.current = new AbortController());
    setStudied(BEGIN);
    const hear = (progress: { done: number; all: number; step: ReviewStep | null }) => stop.signal.aborted || setStudied((was) => ({
      ...was, done: progress.done, all: progress.all, steps: progress.step ? [...was.steps, progress.step] : was.steps,
    }));
    tools.bots.review(record, hear, stop.signal, [seat])
      .then(({ steps }) => setStudied((was) => ({ ...was, steps, done: was.all, state: 'done' })))
      .catch((error: unknown) => setStudied((was) => ({ ...was, state: 'stopped', trouble: stop.signal.aborted ? '' : String(error) })));
    return () => stop.abort();
  }, [tools, record, seat, again]);
  return { studied, stop: () => stopping.current?.abort(), restart: () => setAgain(again + 1) };
}
