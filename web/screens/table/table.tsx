// SPDX-License-Identifier: MIT
// The playing screen. driver.ts is the loop, play.ts handles the player's actions; this file arranges the parts.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Session } from '../../core/session';
import { settings } from '../../core/settings';
import { learn, tell } from '../../texts';
import { texts as castle } from '../../generated/texts/castle';
import { texts as sheet } from '../../generated/texts/sheet';
import { texts as table } from '../../generated/texts/table';
import { showing } from '../families';
import { go, type Screen as Place, screen, type Shown, type Tools } from '../app';
import { isFirst } from '../head';
import { High } from '../mark';
import { Sheet } from '../sheet/sheet';
import { useLater } from '../use';
import { Bar } from './bar';
import { type Beside, BesideGame, useBeside } from './beside';
import { Board } from './board';
import { Curtain } from './curtain';
import { Driver } from './driver';
import { Elsewhere, useElsewhere } from './elsewhere';
import { Ends, Strip } from './ends';
import { EventLine } from './event';
import { type Deeds, pressed } from './keyboard';
import { Keys } from './keys';
import { Play } from './play';
import { RowBoard } from './rows';
import { useRunning } from './running';
import { Say, turnNews } from './say';
import { Seats } from './seats';
import { Drawer, Side } from './side';
import { useTeaching } from './teaching';
import { Tray, turnWords } from './tray';
import { Playing, type Shape, useGame, useShape } from './use';
import './table.css';

learn(table, sheet, castle);

/** The language of a game's log so far. */
const toldIn = new WeakMap<Session, string>();

/** One loop and one controller per game; both end with the screen. */
export function useGameOf(session: Session, tools: Tools): Play {
  const play = useMemo(() => {
    const driver = new Driver(session, tools.bots.ask, () => settings.get().speed);
    return new Play(driver, tools.engine, (seat) => tools.bots.hint(session.history, seat));
  }, [session, tools]);
  useRunning(play, () => {
    if (toldIn.get(session) !== undefined && toldIn.get(session) !== settings.get().language) {
      session.retell();
      play.driver.refresh();
    }
    toldIn.set(session, settings.get().language);
  });
  return play;
}

/** From this many players on (seven trains with the Mexican Train), trains are rows. */
const MANY = 6;

const classOf = (rows: boolean, shape: Shape): string =>
  ['game', rows && 'rowed', shape.wide && 'wide', shape.side && 'sided', shape.phone && 'phone', shape.lying && 'lying', shape.large && 'large']
    .filter(Boolean).join(' ');

/** A press there is meant for nothing but the game to go on. */
const isFelt = (target: EventTarget | null): boolean => target instanceof Element && target.closest('.game-table, .game-say') !== null && !target.closest('button');

type Over = 'side' | 'keys' | 'table' | 'rules' | null;

function Trouble() {
  const { play, now } = useGame();
  return now.trouble === null ? null : (
    <div class="game-trouble" role="group">
      <p>{tell('table.trouble', now.trouble)}</p>
      <button type="button" class="btn turn" onClick={() => play.driver.again()}>{tell('table.trouble.again')}</button>
    </div>
  );
}

/** Returns to the sheet after a look at the table. */
function SheetAgain({ onClick }: { onClick(): void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <button type="button" ref={button} class="btn turn big game-sheet-again" data-act="sheet" onClick={onClick}>
      {tell('table.sheet')}</button>
  );
}

function RoundSheet({ over, here, onLook }: { over: Over; here: Place; onLook(): void }) {
  const { play, now, session } = useGame(), beside = useBeside(), teaching = useTeaching();
  if (teaching || !now.ended || over === 'table' || over === 'side')       // the scores and the people are shown instead
    return null;
  const again = (): void => {           // only once, however often it is pressed
    const now = screen.get();
    if (now.at === 'table' && now.session === session)
      go({ at: 'table', session: now.session.rematch() });
  };
  return <Sheet session={session} Foot={beside?.Foot} onNext={() => void play.driver.next()} onTable={onLook}
    onReview={() => go({ at: 'review', record: session.record(), back: here })}
    onAgain={again} />;
}

/** data-due: what the game waits for; data-at counts drawings, data-said moves. */
function dueOf(play: Play): string {
  const { due, air, ended } = play.driver.now.get();
  if (due.kind === 'round' || due.kind === 'over')
    return ended ? due.kind : 'bots';
  return due.kind === 'move' ? 'move' : air ? 'call' : 'bots';
}

function useFirstFocus(): { current: HTMLDivElement | null } {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isFirst())
      root.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, []);
  return root;
}

