// SPDX-License-Identifier: MIT
// Below the table: whose turn it is and what to do, the boneyard, the hand, and other actions.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { tell } from '../../texts';
import { showing } from '../families';
import { ClaimBox } from './calls';
import { type Fit, fitOf, trainOf } from './fit';
import { cellOf, Hand, widthOf } from './hand';
import type { Order } from './order';
import { unbroken } from './log';
import type { Play } from './play';
import { useTeaching } from './teaching';
import { type Shape, useGame } from './use';
import { nameOf } from './words';

/** The words on the gold tab: what to do, or who plays. */
export function turnWords(play: Play): string {
  const { due, view, curtain, air, held } = play.driver.now.get(), { session } = play.driver, shared = session.people.length > 1;
  if (play.tab !== null)
    return play.tab;
  if (due.kind === 'over')
    return tell('table.tab.over');
  if (due.kind === 'round' || due.seat === null)
    return tell('table.tab.round');
  if (held)
    return tell('table.tab.held');
  if (air && due.kind !== 'move')
    return tell('table.tab.air');
  if (due.kind === 'call')              // does not reveal whether there is something to call
    return tell('table.tab.other', nameOf(session, view.turn));
  if (due.kind === 'step' && !due.forced && session.people.includes(due.seat))
    return tell('table.tab.wait');
  if (due.kind === 'step' || curtain !== null)
    return due.kind === 'step' && due.forced && due.seat === view.seat ? tell('table.tab.forced')
      : tell('table.tab.other', nameOf(session, due.seat));
  const task = taskWords(play);
  if (view.players === 1)
    return task.charAt(0).toUpperCase() + task.slice(1);
  return shared ? tell('table.tab.named', nameOf(session, due.seat), task) : tell('table.tab.yours', task);
}

function taskWords(play: Play): string {
  const held = play.held.get(), seat = play.acting;
  if (held.ways)
    return tell('table.task.way');
  if (held.claim)
    return tell(play.claiming ? 'table.task.claim' : 'table.task.knock');
  if (held.opening !== null)
    return tell('table.task.which');
  return seat === null ? '' : unbroken(play.engine.task(seat, held.tile ?? play.asked));
}

/** The actions besides laying; a button keeps its place even when disabled. */
function Actions() {
  const { play, now, held, view, session } = useGame(), acting = play.acting !== null, mine = acting && now.due.kind === 'move';
  const { Choices, arranges, words } = showing[view.family], mayDraw = mine && !Choices && play.has('draw'), mayPass = mine && play.has('pass');
  const holding = mine && held.tile !== null && held.claim === null && held.ways === null;
  const only = play.mayUndo, undoable = only && session.undoable;
  return (
    <div class="game-acts">
      {mayDraw && <button type="button" class="btn onfelt" data-act="draw" onClick={() => play.do('draw')}>{tell('table.draw')}</button>}
      {mayPass && <button type="button" class="btn onfelt" data-act="pass" onClick={() => play.do('pass')}>{tell('table.pass')}</button>}
      {session.people.length === 0 ? null : holding ? <button type="button" class="btn onfelt" data-act="back"
        onClick={() => play.back()}>{tell('table.back')}</button>
        : !Choices && <button type="button" class="btn onfelt" data-act={arranges ? 'arrange' : 'sort'}
          onClick={() => (arranges ? play.arrange() : play.sort())}>
          {tell(arranges ? 'table.arrange' : 'table.sort')}</button>}
      {only && <button type="button" class="btn onfelt" data-act="undo" aria-disabled={!undoable} onClick={() => play.undo()}>
        {tell(words.undo)}</button>}
      {play.mayHint && <button type="button" class="btn onfelt" data-act="hint" aria-disabled={!mine || held.thinking}
        onClick={() => void (mine && play.hint())}>{tell('table.hint')}</button>}
    </div>
  );
}

/** Pixels of the column that the hand has on a phone lying on its side. */
const LYING = 216;

/** Pixels that the words of a lesson take there, less what its buttons give back: they are in one row. */
const LESSON = 24;

/** Words on the tab that are longer are smaller, and may take two lines. */
const LONG = 28;

interface Size { half: number; stacked: boolean; wrap: number; fit: Fit | null }

/** So many players need the room of the second row on a low phone. */
const CROWD = 8;

/** On a phone, with a planned train above it, the rest has one row. */
function phoneSize(order: Order, shape: Shape, planned: number, players: number): Size {
  const most = planned > 0 || (players > CROWD && !shape.tall && !shape.large) ? 1 : shape.tall || shape.large ? 3 : 2, fit = fitOf(order.tiles.length - planned, shape.width, most);
  const half = planned > 0 ? Math.min(fit.half, 36) : fit.half, train = trainOf(order.tiles.slice(0, planned), shape.width);
  return { half, stacked: false, wrap: 0, fit: { ...fit, half, train } };
}

