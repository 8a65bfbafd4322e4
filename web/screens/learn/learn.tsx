// SPDX-License-Identifier: MIT
// A lesson: the playing screen with a scripted deal.  The bar says one thing, the player does it, the bar says what it did.
import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { LessonSession } from '../../core/lesson';
import { Session } from '../../core/session';
import { settings } from '../../core/settings';
import { type Tile, tiles } from '../../core/views';
import { texts } from '../../generated/texts/learn';
import { learn, pick, tell } from '../../texts';
import { go, type Shown, type Tools } from '../app';
import { gameOf } from '../start/catalogue';
import { lastRules, players, recall } from '../start/plan';
import { sittersAt } from '../start/seats';
import { Driver } from '../table/driver';
import { unbroken } from '../table/log';
import { Play } from '../table/play';
import { useRunning } from '../table/running';
import { Game } from '../table/table';
import { TeachingGame } from '../table/teaching';
import { useGame } from '../table/use';
import { setTitle } from '../title';
import { useStore } from '../use';
import { know } from './known';
import './learn.css';

learn(texts);

class LessonDriver extends Driver {
  constructor(readonly lesson: LessonSession) { super(lesson, lesson.asker, () => settings.get().speed); }

  /** A move other than the requested one is not played; the lesson says what to try. */
  override play(move: string): void {
    if (this.lesson.takes(move))
      super.play(move);
  }
}

class LessonPlay extends Play {
  constructor(private readonly lesson: LessonSession, driver: LessonDriver, tools: Tools) {
    super(driver, tools.engine, () => Promise.resolve({
      best: lesson.moves(0).findIndex(({ text }) => text === lesson.teach.get().step.ask), words: pick(lesson.teach.get().step.say),
    }));
  }

  override get asked(): Tile | null {
    const { stage, step } = this.lesson.teach.get(), [, a, b] = /(\d+)-(\d+)/.exec(stage === 'ask' ? step.ask ?? '' : '') ?? [];
    return tiles.find(({ high, low }) => a !== undefined && high + low === Number(a) + Number(b) && high === Math.max(Number(a), Number(b))) ?? null;
  }

  /** While there is something to read, nothing can be played and nothing is highlighted. */
  override get acting(): number | null {        // called before this.lesson is set
    return (this.driver.session as LessonSession).teach.get().stage === 'read' ? null : super.acting;
  }

  override get tab(): string | null {
    const { stage, last } = this.lesson.teach.get();
    return stage !== 'read' ? null : tell(last ? 'learn.tab.done' : 'learn.tab.next');
  }

  next(): void {
    this.lesson.next();
    this.driver.refresh();
  }
}

/** The game that the lesson is about, as the player would start it. */
function begin(tools: Tools, game: string): void {
  const memory = recall(), rules = lastRules(memory, game);
  go({ at: 'table', session: Session.begin(tools.engine, { rules, seats: sittersAt(memory.seats.slice(0, players(rules))) }) });
}

function Dots({ at, of }: { at: number; of: number }) {
  return <span class="learn-dots" aria-hidden="true">{Array.from({ length: of }, (_, i) => <i key={i} class={i < at ? 'was' : i === at ? 'now' : ''} />)}</span>;
}

/** Takes the focus, so that Enter continues. */
function Next({ play }: { play: LessonPlay }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return <button type="button" ref={button} class="btn primary" data-act="next" onClick={() => play.next()}>{tell('learn.next')}</button>;
}

function Bar({ onFits }: { onFits(): void }) {
  const { play, held } = useGame(), session = play.driver.session as LessonSession, now = useStore(session.teach), { step, stage } = now;
  const name = pick(gameOf(session.game).name), { numbers } = useStore(settings);
  useEffect(() => setTitle(tell('learn.title', name)), [name]);
  const words = pick(stage === 'read' && step.done ? step.done : stage === 'wait' ? session.before : step.say);
  return <header class="bar learn-bar" data-step={now.at + 1} data-stage={stage} data-ask={stage === 'ask' ? step.ask : ''}>
    <h1 tabIndex={-1}>{tell('learn.title', name)}</h1>
    <Dots at={now.at} of={now.of} /><span class="learn-step">{tell('learn.step', now.at + 1, now.of)}</span>
    <span class="grow" />
    <button type="button" class="btn" data-act="leave" onClick={() => go({ at: 'start' })}>{tell('learn.leave')}</button>
    <div class="learn-say">
      <p role="status" data-words>
        {now.other && <small>{tell('learn.other')} </small>}
        {unbroken(words)}
        {held.refusal && <small class="learn-no">{unbroken(held.refusal.words)} {held.refusal.offer && <button type="button" class="btn quiet"
          onClick={onFits}>{tell('table.fits.show')}</button>}</small>}
        {numbers && <small>{tell('learn.rules', step.rules)}</small>}
      </p>
      {stage === 'read' && !now.last && <Next key={now.at} play={play as LessonPlay} />}
    </div>
  </header>;
}

/** At the end there is nothing left to sort or to undo: what comes next takes the place of those buttons. */
function actsFor(tools: Tools) {
  return function Acts({ usual }: { usual: ComponentChild }) {
    const { play } = useGame(), session = play.driver.session as LessonSession, { stage, last } = useStore(session.teach);
    if (stage !== 'read' || !last)
      return <>{usual}</>;
    return <div class="game-acts learn-end">
      <button type="button" class="btn primary" data-act="play" onClick={() => begin(tools, session.game)}>{tell('learn.play', pick(gameOf(session.game).name))}</button>
      <button type="button" class="btn onfelt" data-act="games" onClick={() => go({ at: 'start' })}>{tell('learn.games')}</button>
    </div>;
  };
}

export default function Learn({ tools, screen: here }: Shown<'learn'>) {
  const { language } = settings.get();
  const play = useMemo(() => {
    const session = new LessonSession(tools.engine, here.game);
    return new LessonPlay(session, new LessonDriver(session), tools);
  }, [here.game, tools, language]);
  const teaching = useMemo(() => ({ Bar, Acts: actsFor(tools) }), [tools]);
  useRunning(play, () => know(here.game));
  return <TeachingGame.Provider value={teaching}><Game play={play} here={here} /></TeachingGame.Provider>;
}