/** If the focused button or sheet has disappeared, the focus goes to the hand, where play continues. */
function useKeptFocus(root: { current: HTMLElement | null }) {
  const had = useRef<Element | null>(null);
  useEffect(() => {
    const into = (event: FocusEvent) => void (had.current = event.target instanceof Element ? event.target : null);
    document.addEventListener('focusin', into);
    return () => document.removeEventListener('focusin', into);
  }, []);
  useEffect(() => {
    if (had.current && !had.current.isConnected && document.activeElement === document.body)
      (root.current?.querySelector<HTMLElement>('.game-hand [tabindex="0"], .game-takes button, .game-acts .turn') ?? root.current?.querySelector('h1'))
        ?.focus({ preventScroll: true });
  });
}

function Screen({ here, shape }: { here: Place; shape: Shape }) {
  const { play, now, view, session } = useGame(), root = useFirstFocus(), [stop, onStop] = useState(0), [over, setOver] = useState<Over>(null);
  const rules = useLater(() => import('../rules/panel'), over === 'rules');
  useKeptFocus(root);
  useEffect(() => { if (!now.ended && over === 'table') setOver(null); }, [now.ended]);
  const beside = useBeside(), teaching = useTeaching(), { signed } = showing[view.family];
  const rows = signed && (shape.phone || shape.lying || view.players >= MANY);
  const plates = view.players > 1, corners = shape.wide && !signed && view.players <= 4;
  useEffect(() => setOver((was) => (was === 'table' ? null : was)), [now.due.kind]);
  const say = (words: string): void => play.tellNews(words);
  const deeds: Deeds = {
    ends: () => root.current?.querySelector<HTMLElement>('.game-ends button, .rows button')?.focus(),
    count: () => say(`${turnNews(play)} ${session.terms.step > 0 ? tell('table.count.say', view.count) : ''}`),
    log: () => { if (shape.side) root.current?.querySelector<HTMLElement>('.game-log ol')?.focus(); else setOver('side'); },
    help: () => setOver('keys'),
  };
  // On the document, so that keys work wherever the focus is, even after a focused button has disappeared.
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (root.current && pressed(event, root.current, play, deeds))
        event.preventDefault();
    };
    document.addEventListener('keydown', down);
    return () => document.removeEventListener('keydown', down);
  });
  const fits = (): void => {
    const first = play.showFits();
    root.current?.querySelector<HTMLElement>(`.game-hand [data-tile="${first?.high}-${first?.low}"]`)?.focus();
  };
  const event = !teaching && <div class="game-say"><EventLine onFits={fits} /></div>;
  return (
    <div class={`${classOf(rows, shape)}${over === 'rules' && shape.side ? ' ruled' : ''}`} ref={root} data-due={dueOf(play)} data-at={now.at}
      data-said={session.log.length} data-family={view.family} data-round={view.round} onPointerDown={({ target }) => play.driver.skip(isFelt(target))}>
      {teaching ? <teaching.Bar onFits={fits} />
        : <Bar here={here} shape={shape} onScores={() => setOver('side')} onKeys={() => setOver('keys')}
          onRules={() => setOver(over === 'rules' ? null : 'rules')}>{shape.lying && event}</Bar>}
      {beside && <section class="game-over-table" aria-label={tell('table.others')}><beside.Banner /></section>}
      <main class="felt game-felt">
        {!shape.lying && event}
        <p class="game-sr">{turnWords(play)}</p>
        {plates && !corners && <Seats row />}
        <div class="game-table">
          {rows ? <RowBoard /> : <Board />}
          {!rows && <Ends />}
          {plates && corners && <Seats row={false} />}
          {beside && <beside.Heard />}
          <Trouble /><Curtain />
          {now.ended && over === 'table' && <SheetAgain onClick={() => setOver(null)} />}
        </div>
        <Strip rows={rows} />
        <Tray shape={shape} stop={stop} onStop={onStop} />
      </main>
      {shape.side && (over === 'rules' && rules ? <rules.Panel onClose={() => setOver(null)} /> : <Side />)}
      {!shape.side && over === 'rules' && rules && <rules.Drawer onClose={() => setOver(null)} />}
      {over === 'side' && <Drawer onClose={() => setOver(null)} />}
      {over === 'keys' && <Keys onClose={() => setOver(null)} />}
      <RoundSheet over={over} here={here} onLook={() => setOver('table')} />
      <Say />
    </div>
  );
}

/** A game with its loop and controller; `beside` in games with others. */
export function Game({ play, here, beside = null }: { play: Play; here: Place; beside?: Beside | null }) {
  const { session, now } = play.driver, shape = useShape(showing[now.get().view.family].signed);
  return <Playing.Provider value={play}><BesideGame.Provider value={beside}><High.Provider value={play.high}>
    <Screen key={session.date} here={here} shape={shape} />
  </High.Provider></BesideGame.Provider></Playing.Provider>;
}

export default function TableScreen({ tools, screen: here }: Shown<'table'>) {
  const play = useGameOf(here.session, tools), taken = useElsewhere(here.session, play);
  return taken === null ? <Game play={play} here={here} /> : <Elsewhere id={taken} tools={tools} />;
}