/** On a phone lying on its side: rows of three or four tiles in the column beside the table, as large as their height allows. */
function lyingSize(order: Order, shape: Shape, above: number): Size {
  const { length } = order.tiles, { scale } = shape, wide = LYING * scale, high = shape.height - 196 * scale;
  let half = 44, rows = 1;
  for (; half >= 30; half--) {
    rows = Math.ceil(length / Math.floor(wide / (cellOf(half) + 4)));
    if (rows * (2.35 * half + 14) <= high - above)
      break;
  }
  half = Math.max(30, half);
  return { half, stacked: order.planned > 0, wrap: Math.ceil(length / Math.max(1, rows)) * (cellOf(half) + 4), fit: null };
}

/** How large a half of a hand's tile is, so that it has room in the rows the screen allows; the train may stand above the rest. */
function sizeOf(order: Order, shape: Shape): Size {
  const most = shape.low ? 44 : 54, least = shape.wide ? 32 : 36;
  const { width, scale } = shape, beside = (shape.side ? 328 : 0) + (width / scale > 1380 ? 490 : 400);
  const avail = width - (shape.wide ? beside * scale : 24);
  const fits = (one: Order, half: number): boolean => widthOf(one, half) <= avail;
  for (let half = most; half >= least; half--)
    if (fits(order, half))
      return { half, stacked: false, wrap: 0, fit: null };
  if (order.planned === 0) {
    const half = 38, rows = Math.ceil(widthOf(order, half) / avail);
    return { half, stacked: false, wrap: Math.ceil(order.tiles.length / rows) * (cellOf(half) + 4), fit: null };
  }
  const train = { ...order, tiles: order.tiles.slice(0, order.planned) };
  const rest = { ...order, tiles: order.tiles.slice(order.planned), planned: 0 };
  for (let half = 42; half >= least; half--)
    if (fits(train, half) && fits(rest, half))
      return { half, stacked: true, wrap: 0, fit: null };
  return { half: 36, stacked: true, wrap: 0, fit: null };
}

/** Within a round the tray grows and does not shrink, so that the table above it stays where it is; but where
 *  two rows have become one, the second gives its room back. */
function useSteady(what: string) {
  const host = useRef<HTMLElement>(null), most = useRef(0);
  useLayoutEffect(() => {
    const { current } = host;
    if (!current)
      return;
    most.current = 0;
    current.style.minHeight = '';
    const watch = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      if (height > most.current + 1)
        current.style.minHeight = `${most.current = height}px`;
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, [what]);
  return host;
}

export function Tray({ shape, stop, onStop }: { shape: Shape; stop: number; onStop(at: number): void }) {
  const { play, order, view, session, held } = useGame(), { Choices } = showing[view.family], mine = play.acting !== null;
  const calls = (session.terms.claims || session.terms.knocks) && session.people.length > 0;
  const taught = useTeaching() ? LESSON * shape.scale : 0;
  const words = turnWords(play), size = shape.phone ? phoneSize(order, shape, play.planFrom === null ? 0 : order.planned, view.players) : shape.lying ? lyingSize(order, shape, taught) : sizeOf(order, shape);
  const host = useSteady(`${view.round} ${shape.width} ${order.planned > 0} ${size.stacked} ${size.wrap > 0} ${size.fit?.rows}`);
  return (
    <section class={`tray game-tray${mine ? ' now' : ''}${calls ? ' calls' : ''}`} aria-label={tell('table.tray')} ref={host}>
      <p class={`turntag tagline${mine ? '' : ' waiting'}${words.length > LONG ? ' long' : ''}`} aria-hidden="true">{words}</p>
      {Choices ? <Choices />
        : <Hand {...size} stop={Math.min(stop, Math.max(0, order.tiles.length - 1))} onStop={onStop} />}
      {held.claim || held.ways ? <ClaimBox /> : <Actions />}
      {!held.claim && !held.ways && calls && <CallBox />}
    </section>
  );
}

/** Games with calls: the button is always there and never highlighted by a reason to press it. */
function CallBox() {
  const { play, now } = useGame(), { claiming } = play;
  return (
    <div class="game-call" role="group" aria-label={tell(claiming ? 'table.call.points' : 'table.call.last')}>
      <button type="button" class="btn onfelt big" data-act="call" aria-keyshortcuts="M" onClick={() => play.do('call')}>
        {tell(claiming ? 'table.muggins' : 'table.caught')}</button>
      {now.air && now.due.kind !== 'move'
        ? <button type="button" class="btn onfelt" data-act="let" onClick={() => play.driver.letGo()}>{tell('table.call.let')}</button>
        : <p>{tell(claiming ? 'table.call.points' : 'table.call.last')}</p>}
    </div>
  );
}
