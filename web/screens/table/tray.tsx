// SPDX-License-Identifier: MIT
// Below the table: whose turn it is and what to do, the boneyard, the hand, and other actions.
import { tell } from '../../texts';
import { showing } from '../families';
import { ClaimBox } from './calls';
import { isSecond } from './drag';
import { Hand } from './hand';
import { unbroken } from './log';
import type { Play } from './play';
import { heightFor, isBroad, type Needs, spread } from './spread';
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

/** The actions besides laying.  Each keeps its place: a button that is of no use now is disabled, and drawing and passing have a
 *  place of their own; on a phone it is that of sorting, which nobody needs then. */
function Actions({ shape }: { shape: Shape }) {
  const teaching = useTeaching(), { play, now, held, view, session } = useGame(), acting = play.acting !== null, mine = acting && now.due.kind === 'move';
  const { Choices, arranges } = showing[view.family], may = (kind: 'draw' | 'pass'): boolean => mine && !Choices && play.has(kind);
  const holding = mine && held.tile !== null && held.claim === null && held.ways === null;
  const only = play.mayUndo, undoable = only && session.undoable, apart = (shape.lying ? only && play.mayHint && !teaching : !shape.phone) || session.terms.penalises;
  const forced = (['draw', 'pass'] as const).filter(may);
  if (session.people.length === 0)
    return <div class="game-acts" />;
  const draws = mine && play.has('draw');
  return (
    <div class="game-acts">
      {Choices && <button type="button" class={`btn draws ${draws ? 'turn' : 'onfelt'}`} data-act="draw" aria-disabled={!draws}
        onClick={(event) => { if (mine && !isSecond(event)) play.do('draw'); }}>{tell('table.draw.row', view.row.length === 0 ? Math.min(3, view.boneyard) : 1)}</button>}
      {forced.map((kind) => <button key={kind} type="button" class="btn onfelt" data-act={kind} onClick={() => play.do(kind)}>{tell(`table.${kind}`)}</button>)}
      {apart && !Choices && forced.length === 0 && <i class="spare" />}
      {!Choices && (apart || forced.length === 0) && (holding ? <button key="back" type="button" class="btn onfelt" data-act="back" onClick={() => play.back()}>{tell('table.back')}</button>
        : <button key="sort" type="button" class="btn onfelt" data-act={arranges ? 'arrange' : 'sort'} onClick={() => (arranges ? play.arrange() : play.sort())}>
          {tell(arranges ? 'table.arrange' : 'table.sort')}</button>)}
      {only && <button type="button" class="btn onfelt" data-act="undo" aria-disabled={!undoable} onClick={() => play.undo()}>
        {tell('table.undo')}</button>}
      {play.mayHint && <button type="button" class="btn onfelt" data-act="hint" aria-disabled={!mine || held.thinking}
        onClick={() => void (mine && play.hint())}>{tell('table.hint')}</button>}
    </div>
  );
}

/** Pixels that the words of a lesson take there, less what its buttons give back: they are in one row. */
const LESSON = 24;

/** Words on the tab that are longer are smaller, and may take two lines. */
const LONG = 28;

export function Tray({ shape, stop, onStop }: { shape: Shape; stop: number; onStop(at: number): void }) {
  const { play, order, view, session, held } = useGame(), { Choices, arranges } = showing[view.family], mine = play.acting !== null;
  const calls = (session.terms.claims || session.terms.knocks) && session.people.length > 0;
  const teaching = useTeaching(), hides = session.people.length === 0 || Choices;
  const needs: Needs = { dealt: hides ? 0 : Number(play.option('hand')), draws: !teaching && session.terms.draws, plans: arranges, players: view.players, planned: order.planned > 0, taught: teaching ? LESSON * shape.scale : 0 };
  const words = turnWords(play), height = heightFor(shape, needs);
  return (
    <section class={`tray game-tray${mine ? ' now' : ''}${calls ? ' calls' : ''}${isBroad(shape, needs) ? ' broad' : ''}`} aria-label={tell('table.tray')}>
      <p key={words} class={`turntag tagline${mine ? '' : ' waiting'}${words.length > LONG ? ' long' : ''}`} aria-hidden="true">{words}</p>
      {Choices ? <Choices />
        : <Hand spread={spread(order, shape, needs, height)} stop={Math.min(stop, Math.max(0, order.tiles.length - 1))} onStop={onStop} />}
      {held.claim || held.ways ? <ClaimBox /> : teaching ? <teaching.Acts usual={<Actions shape={shape} />} /> : <Actions shape={shape} />}
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
